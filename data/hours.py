"""When a place's next push is due: local hour and zone in, an instant out.

A skipped hour (the clock goes forward) is due at the first real minute after it; a doubled one at its first
pass. An hour typed without a zone means nothing: every function here takes the zone.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from data.zones import zone_of

DAYS_AHEAD = 16  # two weeks of excluded weekdays and a day the ledger already has


def next_due(
    hour: str, zone: str, weekdays: int, *, after: datetime, last_date: date | None
) -> tuple[datetime, date] | None:
    """The first due instant (UTC) later than `after`, with its local date.

    Dates up to `last_date` are taken: one push per local date, whatever hour or zone the place moves to.
    None when no weekday is allowed.
    """
    where = zone_of(zone)
    clock = time.fromisoformat(hour)
    day = after.astimezone(where).date() - timedelta(days=1)
    if last_date is not None and last_date >= day:
        day = last_date + timedelta(days=1)
    for _ in range(DAYS_AHEAD):
        if weekdays >> day.weekday() & 1:
            due = instant(day, clock, where)
            if due > after:
                return due, day
        day += timedelta(days=1)
    return None


def instant(day: date, clock: time, zone: tzinfo) -> datetime:
    """The UTC instant of a local date and hour: first pass of a doubled hour, first minute after a gap."""
    local = datetime.combine(day, clock, zone)
    if local.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == local.replace(tzinfo=None):
        return local.astimezone(UTC)
    return _end_of_gap(local, zone)


def _end_of_gap(local: datetime, zone: tzinfo) -> datetime:
    """The first real minute after a gap that swallowed `local`.

    Read with `fold=0` a skipped hour has the offset of before and lies behind the change, with `fold=1` that
    of after and lies ahead of it (PEP 495): the change is between the two.
    """
    behind = local.replace(fold=0).astimezone(UTC)
    ahead = local.replace(fold=1).astimezone(UTC)
    low, high = int(ahead.timestamp() // 60), int(behind.timestamp() // 60)
    old = datetime.fromtimestamp(low * 60, UTC).astimezone(zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle * 60, UTC).astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(0, UTC) + timedelta(minutes=high)
