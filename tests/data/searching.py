"""What tests of the search share: papers stored, a query asked, titles read."""

from __future__ import annotations

from datetime import UTC, datetime

from data import index, papers
from data.models import Found, Record
from data.query import parse
from data.store import Connection, Store

NOW = datetime(2026, 12, 1, 4, 0, tzinfo=UTC)


async def filled(store: Store, *records: Record) -> Connection:
    """The store's reader, once these papers are in."""
    async with store.write() as db:
        for record in records:
            await papers.save(db, record, "test", None, NOW)
    return store.reader


async def find(db: Connection, text: str, *, limit: int = 10, offset: int = 0) -> Found:
    """One page of what the text finds."""
    return await index.find(db, parse(text), limit=limit, offset=offset)


def titles(found: Found) -> list[str]:
    """The titles on the page."""
    return [paper.title for paper in found.papers]
