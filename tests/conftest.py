"""What tests of all rooms share: a real store in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.store import Store

NOON = datetime(2026, 12, 1, 4, 0, tzinfo=UTC)  # noon in Shanghai


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store, up to date."""
    opened = await Store.open(tmp_path / "papers.db")
    yield opened
    await opened.close()


@pytest.fixture
def noon() -> datetime:
    """A fixed instant to live by."""
    return NOON
