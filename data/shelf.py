"""The reading list of a person."""

from __future__ import annotations

from datetime import datetime

from data import ask, papers
from data.models import Found
from data.store import Connection


async def toggle(db: Connection, person: int, paper: int, now: datetime) -> bool:
    """Put the paper on the list, or take it off where it already stands; True when it stands there now."""
    gone = await db.execute(
        "delete from saved where person = :person and paper = :paper", {"person": person, "paper": paper}
    )
    if gone.rowcount:
        return False
    await db.execute(
        "insert into saved values (:person, :paper, :now)",
        {"person": person, "paper": paper, "now": int(now.timestamp())},
    )
    return True


async def page(db: Connection, person: int, *, limit: int, offset: int = 0) -> Found:
    """A page of the list, last saved first."""
    query = "select paper from saved where person = :person order by saved_at desc, paper desc"
    kept = [row[0] for row in await ask.every(db, query, {"person": person})]
    return Found(
        papers=tuple(await papers.by_rows(db, kept[offset : offset + limit])), total=len(kept), offset=offset
    )
