"""What to offer when nothing was found: queries of near spelling, and titles that come nearest."""

from __future__ import annotations

from itertools import islice, product

from rapidfuzz import fuzz

from data import papers
from data.ask import Plain
from data.models import Query
from data.search import plan, recall
from data.search.filters import Filters
from data.search.plan import Unit, Way
from data.search.spelling import Vocabulary

_MOST = 3
_TRIED = 8
_LIKE = 45.0


def of(db: Plain, query: Query, known: Vocabulary) -> tuple[str, ...]:
    """At most three queries that find something: other spellings first, then titles."""
    units = [unit for group in plan.plan(query) for unit in group.units]
    spelled: list[str] = []
    for choice in islice(product(*(_nearby(unit, known) for unit in units)), _TRIED):
        match = " AND ".join(plan.phrase_of(Way((tokens,))) for tokens in choice)
        if match and recall.count(db, match, Filters()):
            spelled.append(" ".join(" ".join(tokens) for tokens in choice))
    return tuple(dict.fromkeys((*spelled, *_titles(db, query, units, known))))[:_MOST]


def _nearby(unit: Unit, known: Vocabulary) -> list[tuple[str, ...]]:
    if not unit.word or known.knows(unit.tokens[0]):
        return [unit.tokens]
    return [(word,) for word in known.like(unit.tokens[0])] or [unit.tokens]


def _titles(db: Plain, query: Query, units: list[Unit], known: Vocabulary) -> list[str]:
    words = [tokens for unit in units for tokens in _nearby(unit, known) if all(map(known.knows, tokens))]
    if not words:
        return []
    match = " OR ".join(dict.fromkeys(plan.phrase_of(Way((tokens,))) for tokens in words))
    head = recall.head(db, match, Filters())
    rows = [candidate.row for candidate in head.best]
    titles = [paper.title for paper in papers.read(db, rows)]
    likely = [(fuzz.partial_ratio(query.text.casefold(), title.casefold()), title) for title in titles]
    return [title for likeness, title in sorted(likely, key=lambda pair: -pair[0]) if likeness >= _LIKE][
        :_MOST
    ]
