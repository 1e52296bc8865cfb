"""Run the playground alone: `python -m playground --port 8081 --token 1:test`."""

import argparse
import asyncio
import errno
import gc
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from playground.app import serving
from playground.guard import check_host, check_token
from playground.room import LANGUAGES, TOKEN, empty, furnish
from playground.world import World

_LAST_PORT = 65535


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; 0 when it was, 1 when the port cannot be used, 2 for wrong options."""
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
        sys.stderr.write(f"{_unusable(options.port, error)}\n")
        return 1
    return 0


def _unusable(port: int, error: OSError) -> str:
    """What is wrong with a port, and what to do."""
    reason = error.strerror or str(error)
    if error.errno == errno.EADDRINUSE:
        reason = "another program listens on it, perhaps another playground. End that one, or"
        return f"Port {port} cannot be used: {reason} choose another port with --port (0: any free one)."
    return f"Port {port} cannot be used: {reason}. Choose another port with --port (0: any free one)."


def _port(given: str) -> int:
    port = int(given)
    if not 0 <= port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_LAST_PORT}, not {given}")
    return port


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m playground",
        description="Telegram on your desk: a strict local Bot API server with people, chats and a page to "
        "chat on. Point your bot at its address instead of https://api.telegram.org.",
        epilog="Example: python -m playground --port 8081 --token 123:abc, then open http://127.0.0.1:8081/",
    )
    add = parser.add_argument
    add(
        "--port",
        type=_port,
        default=8081,
        help="the port to listen on (default %(default)s; 0: any free one)",
    )
    add("--host", default="127.0.0.1", help="127.0.0.1 or localhost: no other machine can reach it")
    add(
        "--token",
        default=TOKEN,
        help="the bot's token, invented: a number, a colon, letters (default %(default)s)",
    )
    add(
        "--bot-name",
        default="Playground bot",
        metavar="NAME",
        help="the bot's first name (default: %(default)s)",
    )
    add(
        "--bot-username", default="playground_bot", metavar="NAME", help="its username (default: %(default)s)"
    )
    add("--lang", choices=LANGUAGES, default="en", help="language of the people and of chat titles")
    add("--zone", help="IANA zone in which the page shows the time (default: the browser's)")
    add("--no-flood", action="store_true", help="switch Telegram's flood limits off")
    add("--no-inline", action="store_true", help="a bot without inline mode, as BotFather makes it at first")
    add("--empty", action="store_true", help="start with no people and no chats")
    return parser


def _world(options: argparse.Namespace) -> World:
    username = str(options.bot_username).lstrip("@")
    if options.empty:
        world = empty(options.token, options.bot_name, username)
    else:
        world = furnish(options.token, options.bot_name, username, options.lang)
    world.flood.on = not options.no_flood
    world.clock.zone = options.zone
    world.bot.inline = not options.no_inline
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
    gc.freeze()  # messages stay for good: looking through them for garbage again and again finds none
    gc.set_threshold(10_000, 20, 50)
    sys.exit(main())
