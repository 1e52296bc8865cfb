"""`papergram push --dry-run`: which places would get what, with nothing written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from rich.table import Table

from bot.config import Config
from bot.push import LATEST
from bot.verbs.printing import document, opened, people, say
from data import featured, papers, places, pushes
from data.errors import QueryError
from data.hours import next_due
from data.models import Paper, Place
from data.store import Connection, Store

FURTHEST = 400  # due times looked ahead for one place


@dataclass(frozen=True, slots=True)
class Planned:
    """What a place would get: a paper with its reason, or nothing and why not."""

    place: Place
    day: date
    due: datetime
    paper: Paper | None = None
    why: tuple[str, str] | None = None
    skip: str | None = None


async def dry_run(config: Config, at: str | None, *, as_json: bool) -> None:
    """Print the plan for an instant (now without one). Raises QueryError for what is no instant."""
    instant = moment(at) if at else datetime.now(UTC)
    async with opened(config) as store:
        rows = [row async for row in plan(store, instant)]
    if as_json:
        document({"at": instant.isoformat(timespec="seconds"), "pushes": [_json(row) for row in rows]})
    elif rows:
        people().print(_table(rows))
    else:
        say("no place is due")


def moment(text: str) -> datetime:
    """An ISO 8601 instant in UTC; one without an offset means nothing, since places live in many zones."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise QueryError(f"--at must be an instant like 2026-12-01T09:00+08:00, not {text!r}") from None
    if found.tzinfo is None:
        raise QueryError("--at needs its offset from UTC, as in 2026-12-01T09:00+08:00")
    return found.astimezone(UTC)


async def plan(store: Store, at: datetime) -> AsyncIterator[Planned]:
    """What a tick at this instant would do, given that every push before it went out at its hour."""
    for place in await places.due(store.reader, at, limit=1_000_000):
        yield await _last(store.reader, place, at)


async def _last(db: Connection, place: Place, at: datetime) -> Planned:
    """Walk a place's due times up to the instant; the last of them is the one that is due then."""
    had: list[int] = []
    assert place.due is not None
    assert place.due_date is not None
    due, day = place.due, place.due_date
    for _ in range(FURTHEST):
        planned = await _on(db, place, day, due, had)
        following = next_due(place.hour, place.zone, place.weekdays, after=due, last_date=day)
        if following is None or following[0] > at:
            break
        had += [planned.paper.row] if planned.paper else []
        due, day = following
    return Planned(place, day, due, skip="late") if at - due > LATEST else planned


async def _on(db: Connection, place: Place, day: date, due: datetime, had: list[int]) -> Planned:
    row = await pushes.of(db, place.id, day)
    if row is not None and row.state != "chosen":
        return Planned(place, day, due, skip=row.state)
    chosen = (row.paper, row.why) if row and row.paper else await featured.choose(db, place, day, had)
    paper = await papers.by_row(db, chosen[0]) if chosen else None
    if chosen is None or paper is None:
        return Planned(place, day, due, skip="all-had" if await papers.count(db) else "no-papers")
    return Planned(place, day, due, paper, chosen[1])


def _json(row: Planned) -> dict[str, object]:
    return {
        "place": row.place.id,
        "chat": row.place.chat,
        "thread": row.place.thread,
        "title": row.place.title,
        "date": row.day.isoformat(),
        "due": row.due.isoformat(timespec="seconds"),
        "paper": row.paper.id if row.paper else None,
        "paper_title": row.paper.title if row.paper else None,
        "why": list(row.why) if row.why else None,
        "skip": row.skip,
    }


def _table(rows: list[Planned]) -> Table:
    table = Table("chat", "date", "due", "paper", "why")
    for row in rows:
        chat = f"{row.place.title or row.place.chat}" + (f" #{row.place.thread}" if row.place.thread else "")
        what = row.paper.title if row.paper else f"nothing: {row.skip}"
        why = " ".join(filter(None, row.why)) if row.why else ""
        table.add_row(chat, row.day.isoformat(), f"{row.due:%Y-%m-%d %H:%M} UTC", what, why)
    return table
