"""The whole bot as its own process, talking to a playground over HTTP, as it talks to Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from talk import Bot, Room, Telegram

from playground.client import Playground


@pytest.fixture(scope="module")
def telegram(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telegram]:
    """An empty playground without flood limits, one for each file of tests."""
    with Telegram.started(tmp_path_factory.mktemp("telegram")) as running:
        yield running


@pytest.fixture(scope="module")
def bot(telegram: Telegram, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A running bot with the shipped catalogue. Its log must hold no traceback at the end."""
    with Bot.started(telegram, tmp_path_factory.mktemp("bot") / "papers.db") as running:
        yield running
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture
async def playground(telegram: Telegram, bot: Bot) -> AsyncIterator[Playground]:
    """The control side of the playground; privacy mode on and the wall's clock at the start of each test."""
    async with Playground(telegram.address) as control:
        await control.privacy(on=True)
        await control.clear_faults()
        yield control


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Both languages of the bot, by the language of the person who adds it."""
    return str(request.param)


@pytest.fixture
async def room(playground: Playground) -> Room:
    """A new English-speaking group: Ann its owner, Bo a member, the bot just added by Ann."""
    return await Room.made(playground, "en")


@pytest.fixture
async def either(playground: Playground, language: str) -> Room:
    """The same in Chinese and in English."""
    return await Room.made(playground, language)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for a bot of a test's own."""
    return tmp_path
