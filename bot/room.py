"""`papergram try`: the bot and a playground, side by side on this machine, with a page to talk to both.

The playground is a process of its own, as Telegram is; this module is the only one that knows of it.
"""

from __future__ import annotations

import asyncio
import locale
import os
import signal
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot import config as settings
from bot import logs, running
from bot.config import Config
from data import tidying
from data.errors import Unreachable
from data.store import Store

TOKEN = "1:try"  # noqa: S105  # invented, and known to the playground that we start
USUAL_PORT = 8081
PATIENCE = 5.0  # seconds for the playground to end
# It ends by itself when its stdin does: whoever kills us leaves no playground on the port.
_CHILD = """
import os, sys, threading
threading.Thread(target=lambda: (os.read(0, 1), os._exit(0)), daemon=True).start()
from playground.__main__ import main
sys.exit(main())
"""


@dataclass
class _Playground:
    process: subprocess.Popen[str]
    address: str
    ending: bool = False


def run(port: int, *, browser: bool) -> None:
    """Start both, print the page's address, and end both on Ctrl-C. Raises PapergramError."""
    asked = settings.load(token=None, token_file=None, api_url=None, clock_url=None, webhook_url=None)
    store = asked.db if asked.db != settings.default_store() else asked.db.with_name(_store(port))
    logs.set_up(asked.log_level, asked.log_format)
    with _playground(port, asked) as room:
        asyncio.run(_forget(asked.model_copy(update={"db": store})))
        config = settings.load(
            token=TOKEN, token_file=None, api_url=room.address, clock_url=room.address, webhook_url=None,
            db=store,
        )  # fmt: skip
        _announce(room.address, browser=browser)
        running.run(config)


async def _forget(config: Config) -> None:
    """Yesterday's chats are not known to today's playground."""
    store = await Store.open(config.db)
    try:
        async with store.write() as db:
            await tidying.forget_chats(db)
    finally:
        await store.close()


@contextmanager
def _playground(port: int, config: Config) -> Iterator[_Playground]:
    """A playground on this port, ended with the block. Raises Unreachable when it does not start."""
    process = subprocess.Popen(  # noqa: S603  # our own program, nothing of a person's in it
        [sys.executable, "-c", _CHILD, "--port", str(port), "--token", TOKEN, "--bot-name", "Papergram",
         "--bot-username", "papergram_bot", "--lang", _language(config), "--no-flood", "--no-inline",
         *_zone(config)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,  # Ctrl-C is for us: the bot says goodbye before its Telegram goes
    )  # fmt: skip
    room = _Playground(process, f"http://127.0.0.1:{port}")
    try:
        _await(process, port)
        threading.Thread(target=_watch, args=(room,), daemon=True).start()
        yield room
    finally:
        room.ending = True
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _await(process: subprocess.Popen[str], port: int) -> None:
    """Wait for the line that it prints once it listens; it ends by itself where it cannot."""
    assert process.stdout is not None
    assert process.stderr is not None
    if process.stdout.readline():
        return
    said = process.stderr.read().strip().splitlines()
    reason = said[-1] if said else "it ended at once"
    raise Unreachable(f"the playground did not start on port {port}: {reason}")


def _watch(room: _Playground) -> None:
    """Pass on what it complains about; without it the bot has nothing to talk to, and ends too."""
    assert room.process.stderr is not None
    for line in room.process.stderr:
        sys.stderr.write(line)
    room.process.wait()
    if not room.ending:
        sys.stderr.write("the playground has ended, and the bot ends with it\n")
        os.kill(os.getpid(), signal.SIGTERM)


def _language(config: Config) -> str:
    """What the room's people speak: the language that is set, else this machine's."""
    if config.language:
        return config.language
    return "zh" if (locale.getlocale()[0] or "").casefold().startswith(("zh", "chinese")) else "en"


def _store(port: int) -> str:
    """One store for each room, so that two at once do not forget each other's chats."""
    return "try.db" if port == USUAL_PORT else f"try-{port}.db"


def _zone(config: Config) -> list[str]:
    """The page's clock shows the zone in which new chats get their paper; a browser knows only names."""
    fixed = config.timezone.startswith(("UTC+", "UTC-"))
    return [] if fixed else ["--zone", config.timezone]


def _announce(address: str, *, browser: bool) -> None:
    line = f"  Open {address}/ and type /search diffusion. Ctrl-C ends it.  "
    rule = "─" * len(line)
    sys.stdout.write(f"\n┌{rule}┐\n│{line}│\n└{rule}┘\n\n")
    sys.stdout.flush()
    if browser:
        threading.Thread(target=_browse, args=(address,), daemon=True).start()


def _browse(address: str) -> None:
    """Open the page where there is a window to open it in: a text browser would take the terminal."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if type(found) is not webbrowser.GenericBrowser:
        found.open(f"{address}/")
