"""What an entity is: a stretch of text with a meaning, counted in UTF-16 units as Telegram counts.

The languages of markup are read by `hypertext` and `markdown`, automatic ones are found by `automatic`, and
`mending` makes any set of them consistent.
"""

from collections.abc import Callable
from dataclasses import dataclass

from playground.wire import Json, Refusal, bad

_RANK = {"blockquote": 0, "expandable_blockquote": 0, "pre": 11, "code": 20, "date_time": 30, "text_link": 49,
         "text_mention": 49, "bold": 90, "italic": 91, "underline": 92, "strikethrough": 93, "spoiler": 94,
         "custom_emoji": 99}  # fmt: skip
_DATE_LETTERS = frozenset("tTdDwW")


@dataclass(slots=True, unsafe_hash=True)  # frozen ones would cost thrice the time to make
class Entity:
    """A stretch of text with a meaning: offset and length in UTF-16 units, and an argument of its kind.

    Nobody changes one; a different one is made by `replace`.

    The argument is a link's address, the language of `pre`, a person's or an emoji's id, or a time (`date`).
    """

    kind: str
    offset: int
    length: int
    argument: str = ""

    @property
    def end(self) -> int:
        """Where it ends, in UTF-16 units."""
        return self.offset + self.length

    def rank(self) -> tuple[int, int, int]:
        """Telegram's order: earlier first, longer first, then by kind."""
        language = 1 if self.kind == "pre" and self.argument else 0
        return (self.offset, -self.length, _RANK.get(self.kind, 50) - language)


def units(text: str) -> int:
    """The length of a text in UTF-16 units, in which Telegram counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def bytes_units(data: bytes | bytearray) -> int:
    """The same of a text in UTF-8."""
    if data.isascii():
        return len(data)
    return sum(byte & 0xC0 != 0x80 for byte in data) + sum(byte >= 0xF0 for byte in data)  # noqa: PLR2004 - UTF-8


def date(unix: int, form: str) -> str:
    """The argument of a time: its number and its form in Telegram's order of letters, each part once.

    Raises the Refusal for a letter that Telegram does not know.
    """
    if form in ("r", "R"):
        return f"{unix} r"
    if not _DATE_LETTERS.issuperset(form):
        raise unparsed("Invalid date format used")
    parts = [next((one for one in choice if one in form), "") for choice in ("wW", "dD", "tT")]
    return f"{unix} {''.join(parts).replace('W', 'w')}".strip()


def unparsed(reason: str) -> Refusal:
    """The refusal of a text whose markup is wrong."""
    return bad(f"can't parse entities: {reason}")


def refused(sentence: str) -> Refusal:
    """A refusal by Telegram's library, in the form that the Bot API gives it: its first letter lowered."""
    return bad(sentence[:1].lower() + sentence[1:])


def view(entity: Entity, person: Callable[[int], Json | None]) -> Json:
    """The entity in Telegram's form; `person` writes the user of a text mention."""
    shown: Json = {"type": entity.kind, "offset": entity.offset, "length": entity.length}
    if entity.kind == "text_link":
        shown["url"] = entity.argument
    elif entity.kind == "pre" and entity.argument:
        shown["language"] = entity.argument
    elif entity.kind == "custom_emoji":
        shown["custom_emoji_id"] = entity.argument
    elif entity.kind == "text_mention":
        shown["user"] = person(int(entity.argument))
    elif entity.kind == "date_time":
        unix, _, form = entity.argument.partition(" ")
        shown["unix_time"] = int(unix)
        if form:
            shown["date_time_format"] = form
    return shown
