"""The barest aiohttp server that still does a call's work on the wire: form in, JSON out, nothing kept.

Run as a script: it reads the answer's JSON from its input and prints its address.
"""

import asyncio
import json
import sys

from aiohttp import web


async def serve(answer: object) -> None:
    """Parse each call's form and answer with a JSON of the size that the playground answers with."""

    async def call(request: web.Request) -> web.Response:
        form = await request.post()
        return web.json_response(answer, status=200 if form["text"] else 400)

    app = web.Application()
    app.router.add_post("/bot{token}/{method}", call)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sys.stdout.write(f"http://127.0.0.1:{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(json.loads(sys.stdin.readline())))
