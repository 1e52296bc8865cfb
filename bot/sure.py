"""Writes that must land: what Telegram has answered is known nowhere else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.pace import Pace
from data.store import Busy, Connection, Store

T = TypeVar("T")

LONGEST_WAIT = 60.0  # seconds between tries

log = structlog.get_logger("papergram.sure")


async def write(store: Store, pace: Pace, job: Callable[[Connection], Awaitable[T]], **facts: object) -> T:
    """Do `job` in one transaction, again while the store cannot be written; nothing is held in between.

    `facts` are logged at the first failure, so that the log has them whatever becomes of the store. Raises
    Busy when the process is ending and a last try failed too.
    """
    wait = 1.0
    while True:
        last = pace.stopped
        try:
            async with store.write() as db:
                return await job(db)
        except Busy as error:
            if wait == 1.0:
                log.error("the store cannot be written; trying on", reason=str(error), **facts)
            if last:
                raise
        await pace.idle(wait)
        wait = min(2 * wait, LONGEST_WAIT)
