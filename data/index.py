"""The search index asked: the one way of `/search`, the command line and inline mode.

`find` goes from strict to lenient and stops at the first step that finds anything: the words as typed; the
last one as a beginning; unknown words mended; one word fewer; at last any word. FTS5 recalls, `judge` orders
the best fifty, the rest follow by bm25, so that all pages of one answer have one order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from data import ask, ids, papers
from data.ask import Plain
from data.fold import fold
from data.models import Found, Query
from data.search import filters, judge, plan, recall, steps, subject, suggestions
from data.search.filters import Filters
from data.search.judge import Candidate
from data.search.spelling import Vocabulary, vocabulary
from data.search.steps import Step
from data.store import Connection

FEW = 10  # a list shorter than a page also takes in the other forms of its words
_FURTHEST = 1_000_000_000


async def find(db: Connection, query: Query, *, limit: int = 10, offset: int = 0) -> Found:
    """One page of the papers that answer a query, best first; without words, what the filters leave.

    An identifier or link finds its paper alone. `total` is true, and every hit is reached by `offset`. When
    nothing is found, `suggestions` and `emptied_by` say what to do.
    """
    limit, offset = max(0, limit), min(max(0, offset), _FURTHEST)
    return await ask.whole(db, _find, query, await vocabulary(db), limit, offset)


def _find(db: Plain, query: Query, known: Vocabulary, limit: int, offset: int) -> Found:
    rows = _named(db, query)
    if rows is not None:
        return Found(
            papers=tuple(papers.read(db, rows[offset : offset + limit])), total=len(rows), offset=offset
        )
    asked, without = filters.of(query), filters.excluded(query)
    if not (query.words or query.phrases):
        return _browse(db, query, asked, without, limit, offset)
    known.refresh(db)
    for step in steps.steps(query, known):
        first = _part(db, step, asked, without)
        if first.best:
            return _page(db, query, [first, *_further(db, first, without, known)], limit, offset)
    if emptied := _emptied_by(db, query):
        return Found(offset=offset, emptied_by=emptied)
    if on_topic := _on_topic(db, query, without, limit, offset):
        return on_topic
    return Found(offset=offset, suggestions=() if query.filtered else suggestions.of(db, query, known))


def _on_topic(db: Plain, query: Query, without: str, limit: int, offset: int) -> Found | None:
    """The papers of the topic that the words name, though none holds them; None where there are none."""
    text = subject.asked(query)
    for topic in subject.topics_of(text) if text else ():
        wider = replace(query, words=(), topics=(topic.key,))
        found = _browse(db, wider, filters.of(wider), without, limit, offset)
        if found.total:
            return replace(found, by=((text, subject.name(topic, text)),), loose=True)
    return None


@dataclass(frozen=True, slots=True)
class _Part:
    """What one step found: the best ones in their order, and how many there are in all."""

    step: Step
    match: str
    asked: Filters
    best: list[Candidate]
    total: int

    def rows(self, db: Plain, limit: int, offset: int) -> list[int]:
        """The rows of one page of it."""
        rows = [candidate.row for candidate in self.best[offset : offset + limit]]
        reached = max(offset, len(self.best))
        if len(rows) < limit and self.total > reached:
            rows += recall.tail(db, self.match, self.asked, limit - len(rows), reached)
        return rows


def _part(db: Plain, step: Step, asked: Filters, without: str) -> _Part:
    match = _match(step, asked, without)
    head = recall.head(db, match, asked)
    return _Part(step, match, asked, judge.order(head.best, step.plan), head.total)


def _further(db: Plain, first: _Part, without: str, known: Vocabulary) -> list[_Part]:
    """After a short list, what other forms of its words find."""
    wider = steps.widened(first.step, known) if first.total < FEW else None
    if wider is None:
        return []
    asked = replace(first.asked, but=tuple(candidate.row for candidate in first.best))
    return [_part(db, wider, asked, without)]


def _page(db: Plain, query: Query, parts: Sequence[_Part], limit: int, offset: int) -> Found:
    rows: list[int] = []
    shown: list[tuple[Candidate, Step]] = []
    start = offset
    for part in parts:
        taken = part.rows(db, limit - len(rows), start) if len(rows) < limit else []
        rows += taken
        shown += [(candidate, part.step) for candidate in part.best[start : start + len(taken)]]
        start = max(0, start - part.total)
    first = parts[0]
    return Found(
        papers=tuple(papers.read(db, rows)),
        total=sum(part.total for part in parts),
        offset=offset,
        corrected=_rewritten(query.text, judge.mended(first.best[0], first.step.plan)),
        by=tuple(dict.fromkeys(pair for one, step in shown for pair in judge.bridged(one, step.plan))),
        loose=first.step.loose,
    )


def _browse(db: Plain, query: Query, asked: Filters, without: str, limit: int, offset: int) -> Found:
    total = recall.count_all(db, asked, without)
    rows = recall.newest(db, asked, without, limit, offset) if total > offset else []
    emptied = _emptied_by(db, query) if not total else None
    return Found(papers=tuple(papers.read(db, rows)), total=total, offset=offset, emptied_by=emptied)


def _named(db: Plain, query: Query) -> list[int] | None:
    """The rows of the paper that an identifier or link names; None when the query is no such thing."""
    text = query.words[0] if len(query.words) == 1 else query.text
    likely = any(character.isdigit() for character in text) or "://" in text
    if query.filtered or not likely:
        return None
    named = (
        ("arxiv", ids.arxiv(text)),
        ("doi", ids.doi(text)),
        ("openreview", ids.openreview(text)),
        ("venue", ids.venue_page(text)),
    )
    for kind, value in named:
        if value:
            return recall.marked(db, kind, value)
    return (recall.marked(db, "id", text) or None) if " " not in text else None


def _emptied_by(db: Plain, query: Query) -> str | None:
    """The filter without which something would have been found."""
    for name, wider in filters.without_one(query):
        asked, without = filters.of(wider), filters.excluded(wider)
        if not (wider.words or wider.phrases):
            if recall.count_all(db, asked, without):
                return name
            continue
        groups = plan.plan(wider)
        match = _match(Step(groups, plan.all_of(groups)), asked, without)
        if recall.count(db, match, asked):
            return name
    return None


def _match(step: Step, asked: Filters, without: str) -> str:
    match = f"({step.match}) AND {asked.match}" if asked.match else step.match
    return f"({match}) NOT ({without})" if without else match


def _rewritten(text: str, mended: dict[str, str]) -> str | None:
    """The query with its mended words in place, None when there are none."""
    if not mended:
        return None
    for asked, shown in mended.items():
        at = _word_at(text, asked)
        if at < 0:
            text = fold(text)
            at = _word_at(text, asked)
        if at >= 0:
            text = text[:at] + shown + text[at + len(asked) :]
    return text


def _word_at(text: str, asked: str) -> int:
    """Where a text holds a folded word as one of its own, in any case; -1 where it does not.

    (A pattern would have to be compiled for each word, which takes longer than to look.)
    """
    low = text.lower()
    if len(low) != len(text):
        return -1
    at = low.find(asked)
    while at >= 0:
        around = low[max(0, at - 1) : at] + low[at + len(asked) : at + len(asked) + 1]
        if not any(sign.isascii() and sign.isalnum() for sign in around):
            return at
        at = low.find(asked, at + 1)
    return -1
