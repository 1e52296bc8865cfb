"""Links and mail addresses in a text, found as Telegram finds them.

It starts from a dot: the domain around it, then port and path behind, user data and protocol before. What
it then keeps must end in a known top-level domain (`tlds.txt`), unless a protocol or an IPv4 says more.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Span = tuple[int, int, str]
_BAD_END = ".:;,('?!`"
_ASCII_DOMAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~")
_ALPHANUMERIC = _ASCII_DOMAIN - frozenset("_-.~")
_NO_USER = frozenset("\n/[]{}()'`<>\"@«»")
_NO_PATH = frozenset('\n<>"«»')
_TG = re.compile(r"://[a-z0-9_-]{1,253}", re.IGNORECASE | re.ASCII)
_TG_SCHEME = re.compile(r"(?:tg|ton)\Z", re.IGNORECASE)
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}", re.ASCII)
_LOCAL = re.compile(r"(?:[a-z0-9_-]{0,26}[.+]){0,10}[a-z0-9_-]{1,35}", re.IGNORECASE | re.ASCII)
_HOSTS = re.compile(r"(?:[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?\.){1,6}[a-z]{2,8}", re.IGNORECASE | re.ASCII)
_LAST_PORT = 65535


@cache
def _tlds() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("tlds.txt").read_text("utf-8").split())


def urls(text: str) -> Iterator[Span]:
    """Spans of links ("url") and addresses ("email"), in characters."""
    yield from _tg_links(text)
    start = 0
    while True:
        dot = text.find(".", start)
        if dot < 0 or dot + 1 == len(text):
            return
        if text[dot + 1] == " ":
            start = dot + 2
            continue
        found = _Around(text, start, dot).found()
        if found.good:
            yield from _judged(text, found.begin, found.end)
        start = found.go_on


def _judged(text: str, begin: int, end: int) -> Iterator[Span]:
    whole = text[begin:end]
    if is_address(whole):
        yield begin, end, "email"
    elif whole.startswith("mailto:") and is_address(whole[7:]):
        yield begin + 7, end, "email"
    else:
        length = _kept(whole)
        if length:
            yield begin, begin + length, "url"


def is_address(text: str) -> bool:
    """Whether this is a mail address to Telegram."""
    local, separator, domain = text.partition("@")
    return bool(separator and _LOCAL.fullmatch(local) and _HOSTS.fullmatch(domain))


def _tg_links(text: str) -> Iterator[Span]:
    at = 0
    while (match := _TG.search(text, at)) is not None:
        scheme = _TG_SCHEME.search(text[max(0, match.start() - 3) : match.start()])
        if scheme is None:
            at = match.start() + 1
            continue
        end = match.end()
        if end < len(text) and text[end] in "/?#":
            path = _path_end(text, end)
            end = path if text[end] == "/" or path > end + 1 else end
        yield match.start() - len(scheme[0]), end, "url"
        at = end


def _path_end(text: str, at: int) -> int:
    """The end of a path whose first character (/, ? or #) is at `at`."""
    end = at + 1
    while end < len(text) and text[end] not in _NO_PATH and _is_symbol(text[end]):
        end += 1
    while end > at + 1 and text[end - 1] in _BAD_END:
        end -= 1
    return end


def _is_symbol(character: str) -> bool:
    """Whether a character may be part of a link at all."""
    if "\u2000" <= character <= "\u206f":
        return character in "\u200c\u200d" or "\u2010" <= character <= "\u2015"
    return unicodedata.category(character)[0] != "Z"


def _is_domain(character: str) -> bool:
    return character in _ASCII_DOMAIN if character < "\xc0" else _is_symbol(character)


def _is_user(character: str) -> bool:
    return character not in _NO_USER and _is_symbol(character)


def _is_protocol(character: str) -> bool:
    if character < "\x80":
        return character in _ALPHANUMERIC or character in "+-"
    return unicodedata.category(character)[0] != "Z"


@dataclass(frozen=True)
class _Found:
    begin: int
    end: int
    good: bool
    go_on: int


class _Around:
    """The stretch around one dot; `start` is where the text begins that earlier finds have left."""

    def __init__(self, text: str, start: int, dot: int) -> None:
        self.text, self.start, self.dot = text, start, dot
        self.bad = False

    def found(self) -> _Found:
        begin = self._back(self.dot, _is_domain)
        end, last_at = self._domain_end()
        if last_at:
            begin = self._back(begin, _is_user)
        end = self._path(self._port(end))
        while end > self.dot + 1 and self.text[end - 1] == ".":
            end -= 1
        begin = self._protocol(self._user(begin, last_at))
        return self._result(begin, end)

    def _result(self, begin: int, end: int) -> _Found:
        good = not self.bad and end > self.dot + 1
        go_on = end
        if not self.bad:
            while go_on < len(self.text) and self.text[go_on] == ".":
                go_on += 1
        else:
            while self.text[go_on - 1] != ".":
                go_on -= 1
        return _Found(begin, end, good, max(go_on, self.dot + 1))

    def _back(self, at: int, holds: Callable[[str], bool]) -> int:
        while at > self.start and holds(self.text[at - 1]):
            at -= 1
        return at

    def _domain_end(self) -> tuple[int, bool]:
        at, last_at = self.dot, False
        while at < len(self.text):
            if self.text[at] == "@":
                last_at = True
            elif not _is_domain(self.text[at]):
                break
            at += 1
        return at, last_at

    def _port(self, end: int) -> int:
        match = re.compile(r":0*([0-9]{1,5})(?![0-9])").match(self.text, end)
        return match.end() if match and 0 < int(match[1]) <= _LAST_PORT else end

    def _path(self, end: int) -> int:
        if end >= len(self.text) or self.text[end] not in "/?#":
            return end
        path = _path_end(self.text, end)
        return path if self.text[end] == "/" or path > end + 1 else end

    def _user(self, begin: int, last_at: bool) -> int:
        if begin == self.start or self.text[begin - 1] != "@":
            return begin
        user = self._back(begin - 1, _is_user)
        self.bad = last_at or user == begin - 1
        return user

    def _protocol(self, begin: int) -> int:
        if begin == self.start:
            return begin
        prefix = self.text[self.start : begin]
        if len(prefix.encode()) >= len("ftp://") and prefix.endswith("://"):
            name = self.text[self._back(begin - 3, _is_protocol) : begin - 3].lower()
            for known, others in (("http", ("shttp",)), ("https", ()), ("ftp", ("tftp", "sftp"))):
                if name.endswith(known) and name not in others:
                    return begin - 3 - len(known)
            self.bad = True
        elif prefix[-1] in "/#@" or prefix[-1] == "_" or unicodedata.category(prefix[-1])[0] in "LN":
            self.bad = True
        return begin


def _kept(url: str) -> int:
    """How many characters of a found link Telegram keeps; 0 when it is none."""
    rest = re.sub(r"^(?:https?|ftp)://", "", url, flags=re.IGNORECASE)
    cut = re.search(r"[/?#]", rest)
    domain, path = (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    domain = domain.partition("@")[2] if "@" in domain else domain
    domain = domain.rpartition(":")[0] if ":" in domain else domain
    if domain.lower() == "teiegram.org" or not _is_host(domain, protocol=len(rest) < len(url)):
        return 0
    return len(url) - len(path) + _balanced(path)


def _balanced(path: str) -> int:
    """The length of a path up to the first bracket that closes what was not opened."""
    depth = dict.fromkeys("([{", 0)
    closing = dict(zip(")]}", "([{", strict=True))
    end = len(path)
    for at, character in enumerate(path):
        if character in depth:
            depth[character] += 1
        elif character in closing:
            depth[closing[character]] -= 1
            if depth[closing[character]] < 0:
                end = at
                break
    while end > 0 and path[end - 1] in _BAD_END:
        end -= 1
    return end


def _is_host(domain: str, *, protocol: bool) -> bool:
    parts = domain.split(".")
    if len(parts) < 2 or any(not 1 <= len(p.encode()) < 64 or p.endswith("-") for p in parts):  # noqa: PLR2004
        return False
    if len(parts) == 4 and _IPV4.fullmatch(domain):  # noqa: PLR2004
        return True
    if not re.search(r"[^0-9.]", domain):
        return False
    return _is_tld(parts[-1], protocol=protocol) and "_" not in parts[-2]


def _is_tld(tld: str, *, protocol: bool) -> bool:
    if len(tld) <= 1:
        return False
    if tld.startswith("xn--"):
        return len(tld) > len("xn--a") and all(character in _ALPHANUMERIC for character in tld[4:])
    if "_" in tld or "-" in tld:
        return False
    lowered = tld.lower()
    if lowered != tld and lowered[1:] == tld[1:]:
        return protocol
    return protocol or lowered in _tlds()
