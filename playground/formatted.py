"""What a text becomes on its way into a chat: cleaned, trimmed, its entities mended and completed.

Telegram turns control characters into spaces, drops carriage returns and a few marks, cuts white space at
both ends, moves entities along, and finds commands, mentions, hashtags and links by itself.
"""

import re
from dataclasses import dataclass, replace

from playground.automatic import found
from playground.entities import Entity, refused, units
from playground.links import Unusable, is_usual, mentioned, written
from playground.mending import STYLES, completed, mended

MOST = 100
"""Entities beyond this many are dropped without a word; styles go last."""
_FARTHEST = 1_000_000
_DROPPED = "\r\u2028-\u202e\u0333\u033f\u030a"
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
_DROP = re.compile(f"[{_DROPPED}]")
_UNCLEAN = re.compile(f"[\x00-\x09\x0b-\x1f\u200e\u200f{_DROPPED}]")
_PLAIN = re.compile(f"[^\ud800-\udfff{_DROPPED}\U00010000-\U0010ffff]*")
"""Characters of one UTF-16 unit each, none of which is dropped."""
_MARKS = re.compile("[\u200e\u200f]{2,}")
_SPACES = re.compile("[\u1680\u180e\u2000-\u200a\u202e\u202f\u205f\u2800\u3000\ufffc\U000e0000-\U000e007f]")
_INVISIBLE = re.compile("[ \n\u200b-\u200f\u202e\ufeff\xa0]*")
_HALF = re.compile("[\ud800-\udfff]")
_UNTOLD = "bank_card"


@dataclass(frozen=True)
class Formatted:
    """A text as a chat shows it."""

    text: str
    entities: list[Entity]


def formatted(text: str, entities: list[Entity], *, trim: bool = True) -> Formatted:
    """The text and entities that the chat keeps; the text may come out empty.

    Raises the Refusal of Telegram for entities that lie outside the text or in a character's middle.
    """
    plain, kept = prepared(text, entities)
    if trim and plain:
        plain, kept = _trimmed(plain, kept)
    if is_invisible(plain):
        return Formatted("", [])
    whole = completed(_most(kept), found(plain))
    return Formatted(plain, [one for one in whole if one.kind != _UNTOLD])


def prepared(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """The cleaned text and its mended entities, before white space is cut. Raises the Refusal of Telegram."""
    given = [_checked(one) for one in entities]
    for one in given:
        if not 0 <= one.offset <= _FARTHEST:
            raise refused(f"Receive an entity with incorrect offset {one.offset}")
        if not 0 <= one.length <= _FARTHEST:
            raise refused(f"Receive an entity with incorrect length {one.length}")
    kept = mended(_full(given))
    plain = clean(text)
    if kept:
        kept = _full(_moved(text, kept))
    return (plain, mended(kept)) if plain.strip(" \n") else ("", [])


def cut(text: str, offset: int, length: int) -> str:
    """The part of a text that starts at `offset` and has `length` UTF-16 units."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    return encoded[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")


def clean(text: str) -> str:
    """The text without what Telegram takes out of it."""
    if not _UNCLEAN.search(text):
        return text
    plain = _DROP.sub("", _CONTROL.sub(lambda found: "\r" if found[0] == "\r" else " ", text))
    # of marks of direction beside one another only the last may stay
    return _MARKS.sub(lambda found: "\u200c" * (len(found[0]) - 1) + found[0][-1], plain)


def is_invisible(text: str) -> bool:
    """Whether nothing of the text can be seen; Telegram takes it for empty."""
    return not text[:1].isalnum() and _INVISIBLE.fullmatch(_SPACES.sub(" ", text)) is not None


def _full(entities: list[Entity]) -> list[Entity]:
    """Those that hold a character; a link without address holds none either."""
    return [one for one in entities if one.length > 0 and (one.argument or one.kind != "text_link")]


def _checked(one: Entity) -> Entity:
    """An entity with its argument as Telegram keeps it. Raises the Refusal of one that it does not take."""
    if one.kind == "text_link" and not is_usual(one.argument):
        if _HALF.search(one.argument):
            raise refused("MessageEntityTextUrl.url must be encoded in UTF-8")
        link = clean(one.argument)
        person = mentioned(link)
        if person:
            return replace(one, kind="text_mention", argument=str(person))
        try:
            return replace(one, argument=written(link))
        except Unusable as unusable:
            raise refused(f"Entity URL '{link}' is invalid: {unusable}") from None
    if one.kind == "pre" and one.argument:
        if _HALF.search(one.argument):
            raise refused("MessageEntityPreCode.language must be encoded in UTF-8")
        return replace(one, argument=clean(one.argument))
    return one


def _moved(text: str, entities: list[Entity]) -> list[Entity]:
    """Mended entities of a text, at their places in the cleaned text."""
    if (text.isascii() and "\r" not in text) or _PLAIN.fullmatch(text):
        _check_ends(entities, len(text))
        return entities
    places: list[int] = []
    now = 0
    for character in text:
        places.append(now)
        if character > "\uffff":
            places.append(-1)  # no entity can begin or end here
        now += 0 if _DROP.match(character) else 1 + (character > "\uffff")
    places.append(now)
    _check_middles(text, entities, places)
    _check_ends(entities, len(places) - 1)
    return [
        replace(one, offset=places[one.offset], length=places[one.end] - places[one.offset])
        for one in entities
    ]


def _check_middles(text: str, entities: list[Entity], places: list[int]) -> None:
    """Raise for the first entity that begins or ends in the middle of a character."""
    wrong: list[tuple[int, bool, int, str]] = []
    for index, one in enumerate(entities):
        if one.offset < len(places) and places[one.offset] < 0:
            wrong.append((one.offset, True, index, "Entity begins in a middle of a UTF-16 symbol"))
        if one.end < len(places) and places[one.end] < 0:
            sentence = f"Entity beginning at UTF-16 offset {one.offset} ends in a middle of a UTF-16 symbol"
            wrong.append((one.end, False, -index, sentence))
    if wrong:
        at, _, _, sentence = min(wrong)
        behind = len(cut(text, 0, at + 1).encode("utf-8", "surrogatepass"))
        raise refused(f"{sentence} at byte offset {behind}")


def _check_ends(entities: list[Entity], length: int) -> None:
    """Raise for an entity that begins or ends behind the text's end."""
    for one in entities:
        if one.offset > length:
            raise refused(f"Entity begins after the end of the text at UTF-16 offset {one.offset}")
    for one in reversed(entities):
        if one.end > length:
            raise refused(
                f"Entity beginning at UTF-16 offset {one.offset} ends after the end of the text "
                f"at UTF-16 offset {one.end}"
            )


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """White space off the end, and off the beginning up to the first entity."""
    text = text.rstrip(" \n")
    length = units(text)
    kept = [
        one if one.end <= length else replace(one, length=length - one.offset)
        for one in entities
        if one.offset < length
    ]
    kept.sort(key=Entity.rank)
    first = kept[0].offset if kept else length
    start = min(len(text) - len(text.lstrip(" \n")), first)
    return text[start:], [replace(one, offset=one.offset - start) for one in kept] if start else kept


def _most(entities: list[Entity]) -> list[Entity]:
    """The entities that Telegram's server takes, all but styles first."""
    if len(entities) <= MOST:
        return entities
    counted = [one for one in entities if one.kind not in STYLES and one.kind != "custom_emoji"][:MOST]
    styles = [one for one in entities if one.kind in STYLES][: MOST - len(counted)]
    kept = {*counted, *styles}
    return [one for one in entities if one in kept or one.kind == "custom_emoji"]
