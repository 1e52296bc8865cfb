"""Entities made consistent, as Telegram's library does before a text is sent.

Styles (bold, italic …) may be cut in pieces and joined; links, code and the like may not lie over one
another; code, pre and times stand alone, but for a quote around them; quotes do not nest. What breaks a rule
is cut or dropped without a word.
"""

from collections.abc import Iterable
from itertools import pairwise

from playground.entities import Entity

STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
PRE = frozenset({"pre", "code", "date_time"})


def mended(entities: Iterable[Entity]) -> list[Entity]:
    """The entities in order, cut and dropped until they are consistent."""
    ordered = sorted(entities, key=Entity.rank)
    if _apart_already(ordered) or _consistent(ordered):
        return ordered
    quotes = _apart([one for one in ordered if one.kind in QUOTES])
    whole = _apart([one for one in ordered if one.kind not in QUOTES and one.kind not in STYLES])
    whole = sorted([*_beside(whole, quotes), *quotes], key=Entity.rank)
    return _joined([one for one in ordered if one.kind in STYLES], whole)


def completed(entities: list[Entity], automatic: list[Entity]) -> list[Entity]:
    """The entities with the automatic ones that lie over no link, code or quote's edge."""
    if not automatic:
        return entities
    together = sorted([*entities, *automatic], key=Entity.rank)
    if _apart_already(together):
        return together
    quotes = [one for one in entities if one.kind in QUOTES]
    whole = [one for one in entities if one.kind not in QUOTES and one.kind not in STYLES]
    new = [
        one for one in _beside(automatic, quotes)
        if not any(one.offset < old.end and old.offset < one.end for old in whole)
    ]  # fmt: skip
    whole = sorted([*whole, *new, *quotes], key=Entity.rank)
    return _joined([one for one in entities if one.kind in STYLES], whole)


def _apart_already(ordered: list[Entity]) -> bool:
    """Whether none lies over another, and none goes on where another of its kind ends."""
    for before, one in pairwise(ordered):
        end = before.offset + before.length
        if one.offset < end or (one.offset == end and one.kind == before.kind):
            return False
    return True


def _consistent(ordered: list[Entity]) -> bool:
    """Whether these entities may stay as they are."""
    ends = dict.fromkeys(STYLES, -1)
    stack: list[Entity] = []
    for one in ordered:
        while stack and one.offset >= stack[-1].end:
            stack.pop()
        if stack and not _may_lie_in(one, stack):
            return False
        if one.kind in ends:
            if ends[one.kind] >= one.offset:
                return False
            ends[one.kind] = one.end
        stack.append(one)
    return True


def _may_lie_in(one: Entity, around: list[Entity]) -> bool:
    kinds = {outer.kind for outer in around}
    if one.end > around[-1].end or _same(one.kind, kinds) or kinds & {*STYLES, *PRE}:
        return False
    if one.kind in PRE:
        return kinds <= QUOTES
    return one.kind in STYLES or kinds <= QUOTES


def _same(kind: str, kinds: set[str]) -> bool:
    return bool(QUOTES & kinds) if kind in QUOTES else kind in kinds


def _apart(ordered: list[Entity]) -> list[Entity]:
    """The first of those that lie over one another."""
    kept: list[Entity] = []
    for one in ordered:
        if not kept or one.offset >= kept[-1].end:
            kept.append(one)
    return kept


def _beside(entities: list[Entity], quotes: list[Entity]) -> list[Entity]:
    """Those that lie wholly inside or wholly outside of every quote."""

    def crosses(one: Entity, quote: Entity) -> bool:
        if one.end <= quote.offset or quote.end <= one.offset:
            return False
        return not (quote.offset <= one.offset and one.end <= quote.end)

    return [one for one in entities if not any(crosses(one, quote) for quote in quotes)]


def _joined(styles: list[Entity], whole: list[Entity]) -> list[Entity]:
    if not styles:
        return whole
    return sorted([*whole, *_cut(styles, whole)], key=Entity.rank)


class _Cutter:
    """Cuts styles at the edges of other entities and of one another, and joins equal neighbors."""

    def __init__(self, styles: list[Entity]) -> None:
        self.left = sorted(styles, key=Entity.rank)
        self.running: dict[str, tuple[int, int]] = {}
        self.done: list[Entity] = []

    def up_to(self, offset: float) -> None:
        """Write what begins before `offset`, cut there."""
        while self.left and self.left[0].offset < offset:
            one = self.left.pop(0)
            begin, end = self.running.get(one.kind, (0, -1))
            if one.offset <= end:
                self.running[one.kind] = (begin, max(end, one.end))
            else:
                self._write(one.offset)
                self.running[one.kind] = (one.offset, one.end)
        self._write(offset)

    def _write(self, offset: float) -> None:
        for kind in STYLES:
            begin, end = self.running.get(kind, (0, -1))
            if end < 0 or begin >= offset:
                continue
            stop = min(end, int(min(offset, end)))
            self.done.append(Entity(kind, begin, stop - begin))
            if end <= offset:
                del self.running[kind]
            else:
                self.running[kind] = (stop, end)


def _cut(styles: list[Entity], whole: list[Entity]) -> list[Entity]:
    cutter = _Cutter(styles)
    stack: list[Entity] = []

    def leave(offset: float) -> None:
        while stack and offset >= stack[-1].end:
            inner = stack.pop()
            mark = len(cutter.done)
            cutter.up_to(inner.end)
            if inner.kind in PRE:
                del cutter.done[mark:]
        cutter.up_to(offset)

    for one in whole:
        leave(one.offset)
        stack.append(one)
    leave(float("inf"))
    return cutter.done
