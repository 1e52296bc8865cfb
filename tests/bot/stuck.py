"""A store that another program keeps locked, right after a post."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from bot import delivery
from bot.delivery import Outcome
from tests.bot.desk import Desk


class StuckStore:
    """Another program's hold on the store's file; `waits` are the seconds that were waited for it."""

    def __init__(self, path: Path) -> None:
        self._other = sqlite3.connect(path, isolation_level=None)
        self._patch = pytest.MonkeyPatch()
        self.waits: list[float] = []

    async def __aenter__(self) -> StuckStore:
        """Ready to lock."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free again."""
        self._patch.undo()
        self._other.close()

    async def after_a_post(self, desk: Desk, *, tries: int, stop_after: int = 0) -> None:
        """Lock when the next post was tried, for so many tries to write; no second is really waited."""
        async with desk.store.write() as db:
            await db.execute("pragma busy_timeout = 0")
        post = delivery.post

        async def posted(*given: Any) -> Outcome:
            outcome = await post(*given)
            self._other.execute("begin immediate")
            return outcome

        async def idle(seconds: float) -> bool:
            self.waits.append(seconds)
            if len(self.waits) == stop_after:
                desk.pace.stop()
            if len(self.waits) == tries:
                self._other.execute("rollback")
                self._patch.undo()
            return not desk.pace.stopped

        self._patch.setattr(delivery, "post", posted)
        self._patch.setattr(desk.pace, "idle", idle)
