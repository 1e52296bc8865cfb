"""What is forgotten, and what must not be."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from data import imports, papers, places, searches, tidying
from data.errors import StoreError
from data.models import Place
from data.store import Store


async def test_a_playground_s_chats_are_forgotten_and_papers_stay(store: Store, noon: datetime) -> None:
    """Each try begins with nobody known, and with its papers."""
    await imports.load_catalogue(store, noon)
    count = await papers.count(store.reader)
    async with store.write() as db:
        await tidying.forget_chats(db)
        await places.meet(db, Place(id=0, chat=-1), noon)
        await searches.remember(db, "x", asker=1, chat=-1, now=noon)
        await tidying.forget_chats(db)
    assert await places.count(store.reader) == (0, 0)
    assert await searches.recall(store.reader, 1, -1) is None
    assert await papers.count(store.reader) == count


async def test_real_chats_are_never_forgotten_by_a_try(store: Store, noon: datetime) -> None:
    """A store that was not made by a try is refused: a community's settings would be lost."""
    async with store.write() as db:
        await places.meet(db, Place(id=0, chat=-1), noon)
    with pytest.raises(StoreError, match="PAPERGRAM_DB"):
        async with store.write() as db:
            await tidying.forget_chats(db)
    assert await places.count(store.reader) == (1, 1)


async def test_searches_go_after_seven_days(store: Store, noon: datetime) -> None:
    """What page buttons need is kept a week."""
    async with store.write() as db:
        await searches.remember(db, "x", asker=1, chat=-1, now=noon)
        await tidying.by_age(db, noon + timedelta(days=7))
        assert await searches.recall(db, 1, -1) is not None
        await tidying.by_age(db, noon + timedelta(days=7, seconds=1))
        assert await searches.recall(db, 1, -1) is None
