"""Which links Telegram keeps, and how it writes them.

A link in a message is rewritten (`http://A.b` becomes `http://a.b/`); one that is none is dropped without a
word, and the text stays.
"""

import re
from dataclasses import dataclass

_HOST = re.compile(r"(?:[a-z.0-9\-_!$,~*'();&+=]|%[0-9a-f]{2}|[^\x00-\x7f])*")
_LAST_PORT = 65535
_LONGEST_PORT = 9
_SPACES = " \t\r\n\0\v"


@dataclass(frozen=True)
class _Url:
    protocol: str
    userinfo: str
    host: str
    port: int
    query: str


def checked(link: str) -> str:
    """The link as Telegram writes it, or "" when it keeps none."""
    own, rest = _own_scheme(link)
    url = _parsed(rest)
    if url is None:
        return ""
    if own:
        return _own(own, rest, url)
    if "." not in url.host and not url.host.startswith("["):
        return ""
    userinfo = f"{url.userinfo}@" if url.userinfo else ""
    port = f":{url.port}" if url.port else ""
    return f"{url.protocol}://{userinfo}{url.host}{port}{url.query}"


def mentioned(link: str) -> int:
    """The user id of a `tg://user?id=…` link, or 0."""
    own, rest = _own_scheme(link)
    found = re.match(r"user\?(?:.*&)?id=(\d{1,15})(?:[&#]|$)", rest, re.IGNORECASE) if own == "tg" else None
    return int(found[1]) if found else 0


def _own_scheme(link: str) -> tuple[str, str]:
    for scheme in ("tg", "ton"):
        if link.lower().startswith(f"{scheme}:"):
            return scheme, link[len(scheme) + 1 :].removeprefix("//")
    return "", link


def _own(scheme: str, rest: str, url: _Url) -> str:
    """A tg: or ton: link, which has a host and a query and nothing else."""
    foreign = rest.lower().startswith("http://") or url.protocol == "https"
    if foreign or url.userinfo or url.port or url.host.startswith("["):
        return ""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", url.host):
        return ""
    query = url.query[1:] if url.query.startswith("/?") else url.query
    return f"{scheme}://{url.host}{query}"


def _parsed(link: str) -> _Url | None:
    protocol, separator, rest = link.partition("://")
    if separator and ":" not in protocol:
        if protocol.lower() not in ("http", "https"):
            return None
        protocol = protocol.lower()
    else:
        protocol, rest = "http", link
    end = min((at for at in map(rest.find, "/?#") if at >= 0), default=len(rest))
    place, query = rest[:end], rest[end:]
    address, port = _port(place)
    userinfo, _, host = address.rpartition("@")
    host = _host(host)
    if not 0 <= port <= _LAST_PORT or not host:
        return None
    return _Url(protocol, userinfo, host, port, _query(query))


def _port(place: str) -> tuple[str, int]:
    """The address before a port and the port: 0 when there is none, -1 when it is wrong."""
    colon = max(place.rfind(":"), place.rfind("]"), place.rfind("@"))
    if colon <= 0 or place[colon] != ":":
        return place, 0
    digits = place[colon + 1 :].lstrip("0")
    if not digits.isascii() or not digits.isdigit() or len(digits) > _LONGEST_PORT:
        return place[:colon], -1
    return place[:colon], int(digits)


def _host(host: str) -> str:
    """The host in lower case, or "" when it is none."""
    lowered = "".join(character.lower() if character.isascii() else character for character in host)
    if lowered.startswith("[") and lowered.endswith("]"):
        return lowered if re.fullmatch(r"\[[0-9a-f:.]*:[0-9a-f:.]*\]", lowered) else ""
    return lowered if lowered != "." and _HOST.fullmatch(lowered) else ""


def _query(query: str) -> str:
    query = query.rstrip(_SPACES) or "/"
    query = query if query.startswith("/") else f"/{query}"
    return "".join(f"%{ord(c):02X}" if c <= " " else c for c in query)
