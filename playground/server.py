"""The Bot API's side: calls come in as Telegram takes them and go out as Telegram answers them."""

import asyncio
import re
import time
from collections.abc import Awaitable
from dataclasses import dataclass

from aiohttp import web

from playground import rules
from playground.faults import Fault
from playground.methods import find
from playground.methods.shared import Method
from playground.wire import Json, Params, Refusal, Upload, bad, decoded
from playground.world import World

WORLD = web.AppKey("world", World)
_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"})
_GATEWAY_PAGE = (
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>502 Bad Gateway</body>\r\n</html>\r\n"
)


@dataclass(frozen=True)
class _Outcome:
    status: int
    body: Json


async def params_of(request: web.Request) -> Params:
    """A call's parameters from its query and its body, whatever form that has."""
    values: dict[str, object] = dict(request.query)
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        values |= await _json(request)
    elif request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name] = Upload(value.filename, value.file.read(), value.content_type)
            else:
                values[name] = value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
    return Params(values, files)


async def _json(request: web.Request) -> dict[str, object]:
    raw = await request.read()
    try:
        body = decoded(raw) if raw.strip() else {}
    except ValueError:
        raise bad("can't parse JSON object") from None
    if not isinstance(body, dict):
        raise bad("expected JSON object in the body")
    return body


async def call(request: web.Request) -> web.StreamResponse:
    """One call of the bot, logged; a fault that waits for it strikes here."""
    world = request.app[WORLD]
    begun = time.perf_counter()
    try:
        _check_token(request, world)
        name, method = find(request.match_info["method"])
        params = await params_of(request)
    except Refusal as refusal:
        return web.json_response(refusal.body(), status=refusal.code)
    counted = name != "getUpdates"
    if counted:
        world.activity.begin()
    try:
        return await _struck(request, world, name, method, params, begun)
    finally:
        if counted:
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
    fault = world.faults.strike(name, params)
    if fault and fault.kind == "502-html":
        _note(world, name, params, 502, _GATEWAY_PAGE, begun)
        return web.Response(status=502, text=_GATEWAY_PAGE, content_type="text/html")
    refusal = fault.refusal() if fault else None
    outcome = _Outcome(refusal.code, refusal.body()) if refusal else await _outcome(world, method, params)
    _note(world, name, params, outcome.status, outcome.body, begun)
    if fault:
        await _spoil(request, fault)
    return web.json_response(outcome.body, status=outcome.status)


async def _spoil(request: web.Request, fault: Fault) -> None:
    """What was done is answered late, or the line breaks before the answer."""
    if fault.kind == "slow":
        await asyncio.sleep(fault.seconds)
    elif fault.kind == "broken" and request.transport is not None:
        request.transport.abort()


async def perform(world: World, name: str, params: Params) -> None:
    """One call without a request, as a webhook's reply makes it: done and logged like any other."""
    begun = time.perf_counter()
    try:
        name, method = find(name)
    except Refusal as refusal:
        outcome = _Outcome(refusal.code, refusal.body())
    else:
        outcome = await _outcome(world, method, params)
    _note(world, name, params, outcome.status, outcome.body, begun)


async def _outcome(world: World, method: Method, params: Params) -> _Outcome:
    try:
        result = method(world, params)
        if isinstance(result, Awaitable):
            result = await result
    except Refusal as refusal:
        return _Outcome(refusal.code, refusal.body())
    return _Outcome(200, {"ok": True, "result": result})


def _note(world: World, name: str, params: Params, status: int, answer: object, begun: float) -> None:
    world.calls.note(name, params.shown(), status, answer, (time.perf_counter() - begun) * 1000)


async def fetch(request: web.Request) -> web.StreamResponse:
    """A file that getFile told of."""
    world = request.app[WORLD]
    try:
        _check_token(request, world)
    except Refusal as refusal:
        return web.json_response(refusal.body(), status=refusal.code)
    for file in world.files.values():
        if file.path == request.match_info["path"]:
            return web.Response(body=file.upload.content, content_type="application/octet-stream")
    return web.json_response(Refusal(404, "Not Found").body(), status=404)


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
