"""Venues as people write them: with the year glued on (ICML25), by an older name, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from data.articles.venues import VENUES
from data.fold import terms

_DATED = re.compile(r"(.*[^\W\d_])[\s'\u2018\u2019-]*((?:19|20)?\d\d)年?")
Spelled = tuple[str, tuple[str, ...]]
_CENTURY, _THIS = 100, 2000


def dated(text: str) -> tuple[str, int | None]:
    """A venue's name and the year written beside it: "ICML25" is ICML of 2025."""
    found = _DATED.fullmatch(text.strip())
    if found is None:
        return text, None
    year = int(found[2])
    return found[1], year if year >= _CENTURY else _THIS + year


def known(name: str) -> tuple[str, ...]:
    """All names of a venue, ours first; () for what is none."""
    return tuple(one for one, _ in called(terms(name)))


def called(tokens: Iterable[str]) -> tuple[Spelled, ...]:
    """The same for the tokens of a name, each name with its own tokens."""
    return _names().get("".join(tokens), ())


def reach(first: str) -> int:
    """The most tokens that a venue's name beginning with this token has, 0 where none does."""
    return _reaches().get(first, 0)


@cache
def _reaches() -> dict[str, int]:
    found: dict[str, int] = {}
    for group in _names().values():
        for _, tokens in group:
            found[tokens[0]] = max(found.get(tokens[0], 0), len(tokens))
    return found


@cache
def _names() -> dict[str, tuple[Spelled, ...]]:
    groups = [
        tuple((name, tuple(terms(name))) for name in (venue, *others)) for venue, others in VENUES.items()
    ]
    return {"".join(tokens): group for group in groups for _, tokens in group}
