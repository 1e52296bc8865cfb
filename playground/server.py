"""The Bot API's side: calls come in as Telegram takes them and go out as Telegram answers them."""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable

from aiohttp import web

from playground import rules
from playground.bodies import params_of
from playground.faults import Fault
from playground.methods import find
from playground.methods.shared import Method
from playground.wire import Explained, Json, Params, Refusal, bad, encoded
from playground.world import World

_log = logging.getLogger(__name__)
WORLD = web.AppKey("world", World)
_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"})


_SAID = (dict, list, bool, str, Explained)
"""What most methods answer: it costs less to ask than whether something is to be awaited."""
_JSON = {"Content-Type": "application/json"}


async def call(request: web.Request) -> web.StreamResponse:
    """One call of the bot, logged; a fault that waits for it strikes here."""
    world = request.app[WORLD]
    begun = time.perf_counter()
    try:
        _check_token(request, world)
        name, method = find(request.match_info["method"])
        params = await params_of(request)
    except Refusal as refusal:
        return _answer(*_refused(refusal), refusal)
    if name == "getUpdates":
        return await _struck(request, world, name, method, params, begun)
    world.activity.begin()
    try:
        return await _struck(request, world, name, method, params, begun)
    finally:
        world.activity.end()


def _check_token(request: web.Request, world: World) -> None:
    token = request.match_info["token"]
    if token == world.token:
        return
    if not token.partition(":")[0].isdigit() or ":" not in token:
        raise Refusal(404, "Not Found")
    raise rules.UNAUTHORIZED


async def _struck(
    request: web.Request, world: World, name: str, method: Method, params: Params, begun: float
) -> web.StreamResponse:
    fault = world.faults.strike(name, params) if world.faults.waiting else None
    if fault and fault.page is not None:
        _note(world, name, params, fault.code, fault.page.encode(), begun)
        return web.Response(status=fault.code, text=fault.page, content_type="text/html")
    if fault and fault.kind == "broken-before":
        _note(world, name, params, 0, b"", begun)
        _break(request)
        return web.Response(status=fault.code)
    refusal = fault.refusal() if fault else None
    if refusal:
        status, body = _refused(refusal)
    else:
        status, body, refusal = await _done(world, method, params)
    _note(world, name, params, status, body, begun)
    if fault:
        await _spoil(request, fault)
    return _answer(status, body, refusal)


async def _spoil(request: web.Request, fault: Fault) -> None:
    """What was done is answered late, or the line breaks before the answer."""
    if fault.kind == "slow":
        await asyncio.sleep(fault.seconds)
    elif fault.kind == "broken":
        _break(request)


def _break(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


async def perform(world: World, name: str, params: Params) -> None:
    """One call without a request, as a webhook's reply makes it: done and logged like any other."""
    begun = time.perf_counter()
    try:
        name, method = find(name)
    except Refusal as refusal:
        status, body = _refused(refusal)
    else:
        status, body, _ = await _done(world, method, params)
    _note(world, name, params, status, body, begun)


async def _done(world: World, method: Method, params: Params) -> tuple[int, bytes, Refusal | None]:
    """Status and body of a method's answer, and the refusal when it is one."""
    try:
        params.check_text()
        result = method(world, params)
        if not isinstance(result, _SAID) and isinstance(result, Awaitable):
            result = await result
        if isinstance(result, Explained):
            told: Json = {"ok": True, "result": result.result, "description": result.description}
            return 200, encoded(told), None
        return 200, encoded({"ok": True, "result": result}), None
    except Refusal as refused:
        refusal = refused
    except UnicodeError:
        refusal = bad("strings must be encoded in UTF-8")
    except Exception:  # noqa: BLE001 - a mistake of ours must still look like a server's answer
        _log.exception("a method failed")
        refusal = Refusal(500, "Internal Server Error")
    return *_refused(refusal), refusal


def _refused(refusal: Refusal) -> tuple[int, bytes]:
    return refusal.code, encoded(refusal.body())


def _answer(status: int, body: bytes, refusal: Refusal | None = None) -> web.Response:
    """The answer on the wire; a pause that is asked for stands in its header too."""
    headers = _JSON
    if refusal and refusal.parameters and "retry_after" in refusal.parameters:
        headers = _JSON | {"Retry-After": str(refusal.parameters["retry_after"])}
    return web.Response(body=body, status=status, headers=headers)


def _note(world: World, name: str, params: Params, status: int, answer: bytes, begun: float) -> None:
    world.calls.note(name, params, status, answer, (time.perf_counter() - begun) * 1000)


async def fetch(request: web.Request) -> web.StreamResponse:
    """A file that getFile told of."""
    world = request.app[WORLD]
    try:
        _check_token(request, world)
    except Refusal as refusal:
        return _answer(*_refused(refusal))
    for file in world.files.values():
        if file.path == request.match_info["path"]:
            return web.Response(body=file.upload.content, content_type="application/octet-stream")
    return _answer(*_refused(Refusal(404, "Not Found")))


async def show_file(request: web.Request) -> web.StreamResponse:
    """A kept file by its id, for the page: it needs no token and leaves no call in the log."""
    file = request.app[WORLD].files.get(request.match_info["id"])
    if file is None:
        return web.json_response({"error": "There is no such file."}, status=404)
    name = re.sub(r"[^\w. -]", "_", file.upload.name, flags=re.ASCII) or "file"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    kind = file.upload.mime if file.upload.mime in _SHOWN else "application/octet-stream"
    return web.Response(body=file.upload.content, content_type=kind, headers=headers)


def add_routes(app: web.Application) -> None:
    """The Bot API's two addresses."""
    app.router.add_route("GET", "/bot{token:[^/]+}/{method:[^/]*}", call)
    app.router.add_route("POST", "/bot{token:[^/]+}/{method:[^/]*}", call)
    app.router.add_get("/sim/files/{id}", show_file)
    app.router.add_get("/file/bot{token:[^/]+}/{path:.+}", fetch)
