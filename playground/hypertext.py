"""HTML as Telegram reads it: text, entities in UTF-16 units, and refusals with byte offsets.

Telegram's dialect is its own: a few tags, four named references, and a tag that is opened must be closed by
its name or by `</>`. What is refused is refused with Telegram's sentences; the tests compare both with
Telegram's own parser on generated texts.
"""

import re
from dataclasses import dataclass, replace

from playground.entities import Entity, bytes_units, date, unparsed
from playground.links import checked, mentioned
from playground.numbers import exact, lenient

KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "blockquote": "blockquote", "a": "text_link", "pre": "pre", "code": "code",
    "tg-emoji": "custom_emoji", "tg-time": "date_time",
}  # fmt: skip
_NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_SPACE = b" \t\r\n\0\v"
_AMPERSAND, _LESS, _GREATER, _HASH, _SEMICOLON, _SLASH, _EQUALS = b"&<>#;/="
_DIGITS = re.compile(rb"[0-9]*")
_HEX = re.compile(rb"[0-9a-fA-F]*")
_MOST_DIGITS = 10  # more name no character
_LAST_CHARACTER = 0x10FFFF
_LONGEST_REFERENCE = 10
_MARK = re.compile(rb"[&<]")
_BLANKS = re.compile(rb"[ \t\r\n\v]*")
_TAG = re.compile(rb"[^ \t\r\n\0\v>]*")
_NAME = re.compile(rb"[^ \t\r\n\0\v=>/\"']*")
_BARE = re.compile(rb"[A-Za-z0-9.-]*")
_WORD = re.compile(rb"[A-Za-z]*")
_QUOTED = {ord("'"): re.compile(rb"[^&'\0]*"), ord('"'): re.compile(rb'[^&"\0]*')}
_LINK = re.compile(rb'<a href="([^"&\0]*)">')
_PLAIN_TAGS = {kind.encode(): kind for kind in KINDS if kind not in ("span", "tg-time", "tg-emoji")}
"""Tags that need no attribute, as they stand between < and >."""
_KEPT = {
    ("a", "href"): "", ("code", "class"): "language-", ("span", "class"): "tg-",
    ("tg-emoji", "emoji-id"): "", ("tg-time", "format"): "",
}  # fmt: skip
"""The attributes that mean something, and how their values must begin."""


@dataclass
class _Open:
    """A start tag that waits for its end."""

    tag: str
    argument: str
    offset: int
    begin: int
    unix: int = 0


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
                found = _MARK.search(self.data, self.at, end)
                self._take(found.start() if found else end)
        if self.open:
            tag = self.open[-1].tag
            raise unparsed(f'Can\'t find end tag corresponding to start tag "{tag}"')
        for index, entity in enumerate(self.found):
            if entity.kind == "code" and entity.argument:
                self.found[index] = replace(entity, argument="")
        return self._decoded(), sorted(self.found, key=Entity.rank)

    def _decoded(self) -> str:
        try:
            return self.out.decode("utf-8")
        except UnicodeDecodeError:
            raise unparsed(
                "Text contains invalid Unicode characters after decoding HTML entities, "
                "check for unmatched surrogate code units"
            ) from None

    def _take(self, end: int) -> None:
        """Take the bytes up to `end` over into the text."""
        taken = self.data[self.at : end]
        self.offset += bytes_units(taken)
        self.out += taken
        self.at = end

    def _reference_or_ampersand(self) -> None:
        character = self._reference()
        if not character:
            self._take(self.at + 1)
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
            at = _end_of(_WORD, data, at)
            character = _NAMED.get(data[start + 1 : at], "")
            if not character:
                return ""
        self.at = at + 1 if data[at] == _SEMICOLON else at  # ;
        return character

    def _tag(self) -> None:
        begin = self.at
        end = self.data.find(b">", begin)
        inside = self.data[begin + 1 : end] if end > 0 else b""
        plain = _PLAIN_TAGS.get(inside)
        if plain:
            self.open.append(_Open(plain, "", self.offset, len(self.out)))
            self.at = end + 1
            return
        if self.open and inside == b"/" + self.open[-1].tag.encode():
            self._leave()
            self.at = end + 1
            return
        link = _LINK.match(self.data, begin)
        if link:
            address = link[1].decode("utf-8", "surrogateescape")
            self.open.append(_Open("a", address, self.offset, len(self.out)))
            self.at = link.end()
            return
        self.at += 1
        if self.data[self.at] == _SLASH:
            self._end(begin)
        else:
            self._start(begin)

    def _start(self, begin: int) -> None:
        self.at = _end_of(_TAG, self.data, self.at)
        if self.data[self.at] == 0:
            raise unparsed(f"Unclosed start tag at byte offset {begin}")
        tag = self.data[begin + 1 : self.at].lower().decode("utf-8", "replace")
        if tag not in KINDS:
            raise unparsed(f'Unsupported start tag "{tag}" at byte offset {begin}')
        opened = _Open(tag, "", self.offset, len(self.out))
        while self.data[self.at] != _GREATER:
            self._skip_space()
            if self.data[self.at] == _GREATER:
                break
            name, value = self._attribute(tag, begin)
            self._meant(opened, name, value)
        if tag == "span" and opened.argument != "spoiler":
            raise unparsed(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open.append(opened)
        self.at += 1

    def _skip_space(self) -> None:
        self.at = _end_of(_BLANKS, self.data, self.at)

    def _attribute(self, tag: str, begin: int) -> tuple[str, str | None]:
        start = self.at
        self.at = _end_of(_NAME, self.data, self.at)
        name = self.data[start : self.at].decode("utf-8", "replace")
        if not name:
            raise unparsed(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
        self._skip_space()
        if self.data[self.at] == 0:
            raise unparsed(f'Unclosed start tag "{tag}" at byte offset {begin}')
        if self.data[self.at] != _EQUALS:
            return name, None
        self.at += 1
        self._skip_space()
        if self.data[self.at] == 0:
            raise unparsed(f'Unclosed start tag "{tag}" at byte offset {begin}')
        value = self._value()
        if self.data[self.at] == 0:
            raise unparsed(f"Unclosed start tag at byte offset {begin}")
        return name, value

    def _value(self) -> str:
        quote = self.data[self.at]
        if quote not in b"'\"":
            start = self.at
            self.at = _end_of(_BARE, self.data, self.at)
            if self.data[self.at] not in _SPACE and self.data[self.at] != _GREATER:
                raise unparsed(f"Unexpected end of name token at byte offset {start}")
            return self.data[start : self.at].decode().lower()
        self.at += 1
        value = bytearray()
        while self.data[self.at] not in (quote, 0):
            character = self._reference() if self.data[self.at] == _AMPERSAND else ""
            if character:
                value += character.encode("utf-8", "surrogatepass")
            else:
                start, self.at = self.at, _end_of(_QUOTED[quote], self.data, self.at + 1)
                value += self.data[start : self.at]
        if self.data[self.at] == quote:
            self.at += 1
        return value.decode("utf-8", "surrogateescape")

    def _meant(self, opened: _Open, name: str, value: str | None) -> None:
        prefix = _KEPT.get((opened.tag, name))
        if opened.tag == "blockquote" and name == "expandable":
            opened.argument = "1"
        elif value is None:
            return
        elif prefix is not None and value.startswith(prefix):
            opened.argument = value.removeprefix(prefix)
        elif (opened.tag, name) == ("tg-time", "unix"):
            opened.unix = lenient(value)

    def _end(self, begin: int) -> None:
        if not self.open:
            raise unparsed(f"Unexpected end tag at byte offset {begin}")
        self.at = _end_of(_TAG, self.data, self.at)
        lowered = self.data[begin + 2 : self.at].lower().decode("utf-8", "replace")
        self._skip_space()
        if self.data[self.at] != _GREATER:
            raise unparsed(f"Unclosed end tag at byte offset {begin}")
        opened = self.open[-1]
        if lowered and lowered != opened.tag:
            raise unparsed(
                f'Unmatched end tag at byte offset {begin}, expected "</{opened.tag}>", found "</{lowered}>"'
            )
        self._leave()
        self.at += 1

    def _leave(self) -> None:
        opened = self.open.pop()
        if self.offset > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self.offset - opened.offset
        kind = KINDS[opened.tag]
        last = self.found[-1] if self.found else None
        same = last is not None and (last.offset, last.length) == (opened.offset, length)
        if kind == "text_link":
            self._link(opened, length)
        elif kind == "pre" and last and same and last.kind == "code" and last.argument:
            self.found[-1] = replace(last, kind="pre")
        elif (
            kind == "code" and last and same and last.kind == "pre" and not last.argument and opened.argument
        ):
            self.found[-1] = replace(last, argument=opened.argument)
        elif kind == "blockquote" and opened.argument:
            self.found.append(Entity("expandable_blockquote", opened.offset, length))
        elif kind == "custom_emoji" and not exact(opened.argument):
            raise unparsed("Invalid custom emoji identifier specified")
        elif kind == "date_time":
            when = date(opened.unix, opened.argument)
            if opened.unix > 0:
                self.found.append(Entity(kind, opened.offset, length, when))
        else:
            argument = opened.argument if kind in ("code", "custom_emoji") else ""
            self.found.append(Entity(kind, opened.offset, length, argument))

    def _link(self, opened: _Open, length: int) -> None:
        url = opened.argument or self.out[opened.begin :].decode("utf-8", "surrogateescape")
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


def _end_of(run: re.Pattern[bytes], data: bytes, at: int) -> int:
    found = run.match(data, at)
    return found.end() if found else at


def _numeric(data: bytes, at: int) -> tuple[int, int]:
    """The end and the number of a numeric reference whose digits begin at `at`."""
    hexadecimal = data[at : at + 1] in (b"x", b"X")
    base, digits = (16, _HEX) if hexadecimal else (10, _DIGITS)
    at += hexadecimal
    end = _end_of(digits, data, at)
    number = data[at:end].lstrip(b"0")
    return end, int(number, base) if 0 < len(number) <= _MOST_DIGITS else 0
