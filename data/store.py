"""The store: one SQLite file, one writer, several readers.

Reads use `store.reader`; writes use `async with store.write() as db:`, which locks, begins, and commits or
rolls back as a whole. On one shared connection another task's commit would commit half-done work.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import aiosqlite

from data import migrations
from data.errors import StoreError

Connection = aiosqlite.Connection
Busy = sqlite3.OperationalError

READERS = 2
BUSY_MS = 10_000  # another program may hold the file for seconds (a shell, a backup): wait, do not fail


class Store:
    """An open store. Make one by `Store.open`."""

    def __init__(self, path: Path, writer: Connection, readers: list[Connection]) -> None:
        self.path = path
        self._writer = writer
        self._readers = readers
        self._turns = cycle(readers)
        self._lock = asyncio.Lock()
        self._lasting = True

    @classmethod
    async def open(cls, path: Path, *, readers: int = READERS) -> Store:
        """Open the file, making it and its folder where missing, and bring it up to date.

        Raises StoreError, with what to do, for a file that is no database of ours or cannot be opened.
        """
        opened: list[Connection] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            opened.append(await _connect(path))
            await migrations.apply(opened[0])
            for _ in range(readers):
                reader = await _connect(path)
                opened.append(reader)
                await reader.execute("pragma query_only = on")
        except (OSError, sqlite3.Error) as error:
            for connection in opened:
                await connection.close()
            raise StoreError(
                f"cannot open the store {path}: {error}; name another file in PAPERGRAM_DB"
            ) from error
        except StoreError:
            for connection in opened:
                await connection.close()
            raise
        return cls(path, opened[0], opened[1:])

    @property
    def reader(self) -> Connection:
        """A connection that reads; each call gives the next, so that one long question blocks no other."""
        return next(self._turns)

    @asynccontextmanager
    async def write(self, *, lasting: bool = True) -> AsyncIterator[Connection]:
        """The writing connection within one transaction: all of it lands, or nothing.

        What landed survives a kill; where it is `lasting`, a power cut too, which costs a wait for the disk.
        """
        async with self._lock:
            try:
                await self._sync(lasting=lasting)
                await self._writer.execute("begin immediate")
                yield self._writer
                await self._writer.execute("commit")
            except BaseException:
                await (
                    self._writer.rollback()
                )  # no-op outside a transaction: also right after a cancelled begin
                raise

    async def _sync(self, *, lasting: bool) -> None:
        if lasting != self._lasting:
            await self._writer.execute(f"pragma synchronous = {'full' if lasting else 'normal'}")
            self._lasting = lasting

    async def backup(self, target: Path) -> None:
        """Write a whole copy as one file, also of what still sits in the write-ahead log.

        It is written under a temporary name first, so that `target` is either absent or complete.
        """
        half = target.with_name(target.name + ".part")
        half.unlink(missing_ok=True)
        async with aiosqlite.connect(half) as copy:
            await self.reader.backup(copy)
            await copy.execute("pragma journal_mode = delete")
            async with copy.execute("pragma integrity_check") as rows:
                verdict = await rows.fetchone()
        if verdict is None or verdict[0] != "ok":
            half.unlink(missing_ok=True)
            raise StoreError(f"the copy of {self.path} is damaged: nothing was written to {target}")
        half.replace(target)

    async def close(self) -> None:
        """Close every connection; the file is complete without its log afterwards."""
        for connection in (*self._readers, self._writer):
            await connection.close()


async def _connect(path: Path) -> Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
    try:
        for pragma in (
            "pragma journal_mode = wal",
            "pragma synchronous = full",
            "pragma foreign_keys = on",
            "pragma temp_store = memory",
            "pragma mmap_size = 268435456",
        ):
            await connection.execute(pragma)
    except BaseException:
        await connection.close()
        raise
    return connection
