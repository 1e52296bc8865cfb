"""The two articles over the catalogue: 34 papers stay 34, in either order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from data import imports, papers
from data.models import Counts
from data.store import Store

Text = Callable[[str], str]
ORDERS = [("institute", "digest"), ("digest", "institute")]


async def take(store: Store, name: str, text: str, now: datetime) -> Counts:
    """Import an article as `papergram import` does."""
    reading = imports.read(f"{name}.txt", text.encode())
    return await imports.save(store, reading.records, reading.source, None, now)


@pytest.mark.parametrize("order", ORDERS)
async def test_no_paper_is_added(store: Store, noon: datetime, text: Text, order: tuple[str, str]) -> None:
    """Each entry is known again: the institute's by title and first author, the digest's by its page."""
    await imports.load_catalogue(store, noon)
    first = {name: await take(store, name, text(name), noon) for name in order}
    again = {name: await take(store, name, text(name), noon) for name in order}
    assert {name: (counts.added, counts.updated) for name, counts in first.items()} == {
        "institute": (0, 19),
        "digest": (0, 15),
    }
    assert {name: counts.unchanged for name, counts in again.items()} == {"institute": 19, "digest": 15}
    assert await papers.count(store.reader) == 34


@pytest.mark.parametrize("order", ORDERS)
async def test_the_articles_come_first_and_the_catalogue_fills(
    store: Store, noon: datetime, text: Text, order: tuple[str, str]
) -> None:
    """Loaded after the articles, the catalogue adds its English summaries and takes no text away."""
    for name in order:
        await take(store, name, text(name), noon)
    before = await papers.named(store.reader, "https://icml.cc/virtual/2025/poster/46008")
    await imports.load_catalogue(store, noon)
    after = await papers.named(store.reader, "https://icml.cc/virtual/2025/poster/46008")
    assert before is not None
    assert after is not None
    assert await papers.count(store.reader) == 34
    assert (before.summary_en, before.title_zh, before.row) == (None, after.title_zh, after.row)
    assert after.summary_en
