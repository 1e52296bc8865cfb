"""HTML as Telegram reads it: text, entities in UTF-16 units, and refusals with byte offsets.

Telegram's dialect is its own: a few tags, four named references, and a tag that is opened must be closed by
its name or by `</>`. What is refused is refused with Telegram's sentences; the tests compare both with
Telegram's own parser on generated texts.
"""

import string
from collections.abc import Callable
from dataclasses import dataclass, replace

from playground.links import checked, mentioned
from playground.wire import Json, bad

KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "blockquote": "blockquote", "a": "text_link", "pre": "pre", "code": "code",
    "tg-emoji": "custom_emoji", "tg-time": "date_time",
}  # fmt: skip
_NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_SPACE = b" \t\r\n\0\v"
_NO_NAME = _SPACE + b"=>/\"'"
_AMPERSAND, _LESS, _GREATER, _HASH, _SEMICOLON, _SLASH, _EQUALS = b"&<>#;/="
_LETTERS = string.ascii_letters.encode()
_DIGITS = b"0123456789"
_HEX = b"0123456789abcdefABCDEF"
_LAST_CHARACTER = 0x10FFFF
_LONGEST_REFERENCE = 10
_FOUR_BYTES = 0xF0
"""The first byte of a character that takes two UTF-16 units."""
_RANK = {"blockquote": 0, "expandable_blockquote": 0, "pre": 11, "code": 20, "text_link": 49,
         "text_mention": 49, "bold": 90, "italic": 91, "underline": 92, "strikethrough": 93, "spoiler": 94,
         "custom_emoji": 99, "date_time": 48}  # fmt: skip


@dataclass(frozen=True)
class Entity:
    """A stretch of text with a meaning: offset and length in UTF-16 units, and an argument of its kind."""

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
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass
class _Open:
    """A start tag that waits for its end."""

    tag: str
    argument: str
    offset: int
    begin: int
    expandable: bool = False


class _Html:
    """One reading of one text; `data` ends with a zero byte so that looking ahead is safe."""

    def __init__(self, text: str) -> None:
        self.data = text.encode("utf-8", "surrogatepass") + b"\0"
        self.at = 0
        self.out = bytearray()
        self.offset = 0
        self.open: list[_Open] = []
        self.found: list[Entity] = []

    def read(self) -> tuple[str, list[Entity]]:
        end = len(self.data) - 1
        while self.at < end:
            byte = self.data[self.at]
            if byte == _AMPERSAND:
                self._reference_or_ampersand()
            elif byte == _LESS:
                self._tag()
            else:
                self._byte(byte)
        if self.open:
            tag = self.open[-1].tag
            raise _unparsed(f'Can\'t find end tag corresponding to start tag "{tag}"')
        for index, entity in enumerate(self.found):
            if entity.kind == "code" and entity.argument:
                self.found[index] = replace(entity, argument="")
        return self._decoded(), sorted(self.found, key=Entity.rank)

    def _decoded(self) -> str:
        try:
            return self.out.decode("utf-8")
        except UnicodeDecodeError:
            raise _unparsed(
                "Text contains invalid Unicode characters after decoding HTML entities, "
                "check for unmatched surrogate code units"
            ) from None

    def _byte(self, byte: int) -> None:
        if not 0x80 <= byte < 0xC0:  # noqa: PLR2004 - the bytes that go on a character
            self.offset += 2 if byte >= _FOUR_BYTES else 1
        self.out.append(byte)
        self.at += 1

    def _reference_or_ampersand(self) -> None:
        character = self._reference()
        if not character:
            self._byte(_AMPERSAND)
            return
        self.offset += 2 if character > "\uffff" else 1
        self.out += character.encode("utf-8", "surrogatepass")

    def _reference(self) -> str:
        """The character of a reference at this place, passed over; "" when it is none that Telegram knows."""
        data, start = self.data, self.at
        at = start + 1
        if data[at] == _HASH:
            at, number = _numeric(data, at + 1)
            if not 0 < number < _LAST_CHARACTER or at - start >= _LONGEST_REFERENCE:
                return ""
            character = chr(number)
        else:
            at = _while(data, at, _is_letter)
            character = _NAMED.get(data[start + 1 : at], "")
            if not character:
                return ""
        self.at = at + 1 if data[at] == _SEMICOLON else at  # ;
        return character

    def _tag(self) -> None:
        begin = self.at
        self.at += 1
        if self.data[self.at] == _SLASH:
            self._end(begin)
        else:
            self._start(begin)

    def _start(self, begin: int) -> None:
        self.at = _while(self.data, self.at, lambda byte: byte not in _SPACE and byte != _GREATER)
        if self.data[self.at] == 0:
            raise _unparsed(f"Unclosed start tag at byte offset {begin}")
        tag = self.data[begin + 1 : self.at].decode("utf-8", "replace")
        tag = "".join(character.lower() if character.isascii() else character for character in tag)
        if tag not in KINDS:
            raise _unparsed(f'Unsupported start tag "{tag}" at byte offset {begin}')
        opened = _Open(tag, "", self.offset, len(self.out))
        while self.data[self.at] != _GREATER:
            self._skip_space()
            if self.data[self.at] == _GREATER:
                break
            name, value = self._attribute(tag, begin)
            self._meant(opened, name, value)
        if tag == "span" and opened.argument != "tg-spoiler":
            raise _unparsed(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open.append(opened)
        self.at += 1

    def _skip_space(self) -> None:
        self.at = _while(self.data, self.at, lambda byte: byte != 0 and byte in _SPACE)

    def _attribute(self, tag: str, begin: int) -> tuple[str, str]:
        start = self.at
        self.at = _while(self.data, self.at, lambda byte: byte not in _NO_NAME)
        name = self.data[start : self.at].decode("utf-8", "replace")
        if not name:
            raise _unparsed(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
        self._skip_space()
        if self.data[self.at] == 0:
            raise _unparsed(f'Unclosed start tag "{tag}" at byte offset {begin}')
        if self.data[self.at] != _EQUALS:
            return name, ""
        self.at += 1
        self._skip_space()
        if self.data[self.at] == 0:
            raise _unparsed(f'Unclosed start tag "{tag}" at byte offset {begin}')
        value = self._value()
        if self.data[self.at] == 0:
            raise _unparsed(f"Unclosed start tag at byte offset {begin}")
        return name, value

    def _value(self) -> str:
        quote = self.data[self.at]
        if quote not in b"'\"":
            start = self.at
            self.at = _while(self.data, self.at, lambda byte: _is_letter(byte) or byte in b".-0123456789")
            if self.data[self.at] not in _SPACE and self.data[self.at] != _GREATER:
                raise _unparsed(f"Unexpected end of name token at byte offset {start}")
            return self.data[start : self.at].decode().lower()
        self.at += 1
        value = bytearray()
        while self.data[self.at] not in (quote, 0):
            character = self._reference() if self.data[self.at] == _AMPERSAND else ""
            if character:
                value += character.encode("utf-8", "surrogatepass")
            else:
                value.append(self.data[self.at])
                self.at += 1
        if self.data[self.at] == quote:
            self.at += 1
        return value.decode("utf-8", "replace")

    def _meant(self, opened: _Open, name: str, value: str) -> None:
        tag = opened.tag
        if tag == "a" and name == "href":
            opened.argument = value
        elif tag == "code" and name == "class" and value.startswith("language-"):
            opened.argument = value.removeprefix("language-")
        elif (tag, name) in (("span", "class"), ("tg-emoji", "emoji-id")):
            opened.argument = value
        elif tag == "blockquote" and name == "expandable":
            opened.expandable = True

    def _end(self, begin: int) -> None:
        if not self.open:
            raise _unparsed(f"Unexpected end tag at byte offset {begin}")
        self.at = _while(self.data, self.at, lambda byte: byte not in _SPACE and byte != _GREATER)
        name = self.data[begin + 2 : self.at].decode("utf-8", "replace")
        self._skip_space()
        if self.data[self.at] != _GREATER:
            raise _unparsed(f"Unclosed end tag at byte offset {begin}")
        opened = self.open[-1]
        lowered = "".join(character.lower() if character.isascii() else character for character in name)
        if lowered and lowered != opened.tag:
            raise _unparsed(
                f'Unmatched end tag at byte offset {begin}, expected "</{opened.tag}>", found "</{lowered}>"'
            )
        if self.offset > opened.offset:
            self._close(opened)
        self.open.pop()
        self.at += 1

    def _close(self, opened: _Open) -> None:
        length = self.offset - opened.offset
        kind = KINDS[opened.tag]
        last = self.found[-1] if self.found else None
        same = last is not None and (last.offset, last.length) == (opened.offset, length)
        if kind == "text_link":
            self._link(opened, length)
        elif kind == "pre" and last and same and last.kind == "code" and last.argument:
            self.found[-1] = replace(last, kind="pre")
        elif kind == "code" and last and same and last.kind == "pre" and opened.argument:
            self.found[-1] = replace(last, argument=opened.argument)
        elif kind in ("code", "custom_emoji"):
            self.found.append(Entity(kind, opened.offset, length, opened.argument))
        else:
            kind = "expandable_blockquote" if opened.expandable else kind
            self.found.append(Entity(kind, opened.offset, length))

    def _link(self, opened: _Open, length: int) -> None:
        url = opened.argument or self.out[opened.begin :].decode("utf-8", "replace")
        person = mentioned(url)
        if person:
            self.found.append(Entity("text_mention", opened.offset, length, str(person)))
            return
        link = checked(url)
        if link:
            self.found.append(Entity("text_link", opened.offset, length, link))


def html(text: str) -> tuple[str, list[Entity]]:
    """Text and entities of Telegram's HTML. Raises the Refusal that Telegram would answer with."""
    return _Html(text).read()


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
    return shown


def _unparsed(reason: str) -> Exception:
    return bad(f"can't parse entities: {reason}")


def _while(data: bytes, at: int, holds: Callable[[int], bool]) -> int:
    end = len(data) - 1
    while at < end and holds(data[at]):
        at += 1
    return at


def _is_letter(byte: int) -> bool:
    return byte in _LETTERS


def _numeric(data: bytes, at: int) -> tuple[int, int]:
    """The end and the number of a numeric reference whose digits begin at `at`."""
    hexadecimal = data[at : at + 1] == b"x"
    base, digits = (16, _HEX) if hexadecimal else (10, _DIGITS)
    at += hexadecimal
    end = _while(data, at, lambda byte: byte in digits)
    return end, int(data[at:end], base) if end > at else 0
