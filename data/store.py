"""The store: one SQLite file, one writer, several readers.

Reads use `store.reader`; writes use `async with store.write() as db:`, which locks, begins, and commits or
rolls back as a whole. On one shared connection another task's commit would commit half-done work.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle
from pathlib import Path

import aiosqlite

from data import migrations
from data.errors import StoreError

Connection = aiosqlite.Connection
Busy = sqlite3.OperationalError  # SQLite says it of a store in use, and of our own mistakes: see `passes`

_STEP_MS = 50
_CACHE_KB = 16_000  # by connection
# What to do, by the start of SQLite's own names (https://www.sqlite.org/rescode.html).
_ADVICE = {
    "SQLITE_READONLY": "let this user write the file and its folder",
    "SQLITE_BUSY": "another program is writing: try again",
    "SQLITE_CORRUPT": "restore a backup",
    "SQLITE_FULL": "make room on the disk",
}

_OUTSIDE = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
)

READERS = 2
BUSY_MS = 10_000  # another program may hold the file for seconds (a shell, a backup): wait, do not fail


def passes(error: Busy) -> bool:
    """Whether the trouble lies outside (in use, disk full, no right to write): no fault of the program."""
    return error.sqlite_errorname.startswith(_OUTSIDE)


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
            advice = _advice(error) or "name another file in PAPERGRAM_DB"
            raise StoreError(f"cannot open the store {path}: {error}; {advice}") from error
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
                # No-op outside a transaction: also right after a cancelled begin.
                await self._writer.rollback()
                raise

    async def _sync(self, *, lasting: bool) -> None:
        if lasting != self._lasting:
            await self._writer.execute(f"pragma synchronous = {'full' if lasting else 'normal'}")
            self._lasting = lasting

    async def backup(self, target: Path) -> None:
        """Write a whole copy as one file, also of what still sits in the write-ahead log.

        It is written under a temporary name first, so that `target` is either absent or complete. Raises
        StoreError for a damaged store and for a target that cannot be written.
        """
        half = target.with_name(target.name + ".part")
        try:
            _remove(half)
            if await self._copied(half) != "ok":
                raise StoreError(f"the copy of {self.path} is damaged: nothing was written to {target}")
            half.replace(target)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"no backup of {self.path} could be written to {target}: {error}") from error
        finally:
            _remove(half)

    async def _copied(self, half: Path) -> str:
        """Copy everything into a file; what SQLite's own check says of it."""
        async with aiosqlite.connect(half) as copy:
            await self.reader.backup(copy)
            await copy.execute("pragma journal_mode = delete")
            async with copy.execute("pragma integrity_check") as rows:
                verdict = await rows.fetchone()
        return str(verdict[0]) if verdict else "no answer"

    async def close(self) -> None:
        """Close every connection; the file is complete without its log afterwards."""
        for connection in (*self._readers, self._writer):
            await connection.close()


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Within it, what SQLite cannot do with an open store is a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        advice = _advice(error) or "`papergram doctor` looks at it"
        raise StoreError(f"the store {path} cannot be used: {error}; {advice}") from error


def _advice(error: Exception) -> str | None:
    name = getattr(error, "sqlite_errorname", "")
    return next((advice for start, advice in _ADVICE.items() if name.startswith(start)), None)


def _remove(half: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        half.with_name(half.name + ending).unlink(missing_ok=True)


async def _connect(path: Path) -> Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
    try:
        await _log_ahead(connection)
        for pragma in (
            "pragma synchronous = full",
            "pragma foreign_keys = on",
            "pragma temp_store = memory",
            f"pragma cache_size = -{_CACHE_KB}",  # a mapped file is no faster, and counts as our memory
        ):
            await connection.execute(pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _log_ahead(connection: Connection) -> None:
    """Turn the write-ahead log on. SQLite does not wait here while another process makes the file: we do."""
    for again in range(BUSY_MS // _STEP_MS, -1, -1):
        try:
            await connection.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if not again or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            await asyncio.sleep(_STEP_MS / 1000)
        else:
            return
