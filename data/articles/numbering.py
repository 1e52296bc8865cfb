"""Numbering: what the numbers of papers tell about papers that were not understood."""

from __future__ import annotations

import re

from data.articles.lines import Line
from data.models import Notice

MISSED = "a heading that became no paper: no label was understood below it"
_GAP = "number {} is missing before this paper"
_MOST_MISSING = 20


class Count:
    """The numbers that papers bear, and lines numbered like a paper that became none.

    A line counts as missed when its number goes on after the last paper's and is no item of a list, which
    would have had the number before.
    """

    def __init__(self) -> None:
        self._last: int | None = None
        self._items: set[int] = set()
        self._before: dict[int, Line] = {}
        self._missed: list[Line] = []
        self._gaps: list[tuple[int, Line]] = []
        self._begun = False

    def opened(self, line: Line, number: int | None) -> None:
        """A paper begins, with its number where it has one."""
        if not self._begun and number and number not in self._before:
            self._missed += [found for key, found in self._before.items() if key < number]
        self._begun, self._items = True, set()
        if number is None:
            return
        if self._last is not None and self._last + 1 < number <= self._last + _MOST_MISSING:
            self._gaps += [(missing, line) for missing in range(self._last + 1, number)]
        self._last = number

    def labeled(self) -> None:
        """A label ends whatever list there was."""
        self._items = set()

    def passed(self, line: Line, found: re.Match[str] | None) -> None:
        """A line that opens no paper goes by."""
        if not found:
            return
        number = int(found["number"])
        if not self._begun:
            self._before[number] = line
        elif self._last is not None and number == self._last + 1 and self._last not in self._items:
            self._missed.append(line)
            self._last = number
        else:
            self._items.add(number)

    def notices(self) -> list[Notice]:
        """What became no paper, by line."""
        missed = [Notice(line.number, MISSED) for line in self._missed]
        return missed + [Notice(line.number, _GAP.format(number)) for number, line in self._gaps]
