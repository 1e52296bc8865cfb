"""MarkdownV2 and the older Markdown as Telegram reads them, with its refusals.

Quotes make MarkdownV2 a language of lines: a line that begins with `>` opens or goes on with a quote, the
first line without one ends it, and an empty `||` at its very end makes it expandable.
"""

import re
from dataclasses import dataclass

from playground.entities import Entity, bytes_units, date, unparsed
from playground.links import checked, emoji, mentioned, moment

_RESERVED = re.compile(rb"[_*\[\]()~`>#+\-=|{}.!\n\\]")
_IN_CODE = re.compile(rb"[`\\]")
_MARK_1 = re.compile(rb"[_*`\[\\]")
_SPACE = b" \t\r\n\0\v"
_LAST_ESCAPED = 126
_AHEAD = bytes(3)
"""Zero bytes behind the text, so that looking ahead is safe."""
_KINDS = {
    "Bold": "bold", "Italic": "italic", "Underline": "underline", "Strikethrough": "strikethrough",
    "Spoiler": "spoiler", "Code": "code", "Pre": "pre", "PreCode": "pre",
}  # fmt: skip
_MARKS = (
    (b"__", "Underline"), (b"||", "Spoiler"), (b"![", "CustomEmoji"), (b"_", "Italic"), (b"*", "Bold"),
    (b"~", "Strikethrough"), (b"[", "TextUrl"), (b"`", "Code"),
)  # fmt: skip
_ENDS = {
    "Bold": b"*", "Strikethrough": b"~", "Code": b"`", "Pre": b"```", "PreCode": b"```", "TextUrl": b"]",
    "CustomEmoji": b"]", "Underline": b"__", "Spoiler": b"||",
}  # fmt: skip
_CODE = ("Code", "Pre", "PreCode")


@dataclass
class _Open:
    """A mark that waits for its end: its place in units, in the text read, and in the text given."""

    kind: str
    argument: str
    offset: int
    begin: int
    at: int


class _Reader:
    """A text read into text and entities, byte by byte where it matters."""

    def __init__(self, text: str) -> None:
        encoded = text.encode("utf-8", "surrogatepass")
        self.size = len(encoded)
        self.data = encoded + _AHEAD
        self.at = 0
        self.out = bytearray()
        self.offset = 0
        self.found: list[Entity] = []

    def sees(self, mark: bytes, ahead: int = 0) -> bool:
        """Whether `mark` stands here, or so many bytes ahead."""
        return self.data.startswith(mark, self.at + ahead)

    def take(self, end: int) -> None:
        """Take the bytes up to `end` over into the text."""
        taken = self.data[self.at : end]
        self.offset += bytes_units(taken)
        self.out += taken
        self.at = end

    def language(self) -> str:
        """The language behind ```` ``` ````, passed over with the line break behind it."""
        end = self.at
        while self.data[end] not in _SPACE and self.data[end] != ord("`"):
            end += 1
        language = ""
        if end != self.at and end < self.size and self.data[end] != ord("`"):
            language = self.data[self.at : end].decode("utf-8", "surrogateescape")
            self.at = end
        for line_break in (b"\r\n", b"\n\r", b"\n", b"\r"):
            if self.sees(line_break):
                self.at += len(line_break)
                break
        return language

    def keep(self, kind: str, offset: int, argument: str = "") -> None:
        """Keep an entity over what was read since `offset`, unless that is nothing."""
        if self.offset > offset:
            self.found.append(Entity(kind, offset, self.offset - offset, argument))

    def link(self, offset: int, url: str) -> None:
        """Keep the link of what was read since `offset`, unless it is none."""
        person = mentioned(url)
        if person:
            self.keep("text_mention", offset, str(person))
        elif checked(url):
            self.keep("text_link", offset, checked(url))

    def done(self) -> tuple[str, list[Entity]]:
        """The text and its entities in order."""
        return self.out.decode("utf-8", "surrogatepass"), sorted(self.found, key=Entity.rank)


class _Version2(_Reader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.open: list[_Open] = []
        self.quoting = False
        self.at_line_start = True

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < self.size:
            self._step()
        if self.quoting:
            self._end_last_quote()
        if self.open:
            raise self._unended()
        return self.done()

    def _step(self) -> None:
        byte = self.data[self.at]
        top = self.open[-1].kind if self.open else ""
        if byte == ord("\\"):
            self._escape()
            return
        found = (_IN_CODE if top in _CODE else _RESERVED).search(self.data, self.at, self.size)
        end = found.start() if found else self.size
        if end > self.at:
            self.at_line_start &= not self.data[self.at : end].strip(b"\r")
            self.take(end)
        elif self._ends(top):
            self._end()
        else:
            self._begin()

    def _escape(self) -> None:
        """A backslash: it is gone where it stands before an ASCII character, and else a character."""
        if 0 < self.data[self.at + 1] <= _LAST_ESCAPED:
            self.at += 1
        if not self.sees(b"\r"):
            self.at_line_start = self.sees(b"\n")
        self.take(self.at + 1)

    def _ends(self, top: str) -> bool:
        if self.quoting and self.sees(b"\n") and (self.at + 1 == self.size or not self.sees(b">", 1)):
            return True
        if top == "Italic":
            return self.sees(b"_") and not self.sees(b"__")
        return top in _ENDS and self.sees(_ENDS[top])

    def _begin(self) -> None:
        at, kind, argument = self.at, "", ""
        if self.sees(b"\n"):
            self.take(at + 1)
            self.at_line_start = True
            return
        if self.sees(b">") and self.at_line_start:
            self.at += 1
            if self.quoting:
                return
            self.quoting, kind = True, "BlockQuote"
        elif self.sees(b"```"):
            self.at += 3
            argument = self.language()
            kind = "PreCode" if argument else "Pre"
        else:
            kind = self._mark()
        self.open.append(_Open(kind, argument, self.offset, len(self.out), at))

    def _mark(self) -> str:
        for mark, kind in _MARKS:
            if self.sees(mark):
                self.at += len(mark)
                return kind
        character = chr(self.data[self.at])
        raise unparsed(f"Character '{character}' is reserved and must be escaped with the preceding '\\'")

    def _unended(self) -> Exception:
        return unparsed(f"Can't find end of {self.open[-1].kind} entity at byte offset {self.open[-1].at}")

    def _end(self) -> None:
        top = self.open[-1]
        if self.sees(b"\n") and self.quoting:
            self._end_quote()
        elif top.kind == "TextUrl":
            self.at += 1
            text = self.out[top.begin :].decode("utf-8", "surrogateescape")
            self.link(top.offset, self._url() if self.sees(b"(") else text)
        elif top.kind == "CustomEmoji":
            self.at += 1
            self._end_emoji(top)
        else:
            self.at += len(_ENDS.get(top.kind, b"_"))
            self.keep(_KINDS[top.kind], top.offset, top.argument)
        self.open.pop()

    def _end_quote(self) -> None:
        """A line break that ends the quote belongs to it."""
        kind = "blockquote"
        if self.open[-1].kind == "Spoiler" and self._is_empty(self.open[-1]):
            self.open.pop()
            kind = "expandable_blockquote"
        if self.open[-1].kind != "BlockQuote":
            raise self._unended()
        self.take(self.at + 1)
        self.quoting, self.at_line_start = False, True
        self.keep(kind, self.open[-1].offset)

    def _is_empty(self, spoiler: _Open) -> bool:
        """Whether a spoiler was opened just before this line break, or before its carriage return."""
        return spoiler.at == self.at - 2 or (spoiler.at == self.at - 3 and self.out.endswith(b"\r"))

    def _end_last_quote(self) -> None:
        kind = "blockquote"
        if self.open[-1].kind == "Spoiler" and self.open[-1].at == self.size - 2:
            self.open.pop()
            kind = "expandable_blockquote"
        if self.open[-1].kind == "BlockQuote":
            self.keep(kind, self.open.pop().offset)

    def _url(self) -> str:
        self.at += 1
        begin, url = self.at, bytearray()
        while self.at < self.size and not self.sees(b")"):
            if self.sees(b"\\") and 0 < self.data[self.at + 1] <= _LAST_ESCAPED:
                self.at += 1
            url.append(self.data[self.at])
            self.at += 1
        if not self.sees(b")"):
            raise unparsed(f"Can't find end of a URL at byte offset {begin}")
        self.at += 1
        return url.decode("utf-8", "surrogateescape")

    def _end_emoji(self, top: _Open) -> None:
        if not self.sees(b"("):
            raise unparsed("The entity must contain a tg://emoji or tg://time URL")
        url = self._url()
        when = moment(url)
        if emoji(url):
            self.keep("custom_emoji", top.offset, emoji(url))
        elif when is not None:
            self.keep("date_time", top.offset, date(*when))
        else:
            raise unparsed("Invalid tg://emoji or tg://time URL specified")


def version_2(text: str) -> tuple[str, list[Entity]]:
    """Text and entities of MarkdownV2. Raises the Refusal that Telegram would answer with."""
    return _Version2(text).read()


class _Version1(_Reader):
    def read(self) -> tuple[str, list[Entity]]:
        while self.at < self.size:
            found = _MARK_1.search(self.data, self.at, self.size)
            end = found.start() if found else self.size
            if end > self.at:
                self.take(end)
            elif not self.sees(b"\\"):
                self._entity()
            else:
                if self.data[self.at + 1] in b"_*`[":
                    self.at += 1
                self.take(self.at + 1)
        return self.done()

    def _entity(self) -> None:
        begin, offset = self.at, self.offset
        is_pre, mark = self.sees(b"```"), self.data[self.at : self.at + 1]
        end = b"```" if is_pre else b"]" if mark == b"[" else mark
        self.at += 3 if is_pre else 1
        language = self.language() if is_pre else ""
        ended = self.data.find(end, self.at, self.size)
        if ended < 0:
            raise unparsed(f"Can't find end of the entity starting at byte offset {begin}")
        self.take(ended)
        if mark == b"[":
            self._link(begin, offset)
            return
        self.at += len(end)
        self.keep({b"_": "italic", b"*": "bold", b"`": "pre" if is_pre else "code"}[mark], offset, language)

    def _link(self, begin: int, offset: int) -> None:
        end = self.at
        self.at += 1
        if self.offset == offset:
            return
        if not self.sees(b"("):
            written = bytes(self.out) + self.data[len(self.out) :]  # Telegram writes over what it has read
            self.link(offset, written[begin + 1 : end].decode("utf-8", "surrogateescape"))
            return
        end = self.data.find(b")", self.at, self.size)
        end = self.size if end < 0 else end
        url = self.data[self.at + 1 : end].decode("utf-8", "surrogateescape")
        self.at = end + 1
        self.link(offset, url)


def version_1(text: str) -> tuple[str, list[Entity]]:
    """Text and entities of the older Markdown. Raises the Refusal that Telegram would answer with."""
    return _Version1(text).read()
