"""What people type, understood: filters, quoted phrases, words to leave out, words.

`parse` takes any text and never raises. A filter that is not ours (`title:x`) is text like any other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from data.fold import terms
from data.models import Query
from data.search import venues

LONGEST = 1_000  # characters; a message may hold four times as many, a question does not
MOST_WORDS = 32

_FILTERS = {
    "authors": "author authors au by 作者",
    "venues": "venue conference journal at 会议 会刊 期刊 发表于 发表",
    "years": "year 年份 年 年度",
    "topics": "topic tag subject 主题 话题 方向 领域 类目",
    "categories": "type category kind 类型 类别 论文类别",
    "has": "has with 有 含 带",
}
_FIELD = {name: field for field, names in _FILTERS.items() for name in names.split()}
_QUOTES = {
    '"': '"',
    "\u201c": "\u201d",
    "\u201d": "\u201d",
    "\u201e": "\u201d",
    "「": "」",
    "『": "』",
    "«": "»",
}
_ANY_QUOTE = "".join(sorted({*_QUOTES, *_QUOTES.values()}))
_QUOTED = "|".join(f"{re.escape(a)}[^{_ANY_QUOTE}]*(?:{re.escape(b)}|$)" for a, b in _QUOTES.items())
_PIECE = re.compile(
    rf"(?P<minus>(?<!\S)[-\u2010-\u2015\u2212\uff0d])?"
    rf"(?:(?P<name>[A-Za-z]{{2,12}}|[\u4e00-\u9fff]{{1,4}})[:：]\s?(?P<value>{_QUOTED}|[^\s{_ANY_QUOTE}]+)"
    rf"|(?P<phrase>{_QUOTED})"
    rf"|(?P<word>[^\s{_ANY_QUOTE}]+))"
)
_OPEN = re.compile(
    r"(?P<before>[<>]=?|[\u2264\u2265~-])?((?:19|20)\d\d)年?(?P<after>[-~+]|\.{2,3}|以后|之后|以来|至今|起|以前|之前)?"
)
_YEARS = re.compile(r"((?:19|20)\d\d)(?:\s*(?:[-~到至]|\.{2,3})\s*((?:19|20)?\d\d))?年?")
OLDEST_YEAR, NEWEST_YEAR, _CENTURY = 1900, 2099, 100
_OF_YEAR = re.compile(r"((?:19|20)\d\d)年份?$")
INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+")
_MENTION = re.compile(r"@[A-Za-z0-9_]{4,32}")
_STOPS = re.compile(r"[:：,，、;；。！？!?…]")
_WRAPPING = " ()[]{}<>（）【】《》〈〉*^~|\\./…"
_BETWEEN = re.compile(r"[,，、;；|]")
_HAS = {
    "code": "code github 代码 源码 代码链接",
    "pdf": "pdf 全文",
    "abstract": "abstract 摘要",
    "summary": "summary 介绍 概述 总结",
    "image": "image picture figure 图 图片 核心图片",
    "url": "url link 链接 论文链接",
    "doi": "doi",
    "arxiv": "arxiv",
    "authors": "author authors 作者",
}
_HAS_FIELD = {name: field for field, names in _HAS.items() for name in names.split()}


def parse(text: str) -> Query:
    """Read a question. `Query.text` is what was typed without unprintable characters.

    Values of one filter given twice, or divided by commas, are alternatives. A range of years stands as each
    of its years. A filter to leave out stands in `without` as `field:value`, see `barred`.
    """
    clean = _clean(text)
    found: dict[str, dict[str, None]] = {field: {} for field in (*_FILTERS, "words", "phrases", "without")}
    for field, value in _pieces(clean):
        found[field][value] = None
    values = {field: tuple(kept) for field, kept in found.items()}
    return Query(
        text=clean,
        words=values["words"],
        phrases=values["phrases"],
        without=values["without"],
        authors=values["authors"],
        venues=values["venues"],
        years=tuple(dict.fromkeys(year for value in values["years"] for year in years(value))),
        topics=values["topics"],
        categories=values["categories"],
        has=values["has"],
    )


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Each part as (field of Query, value); parts that hold no letter or digit are passed over."""
    words = 0
    for piece in _PIECE.finditer(text):
        field, values = _sort(piece)
        for value in values:
            if not terms(value):
                continue
            words += field in ("words", "phrases", "without")
            if words <= MOST_WORDS:
                yield field, value


def _sort(piece: re.Match[str]) -> tuple[str, list[str]]:
    whole = piece[0].removeprefix(piece["minus"] or "")
    filtered = _filter(piece["name"], piece["value"]) if piece["name"] else None
    if filtered and piece["minus"]:
        return "without", [f"{filtered[0]}:{value}" for value in filtered[1]]
    if filtered:
        return filtered
    if piece["minus"]:
        return "without", [_bare(whole.replace(":", " "))]  # a colon marks a filter there
    if piece["phrase"]:
        return "phrases", [_bare(whole)]
    return "words", _words(whole)


def _filter(name: str, value: str) -> tuple[str, list[str]] | None:
    field = _FIELD.get(name.casefold())
    if field is None or not terms(value):
        return None
    quoted = value[0] in _ANY_QUOTE  # "Su, Bing" is one name
    parts = [value] if quoted else _BETWEEN.split(value)
    values = [_bare(part) for part in parts if terms(part)]
    if field == "years":
        return (field, values) if any(years(part) for part in values) else None
    if field == "has":
        # "with: x" and "有：x" are text; `has:x` is ours, and nothing has an x.
        ours = [_HAS_FIELD.get(part.casefold(), part if name.casefold() == "has" else "") for part in values]
        return (field, [part for part in ours if part]) if any(ours) else None
    return field, values


def _words(text: str) -> list[str]:
    # `title:x` was no filter of ours: its parts are words. A link stays whole.
    if "://" in text:
        return [text]
    if _MENTION.fullmatch(text):
        return []
    return [word for part in _STOPS.split(text) if (bare := _unwrapped(part)) for word in _of_venue(bare)]


def _of_venue(word: str) -> list[str]:
    """A venue with its year is two words."""
    name, year = venues.dated(word)
    return [name, str(year)] if year and venues.known(name) else [word]


def _unwrapped(word: str) -> str:
    # The stop of an initial stays: "S. Bing" asks for a person.
    return word if INITIALS.fullmatch(word) else _OF_YEAR.sub(r"\1", word.strip(_WRAPPING))


def barred(query: Query) -> list[tuple[str, str]]:
    """The filters among what to leave out, as (field of Query, value)."""
    parts = (text.partition(":") for text in query.without)
    return [(field, value) for field, colon, value in parts if colon]


def years(value: str) -> list[int]:
    """The years of a year filter's value, from 1900 to 2099: one, a range, or all since or until one."""
    text = unicodedata.normalize("NFKC", value).strip()
    found = _YEARS.fullmatch(text)
    if not found:
        return _open_range(text)
    first = int(found[1])
    last = int(found[2] or first)
    if last < _CENTURY:
        last += first // _CENTURY * _CENTURY
    return list(range(max(first, OLDEST_YEAR), min(last, NEWEST_YEAR) + 1))


def _open_range(text: str) -> list[int]:
    found = _OPEN.fullmatch(text)
    sign = found and (found["before"] or found["after"])
    if not found or not sign or (found["before"] and found["after"]):
        return []
    year = int(found[2])
    until = sign[0] in "<\u2264" or sign in ("以前", "之前") or bool(found["before"] and sign in "~-")
    if until:
        return list(range(OLDEST_YEAR, year + (sign in ("<=", "\u2264", "~", "-"))))
    return list(range(year + (sign == ">"), NEWEST_YEAR + 1))


def _bare(text: str) -> str:
    return text.strip(_ANY_QUOTE + " ")


def _clean(text: str) -> str:
    kept = (" " if c.isspace() else c for c in text[:LONGEST] if c.isspace() or c.isprintable())
    return " ".join("".join(kept).split())
