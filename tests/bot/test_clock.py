"""The bot's clocks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.clock import PlaygroundClock, WallClock
from data.errors import Unreachable
from tests.bot.desk import Desk


async def test_the_wall_s_time_is_aware() -> None:
    """UTC, so that no zone is ever guessed."""
    assert (await WallClock().now()).tzinfo is UTC


async def test_the_playground_s_hands_are_followed(desk: Desk) -> None:
    """What is set there is what the bot reads."""
    moment = datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    desk.at(moment)
    assert await desk.context.now() == moment


async def test_without_a_playground_there_is_no_time() -> None:
    """Told as what it is, not as an hour that is wrong."""
    clock = PlaygroundClock("http://127.0.0.1:9")
    with pytest.raises(Unreachable):
        await clock.now()
    await clock.close()
