"""What a text becomes on its way into a chat: cleaned, trimmed, its entities mended and completed.

Telegram turns control characters into spaces, drops carriage returns, cuts white space at both ends, moves
entities along, drops those that hold nothing, and finds commands, mentions, hashtags and links by itself.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from playground.automatic import found
from playground.entities import Entity, units
from playground.mending import STYLES, completed, mended, stripped

MOST = 100
"""Entities beyond this many are dropped without a word; styles go last."""
_DROPPED = frozenset("\r\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u0333\u033f\u030a")
_UNCLEAN = re.compile(f"[\0-\x09\x0b-\x1f\U00010000-\U0010ffff{''.join(_DROPPED)}]")
"""What is removed or replaced, and what takes two units."""


@dataclass(frozen=True)
class Formatted:
    """A text as a chat shows it."""

    text: str
    entities: list[Entity]


def formatted(text: str, entities: list[Entity], *, trim: bool = True) -> Formatted:
    """The text and entities that the chat keeps; the text may come out empty."""
    cleaned, places = _cleaned(text) if _UNCLEAN.search(text) else (text, range(len(text) + 1))
    moved = [_moved(one, places) for one in mended(one for one in entities if one.length > 0)]
    if not cleaned.strip(" \n"):
        return Formatted("", [])
    kept = mended(stripped(cleaned, moved))
    if trim:
        cleaned, kept = _trimmed(cleaned, kept)
    whole = stripped(cleaned, completed(_most(kept), found(cleaned)))
    return Formatted(cleaned, whole)


def cut(text: str, offset: int, length: int) -> str:
    """The part of a text that starts at `offset` and has `length` UTF-16 units."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    return encoded[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")


def _cleaned(text: str) -> tuple[str, list[int]]:
    """The text without what Telegram removes, and for each old UTF-16 place the new one."""
    out: list[str] = []
    places: list[int] = []
    now = 0
    for character in text:
        width = 2 if character > "\uffff" else 1
        places.extend([now] * width)
        if character in _DROPPED:
            continue
        out.append(" " if character < " " and character != "\n" else character)
        now += width
    places.append(now)
    return "".join(out), places


def _moved(one: Entity, places: Sequence[int]) -> Entity:
    last = len(places) - 1
    begin, end = places[min(one.offset, last)], places[min(one.end, last)]
    if (begin, end) == (one.offset, one.end):
        return one
    return replace(one, offset=begin, length=end - begin)


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """White space off the end, and off the beginning up to the first entity."""
    text = text.rstrip(" \n")
    length = units(text)
    kept = [replace(one, length=min(one.end, length) - one.offset) for one in entities if one.offset < length]
    kept.sort(key=Entity.rank)
    first = kept[0].offset if kept else length
    start = min(length - units(text.lstrip(" \n")), first)
    return text[start:], [replace(one, offset=one.offset - start) for one in kept]


def _most(entities: list[Entity]) -> list[Entity]:
    """The entities that Telegram's server takes, all but styles first."""
    if len(entities) <= MOST:
        return entities
    counted = [one for one in entities if one.kind not in STYLES and one.kind != "custom_emoji"][:MOST]
    styles = [one for one in entities if one.kind in STYLES][: MOST - len(counted)]
    kept = {*counted, *styles}
    return [one for one in entities if one in kept or one.kind == "custom_emoji"]
