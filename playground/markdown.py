"""MarkdownV2 and the older Markdown as Telegram reads them, with its refusals.

Quotes make MarkdownV2 a language of lines: a line that begins with `>` opens or goes on with a quote, the
first line without one ends it, and `||` at its very end makes it expandable.
"""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from playground.entities import Entity
from playground.links import checked, mentioned
from playground.wire import Refusal, bad

_RESERVED = b"_*[]()~`>#+-=|{}.!\n"
_SPACE = b" \t\r\n\0\v"
_FOUR_BYTES = 0xF0
_LAST_ESCAPED = 126
_KINDS = {
    "Bold": "bold", "Italic": "italic", "Underline": "underline", "Strikethrough": "strikethrough",
    "Spoiler": "spoiler", "Code": "code", "Pre": "pre", "PreCode": "pre", "BlockQuote": "blockquote",
}  # fmt: skip
_SIMPLE = {b"*": "Bold", b"~": "Strikethrough", b"[": "TextUrl"}
_ENDS = {
    "Bold": b"*", "Strikethrough": b"~", "Code": b"`", "Pre": b"```", "PreCode": b"```", "TextUrl": b"]",
    "CustomEmoji": b"]", "Underline": b"__", "Spoiler": b"||",
}  # fmt: skip


@dataclass
class _Open:
    """A mark that waits for its end."""

    kind: str
    argument: str
    offset: int
    begin: int
    at: int


class _Reader:
    """A text read byte by byte into text and entities; behind its end stand zero bytes."""

    def __init__(self, text: str) -> None:
        self.data = text.encode("utf-8", "surrogatepass")
        self.at = 0
        self.out = bytearray()
        self.offset = 0
        self.found: list[Entity] = []

    def sees(self, mark: bytes, ahead: int = 0) -> bool:
        """Whether `mark` stands here, or so many bytes ahead."""
        return self.data.startswith(mark, self.at + ahead)

    def take(self) -> None:
        """Take one byte over into the text."""
        byte = self.data[self.at]
        if byte & 0xC0 != 0x80:  # noqa: PLR2004 - the bytes that go on a character
            self.offset += 2 if byte >= _FOUR_BYTES else 1
        self.out.append(byte)
        self.at += 1

    def language(self) -> str:
        """The language behind ```` ``` ````, passed over with the line break behind it."""
        end = self.at
        while end < len(self.data) and self.data[end] not in _SPACE and self.data[end] != ord("`"):
            end += 1
        language = ""
        if end != self.at and end < len(self.data) and self.data[end] != ord("`"):
            language = self.data[self.at : end].decode("utf-8", "replace")
            self.at = end
        for line_break in (b"\r\n", b"\n\r", b"\n", b"\r"):
            if self.sees(line_break):
                self.at += len(line_break)
                break
        return language

    def link(self, offset: int, url: str) -> None:
        """Keep the link of what was read since `offset`, unless it is none."""
        person = mentioned(url)
        if self.offset == offset:
            return
        if person:
            self.found.append(Entity("text_mention", offset, self.offset - offset, str(person)))
        elif checked(url):
            self.found.append(Entity("text_link", offset, self.offset - offset, checked(url)))

    def done(self) -> tuple[str, list[Entity]]:
        """The text and its entities in order."""
        return self.out.decode("utf-8", "surrogatepass"), sorted(self.found, key=Entity.rank)


def _refused(reason: str) -> Refusal:
    return bad(f"can't parse entities: {reason}")


class _Version2(_Reader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.open: list[_Open] = []
        self.quoting = False

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.data):
            self._step()
        if self.quoting and self.open[-1].kind == "BlockQuote":
            self._close(self.open.pop(), "blockquote")
        if self.open:
            last = self.open[-1]
            raise _refused(f"Can't find end of {last.kind} entity at byte offset {last.at}")
        return self.done()

    def _step(self) -> None:
        byte = self.data[self.at]
        top = self.open[-1].kind if self.open else ""
        if byte == ord("\\") and self.at + 1 < len(self.data) and 0 < self.data[self.at + 1] <= _LAST_ESCAPED:
            self.at += 1
            self.take()
        elif byte not in (b"`" if top in ("Code", "Pre", "PreCode") else _RESERVED):
            self.take()
        elif self._ends(top):
            self._end()
        else:
            self._begin()

    def _ends(self, top: str) -> bool:
        if self.quoting and self.sees(b"\n") and not self.sees(b">", 1):
            return True
        if self.quoting and top != "Spoiler" and self._ends_expandable():
            return True
        if top == "Italic":
            return self.sees(b"_") and not self.sees(b"__")
        return top in _ENDS and self.sees(_ENDS[top])

    def _ends_expandable(self) -> bool:
        """Whether `||` stands here at the very end of the quote."""
        if not self.sees(b"||"):
            return False
        ahead = 3 if self.sees(b"\r\n", 2) else 2
        ends_line = self.sees(b"\n", ahead) and not self.sees(b">", ahead + 1)
        return self.at + 2 == len(self.data) or ends_line

    def _begin(self) -> None:
        at, kind, argument = self.at, "", ""
        if self.sees(b"\n"):
            self.take()
            return
        if self.sees(b">") and self._at_line_start():
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

    def _at_line_start(self) -> bool:
        written = self.out.rstrip(b"\r")
        return not written or written.endswith(b"\n")

    def _mark(self) -> str:
        for mark, kind in ((b"__", "Underline"), (b"||", "Spoiler"), (b"![", "CustomEmoji")):
            if self.sees(mark):
                self.at += 2
                return kind
        for mark, kind in (*_SIMPLE.items(), (b"_", "Italic"), (b"`", "Code")):
            if self.sees(mark):
                self.at += 1
                return kind
        character = chr(self.data[self.at])
        raise _refused(f"Character '{character}' is reserved and must be escaped with the preceding '\\'")

    def _end(self) -> None:
        top = self.open.pop()
        if self.sees(b"\n") or (self.sees(b"||") and top.kind != "Spoiler"):
            if top.kind != "BlockQuote":
                raise _refused(f"Can't find end of {top.kind} entity at byte offset {top.at}")
            self._end_quote(top)
        elif top.kind == "TextUrl":
            self.at += 1
            text = self.out[top.begin :].decode("utf-8", "replace")
            self.link(top.offset, self._url() if self.sees(b"(") else text)
        elif top.kind == "CustomEmoji":
            self.at += 1
            self._end_emoji(top)
        else:
            self.at += len(_ENDS.get(top.kind, b"_"))
            self._close(top, _KINDS[top.kind])

    def _end_quote(self, top: _Open) -> None:
        kind = "blockquote"
        if self.sees(b"||"):
            kind = "expandable_blockquote"
            self.at += 2
            if self.sees(b"\r"):
                self.take()
        if self.at < len(self.data):
            self.take()
        self.quoting = False
        self._close(top, kind)

    def _url(self) -> str:
        self.at += 1
        begin, url = self.at, bytearray()
        while self.at < len(self.data) and not self.sees(b")"):
            escaped = self.sees(b"\\") and self.at + 1 < len(self.data)
            if escaped and 0 < self.data[self.at + 1] <= _LAST_ESCAPED:
                self.at += 1
            url.append(self.data[self.at])
            self.at += 1
        if self.at >= len(self.data):
            raise _refused(f"Can't find end of a URL at byte offset {begin}")
        self.at += 1
        return url.decode("utf-8", "replace")

    def _end_emoji(self, top: _Open) -> None:
        if not self.sees(b"("):
            raise _refused("The entity must contain a tg://emoji or tg://time URL")
        kind, argument = _emoji(self._url())
        if self.offset > top.offset:
            self.found.append(Entity(kind, top.offset, self.offset - top.offset, argument))

    def _close(self, top: _Open, kind: str) -> None:
        if self.offset > top.offset:
            self.found.append(Entity(kind, top.offset, self.offset - top.offset, top.argument))


def _emoji(url: str) -> tuple[str, str]:
    """The kind and argument that a tg://emoji or tg://time link stands for."""
    parts = urlsplit(url)
    asked = parse_qs(parts.query)
    if parts.scheme == "tg" and parts.netloc == "emoji" and asked.get("id", [""])[0].isdigit():
        return "custom_emoji", asked["id"][0]
    if parts.scheme == "tg" and parts.netloc == "time" and asked.get("unix", [""])[0].isdigit():
        return "date_time", ""
    raise _refused("Invalid tg://emoji or tg://time URL specified")


def version_2(text: str) -> tuple[str, list[Entity]]:
    """Text and entities of MarkdownV2. Raises the Refusal that Telegram would answer with."""
    return _Version2(text).read()


class _Version1(_Reader):
    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.data):
            if self.sees(b"\\") and self.data[self.at + 1 : self.at + 2] in (b"_", b"*", b"`", b"["):
                self.at += 1
                self.take()
            elif self.data[self.at] in b"_*`[":
                self._entity()
            else:
                self.take()
        return self.done()

    def _entity(self) -> None:
        begin, offset = self.at, self.offset
        is_pre, mark = self.sees(b"```"), self.data[self.at : self.at + 1]
        end = b"```" if is_pre else b"]" if mark == b"[" else mark
        self.at += 3 if is_pre else 1
        language = self.language() if is_pre else ""
        while self.at < len(self.data) and not self.sees(end):
            self.take()
        if self.at >= len(self.data):
            raise _refused(f"Can't find end of the entity starting at byte offset {begin}")
        written = bytes(self.out) + self.data[len(self.out) :]  # Telegram writes over what it has read
        text = written[begin + 1 : self.at].decode("utf-8", "replace")
        self.at += len(end)
        if mark == b"[":
            if self.offset > offset:
                self.link(offset, self._url() if self.sees(b"(") else text)
        elif self.offset > offset:
            kind = {b"_": "italic", b"*": "bold", b"`": "pre" if is_pre else "code"}[mark]
            self.found.append(Entity(kind, offset, self.offset - offset, language))

    def _url(self) -> str:
        end = self.data.find(b")", self.at)
        end = len(self.data) if end < 0 else end
        url = self.data[self.at + 1 : end].decode("utf-8", "replace")
        self.at = end + 1
        return url


def version_1(text: str) -> tuple[str, list[Entity]]:
    """Text and entities of the older Markdown. Raises the Refusal that Telegram would answer with."""
    return _Version1(text).read()
