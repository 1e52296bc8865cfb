"""Which links Telegram keeps, and how it writes them.

A link in a message is rewritten (`http://A.b` becomes `http://a.b/`); one that is none is dropped without a
word where it came by markup, and refused with a sentence where it came as an entity. `tg://user`, `tg://emoji`
and `tg://time` name a person, an emoji or a time.
"""

import re
import socket
from dataclasses import dataclass

from playground.numbers import exact

_SPACES = " \t\r\n\0\v"
_NO_PROTOCOL = frozenset(":/?#@[]")
_LAST_PORT = 65535
_LAST_USER = (1 << 40) - 1
_LAST_DATE = (1 << 31) - 1
_DATE_LETTERS = frozenset("tTdDwW")
_OWN = ("tg", "ton", "tonsite")
_TEXT_PART = re.compile(r"(?:[a-z0-9.\-_!$,~*'();&+=]|%[0-9a-f]{2}|[^\x00-\x7f])*", re.IGNORECASE)
_USER_PART = re.compile(r"(?:[a-z0-9.\-_!$,~*'();&+=:]|%[0-9a-f]{2}|[^\x00-\x7f])*", re.IGNORECASE)
_USUAL = re.compile(r"https?://(?:[a-z0-9_-]+\.)+[a-z0-9]+/[!-~]*")
_OWN_HOST = re.compile(r"[A-Za-z0-9_-]*")
_SITE_HOST = re.compile(r"[A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class _Url:
    protocol: str
    userinfo: str
    host: str
    port: int
    query: str


class Unusable(ValueError):
    """No link that Telegram takes; the sentence is Telegram's."""


def checked(link: str) -> str:
    """The link as Telegram writes it, or "" when it keeps none."""
    try:
        return written(link)
    except Unusable:
        return ""


def written(link: str) -> str:
    """The link as Telegram writes it. Raises Unusable with Telegram's reason."""
    if is_usual(link):
        return link
    own, rest = _own_scheme(link)
    url = _parsed(rest)
    if own:
        return _own(own, rest, url)
    if "." not in url.host and not url.host.startswith("["):
        raise Unusable("Wrong HTTP URL")
    userinfo = f"{url.userinfo}@" if url.userinfo else ""
    port = f":{url.port}" if url.port else ""
    return f"{url.protocol}://{userinfo}{url.host}{port}{url.query}"


def is_usual(link: str) -> bool:
    """Whether this is so plain a web address that Telegram changes nothing in it."""
    return _USUAL.fullmatch(link) is not None


def mentioned(link: str) -> int:
    """The user id of a `tg://user?id=…` link, or 0."""
    if link[:3].lower() != "tg:":
        return 0
    lowered = ascii_lower(link)
    user = exact(_argument(lowered, "user", "id") or "")
    return user if user is not None and 0 < user <= _LAST_USER else 0


def emoji(link: str) -> str:
    """The custom emoji's id of a `tg://emoji?id=…` link, or ""."""
    number = exact(_argument(ascii_lower(link), "emoji", "id") or "")
    return str(number) if number else ""


def moment(link: str) -> tuple[int, str] | None:
    """Unix time and format of a `tg://time?unix=…&format=…` link, or None when it is none."""
    unix = exact(_argument(link, "time", "unix") or "")
    if unix is None or not 0 < unix <= _LAST_DATE:
        return None
    form = _argument(link, "time", "format") or ""
    return (unix, form) if form in ("r", "R") or _DATE_LETTERS.issuperset(form) else None


def ascii_lower(text: str) -> str:
    """The text with the letters A to Z in lower case and all others as they are."""
    if text.isascii():
        return text.lower()
    return "".join(character.lower() if character.isascii() else character for character in text)


def _argument(link: str, host: str, name: str) -> str | None:
    """The value of the first such argument of a tg: link to this host, or None."""
    found = re.match(rf"tg:(?://)?{host}/?\?([^#]*)", link, re.IGNORECASE | re.DOTALL)
    for part in found[1].split("&") if found else ():
        key, _, value = part.partition("=")
        if key == name:
            return value
    return None


def _own_scheme(link: str) -> tuple[str, str]:
    for scheme in _OWN:
        if ascii_lower(link[: len(scheme) + 1]) == f"{scheme}:":
            return scheme, link[len(scheme) + 1 :].removeprefix("//")
    return "", link


def _own(scheme: str, rest: str, url: _Url) -> str:
    """A link to Telegram itself, which has a host and a query and nothing else."""
    foreign = rest[:7].lower() == "http://" or url.protocol == "https"
    if foreign or url.userinfo or url.port or url.host.startswith("["):
        raise Unusable("Wrong tg URL" if scheme == "tg" else "Wrong ton URL")
    if not (_SITE_HOST if scheme == "tonsite" else _OWN_HOST).fullmatch(url.host):
        raise Unusable("Unallowed characters in URL host")
    query = url.query[1:] if url.query.startswith("/?") else url.query
    return f"{scheme}://{url.host}{query}"


def _parsed(link: str) -> _Url:
    protocol, separator, rest = link.partition("://")
    if separator and not _NO_PROTOCOL & set(protocol):
        if ascii_lower(protocol) not in ("http", "https"):
            raise Unusable("Unsupported URL protocol")
        protocol = protocol.lower()
    else:
        protocol, rest = "http", link
    end = min((at for at in map(rest.find, "/?#") if at >= 0), default=len(rest))
    address, port = _port(rest[:end])
    userinfo, _, host = address.rpartition("@")
    return _Url(protocol, userinfo, _host(host, userinfo), port, _query(rest[end:]))


def _port(place: str) -> tuple[str, int]:
    """The address before a port, and the port: 0 when there is none."""
    colon = max(place.rfind(":"), place.rfind("]"), place.rfind("@"))
    if colon <= 0 or place[colon] != ":":
        return place, 0
    digits = place[colon + 1 :]
    port = exact(digits.lstrip("0") or digits[-1:])
    if port is None or not 0 < port <= _LAST_PORT:
        raise Unusable("Wrong port number specified in the URL")
    return place[:colon], port


def _host(host: str, userinfo: str) -> str:
    """The host in lower case."""
    if host.startswith("[") and host.endswith("]"):
        try:
            socket.inet_pton(socket.AF_INET6, host[1:-1])
        except (OSError, ValueError):
            raise Unusable("Wrong IPv6 address specified in the URL") from None
        return host.lower()
    if not host:
        raise Unusable("URL host is empty")
    if host == ".":
        raise Unusable("Host is invalid")
    lowered = ascii_lower(host)
    for part, name, allowed in ((lowered, "host", _TEXT_PART), (userinfo, "userinfo", _USER_PART)):
        match = allowed.match(part)
        wrong = part[match.end() if match else 0 :]
        if wrong:
            what = "Wrong percent-encoded symbol" if wrong[0] == "%" else "Disallowed character"
            raise Unusable(f"{what} in URL {name}")
    return lowered


def _query(query: str) -> str:
    query = query.rstrip(_SPACES) or "/"
    query = query if query.startswith("/") else f"/{query}"
    return "".join(f"%{ord(c):02X}" if c <= " " else c for c in query)
