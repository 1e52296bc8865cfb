"""Entries: the lines of an article gathered under the labels of one paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from data.articles.layout import TEXTS, TITLES, Layout
from data.articles.lines import Line
from data.ids import links

# A label that comes again names the next paper; others (two links, two pictures) may repeat in one entry.
_ONCE = (*TITLES, "category", "authors")
_OPENERS = (*TITLES, "category")
_UNKNOWN_LABEL = re.compile(r"[\u4e00-\u9fff]{2,8} *[:：]")
_LOOK_AHEAD = 3


@dataclass
class Entry:
    """What stands in an article about one paper, not yet understood.

    `stray` are lines after a complete field of one line, before any other label.
    """

    line: int
    number: int | None = None
    headline: str = ""
    fields: dict[str, list[Line]] = field(default_factory=dict)
    stray: list[Line] = field(default_factory=list)
    dropped: list[Line] = field(default_factory=list)

    def text(self, *names: str) -> str:
        """The lines of the fields, joined by line breaks."""
        return "\n".join(line.text for name in names for line in self.fields.get(name, ()) if line.text)


def gather(layout: Layout, lines: Iterable[Line]) -> tuple[list[Entry], list[Line]]:
    """The entries of an article in their order, and the lines that belong to none."""
    parts = [replace(line, text=part) for line in lines for part in layout.cut(line.text)]
    walk = _Walk(layout)
    for place, line in enumerate(parts):
        if _opens(layout, parts, place):
            walk.head(line)
        elif layout.ends(line.text):
            walk.close()
            walk.outside.append(line)
        else:
            walk.take(line)
    walk.close()
    return walk.entries, walk.outside


def _opens(layout: Layout, parts: list[Line], place: int) -> bool:
    """Whether a heading stands here; a doubtful one needs a label among the next lines."""
    if not layout.headed(parts[place].text):
        return False
    if not layout.doubtful:
        return True
    for line in _following(parts, place):
        known = layout.label(line.text)
        if known:
            return known[0] != "image"
        if layout.headed(line.text):
            return False
    return False


def _following(parts: list[Line], place: int) -> Iterator[Line]:
    """The next lines that hold anything, a few of them."""
    left = _LOOK_AHEAD
    for line in parts[place + 1 : place + 1 + 4 * _LOOK_AHEAD]:
        if line.text and left:
            left -= 1
            yield line


class _Walk:
    """Where a reader's eye is: the entry and the field that the next line would go on with."""

    def __init__(self, layout: Layout) -> None:
        self.entries: list[Entry] = []
        self.outside: list[Line] = []
        self._layout = layout
        self._entry: Entry | None = None
        self._field: str | None = None
        self._paused = False

    def close(self) -> None:
        """End the entry; one without any label was only a heading, its lines belong to nothing."""
        entry, self._entry, self._field = self._entry, None, None
        if entry is None:
            return
        if entry.fields:
            self.entries.append(entry)
        else:
            self.outside += entry.stray

    def head(self, line: Line) -> None:
        """Open an entry by its heading."""
        self.close()
        found = self._layout.headed(line.text)
        groups = found.groupdict() if found else {}
        number = groups.get("number")
        self._open(line)
        self._entry = Entry(
            line.number,
            int(number) if number else None,
            (groups.get("headline") or "").strip(),
            dropped=[line],
        )

    def take(self, line: Line) -> None:
        """Read one line that is no heading."""
        known = self._layout.label(line.text)
        if known is None:
            self._go_on(line)
            return
        name, start = known
        if self._again(name):
            self._go_on(line)
            return
        if self._starts(name):
            self.close()
            self._open(line)
        if self._entry is None:
            self.outside.append(line)
            return
        self._field, self._paused = name, False
        self._entry.dropped.append(line)
        kept = self._entry.fields.setdefault(name, [])
        if start < len(line.text):
            kept.append(replace(line, text=line.text[start:]))

    def _open(self, line: Line) -> None:
        self._entry, self._field, self._paused = Entry(line.number), None, False

    def _again(self, name: str) -> bool:
        """A text's own label inside that text is a word of it: 简介：… as the start of a paragraph."""
        return name in TEXTS and name == self._field and bool(self._entry and self._entry.fields[name])

    def _starts(self, name: str) -> bool:
        """Whether the label can only belong to another paper than the one being read."""
        if self._entry is None:
            return name in _OPENERS
        known = self._entry.fields
        told = any(text in known for text in TEXTS) or "image" in known
        return (name in _ONCE and name in known) or (name in TITLES and told)

    def _go_on(self, line: Line) -> None:
        """Read a line without a label of its own."""
        entry, name = self._entry, self._field
        if entry is None or (name == "image" and line.text and not links(line.text)):
            self.outside.append(line)
            return
        entry.dropped.append(line)
        if name in TEXTS:
            entry.fields[name].append(line)
        elif not line.text:
            self._paused = name is None or bool(entry.fields[name])
            entry.stray += [line] * bool(entry.stray)
        elif name is None and entry.headline and not self._paused:
            entry.headline += line.text
        elif name is None or self._paused:
            entry.stray.append(line)
        else:
            name = "other" if entry.fields[name] and _UNKNOWN_LABEL.match(line.text) else name
            self._field = name
            entry.fields.setdefault(name, []).append(line)
