"""Run the playground alone: `python -m playground --port 8081 --token 1:test`."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from playground.app import serving
from playground.guard import check_host, check_token
from playground.room import LANGUAGES, TOKEN, empty, furnish
from playground.world import World


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; 0 when it was, 1 when the port is taken, 2 for wrong options."""
    options = _parser().parse_args(arguments)
    try:
        check_token(options.token)
        check_host(options.host)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    try:
        asyncio.run(_serve(_world(options), options))
    except OSError as error:
        sys.stderr.write(
            f"Port {options.port} cannot be used: {error.strerror or error}. Try another --port.\n"
        )
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m playground", description="Telegram on your desk.")
    parser.add_argument(
        "--port", type=int, default=8081, help="port on 127.0.0.1 (default 8081; 0: any free)"
    )
    parser.add_argument("--host", default="127.0.0.1", help=argparse.SUPPRESS)
    parser.add_argument("--token", default=TOKEN, help="an invented bot token (default %(default)s)")
    parser.add_argument("--bot-name", default="Playground bot", help="the bot's first name")
    parser.add_argument("--bot-username", default="playground_bot", help="the bot's username")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of people and chat titles")
    parser.add_argument("--zone", help="IANA zone in which the page shows the time (default: the browser's)")
    parser.add_argument("--no-flood", action="store_true", help="switch Telegram's flood limits off")
    parser.add_argument("--empty", action="store_true", help="start with no people and no chats")
    return parser


def _world(options: argparse.Namespace) -> World:
    username = str(options.bot_username).lstrip("@")
    if options.empty:
        world = empty(options.token, options.bot_name, username)
    else:
        world = furnish(options.token, options.bot_name, username, options.lang)
    world.flood.on = not options.no_flood
    world.clock.zone = options.zone
    return world


async def _serve(world: World, options: argparse.Namespace) -> None:
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows ends the loop itself
            asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with serving(world, options.port, options.host) as address:
        sys.stdout.write(f"The playground is open at {address}/ (Bot API: {address}/bot<token>/)\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    sys.exit(main())
