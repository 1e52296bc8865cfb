"""What is forgotten: by age, and all at once where every chat was an invented one."""

from __future__ import annotations

from datetime import datetime, timedelta

from data import papers, places, pushes, searches
from data.errors import StoreError
from data.store import Connection

INVENTED = "chats"  # a fact of the store: whose chats it holds
PLAYGROUND = "playground"


async def by_age(db: Connection, now: datetime) -> None:
    """Delete remembered searches and ledger rows past their time."""
    await searches.prune(db, now)
    await pushes.prune(db, now)
    before = (now - timedelta(days=2)).date().isoformat()
    await db.execute("delete from forgotten where last_date < :before", {"before": before})


async def forget_chats(db: Connection) -> None:
    """Delete all chats of a playground with everything that hangs on them; papers stay.

    Raises StoreError for a store whose chats are, or may be, real ones.
    """
    known, _ = await places.count(db)
    if known and await papers.fact(db, INVENTED) != PLAYGROUND:
        raise StoreError("PAPERGRAM_DB names a store of real chats, and a try forgets its chats: unset it")
    for table in ("places", "searches", "saved", "outbox", "forgotten"):
        await db.execute(f"delete from {table}")
    await papers.state(db, INVENTED, PLAYGROUND)
