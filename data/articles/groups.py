"""Groups: the directory of chat groups that stands at the end of an article, keyword and name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from data.articles.lines import Line
from data.ids import links
from data.models import Group

_ENTRY = re.compile(r"(?:[-*•·●▪◦] ?)?([^|｜丨]{1,24}?) ?[|｜丨] ?([^|｜丨]{1,80}?)[。.;；]?")
_GROUP = re.compile(r"群|频道|社区|group|channel", re.IGNORECASE)


def directory(lines: Iterable[Line]) -> tuple[Group, ...]:
    """The groups named on lines like `cc | 大模型技术交流群`; of a keyword the first counts."""
    found: dict[str, Group] = {}
    for line in lines:
        entry = _ENTRY.fullmatch(line.text)
        if entry and _GROUP.search(entry[2]):
            link = next(iter(links(entry[2])), None)
            name = entry[2].replace(link, "").strip(" :：()（）") if link else entry[2]
            found.setdefault(entry[1].casefold(), Group(entry[1], name, link))
    return tuple(found.values())
