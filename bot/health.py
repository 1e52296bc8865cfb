"""`/healthz`: does it live? 200 while the store answers and the schedule ticks, else 503."""

from __future__ import annotations

import asyncio

from aiohttp import web

from bot.pulse import Pulse
from data import papers
from data.store import Store

HOST = "127.0.0.1"
PATIENCE = 180.0  # seconds without a tick: three of them were missed
STORE_PATIENCE = 5.0


async def serve(store: Store, pulse: Pulse, port: int) -> web.AppRunner:
    """Answer on loopback until the runner is cleaned up. Raises OSError for a port that is taken."""

    async def healthz(_: web.Request) -> web.Response:
        good = await _answers(store)
        alive = good and pulse.age < PATIENCE
        body = {"ok": alive, "store": good, "last_tick_seconds": round(pulse.age, 1)}
        return web.json_response(body, status=200 if alive else 503)

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, HOST, port).start()
    return runner


async def _answers(store: Store) -> bool:
    try:
        await asyncio.wait_for(papers.fact(store.reader, "catalogue"), STORE_PATIENCE)
    except Exception:  # noqa: BLE001  # whatever it is, the answer is no
        return False
    return True
