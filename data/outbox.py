"""What is to be said later: rows that delivery empties, so that they outlive a restart.

Kinds: `send` (body `{"text", "thread"?, "silent"?}`, text as Telegram HTML) and `delete` (body
`{"message": id}`). A post that must not double is taken out before it is made, see `take`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from data import ask
from data.store import Connection


@dataclass(frozen=True, slots=True)
class Item:
    """One row: what to do (`kind` with its `body`) in which chat, not before `due`."""

    id: int
    kind: str
    chat: int
    body: dict[str, object]
    due: datetime


async def put(db: Connection, kind: str, chat: int, body: Mapping[str, object], due: datetime) -> int:
    """Add a row; its id is returned."""
    cursor = await db.execute(
        "insert into outbox (kind, chat, body, due) values (:kind, :chat, :body, :due)",
        {
            "kind": kind, "chat": chat, "body": json.dumps(dict(body), ensure_ascii=False),
            "due": int(due.timestamp()),
        },
    )  # fmt: skip
    assert cursor.lastrowid is not None
    return cursor.lastrowid


async def due(db: Connection, now: datetime, limit: int = 100) -> list[Item]:
    """What may be done by now, longest waiting first."""
    query = """select id, kind, chat, body, due from outbox
        where due <= :now order by due, id limit :limit"""
    rows = await ask.every(db, query, {"now": int(now.timestamp()), "limit": limit})
    return [
        Item(row[0], row[1], row[2], json.loads(row[3]), datetime.fromtimestamp(row[4], UTC)) for row in rows
    ]


async def take(db: Connection, item: int) -> bool:
    """Take a row out; False when it is gone already. Whoever got True does what it says, at most once."""
    cursor = await db.execute("delete from outbox where id = :id", {"id": item})
    return cursor.rowcount > 0


async def done(db: Connection, item: int) -> None:
    """The row was dealt with."""
    await db.execute("delete from outbox where id = :id", {"id": item})


async def count(db: Connection) -> int:
    """How many rows wait."""
    return await ask.number(db, "select count(*) from outbox") or 0
