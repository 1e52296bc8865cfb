"""Venues as people write them: with the year glued on (ICML25), by an older name, in Chinese."""

from __future__ import annotations

import re
from functools import cache

from data.articles.venues import VENUES
from data.fold import terms

_DATED = re.compile(r"(.*[^\W\d_])[\s'\u2018\u2019-]*((?:19|20)?\d\d)年?")
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
    return _names().get("".join(terms(name)), ())


@cache
def _names() -> dict[str, tuple[str, ...]]:
    groups = [(venue, *others) for venue, others in VENUES.items()]
    return {"".join(terms(name)): group for group in groups for name in group}
