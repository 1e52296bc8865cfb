"""The program: one aiohttp application of Bot API, control side and page, and how to serve it.

`build` makes the application of a world; `serving` runs it inside another program's event loop.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web

from playground import assets, control, server, webhook
from playground.guard import check_host, check_token, local_only
from playground.rules import UPLOAD
from playground.world import World


def build(world: World) -> web.Application:
    """The application that serves this world. Raises ValueError for a token that looks real."""
    check_token(world.token)
    app = web.Application(middlewares=[local_only], client_max_size=UPLOAD + 10 * 1024 * 1024)
    app[server.WORLD] = world
    world.performer = partial(server.perform, world)
    app.on_cleanup.append(_stop_webhook)
    server.add_routes(app)
    control.add_routes(app)
    assets.add_routes(app)
    app.router.add_get("/favicon.ico", _no_icon)
    return app


async def _stop_webhook(app: web.Application) -> None:
    webhook.stop(app[server.WORLD])


async def _no_icon(request: web.Request) -> web.StreamResponse:
    return web.Response(status=204)


@asynccontextmanager
async def serving(world: World, port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[str]:
    """Serve a world until the block ends; the address comes out. Port 0 takes a free one."""
    # a poll whose client went away must end, or the next one would find it and be told of a conflict
    runner = web.AppRunner(build(world), access_log=None, shutdown_timeout=0.2, handler_cancellation=True)
    await runner.setup()
    try:
        site = web.TCPSite(runner, check_host(host), port)
        await site.start()
        _, taken = runner.addresses[0][:2]
        yield f"http://{host}:{taken}"
    finally:
        await runner.cleanup()
