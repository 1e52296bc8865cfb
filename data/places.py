"""Questions about places: who they are, how they are set, when they are due, what they follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from data import ask
from data.hours import next_due
from data.models import Place, Subscription
from data.store import Connection, Store
from data.zones import zone_of

_COLUMNS = """id, chat, thread, kind, title, language, push, hour, zone, weekdays, layout, silent, everyone,
    active, added_by, due, due_date, last_date"""
_CHANGEABLE = (
    "kind", "title", "language", "push", "hour", "zone", "weekdays", "layout", "silent", "everyone", "active",
    "added_by",
)  # fmt: skip

_PERIOD = timedelta(hours=26)  # from a daily push to the next, and over a clock change
_EARLIEST_ZONE = timedelta(hours=14)  # where on earth a date begins first

_DROP_MESSAGE_IDS = (
    "update pushes set message = null where place in (select id from places where chat = :old)"
)
_REMEMBER_LAST_DATE = """update places set last_date = (
    select last_date from forgotten f where f.chat = places.chat and f.thread = places.thread)
    where chat = :chat and thread = :thread"""
_TWINS = "places n join places o on o.chat = :old and n.chat = :new and o.thread = n.thread"
_JOIN_TWINS = (
    # Of two rows of one date the one that came further stays: what was posted is not only chosen.
    f"""insert into pushes
        select o.id, p.date, p.state, p.paper, p.why_kind, p.why_value, p.reason, p.message, p.due,
            p.changed_at from {_TWINS} join pushes p on p.place = n.id where true
        on conflict (place, date) do update set state = excluded.state, paper = excluded.paper,
            why_kind = excluded.why_kind, why_value = excluded.why_value, reason = excluded.reason,
            message = excluded.message, due = excluded.due, changed_at = excluded.changed_at
        where pushes.state = 'chosen' or (pushes.state = 'skipped' and excluded.state <> 'chosen')""",
    f"""insert or ignore into subscriptions (place, kind, value, label)
        select o.id, s.kind, s.value, s.label from {_TWINS} join subscriptions s on s.place = n.id""",
    f"""update places set last_date = nullif(max(coalesce(last_date, ''), coalesce(
        (select n.last_date from {_TWINS} where o.id = places.id), '')), '') where chat = :old""",
    f"delete from places where id in (select n.id from {_TWINS})",
)


async def at(db: Connection, chat: int, thread: int = 0) -> Place | None:
    """The place of a chat or of one of its forum topics, or None when it has none of its own."""
    return await _one(
        db,
        f"select {_COLUMNS} from places where chat = :chat and thread = :thread",
        {"chat": chat, "thread": thread},
    )


async def nearest(db: Connection, chat: int, thread: int = 0) -> Place | None:
    """The place whose settings hold in a forum topic: its own, else its chat's."""
    return await _one(
        db,
        f"select {_COLUMNS} from places where chat = :chat and thread in (0, :thread)"
        " order by thread = 0 limit 1",
        {"chat": chat, "thread": thread},
    )


async def by_id(db: Connection, place: int) -> Place | None:
    """The place, or None when it was forgotten."""
    return await _one(db, f"select {_COLUMNS} from places where id = :place", {"place": place})


async def due(db: Connection, now: datetime, limit: int = 1000) -> list[Place]:
    """Places whose push is due, longest waiting first."""
    query = f"""select {_COLUMNS} from places
        where due is not null and active and due <= :now order by due, id limit :limit"""
    return [_place(row) for row in await ask.every(db, query, {"now": int(now.timestamp()), "limit": limit})]


async def count(db: Connection) -> tuple[int, int]:
    """How many places there are, and how many of them get pushes."""
    query = "select count(*), coalesce(sum(due is not null and active), 0) from places"
    row = await ask.first(db, query)
    assert row is not None
    return row[0], row[1]


async def meet(db: Connection, place: Place, now: datetime) -> Place:
    """The stored place of `place.chat` and `place.thread`; made from `place` when it is new.

    A known one keeps its settings; it becomes active again and takes the new title and kind.
    """
    known = await at(db, place.chat, place.thread)
    if known is None:
        await db.execute(
            """insert into places (chat, thread, kind, title, language, push, hour, zone, weekdays, layout,
                silent, everyone, active, added_by)
            values (:chat, :thread, :kind, :title, :language, :push, :hour, :zone, :weekdays, :layout,
                :silent, :everyone, 1, :added_by)""",
            {name: getattr(place, name) for name in ("chat", "thread", *_CHANGEABLE) if name != "active"},
        )
        await db.execute(_REMEMBER_LAST_DATE, {"chat": place.chat, "thread": place.thread})
        known = await at(db, place.chat, place.thread)
        assert known is not None
        return await plan(db, known, now)
    if known.active and known.title == place.title and known.kind == place.kind:
        return known
    return await change(db, replace(known, active=True, title=place.title, kind=place.kind), now)


async def change(db: Connection, place: Place, now: datetime) -> Place:
    """Write the settings of `place` and plan its next push anew."""
    await db.execute(
        """update places set kind = :kind, title = :title, language = :language, push = :push, hour = :hour,
            zone = :zone, weekdays = :weekdays, layout = :layout, silent = :silent, everyone = :everyone,
            active = :active, added_by = :added_by where id = :id""",
        {name: getattr(place, name) for name in ("id", *_CHANGEABLE)},
    )
    return await plan(db, place, now)


async def plan(db: Connection, place: Place, now: datetime) -> Place:
    """Set when the next push is due, from the settings and the last local date that had one."""
    found = None
    if place.push:
        found = next_due(place.hour, place.zone, place.weekdays, after=now, last_date=place.last_date)
    due_at, day = found or (None, None)
    await db.execute(
        "update places set due = :due, due_date = :day where id = :id",
        {
            "id": place.id,
            "due": int(due_at.timestamp()) if due_at else None,
            "day": day.isoformat() if day else None,
        },
    )
    return replace(place, due=due_at, due_date=day)


async def dated(db: Connection, place: Place, day: date, now: datetime) -> Place:
    """Note that the local date `day` has had its push, whatever came of it, and plan the next one.

    The place is read anew: somebody may have changed its settings while the post was under way.
    """
    current = await by_id(db, place.id)
    if current is None:
        return place
    latest = max(day, current.last_date) if current.last_date else day
    noted = replace(current, last_date=latest)
    await _remember(db, noted)
    return await plan(db, noted, now)


async def bring_back(store: Store, now: datetime) -> int:
    """Plan anew the places whose push lies later than their settings ask; how many they were.

    That comes only of a clock that was ahead and is right again. Dates that had their push stay taken.
    """
    query = f"select {_COLUMNS} from places where due > :soon and active"
    soon = {"soon": int((now + _PERIOD).timestamp())}
    count = 0
    for row in await ask.every(store.reader, query, soon):
        place = _place(row)
        right = replace(place, last_date=await _believable(store.reader, place, now))
        found = next_due(right.hour, right.zone, right.weekdays, after=now, last_date=right.last_date)
        if found is None or place.due is None or found[0] >= place.due:
            continue
        async with store.write() as db:
            if await by_id(db, place.id) == place:
                await _remember(db, right)
                await plan(db, right, now)
                count += 1
    return count


async def _believable(db: Connection, place: Place, now: datetime) -> date | None:
    """The last date of a place, or, where it is still to come everywhere on earth, the last before that."""
    if place.last_date is None or place.last_date <= (now + _EARLIEST_ZONE).date():
        return place.last_date
    row = await ask.first(
        db,
        "select max(date) from pushes where place = :place and date <= :today and state <> 'chosen'",
        {"place": place.id, "today": now.astimezone(zone_of(place.zone)).date().isoformat()},
    )
    return date.fromisoformat(row[0]) if row and row[0] else None


async def _remember(db: Connection, place: Place) -> None:
    day = place.last_date.isoformat() if place.last_date else None
    await db.execute("update places set last_date = :day where id = :id", {"id": place.id, "day": day})


async def leave(db: Connection, chat: int) -> None:
    """The bot may not write to the chat any more: its places sleep, settings kept for a return."""
    await db.execute("update places set active = 0 where chat = :chat", {"chat": chat})


async def move(db: Connection, old: int, new: int) -> None:
    """A group became a supergroup: every row of the chat follows it. Doing it twice changes nothing.

    Where the new chat already has a place (the bot was greeted there first), the old one's settings win and
    the two ledgers join: a date that either was sent is not sent again. Ids of messages stay behind: in the
    new chat the same number is somebody else's message.
    """
    both = {"old": old, "new": new}
    await db.execute("delete from outbox where chat = :old and kind = 'delete'", both)
    await db.execute(_DROP_MESSAGE_IDS, both)
    for statement in _JOIN_TWINS:
        await db.execute(statement, both)
    await db.execute("update places set chat = :new, kind = 'supergroup' where chat = :old", both)
    await db.execute("update searches set chat = :new where chat = :old", both)
    await db.execute("update outbox set chat = :new where chat = :old", both)


async def forget(db: Connection, chat: int) -> None:
    """Delete the chat's places with all that hangs on them, and its remembered searches.

    For two days the last date that had a push is kept, so that a return on the same day brings no second one.
    """
    await db.execute(
        """insert or replace into forgotten (chat, thread, last_date)
        select chat, thread, last_date from places where chat = :chat and last_date is not null""",
        {"chat": chat},
    )
    await db.execute("delete from places where chat = :chat", {"chat": chat})
    await db.execute("delete from searches where chat = :chat or asker = :chat", {"chat": chat})
    await db.execute("delete from saved where person = :chat", {"chat": chat})
    await db.execute("delete from outbox where chat = :chat", {"chat": chat})


async def follow(db: Connection, place: int, kind: str, value: str, label: str) -> bool:
    """Subscribe the place; False when it already followed that."""
    cursor = await db.execute(
        """insert into subscriptions (place, kind, value, label) values (:place, :kind, :value, :label)
        on conflict do nothing""",
        {"place": place, "kind": kind, "value": value, "label": label},
    )
    return cursor.rowcount > 0


async def unfollow(db: Connection, place: int, subscription: int) -> bool:
    """Drop one subscription of this place; False when it has none of that id."""
    cursor = await db.execute(
        "delete from subscriptions where id = :id and place = :place", {"id": subscription, "place": place}
    )
    return cursor.rowcount > 0


async def subscriptions(db: Connection, place: int) -> list[Subscription]:
    """What the place follows, oldest first."""
    query = "select id, kind, value, label from subscriptions where place = :place order by id"
    return [Subscription(*row) for row in await ask.every(db, query, {"place": place})]


async def followed(db: Connection, subscription: int) -> int | None:
    """The place that a subscription belongs to, or None when it was dropped."""
    query = "select place from subscriptions where id = :id"
    row = await ask.first(db, query, {"id": subscription})
    return row[0] if row else None


async def _one(db: Connection, query: str, values: dict[str, int]) -> Place | None:
    row = await ask.first(db, query, values)
    return _place(row) if row else None


def _place(row: Sequence[object]) -> Place:
    names = [name.strip() for name in _COLUMNS.split(",")]
    values = dict(zip(names, row, strict=True))
    for name in ("push", "silent", "everyone", "active"):
        values[name] = bool(values[name])
    if values["due"] is not None:
        values["due"] = datetime.fromtimestamp(int(str(values["due"])), UTC)
    for name in ("due_date", "last_date"):
        values[name] = date.fromisoformat(str(values[name])) if values[name] else None
    return Place(**values)  # type: ignore[arg-type]
