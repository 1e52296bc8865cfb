"""When a push is due: days, zones, and the nights on which the clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest

from data.hours import instant, next_due
from data.zones import zone_of


def utc(text: str) -> datetime:
    """An instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "hour", "day", "due"),
    [
        ("Europe/Berlin", "02:30", "2027-03-28", "2027-03-28T01:00"),  # gap: 03:00 is the first real minute
        ("Europe/Berlin", "02:30", "2027-10-31", "2027-10-31T00:30"),  # doubled: first pass, summer time
        ("Africa/Cairo", "00:00", "2027-04-30", "2027-04-29T22:00"),  # gap at midnight
        ("Australia/Lord_Howe", "01:45", "2027-04-04", "2027-04-03T14:45"),  # doubled by half an hour
        ("Asia/Kathmandu", "09:00", "2026-12-01", "2026-12-01T03:15"),
        ("UTC+08:00", "09:00", "2026-12-01", "2026-12-01T01:00"),
        ("Pacific/Kiritimati", "00:30", "2026-12-01", "2026-11-30T10:30"),
    ],
)
def test_a_local_hour_becomes_one_instant(zone: str, hour: str, day: str, due: str) -> None:
    """A skipped hour is due at the first real minute after it, a doubled one at its first pass."""
    assert instant(date.fromisoformat(day), time.fromisoformat(hour), zone_of(zone)) == utc(due)


def test_a_local_hour_keeps_over_the_change() -> None:
    """16:00 in Brussels stays 16:00 local on the days around the change."""
    found = [
        next_due("16:00", "Europe/Brussels", 127, after=utc(f"2027-03-{day}T00:00"), last_date=None)
        for day in (27, 28, 29)
    ]
    assert [due for due, _ in filter(None, found)] == [
        utc("2027-03-27T15:00"), utc("2027-03-28T14:00"), utc("2027-03-29T14:00"),
    ]  # fmt: skip


def test_each_date_once_around_a_change() -> None:
    """Hopping from due time to due time gives every local date once, gap and doubled hour included."""
    for zone in ("Europe/Berlin", "Africa/Cairo", "Australia/Lord_Howe", "America/St_Johns"):
        now, last, dates = utc("2027-01-01T00:00"), None, []
        while now < utc("2027-12-30T00:00"):
            found = next_due("02:15", zone, 127, after=now, last_date=last)
            assert found is not None
            now, last = found
            dates.append(last)
        steps = {later - earlier for earlier, later in pairwise(dates)}
        assert steps == {timedelta(days=1)}


def test_only_the_days_of_the_week_that_are_set() -> None:
    """On weekdays only, Friday's push is followed by Monday's."""
    friday = utc("2026-12-04T02:00")
    found = next_due("09:00", "Asia/Shanghai", 0b11111, after=friday, last_date=None)
    assert found == (utc("2026-12-07T01:00"), date(2026, 12, 7))


def test_no_day_of_the_week_means_no_push() -> None:
    """A place without any weekday is never due."""
    assert next_due("09:00", "UTC", 0, after=utc("2026-12-01T00:00"), last_date=None) is None


def test_a_date_that_had_its_push_gets_no_second() -> None:
    """A place that moves its hour later on the same day waits for the next date."""
    found = next_due(
        "21:00", "Asia/Shanghai", 127, after=utc("2026-12-01T02:00"), last_date=date(2026, 12, 1)
    )
    assert found == (utc("2026-12-02T13:00"), date(2026, 12, 2))


def test_a_move_over_the_date_line_repeats_no_date() -> None:
    """From Auckland to Honolulu the date goes back; the date that had its push is not served again."""
    found = next_due(
        "09:00", "Pacific/Honolulu", 127, after=utc("2026-11-30T21:00"), last_date=date(2026, 12, 1)
    )
    assert found == (utc("2026-12-02T19:00"), date(2026, 12, 2))
