"""A backup in the store's place: whole, ours, and never under a running bot."""

# ruff: noqa: ASYNC240  # no loop is held up in a test

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from data import imports, papers, restoring
from data.errors import StoreError
from data.store import Store


@pytest.fixture
async def backup(store: Store, noon: datetime, tmp_path: Path) -> Path:
    """A copy of a store with papers in it."""
    await imports.load_catalogue(store, noon)
    await store.backup(tmp_path / "backup.db")
    return tmp_path / "backup.db"


async def test_a_store_that_is_open_elsewhere_is_not_replaced(store: Store, backup: Path) -> None:
    """The bot would go on writing into a file that nobody finds any more."""
    with pytest.raises(StoreError, match="stop the bot"):
        await restoring.restore(store.path, backup)
    assert await papers.count(store.reader) > 0


async def test_a_log_left_behind_does_not_spoil_the_restored_store(backup: Path, tmp_path: Path) -> None:
    """After a crash the old file's log lies beside it: it belongs to the old one."""
    path = tmp_path / "other.db"
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).write_bytes(b"left behind")
    assert await restoring.restore(path, backup) is None
    opened = await Store.open(path)
    assert await restoring.trouble(opened.reader) is None
    await opened.close()


async def test_what_the_old_store_held_only_in_its_log_is_kept_aside(
    backup: Path, tmp_path: Path, noon: datetime
) -> None:
    """The store of before is complete by itself."""
    path = tmp_path / "other.db"
    old = await Store.open(path)
    await imports.load_catalogue(old, noon)
    await old.close()
    kept = await restoring.restore(path, backup)
    assert kept is not None
    again = await Store.open(kept)
    assert await papers.count(again.reader) > 0
    await again.close()


async def test_the_backup_stays_as_it_is(backup: Path, tmp_path: Path) -> None:
    """Restoring twice from one file is possible."""
    before = backup.read_bytes()
    await restoring.restore(tmp_path / "other.db", backup)
    assert backup.read_bytes() == before
    assert not list(tmp_path.glob("*.restored*"))


async def test_another_program_s_database_is_refused(tmp_path: Path, backup: Path) -> None:
    """Its tables are not ours; the store stays absent."""
    other = tmp_path / "foreign.db"
    other.write_bytes(backup.read_bytes().replace(b"migrations", b"migrazions"))
    with pytest.raises(StoreError):
        await restoring.restore(tmp_path / "new.db", other)
    assert not (tmp_path / "new.db").exists()
