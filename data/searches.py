"""Remembered searches: what stands behind page buttons, also after a restart. Pruned after seven days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from data import ask
from data.models import Asked
from data.store import Connection

KEPT = timedelta(days=7)


async def remember(
    db: Connection, text: str, *, asker: int | None, chat: int, now: datetime, kind: str = "search"
) -> Asked:
    """Keep a search with its asker (None: anyone may turn its pages) and give it an id."""
    cursor = await db.execute(
        """insert into searches (kind, text, asker, chat, asked_at)
        values (:kind, :text, :asker, :chat, :now)""",
        {"kind": kind, "text": text, "asker": asker, "chat": chat, "now": int(now.timestamp())},
    )
    assert cursor.lastrowid is not None
    return Asked(id=cursor.lastrowid, text=text, asker=asker, chat=chat, kind=kind, asked_at=now)


async def recall(db: Connection, search: int, chat: int) -> Asked | None:
    """The search behind a button of this chat, or None when it was pruned or belongs to another chat."""
    asked = await by_id(db, search)
    return asked if asked and asked.chat == chat else None


async def by_id(db: Connection, search: int) -> Asked | None:
    """A remembered search wherever it was asked, or None when it was pruned."""
    query = "select id, text, asker, chat, kind, asked_at from searches where id = :id"
    row = await ask.first(db, query, {"id": search})
    if row is None:
        return None
    return Asked(
        id=row[0], text=row[1], asker=row[2], chat=row[3], kind=row[4],
        asked_at=datetime.fromtimestamp(row[5], UTC),
    )  # fmt: skip


async def forget(db: Connection, asker: int) -> None:
    """Delete what a person asked, wherever that was."""
    await db.execute("delete from searches where asker = :asker", {"asker": asker})


async def prune(db: Connection, now: datetime) -> int:
    """Delete searches older than seven days; how many went."""
    cursor = await db.execute(
        "delete from searches where asked_at < :before", {"before": int((now - KEPT).timestamp())}
    )
    return cursor.rowcount
