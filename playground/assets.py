"""The page's files, never stale after an upgrade, and what the browser may do with them.

A browser asks each time (`no-cache`) and is told by a hash of the content whether its copy still holds: file
times say little, since installers set them. The policy lets the page load and call only where it came from.
"""

import hashlib
from pathlib import Path

from aiohttp import web

PAGE = Path(__file__).parent / "page"
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


async def index(request: web.Request) -> web.StreamResponse:
    """The page itself."""
    if not (PAGE / "index.html").is_file():
        return web.Response(text="The playground runs; its page is not installed. See /sim/state.\n")
    return _answer(request, PAGE / "index.html")


async def file(request: web.Request) -> web.StreamResponse:
    """One of its files by name; anything else than these is not found."""
    path = PAGE / request.match_info["name"]
    if path.suffix not in _KINDS or not path.is_file():
        raise web.HTTPNotFound
    return _answer(request, path)


def _answer(request: web.Request, path: Path) -> web.StreamResponse:
    content = path.read_bytes()  # a few kilobytes each, and an edited file shows at the next reload
    tag = hashlib.blake2b(content, digest_size=12).hexdigest()
    held = request.if_none_match or ()
    if any(one.value in (tag, "*") for one in held):
        return web.Response(status=304, headers=_HEADERS | {"ETag": f'"{tag}"'})
    response = web.Response(body=content, content_type=_KINDS[path.suffix], charset="utf-8", headers=_HEADERS)
    response.etag = tag
    return response


def add_routes(app: web.Application) -> None:
    """The page's address and those of its files."""
    app.router.add_get("/", index)
    app.router.add_get("/page/{name:[a-z0-9._-]+}", file)
