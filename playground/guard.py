"""The door: a local tool answers local callers only, and no web page may drive it.

A page from elsewhere can make a browser send requests to 127.0.0.1. Its name for this host (rebinding), its
`Origin` and the browser's `Sec-Fetch-Site` give it away.
"""

import re
from functools import lru_cache

from aiohttp import web
from aiohttp.typedefs import Handler

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_REAL_TOKEN = re.compile(r"\d{6,}:[A-Za-z0-9_-]{30,}")
_TOKEN = re.compile(r"[1-9]\d{0,14}:[A-Za-z0-9_-]{1,64}")


def check_token(token: str) -> str:
    """The token when it is an invented one. Raises ValueError with a sentence."""
    if _REAL_TOKEN.fullmatch(token):
        raise ValueError(
            "That looks like a real bot's token. Keep it secret and invent one for here, like 123:abc."
        )
    if not _TOKEN.fullmatch(token):
        raise ValueError("A token is a number, a colon and letters, digits, _ or -; invent one like 123:abc.")
    return token


def check_host(host: str) -> str:
    """The address to listen on when it is this machine's own. Raises ValueError with a sentence."""
    if host not in LOOPBACK:
        raise ValueError(
            f"The playground listens on 127.0.0.1 only, not on {host}: whoever reached it could read and "
            "write everything there. Leave --host out."
        )
    return host


@web.middleware
async def local_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign host name and what another site's page sends."""
    if _name(request.host) not in LOOPBACK:
        return _refused("This server answers on 127.0.0.1 and localhost only.")
    origin = request.headers.get("Origin")
    if origin and request.method not in ("GET", "HEAD") and origin.partition("://")[2] != request.host:
        return _refused("Another site's page may not drive the playground.")
    foreign = request.headers.get("Sec-Fetch-Site") == "cross-site"
    if foreign and request.path.startswith(("/sim/", "/bot", "/file/")):
        return _refused("Another site's page may not drive the playground.")
    return await handler(request)


@lru_cache(maxsize=64)
def _name(host: str) -> str:
    return re.sub(r":\d+$", "", host).strip("[]").lower()


def _refused(sentence: str) -> web.Response:
    return web.json_response({"error": sentence}, status=403)
