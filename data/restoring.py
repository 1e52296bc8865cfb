"""A backup put in the store's place, and the store's own health."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from data.errors import StoreError
from data.store import Connection, Store


async def trouble(db: Connection) -> str | None:
    """What is broken in the file, or None when it is whole."""
    async with db.execute("pragma quick_check(1)") as rows:
        row = await rows.fetchone()
    verdict = str(row[0]) if row else "no answer"
    return None if verdict == "ok" else verdict.replace("\n", " ")


async def restore(path: Path, backup: Path) -> Path | None:
    """Put a backup in the place of the store at `path`; where the old one is kept, None when there was none.

    The backup is checked, and brought up to date, as a copy: it stays as it is. Raises StoreError for one
    that is damaged or none of ours, and while another process has the store open.
    """
    copy = path.with_name(path.name + ".restored")
    try:
        _copy(path, backup, copy)
        await _check(copy)
        return _exchange(path, copy)
    except OSError as error:
        raise StoreError(f"cannot write beside {path}: {error.strerror}") from error
    finally:
        _without_log(copy)
        copy.unlink(missing_ok=True)


def _copy(path: Path, backup: Path, copy: Path) -> None:
    if not backup.is_file():
        raise StoreError(f"there is no backup {backup}")
    if path.exists() and path.samefile(backup):
        raise StoreError("the backup is the store itself: name another file")
    path.parent.mkdir(parents=True, exist_ok=True)
    _without_log(copy)
    shutil.copyfile(backup, copy)


async def _check(copy: Path) -> None:
    try:
        store = await Store.open(copy, readers=1)
    except StoreError as error:
        raise StoreError("the backup is no store of ours, or damaged") from error
    try:
        found = await trouble(store.reader)
    except sqlite3.DatabaseError as error:
        found = str(error)
    finally:
        await store.close()
    if found:
        raise StoreError(f"the backup is damaged: {found}")


def _exchange(path: Path, copy: Path) -> Path | None:
    """Put the copy in the store's place, the old one aside."""
    kept = None
    if path.exists():
        _prove_unused(path)
        kept = path.with_name(path.name + ".before-restore")
        path.replace(kept)
    _without_log(path)  # a log left by the old file would be read into the new one
    copy.replace(path)
    return kept


def _prove_unused(path: Path) -> None:
    """SQLite leaves write-ahead mode only while no other connection is open: that is the proof.

    It also folds the log into the file.
    """
    with closing(sqlite3.connect(path, timeout=1)) as db:
        try:
            mode = db.execute("pragma journal_mode = delete").fetchone()[0]
        except sqlite3.OperationalError as error:
            raise StoreError(f"the store {path} is in use: stop the bot first") from error
        except sqlite3.DatabaseError:
            return  # too damaged to be anybody's: a reason to restore
    if mode != "delete":
        raise StoreError(f"the store {path} is in use: stop the bot first")


def _without_log(path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
