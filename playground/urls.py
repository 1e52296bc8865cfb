"""Links and mail addresses in a text, found as Telegram finds them.

It starts from a dot: the domain around it, then port and path behind, user data and protocol before. What
it then keeps must end in a known top-level domain (`tlds.txt`), unless a protocol or an IPv4 says more.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playground.characters import is_word

Span = tuple[int, int, str]
_BAD_END = ".:;,('?!`"
_NO_SYMBOLS = r" \xa0\u1680\u2000-\u200b\u200e\u200f\u2016-\u206f\u3000"
"""What may not be part of a link at all: white space, and most of General Punctuation."""
_WORD = r"a-zA-Z0-9_.~\-\xc0-\u167f\u1681-\u1fff\u200c\u200d\u2010-\u2015\u2070-\u2fff\u3001-\U0010ffff"
_DOMAIN = re.compile(rf"[{_WORD}]*")
_DOMAIN_OR_AT = re.compile(rf"[{_WORD}@]*")
_USER = re.compile(rf"[^\n/\[\]{{}}()'`<>\"@«»{_NO_SYMBOLS}]*")
_PATH = re.compile(rf'[^\n<>"«»{_NO_SYMBOLS}]*')
_PROTOCOL = re.compile(
    r"[a-zA-Z0-9+\-\x80-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e"
    r"\u2060-\u2fff\u3001-\U0010ffff]*"
)
_PORT = re.compile(r":0*([0-9]{1,5})(?![0-9])")
_SCHEME = re.compile(r"^(?:https?|ftp|tonsite)://", re.IGNORECASE)
_CUT = re.compile(r"[/?#]")
_BRACKET = re.compile(r"[()\[\]{}]")
_NO_NUMBER = re.compile(r"[^0-9.]")
_CODED = re.compile(r"[a-zA-Z0-9]*")
_TG = re.compile(r"://[a-z0-9_-]{1,253}", re.IGNORECASE | re.ASCII)
_TG_SCHEME = re.compile(r"(?:tg|ton|(?<=tons)ite)\Z", re.IGNORECASE)
"""Of `tonsite` Telegram takes the last three letters; a whole link is found by its dot."""
_USUAL = re.compile(
    r"https?://((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})"
    r"(?:/(?:[a-zA-Z0-9/_~%+=&?.#-]*[a-zA-Z0-9/_~%+=&-])?)?(?=[ \n]|\Z)"
)
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}", re.ASCII)
_LOCAL = re.compile(r"(?:[a-z0-9_-]{0,26}[.+]){0,10}[a-z0-9_-]{1,35}", re.IGNORECASE | re.ASCII)
_HOSTS = re.compile(r"(?:[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?\.){1,6}[a-z]{2,8}", re.IGNORECASE | re.ASCII)
_PROTOCOLS = (("http", ("shttp",)), ("https", ()), ("ftp", ("tftp", "sftp")), ("tonsite", ()))
"""How a protocol may end, and what it may not be."""
_LAST_PORT = 65535


@cache
def _tlds() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("tlds.txt").read_text("utf-8").split())


def urls(text: str) -> Iterator[Span]:
    """Spans of links ("url") and addresses ("email") around a dot, in characters."""
    start, backwards = 0, ""
    while True:
        dot = text.find(".", start)
        if dot < 0 or dot + 1 == len(text):
            return
        if text[dot + 1] == " ":
            start = dot + 2
            continue
        usual = _usual(text, start, dot)
        if usual:
            yield usual
            start = usual[1]
            continue
        backwards = backwards or text[::-1]
        found = _Around(text, backwards, start, dot).found()
        if found.good:
            yield from _judged(text, found.begin, found.end)
        start = found.go_on


def _usual(text: str, start: int, dot: int) -> Span | None:
    """The plainest link there is, if one lies over this dot: read in one look, as the longer way reads it."""
    begin = text.rfind("http", start, dot)
    if begin < 0 or (begin and text[begin - 1] not in " \n"):
        return None
    link = _USUAL.match(text, begin)
    if link is None or link[1] == "teiegram.org":
        return None
    return begin, link.end(), "url"


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


def tg_links(text: str) -> Iterator[Span]:
    """Spans of links within Telegram (`tg://resolve`), which need no dot."""
    at = 0
    while (colon := text.find("://", at)) >= 0:
        scheme = _TG_SCHEME.search(text[max(0, colon - 7) : colon])
        match = _TG.match(text, colon) if scheme else None
        if scheme is None or match is None:
            at = colon + 1
            continue
        end = match.end()
        if end < len(text) and text[end] in "/?#":
            path = _path_end(text, end)
            end = path if text[end] == "/" or path > end + 1 else end
        yield match.start() - len(scheme[0]), end, "url"
        at = end


def _path_end(text: str, at: int) -> int:
    """The end of a path whose first character (/, ? or #) is at `at`."""
    end = _end_of(_PATH, text, at + 1)
    while end > at + 1 and text[end - 1] in _BAD_END:
        end -= 1
    return end


def _end_of(run: re.Pattern[str], text: str, at: int) -> int:
    found = run.match(text, at)
    return found.end() if found else at


class _Found(NamedTuple):
    begin: int
    end: int
    good: bool
    go_on: int


class _Around:
    """The stretch around one dot; `start` is where the text begins that earlier finds have left.

    `backwards` is the same text from its end, for looking back from a place.
    """

    def __init__(self, text: str, backwards: str, start: int, dot: int) -> None:
        self.text, self.backwards, self.start, self.dot = text, backwards, start, dot
        self.bad = False

    def found(self) -> _Found:
        begin = self._back(self.dot, _DOMAIN)
        end, last_at = self._domain_end()
        if last_at:
            begin = self._back(begin, _USER)
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

    def _back(self, at: int, run: re.Pattern[str]) -> int:
        length = len(self.text)
        return max(self.start, length - _end_of(run, self.backwards, length - at))

    def _domain_end(self) -> tuple[int, bool]:
        end = _end_of(_DOMAIN_OR_AT, self.text, self.dot)
        return end, self.text.find("@", self.dot, end) >= 0

    def _port(self, end: int) -> int:
        match = _PORT.match(self.text, end)
        return match.end() if match and 0 < int(match[1]) <= _LAST_PORT else end

    def _path(self, end: int) -> int:
        if end >= len(self.text) or self.text[end] not in "/?#":
            return end
        path = _path_end(self.text, end)
        return path if self.text[end] == "/" or path > end + 1 else end

    def _user(self, begin: int, last_at: bool) -> int:
        if begin == self.start or self.text[begin - 1] != "@":
            return begin
        user = self._back(begin - 1, _USER)
        self.bad = last_at or user == begin - 1
        return user

    def _protocol(self, begin: int) -> int:
        if begin == self.start:
            return begin
        prefix = self.text[self.start : begin]
        if len(prefix.encode()) >= len("ftp://") and prefix.endswith("://"):
            name = self.text[self._back(begin - 3, _PROTOCOL) : begin - 3].lower()
            for known, others in _PROTOCOLS:
                if name.endswith(known) and name not in others:
                    return begin - 3 - len(known)
            self.bad = True
        elif prefix[-1] in "/#@" or is_word(prefix[-1]):
            self.bad = True
        return begin


def _kept(url: str) -> int:
    """How many characters of a found link Telegram keeps; 0 when it is none."""
    rest = url[_end_of(_SCHEME, url, 0) :]
    cut = _CUT.search(rest)
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
    for bracket in _BRACKET.finditer(path):
        if bracket[0] in depth:
            depth[bracket[0]] += 1
            continue
        opening = closing[bracket[0]]
        depth[opening] -= 1
        if depth[opening] < 0:
            end = bracket.start()
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
    if not _NO_NUMBER.search(domain):
        return False
    return _is_tld(parts[-1], protocol=protocol) and "_" not in parts[-2]


def _is_tld(tld: str, *, protocol: bool) -> bool:
    if len(tld) <= 1:
        return False
    if tld.startswith("xn--"):
        return len(tld) > len("xn--a") and _CODED.fullmatch(tld, 4) is not None
    if "_" in tld or "-" in tld:
        return False
    lowered = tld.replace("İ", "i").lower()
    if lowered != tld and lowered[1:] == tld[1:]:
        return protocol
    return protocol or lowered in _tlds()
