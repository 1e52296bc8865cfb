"""One Chromium for the chat page's tests, and a fresh room for each of them."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from typing import TypeVar

import httpx
import pytest
from playwright.sync_api import sync_playwright

from playground.app import serving
from playground.room import furnish
from tests.playground.page.window import CHROMIUM, TOKEN, Room, Windows

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
Result = TypeVar("Result")


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Coroutine[object, object, Result]], Result]]:
    """Runs a coroutine in a thread of its own: the server lives there beside the browser's client."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def windows() -> Iterator[Windows]:
    """One Chromium for a file of tests: while its driver runs, no other loop can run in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield Windows(browser)
        browser.close()


@pytest.fixture
def room(run: Callable[[Coroutine[object, object, str]], str], windows: Windows) -> Iterator[Room]:
    """A fresh room for each test; at its end the browsers' consoles must have stayed clean."""
    stack = AsyncExitStack()

    async def close() -> str:
        await stack.aclose()
        return ""

    world = furnish(TOKEN)
    address = run(stack.enter_async_context(serving(world)))
    with httpx.Client(base_url=address, trust_env=False) as http:
        yield Room(http, windows, world)
    complaints = windows.leave()
    run(close())
    assert complaints == []
