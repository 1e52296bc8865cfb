"""A query's filters: most as a search in one column of the index, years and what a paper has as SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from data import names, topics
from data.fold import fold, has_han, terms
from data.models import Query, Record
from data.search import plan

Values = dict[str, str | int]

# How venues' labels are called in Chinese.
_CATEGORIES = {"口头": "oral", "口头报告": "oral", "亮点": "spotlight", "焦点": "spotlight", "海报": "poster"}
_HAS = {
    "code": "code_url", "pdf": "pdf_url", "abstract": "abstract", "image": "image_url", "url": "url",
    "doi": "doi", "arxiv": "arxiv_id", "summary": "coalesce(summary_zh, summary_en)",
    "authors": "nullif(authors, '[]')",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Filters:
    """`match` is an FTS5 query or "", `where` a condition on `papers` or "", with its values; `but`: rows."""

    match: str = ""
    where: str = ""
    values: Values | None = None
    but: tuple[int, ...] = ()


def of(query: Query) -> Filters:
    """What the filters of a query ask: kinds add up, values of one kind are alternatives."""
    kinds: tuple[tuple[Sequence[str], Callable[[str], str]], ...] = (
        (query.authors, _author),
        (query.venues, lambda venue: plan.within("venue", venue)),
        (query.topics, _topic),
        (query.categories, _category),
    )
    matches = [
        "(" + " OR ".join(expression) + ")"
        for values, write in kinds
        if (expression := [text for text in map(write, values) if text])
    ]
    where = [f"{_HAS[what]} is not null" for what in query.has if what in _HAS]
    if query.years:
        where.append(f"year in ({', '.join(f':year{n}' for n in range(len(query.years)))})")
    years: Values = {f"year{n}": year for n, year in enumerate(query.years)}
    return Filters(" AND ".join(matches), " and ".join(where), years)


def without_one(query: Query) -> Iterator[tuple[str, Query]]:
    """The query without each of its filters in turn, with that filter as people write it."""
    kinds = (
        ("author", "authors", query.authors),
        ("venue", "venues", query.venues),
        ("year", "years", tuple(map(str, query.years))),
        ("topic", "topics", query.topics),
        ("type", "categories", query.categories),
        ("has", "has", query.has),
    )
    for name, field, values in kinds:
        if values:
            shown = ",".join(f'"{value}"' if " " in value else value for value in values)
            yield f"{name}:{shown}", replace(query, **{field: ()})  # type: ignore[arg-type]


def topic_token(key: str) -> str:
    """The token by which the index knows a topic's key."""
    return "#" + "+".join(terms(key))


def category(record: Record) -> str:
    """The words of a paper's category, as the index holds them."""
    return " ".join(terms(record.category or ""))


def _author(name: str) -> str:
    ways = [plan.near(name)]
    if has_han(name):
        ways += [plan.near(" ".join(reading)) for reading in names.pinyin(name)]
    return " OR ".join(way for way in ways if way)


def _topic(name: str) -> str:
    topic = topics.match(name)
    return f'topics : "{topic_token(topic.key)}"' if topic else plan.within("topics", name)


def _category(name: str) -> str:
    return plan.within("venue", _CATEGORIES.get(fold(name), name))
