"""The store: transactions, several writers, upgrades, copies."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from data import migrations, papers
from data.errors import StoreError
from data.store import Store, refusals


async def test_a_failed_write_leaves_nothing(store: Store) -> None:
    """All of a transaction lands, or nothing."""

    async def fail() -> None:
        async with store.write() as db:
            await papers.state(db, "half", "done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await papers.fact(store.reader, "half") is None


async def test_writes_wait_for_each_other(store: Store) -> None:
    """Twenty tasks that write at once all land, none inside another's transaction."""

    async def note(number: int) -> None:
        async with store.write() as db:
            await papers.state(db, f"n{number}", str(number))
            await asyncio.sleep(0)

    await asyncio.gather(*(note(number) for number in range(20)))
    assert [await papers.fact(store.reader, f"n{n}") for n in range(20)] == [str(n) for n in range(20)]


async def test_a_cancelled_write_frees_the_store(store: Store) -> None:
    """A task that is cancelled in the middle of its write blocks no later one."""
    entered = asyncio.Event()

    async def hang() -> None:
        async with store.write() as db:
            await papers.state(db, "hung", "yes")
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with store.write() as db:
        await papers.state(db, "next", "yes")
    assert await papers.fact(store.reader, "hung") is None
    assert await papers.fact(store.reader, "next") == "yes"


async def test_another_program_may_hold_the_file_for_a_while(store: Store) -> None:
    """A shell that sits in a transaction delays a write; it does not make it fail."""
    other = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    asyncio.get_running_loop().call_later(0.3, other.execute, "commit")
    async with store.write() as db:
        await papers.state(db, "patient", "yes")
    other.close()
    assert await papers.fact(store.reader, "patient") == "yes"


async def test_readers_cannot_write(store: Store) -> None:
    """A question that writes is a mistake of ours, and is refused."""
    with pytest.raises(sqlite3.OperationalError):
        await papers.state(store.reader, "sneaky", "yes")


async def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    """Migrations run once, also where two processes open the file."""
    first = await Store.open(tmp_path / "papers.db")
    second = await Store.open(tmp_path / "papers.db")
    async with second.reader.execute("select count(*) from migrations") as rows:
        row = await rows.fetchone()
    assert row is not None
    assert row[0] == len(migrations.STEPS)
    await first.close()
    await second.close()


async def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    """A strange database is left alone, with a sentence that says what to do."""
    path = tmp_path / "music.db"
    other = sqlite3.connect(path)
    other.execute("create table songs (name text)")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match="PAPERGRAM_DB"):
        await Store.open(path)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A text file is no store; the sentence names it."""
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be looked at as one" * 40)
    with pytest.raises(StoreError, match=r"notes\.txt"):
        await Store.open(path)


async def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    """A store that a newer program has grown is not touched by an older one."""
    opened = await Store.open(tmp_path / "papers.db")
    async with opened.write() as db:
        await db.execute("insert into migrations values ('m999_future', 'now')")
    await opened.close()
    with pytest.raises(StoreError, match="newer"):
        await Store.open(tmp_path / "papers.db")


async def test_a_backup_holds_what_is_still_in_the_log(store: Store, tmp_path: Path) -> None:
    """Fifty commits that are not yet checkpointed are all in the copy, which is one sound file."""
    for number in range(50):
        async with store.write() as db:
            await papers.state(db, f"n{number}", str(number))
    copy = tmp_path / "copy.db"
    await store.backup(copy)
    plain = sqlite3.connect(copy)
    assert plain.execute("select count(*) from facts").fetchone() == (50,)
    assert plain.execute("pragma integrity_check").fetchone() == ("ok",)
    plain.close()
    assert not copy.with_name("copy.db-wal").exists()


async def test_a_store_in_use_opens_at_once(store: Store) -> None:
    """Another process holds the write lock for long: one that only reads is not kept waiting."""
    async with store.write() as db:
        await papers.state(db, "long", "write")
        second = await asyncio.wait_for(Store.open(store.path), timeout=5)
        assert await papers.fact(second.reader, "long") is None
        await second.close()


async def test_two_that_make_the_store_at_once_both_do(tmp_path: Path) -> None:
    """Each step is taken once, by whoever comes first."""
    both = await asyncio.gather(*(Store.open(tmp_path / "papers.db") for _ in range(2)))
    for opened in both:
        async with opened.reader.execute("select count(*) from migrations") as rows:
            assert tuple(await rows.fetchone() or ()) == (len(migrations.STEPS),)
        await opened.close()


async def test_a_damaged_store_gives_no_backup(store: Store, tmp_path: Path) -> None:
    """The sentence says so; neither a half copy nor a whole one is left."""
    for number in range(300):
        async with store.write(lasting=False) as db:
            await papers.state(db, f"n{number}", "x" * 500)
    await store.close()
    with store.path.open("r+b") as file:
        file.seek(-4096 * 20, os.SEEK_END)
        file.write(b"\xa5" * 4096 * 20)
    damaged = await Store.open(store.path)
    with pytest.raises(StoreError, match="copy\\.db"):
        await damaged.backup(tmp_path / "copy.db")
    await damaged.close()
    assert list(await asyncio.to_thread(tmp_path.glob, "copy*")) == []


def test_what_sqlite_refuses_is_told_with_advice(tmp_path: Path) -> None:
    """A store that may only be read: the sentence names the file and what to do."""
    path = tmp_path / "papers.db"
    sqlite3.connect(path).close()
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(StoreError, match=r"papers\.db.*let this user write"), refusals(path):
        db.execute("create table a (b)")
    db.close()
