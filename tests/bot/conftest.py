"""The bot's process in ours: the real application over real HTTP, against a playground."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app, config
from playground.app import serving
from playground.room import furnish
from playground.world import World
from tests.bot.desk import TOKEN, Desk


@pytest.fixture
def world() -> World:
    """A furnished playground with a clock that stands still, and without flood limits."""
    made = furnish(TOKEN)
    made.flood.on = False
    made.clock.fix()
    return made


@pytest.fixture
async def desk(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """A bot with the shipped papers and no chats, ready to tick."""
    monkeypatch.chdir(tmp_path)
    async with serving(world) as address:
        made = app.build(
            config.load(token=TOKEN, api_url=address, clock_url=address, db=tmp_path / "papers.db")
        )
        async with made:
            assert made.post_init is not None
            assert made.post_shutdown is not None
            await made.post_init(made)
            yield Desk(made, world)
            await made.post_shutdown(made)
