"""Time zones as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import zones


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ('"Europe/Berlin"', ("Europe/Berlin",)),
        ("asia/shanghai", ("Asia/Shanghai",)),
        ("Beijing", ("Asia/Shanghai",)),
        ("北京", ("Asia/Shanghai",)),
        ("“上海”", ("Asia/Shanghai",)),
        ("new york", ("America/New_York",)),
        ("America/New_York", ("America/New_York",)),
        ("Shangai", ("Asia/Shanghai",)),
        ("UTC+8", ("UTC+08:00",)),
        ("GMT+8", ("UTC+08:00",)),
        ("+05:30", ("UTC+05:30",)),
        ("UTC−3", ("UTC-03:00",)),
        ("utc", ("UTC",)),
        ("UTC+25", ()),
        ("../../etc/passwd", ()),
        ("/etc/localtime", ()),
        ("", ()),
        ("Narnia", ()),
        ("Factory", ()),
    ],
)
def test_what_people_type(typed: str, meant: tuple[str, ...]) -> None:
    """Quotes, case, cities and offsets are understood; paths and unknown names are not."""
    assert zones.read(typed) == meant


def test_an_ambiguous_abbreviation_is_asked_back() -> None:
    """CST is China's and Chicago's: several answers, to choose from."""
    assert {"Asia/Shanghai", "America/Chicago"} <= set(zones.read("CST"))


def test_plus_eight_is_ahead_of_utc() -> None:
    """People's UTC+8 is not POSIX's Etc/GMT+8, which lies behind."""
    noon = datetime(2026, 12, 1, 4, tzinfo=UTC)
    assert noon.astimezone(zones.zone_of("UTC+08:00")).utcoffset() == timedelta(hours=8)


@given(st.text(max_size=60))
def test_any_text_gives_zones_that_exist(text: str) -> None:
    """Whatever is typed, each answer is a zone that can be used."""
    for name in zones.read(text):
        assert datetime(2026, 12, 1, tzinfo=UTC).astimezone(zones.zone_of(name)).utcoffset() is not None
