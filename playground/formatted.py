"""What a text becomes on its way into a chat: cleaned, trimmed, its entities mended and completed.

Telegram turns control characters into spaces, drops carriage returns, cuts white space at both ends, moves
entities along, drops those that hold nothing, and finds commands, mentions, hashtags and links by itself.
"""

from dataclasses import dataclass, replace

from playground.automatic import found
from playground.entities import Entity, units

MOST = 100
"""Entities beyond this many are dropped without a word."""
_HIDDEN = frozenset({"text_link", "text_mention", "pre", "code"})
_DROPPED = frozenset("\r\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u0333\u033f\u030a")


@dataclass(frozen=True)
class Formatted:
    """A text as a chat shows it."""

    text: str
    entities: list[Entity]


def formatted(text: str, entities: list[Entity]) -> Formatted:
    """The text and entities that the chat keeps; the text may come out empty."""
    cleaned, places = _cleaned(text)
    start = units(cleaned) - units(cleaned.lstrip(" \n"))
    trimmed = cleaned.strip(" \n")
    end = start + units(trimmed)
    moved = [_moved(entity, places, start, end) for entity in entities]
    kept = [entity for entity in moved if entity.length > 0 and _says_something(trimmed, entity)]
    whole = _merged(sorted(kept, key=Entity.rank), found(trimmed))
    return Formatted(trimmed, sorted(whole, key=Entity.rank)[:MOST])


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


def _moved(entity: Entity, places: list[int], start: int, end: int) -> Entity:
    last = len(places) - 1
    begin = min(max(places[min(entity.offset, last)], start), end)
    stop = min(max(places[min(entity.end, last)], start), end)
    return replace(entity, offset=begin - start, length=stop - begin)


def _says_something(text: str, entity: Entity) -> bool:
    return entity.kind in _HIDDEN or bool(cut(text, entity.offset, entity.length).strip(" \n"))


def _merged(given: list[Entity], automatic: list[Entity]) -> list[Entity]:
    """The given entities, and of the automatic ones those that fit between and inside them."""
    closed = [entity for entity in given if entity.kind in _HIDDEN]
    free = [one for one in automatic if not any(one.offset < c.end and c.offset < one.end for c in closed)]
    return given + free
