"""Entries: the lines of an article gathered under the labels of one paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from data.articles import ends
from data.articles.layout import OPENERS, TEXTS, TITLES, Layout
from data.articles.lines import Line
from data.articles.numbering import MISSED, Count
from data.models import Notice

# A label that comes again names the next paper; others (two links, two pictures) may repeat in one entry.
_ONCE = (*TITLES, "category", "authors")
_UNKNOWN_LABEL = re.compile(r"[\u4e00-\u9fff]{2,8} *[:：]")
_LOOK_AHEAD = 3
_OWN_LINE = re.compile(r"(?:!?\[[^\[\]]{0,200}\]\()?<?https?://\S+\)?>?", re.IGNORECASE)
_SIGNED = "left out a line that signs the article"


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


@dataclass(frozen=True)
class Gathered:
    """An article cut up: its head, its entries in their order, lines that belong to none, what was missed."""

    head: str
    entries: list[Entry]
    outside: list[Line]
    notices: list[Notice]


def gather(layout: Layout, lines: Iterable[Line]) -> Gathered:
    """Cut an article along its labels and headings."""
    parts = list(_parts(layout, lines))
    walk = _Walk(layout)
    first = len(parts)
    for place, line in enumerate(parts):
        if _numbers_a_label(layout, parts, place):
            walk.number(line)
        elif _opens(layout, parts, place, ended=walk.ended):
            walk.head(line)
        elif ends.closes(line.text):
            walk.end(line)
        else:
            walk.take(line)
        first = min(first, place if walk.begun else first)
    walk.finish()
    return Gathered("\n".join(part.text for part in parts[:first]), walk.entries, walk.outside, walk.notices)


def _parts(layout: Layout, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, each label at the start of one of its own."""
    begun = False
    for line in lines:
        text = layout.undressed(line.text)
        for part in layout.cut(text) if begun else layout.cut_first(text):
            known = layout.label(part)
            begun = begun or bool(known and known[0] in OPENERS)
            yield replace(line, text=part)


def _numbers_a_label(layout: Layout, parts: list[Line], place: int) -> bool:
    """Whether only a number stands here, and a label in the rest of its line: `1. 论文题目：…`."""
    found = layout.headed(parts[place].text)
    if not found or not layout.doubtful or found["headline"] or place + 1 == len(parts):
        return False
    after = parts[place + 1]
    return after.number == parts[place].number and layout.label(after.text) is not None


def _opens(layout: Layout, parts: list[Line], place: int, *, ended: bool) -> bool:
    """Whether a heading stands here; a doubtful one needs a label among the next lines.

    After an end sign that label must be one that a paper opens with: `[1] https://…` is followed by credits.
    """
    found = layout.headed(parts[place].text)
    if not found:
        return False
    if not layout.doubtful:
        return True
    if _OWN_LINE.fullmatch(found["headline"]):
        return False
    for line in _following(parts, place):
        known = layout.label(line.text)
        if known:
            return known[0] in OPENERS if ended else known[0] != "image"
        after = layout.headed(line.text)
        if after and after["headline"]:
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
        self.notices: list[Notice] = []
        self.begun = self.ended = False
        self._layout = layout
        self._entry: Entry | None = None
        self._field: str | None = None
        self._paused = False
        self._hint: int | None = None
        self._count = Count()

    def close(self) -> None:
        """End the entry; one without any label was only a heading, its lines belong to nothing."""
        entry, self._entry, self._field = self._entry, None, None
        if entry is None:
            return
        if entry.fields:
            self.entries.append(entry)
            return
        self.outside += entry.stray
        if entry.stray:
            self.notices.append(Notice(entry.line, MISSED))

    def end(self, line: Line) -> None:
        """Leave the papers at an end sign."""
        self._sign()
        self.close()
        self.ended = True
        self.outside.append(line)

    def finish(self) -> None:
        """Close the last entry; what signs the article is no part of it."""
        self._sign()
        self.close()
        self.notices += self._count.notices()

    def _sign(self) -> None:
        if self._entry is None or self._field not in TEXTS:
            return
        kept = self._entry.fields[self._field]
        signed = ends.signed([line.text for line in kept])
        gone = [line for line in kept[len(kept) - signed :] if line.text]
        del kept[len(kept) - signed :]
        self.outside += gone
        self.notices += [Notice(line.number, _SIGNED) for line in gone]

    def number(self, line: Line) -> None:
        """Keep in mind the number that stands before a label."""
        found = self._layout.headed(line.text)
        self._hint = int(found["number"]) if found else None

    def head(self, line: Line) -> None:
        """Open an entry by its heading."""
        self.close()
        found = self._layout.headed(line.text)
        groups = found.groupdict() if found else {}
        number = int(groups["number"]) if groups.get("number") else None
        self._open(line, number)
        if self._entry:
            self._entry.headline = (groups.get("headline") or "").strip()
            self._entry.dropped.append(line)

    def take(self, line: Line) -> None:
        """Read one line that is no heading."""
        hint, self._hint = self._hint, None
        known = self._layout.label(line.text)
        if known is None:
            self._go_on(line)
            return
        name, start = known
        if self._again(name):
            self._go_on(line)
            return
        if self._starts(name, numbered=hint is not None):
            self.close()
            self._open(line, hint)
        if self._entry is None:
            self.outside.append(line)
            return
        self._field, self._paused = name, False
        self._count.labeled()
        self._entry.dropped.append(line)
        kept = self._entry.fields.setdefault(name, [])
        if start < len(line.text):
            kept.append(replace(line, text=line.text[start:]))

    def _open(self, line: Line, number: int | None) -> None:
        self._entry, self._field, self._paused = Entry(line.number, number), None, False
        self.begun, self.ended = True, False
        self._count.opened(line, number)

    def _again(self, name: str) -> bool:
        """A text's own label inside that text is a word of it: 简介：… as the start of a paragraph."""
        return name in TEXTS and name == self._field and bool(self._entry and self._entry.fields[name])

    def _starts(self, name: str, *, numbered: bool) -> bool:
        """Whether the label can only belong to another paper than the one being read."""
        if self._entry is None:
            return name in OPENERS
        known = self._entry.fields
        told = any(text in known for text in TEXTS) or "image" in known
        return (name in _ONCE and name in known) or (told and name in (OPENERS if numbered else TITLES))

    def _go_on(self, line: Line) -> None:
        """Read a line without a label of its own."""
        entry, name = self._entry, self._field
        if self._layout.doubtful and not self.ended:
            self._count.passed(line, self._layout.headed(line.text))
        if entry is None or (name == "image" and line.text and not _OWN_LINE.fullmatch(line.text)):
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
