"""A pytest fixture for anybody's bot: a fresh furnished playground for each test.

In a project's top-level conftest: `pytest_plugins = ["playground.fixtures"]`. The fixture `playground` gives
the address, the token, the typed client and the world. It serves from a thread of its own, so it is the same
for synchronous tests, for bots that block, and for asynchronous tests under any plugin and any mode:

    async def test_start(playground):                  # asynchronous: await the client's methods
        said = await playground.room.say(playground.private("ann"), "ann", "/start", wait=5)

    def test_start(playground):                        # synchronous: let `run` await them
        said = playground.run(playground.room.say(playground.private("ann"), "ann", "/start", wait=5))

Another room, token or name: define a fixture `playground_world` of your own that returns a `World`.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

import httpx
import pytest

from playground.app import serving
from playground.client import Playground
from playground.room import furnish
from playground.world import World

TOKEN = "123:abc"  # noqa: S105 - invented
_PATIENCE = 10.0
"""Seconds for the server to start and to end."""
Result = TypeVar("Result")


@dataclass(frozen=True)
class Running:
    """A playground that runs: what a bot is pointed at, and what people do there."""

    address: str
    token: str
    room: Playground
    world: World
    """The state itself, to look at; change it by `room`, for the server runs in another thread."""
    loop: asyncio.AbstractEventLoop

    def run(self, coroutine: Coroutine[object, object, Result], timeout: float = 60) -> Result:
        """Await something in the playground's own loop, from a synchronous test. Raises TimeoutError."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def chat(self, title: str) -> int:
        """The id of the group or channel with this title. Raises LookupError with the titles there are."""
        return _among({one.title: one.id for one in self.world.chats.values() if one.title}, title)

    def private(self, username: str) -> int:
        """The id of a person, which is that of their private chat too. Raises LookupError with all names."""
        return _among({one.username: one.id for one in self.world.people.values() if one.username}, username)


def _among(known: dict[str, int], name: str) -> int:
    if name not in known:
        raise LookupError(f"There is no {name!r}; there are {', '.join(known) or 'none'}.")
    return known[name]


class _Room(Playground):
    """A client for any event loop: it keeps no connection that a loop would own."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=self.address, trust_env=False, verify=False, limits=limits)  # noqa: S501


@contextmanager
def running(world: World) -> Iterator[Running]:
    """Serve a world from a thread on a free port until the block ends."""
    started: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = Thread(target=asyncio.run, args=(_serve(world, started),), name="playground", daemon=True)
    thread.start()
    address, loop, stop = started.result(_PATIENCE)
    try:
        yield Running(address, world.token, _Room(address), world, loop)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(_PATIENCE)


async def _serve(
    world: World, started: "Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]]"
) -> None:
    try:
        async with serving(world) as address:
            stop = asyncio.Event()
            started.set_result((address, asyncio.get_running_loop(), stop))
            await stop.wait()
    except BaseException as error:
        if not started.done():
            started.set_exception(error)
            return
        raise


@pytest.fixture
def playground_world() -> World:
    """The furnished room without flood limits; define a fixture of this name for another one."""
    world = furnish(TOKEN)
    world.flood.on = False
    return world


@pytest.fixture
def playground(playground_world: World) -> Iterator[Running]:
    """A running playground of this test alone."""
    with running(playground_world) as served:
        yield served
