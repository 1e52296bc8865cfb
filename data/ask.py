"""Questions in one hop: each call to aiosqlite crosses to its thread and back, a cursor takes three."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from data.store import Connection

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Plain = sqlite3.Connection
Row = tuple[Any, ...]  # what SQLite holds has no static type
Values = Mapping[str, object]


async def every(db: Connection, query: str, values: Values | None = None) -> list[Row]:
    """All rows of an answer."""
    return [tuple(row) for row in await db.execute_fetchall(query, values or {})]


async def first(db: Connection, query: str, values: Values | None = None) -> Row | None:
    """The first row of an answer, or None."""
    rows = await every(db, query, values)
    return rows[0] if rows else None


async def number(db: Connection, query: str, values: Values | None = None) -> int | None:
    """The number that an answer consists of, or None where there is none."""
    row = await first(db, query, values)
    return None if row is None or row[0] is None else int(row[0])


async def whole(
    db: Connection,
    question: Callable[Concatenate[Plain, Given], Answer],
    *given: Given.args,
    **named: Given.kwargs,
) -> Answer:
    """A question of many parts in one hop: it runs in the connection's thread, on the plain connection."""
    # aiosqlite does all of its own calls so, and offers no public way to do two of them at once
    answer: Answer = await db._execute(question, db._conn, *given, **named)  # type: ignore[no-untyped-call]
    return answer
