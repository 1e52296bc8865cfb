"""A query's filters: most as a search in one column of the index, years and what a paper has as SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from data import names, topics
from data.fold import fold, has_han, terms
from data.models import Query, Record
from data.query import NEWEST_YEAR, OLDEST_YEAR, barred, years
from data.search import plan, venues

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
    matches = [
        "(" + " OR ".join(expression) + ")"
        for field, write in _WRITERS.items()
        if (expression := [text for text in map(write, getattr(query, field)) if text])
    ]
    where = [f"{_HAS[what]} is not null" if what in _HAS else "false" for what in query.has]
    where += [condition for field, value in barred(query) if (condition := _unmet(field, value))]
    if query.years:
        where.append(f"year in ({', '.join(f':year{n}' for n in range(len(query.years)))})")
    values: Values = {f"year{n}": year for n, year in enumerate(query.years)}
    return Filters(" AND ".join(matches), " and ".join(where), values)


def excluded(query: Query) -> str:
    """The FTS5 query of what must not be met, "" for none: words, phrases, and filters to leave out."""
    met = [_WRITERS[field](value) for field, value in barred(query) if field in _WRITERS]
    return " OR ".join(dict.fromkeys(filter(None, (plan.excluded(query), *met))))


def without_one(query: Query) -> Iterator[tuple[str, Query]]:
    """The query without each of its filters in turn, with that filter as people write it."""
    kinds = (
        ("author", "authors", query.authors),
        ("venue", "venues", query.venues),
        ("year", "years", _spans(query.years)),
        ("topic", "topics", query.topics),
        ("type", "categories", query.categories),
        ("has", "has", query.has),
    )
    for name, field, values in kinds:
        if values:
            shown = ",".join(f'"{value}"' if " " in value else value for value in values)
            yield f"{name}:{shown}", replace(query, **{field: ()})  # type: ignore[arg-type]
    called = {field: name for name, field, _ in kinds}
    for field, value in barred(query):
        others = tuple(text for text in query.without if text != f"{field}:{value}")
        shown = f'"{value}"' if " " in value else value
        yield f"-{called[field]}:{shown}", replace(query, without=others)


def topic_token(key: str) -> str:
    """The token by which the index knows a topic's key."""
    return "#" + "+".join(terms(key))


def category(record: Record) -> str:
    """The words of a paper's category, as the index holds them."""
    return " ".join(terms(record.category or ""))


def _unmet(field: str, value: str) -> str:
    """The SQL condition that a paper does not meet a filter, "" where the index is asked, or all are such."""
    if field == "has":
        return f"{_HAS[value]} is null" if value in _HAS else ""
    if field == "years":
        return f"(year is null or year not in ({', '.join(map(str, years(value)))}))"
    return ""


def _spans(given: Sequence[int]) -> tuple[str, ...]:
    """Years as people write them, neighbors as a range: "2020-2023"."""
    found: list[tuple[int, int]] = []
    for year in sorted(given):
        if found and found[-1][1] == year - 1:
            found[-1] = (found[-1][0], year)
        else:
            found.append((year, year))
    return tuple(str(first) if first == last else _span(first, last) for first, last in found)


def _span(first: int, last: int) -> str:
    if last == NEWEST_YEAR:
        return f"{first}-"
    return f"<={last}" if first == OLDEST_YEAR else f"{first}-{last}"


def _venue(name: str) -> str:
    """A venue by all of its names, with a year glued to it in that year only."""
    bare, year = venues.dated(name)
    called = " OR ".join(plan.within("venue", one) for one in venues.known(bare) or (bare,))
    return f'(({called}) AND venue : "{year}")' if year else f"({called})"


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


_WRITERS: dict[str, Callable[[str], str]] = {
    "authors": _author, "venues": _venue, "topics": _topic, "categories": _category,
}  # fmt: skip
