"""How verbs speak: one JSON document or plain sentences on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import TextIOWrapper

from rich.console import Console

from bot import config as settings
from bot import logs
from bot.config import Config
from data.errors import StoreError
from data.store import Store, refusals


def document(value: object) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def say(*lines: str) -> None:
    """Print lines on stdout as they are: no wrapping, no colors, so that they can be piped."""
    for line in lines:
        sys.stdout.write(clean(line) + "\n")
    sys.stdout.flush()


def warn(*lines: str) -> None:
    """Print lines on stderr."""
    for line in lines:
        sys.stderr.write(clean(line) + "\n")


def people() -> Console:
    """Where tables for people go; wide and without colors when it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 200, highlight=False, markup=False)


def clean(line: str) -> str:
    """A line that no terminal takes for a command and every stream can hold."""
    kept = "".join(c if c.isprintable() or c in "\n\t" else "�" for c in line)
    return kept.encode("utf-8", "replace").decode()


def prepared() -> Config:
    """The settings, with quiet logs for a verb that ends by itself and streams that hold any character."""
    config = settings.load()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    level = "debug" if config.log_level == "debug" else "warning"
    logs.set_up(level, config.log_format, settings.secrets_of(config))
    return config


@asynccontextmanager
async def opened(config: Config, *, make: bool = False) -> AsyncIterator[Store]:
    """The store, closed at the end.

    Raises StoreError where there is none yet, unless it may be made, and for what SQLite cannot do with it.
    """
    if not make and not config.db.exists():
        raise StoreError(f"there is no store {config.db} yet: `papergram search` makes one")
    with refusals(config.db):
        store = await Store.open(config.db)
        try:
            yield store
        finally:
            await store.close()
