"""The ledger: one row for each place and local date, so that nothing goes out twice.

    (none) ── choose ──▶ chosen ── claim ──▶ sending ── settle ──▶ sent | uncertain | skipped
       └───────────────── claim ──────────────▲    └── release ──▶ chosen   (surely not posted)

A row that is `sending` when the process starts was cut off between claim and answer: nobody knows whether
Telegram posted it, so it becomes `uncertain` and is never sent again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from data import ask
from data.models import Push
from data.store import Connection

KEPT = timedelta(days=400)
_COLUMNS = "place, date, state, paper, why_kind, why_value, reason, message, due"


async def of(db: Connection, place: int, day: date) -> Push | None:
    """The ledger's row for a local date, or None."""
    query = f"select {_COLUMNS} from pushes where place = :place and date = :date"
    row = await ask.first(db, query, {"place": place, "date": day.isoformat()})
    return _push(row) if row else None


async def choose(
    db: Connection, place: int, day: date, paper: int, why: tuple[str, str], now: datetime
) -> Push:
    """Fix the paper of a local date at its first showing. A later call gives the first choice back.

    A row without a paper (a skipped date, or one whose paper was deleted) takes the paper, its state stays.
    """
    await db.execute(
        """insert into pushes (place, date, state, paper, why_kind, why_value, changed_at)
        values (:place, :date, 'chosen', :paper, :kind, :value, :now)
        on conflict (place, date) do update
        set paper = excluded.paper, why_kind = excluded.why_kind, why_value = excluded.why_value
        where pushes.paper is null""",
        {
            "place": place, "date": day.isoformat(), "paper": paper, "kind": why[0], "value": why[1],
            "now": int(now.timestamp()),
        },
    )  # fmt: skip
    chosen = await of(db, place, day)
    assert chosen is not None
    return chosen


async def claim(db: Connection, place: int, day: date, due: datetime, now: datetime) -> bool:
    """Take the right to send a chosen paper. False when somebody has it, or the date is settled."""
    cursor = await db.execute(
        """update pushes set state = 'sending', due = :due, changed_at = :now
        where place = :place and date = :date and state = 'chosen'""",
        {
            "place": place, "date": day.isoformat(), "due": int(due.timestamp()),
            "now": int(now.timestamp()),
        },
    )  # fmt: skip
    return cursor.rowcount > 0


async def settle(
    db: Connection, place: int, day: date, state: str, now: datetime, *,
    message: int | None = None, reason: str | None = None,
) -> None:  # fmt: skip
    """End a claimed row as sent (with its message), uncertain or skipped (with the reason)."""
    await db.execute(
        """update pushes set state = :state, message = :message, reason = :reason, changed_at = :now
        where place = :place and date = :date and state = 'sending'""",
        {
            "place": place, "date": day.isoformat(), "state": state, "message": message, "reason": reason,
            "now": int(now.timestamp()),
        },
    )  # fmt: skip


async def release(db: Connection, place: int, day: date, now: datetime) -> None:
    """Give a claim back: the post surely did not happen and may be tried again."""
    await db.execute(
        """update pushes set state = 'chosen', changed_at = :now
        where place = :place and date = :date and state = 'sending'""",
        {"place": place, "date": day.isoformat(), "now": int(now.timestamp())},
    )


async def skip(db: Connection, place: int, day: date, reason: str, due: datetime, now: datetime) -> None:
    """End a local date without a post. A date that was sent, or may have been, stays as it is."""
    await db.execute(
        """insert into pushes (place, date, state, reason, due, changed_at)
        values (:place, :date, 'skipped', :reason, :due, :now)
        on conflict (place, date) do update set state = 'skipped', reason = :reason, due = :due,
            changed_at = :now where pushes.state = 'chosen'""",
        {
            "place": place, "date": day.isoformat(), "reason": reason, "due": int(due.timestamp()),
            "now": int(now.timestamp()),
        },
    )  # fmt: skip


async def interrupted(db: Connection, now: datetime) -> list[Push]:
    """At start: rows left `sending` by a crash become uncertain. They are returned for the log."""
    query = f"select {_COLUMNS} from pushes where state = 'sending'"
    left = [_push(row) for row in await ask.every(db, query)]
    await db.execute(
        """update pushes set state = 'uncertain', reason = 'interrupted', changed_at = :now
        where state = 'sending'""",
        {"now": int(now.timestamp())},
    )
    return left


async def recent(db: Connection, place: int, limit: int = 7) -> list[Push]:
    """The place's last rows, newest date first."""
    query = f"select {_COLUMNS} from pushes where place = :place order by date desc limit :limit"
    return [_push(row) for row in await ask.every(db, query, {"place": place, "limit": limit})]


async def count(db: Connection) -> dict[str, int]:
    """How many rows there are, by state and, where one is given, by reason ("skipped:late")."""
    query = """select state || coalesce(':' || reason, ''), count(*) from pushes group by 1 order by 1"""
    return {row[0]: row[1] for row in await ask.every(db, query)}


async def prune(db: Connection, now: datetime) -> int:
    """Delete rows older than 400 days; how many went."""
    before = (now - KEPT).date().isoformat()
    cursor = await db.execute("delete from pushes where date < :before", {"before": before})
    return cursor.rowcount


def _push(row: Sequence[object]) -> Push:
    place, day, state, paper, kind, value, reason, message, due = row
    return Push(
        place=int(str(place)),
        date=date.fromisoformat(str(day)),
        state=str(state),
        paper=int(str(paper)) if paper is not None else None,
        why=(str(kind), str(value)),
        reason=str(reason) if reason is not None else None,
        message=int(str(message)) if message is not None else None,
        due=datetime.fromtimestamp(int(str(due)), UTC) if due is not None else None,
    )
