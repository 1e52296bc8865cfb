"""Settings typed as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import wording


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("09:00 Asia/Shanghai", {"hour": "09:00", "zone": "Asia/Shanghai", "push": True}),
        ("zone 北京", {"zone": "Asia/Shanghai"}),
        ("时区 北京", {"zone": "Asia/Shanghai"}),
        ("zone new york 8:05", {"zone": "America/New_York", "hour": "08:05", "push": True}),
        ("8点半", {"hour": "08:30", "push": True}),
        ("晚上8点", {"hour": "20:00", "push": True}),
        ("早上9点", {"hour": "09:00", "push": True}),
        ("中午12点", {"hour": "12:00", "push": True}),
        ("8:30pm", {"hour": "20:30", "push": True}),
        ("12am", {"hour": "00:00", "push": True}),
        ("off", {"push": False}),
        ("关", {"push": False}),
        ("9点 工作日", {"hour": "09:00", "weekdays": 31, "push": True}),
        ("language en", {"language": "en"}),
        ("layout digest", {"layout": "digest"}),
        ("21：30 UTC+8", {"hour": "21:30", "zone": "UTC+08:00", "push": True}),
    ],
)
def test_clear_words_are_taken(text: str, values: dict[str, object]) -> None:
    """Hours, zones, switches, languages and layouts, in any order, in both languages."""
    change = wording.read(text)
    assert change.trouble is None
    assert change.values == values


@pytest.mark.parametrize(
    ("text", "trouble"),
    [("25:00", "hour"), ("zone ../../etc/passwd", "zone"), ("zone CST", "zone"), ("", "word")],
)
def test_unclear_words_are_named(text: str, trouble: str) -> None:
    """What cannot be taken is told by kind, so that the answer can say what to type."""
    change = wording.read(text)
    assert change.trouble == trouble
    assert change.values == {}


def test_an_ambiguous_zone_comes_with_choices() -> None:
    """CST is asked back with the zones that it may be."""
    assert "Asia/Shanghai" in wording.read("zone CST").choices


@given(st.text(max_size=80))
def test_any_text_is_taken_or_named(text: str) -> None:
    """Never an exception: either fields to set, or what was not understood."""
    change = wording.read(text)
    assert bool(change.values) != bool(change.trouble)
