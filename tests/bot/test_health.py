"""`/healthz`: 200 while it lives."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator

import httpx
import pytest

from bot import health
from bot.pulse import Pulse
from data.store import Store


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
async def pulse(store: Store) -> AsyncIterator[tuple[Pulse, str]]:
    """A pulse, and the address that tells of it."""
    beat, port = Pulse(), free_port()
    runner = await health.serve(store, beat, port)
    yield beat, f"http://127.0.0.1:{port}/healthz"
    await runner.cleanup()


async def asked(address: str) -> httpx.Response:
    """One look at it."""
    async with httpx.AsyncClient(trust_env=False) as http:
        return await http.get(address)


async def test_a_living_bot_answers_200(pulse: tuple[Pulse, str]) -> None:
    """The store answers and the schedule ticks."""
    answer = await asked(pulse[1])
    assert (answer.status_code, answer.json()["ok"]) == (200, True)


async def test_a_schedule_that_stands_still_answers_503(pulse: tuple[Pulse, str]) -> None:
    """After three minutes without a beat."""
    beat, address = pulse
    beat.beaten_at -= health.PATIENCE + 1
    assert (await asked(address)).status_code == 503


async def test_a_closed_store_answers_503(pulse: tuple[Pulse, str], store: Store) -> None:
    """Nothing can be served from it."""
    await store.close()
    assert (await asked(pulse[1])).status_code == 503
