"""Button data: what is packed comes back, and nothing else does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.replies import buttons
from handlers.replies.buttons import StaleButton

NUMBERS = st.integers(0, 2**53)
KEYS = st.from_regex("[0-9a-z]{1,11}", fullmatch=True)
TOPICS = st.from_regex("[a-z0-9-]{1,24}", fullmatch=True)
SETTINGS = st.sampled_from([
    ("push", "off"), ("hour", "23:59"), ("zone", "America/Argentina/ComodRivadavia"), ("zone", "UTC+08:00"),
    ("weekdays", "127"), ("language", "en"), ("layout", "institute"), ("silent", "on"), ("everyone", "on"),
])  # fmt: skip
ANY = st.one_of(
    st.builds(buttons.Turn, NUMBERS, NUMBERS),
    st.builds(buttons.Open, NUMBERS, NUMBERS, KEYS),
    st.builds(buttons.Suggest, NUMBERS, NUMBERS),
    st.builds(buttons.Save, KEYS),
    st.builds(buttons.Bibtex, KEYS),
    st.builds(buttons.Related, KEYS),
    st.builds(buttons.Topics, NUMBERS),
    st.builds(buttons.Browse, TOPICS),
    st.builds(buttons.Follow, st.sampled_from(["me", "here"]), NUMBERS),
    st.builds(buttons.Drop, NUMBERS),
    st.builds(lambda place, setting: buttons.Set(place, *setting), NUMBERS, SETTINGS),
    st.builds(buttons.Menu, NUMBERS, st.sampled_from(["main", "hour", "zone", "weekdays", "layout"])),
    st.builds(buttons.Forget, st.booleans()),
    st.just(buttons.Nothing()),
)


@given(ANY)
def test_a_button_comes_back(button: buttons.Button) -> None:
    """Whatever is packed fits 64 bytes, is routed to its own kind alone, and comes back the same."""
    data = button.pack()
    assert len(data.encode()) <= 64
    assert buttons.unpack(data) == button
    assert [kind for kind in buttons.KINDS if re.match(kind.pattern, data)] == [type(button)]


@given(st.text(max_size=80))
def test_any_data_is_a_button_or_stale(data: str) -> None:
    """Foreign data raises StaleButton and nothing else; what is understood is written the same way."""
    try:
        button = buttons.unpack(data)
    except StaleButton:
        return
    assert button.pack() == data


@pytest.mark.parametrize(
    "data",
    [
        "", "t1", "t1:", "t1:1", "t1:1:2:3", "t0:1:2", "t2:1:2", "old-format|17", "v1:p:17:2",
        "v1:p:-1:99999999999999999999", "t1:-1:2", "t1:1:99999999999999999999", "t1:1:9007199254740993",
        "t1:01:2", "t1:1:٣", "t1:1:2\n", " t1:1:2", "s1:ABC", "s1:", "s1:3k9;drop", "w1:Topic",
        "f1:all:3", "c1:1:title:x", "c1:1:hour:25:00", "c1:1:hour:9:00", "c1:1:weekdays:0",
        "c1:1:weekdays:128", "c1:1:zone:../../etc/passwd", "c1:1:language:fr", "m1:1:secret", "x1:2", "n1:",
    ],
)  # fmt: skip
def test_forged_data_is_stale(data: str) -> None:
    """Old forms, other alphabets, values out of range: all refused by name."""
    with pytest.raises(StaleButton):
        buttons.unpack(data)


def test_a_kind_refuses_the_data_of_another() -> None:
    """A page button is no number button."""
    with pytest.raises(StaleButton):
        buttons.Open.unpack(buttons.Turn(1, 2).pack())


def test_a_button_that_would_not_fit_cannot_be_made() -> None:
    """A search text has no place in a button: its id has."""
    with pytest.raises(ValueError, match=r"Browse\.topic"):
        buttons.Browse("基于大语言模型的多智能体协作推理与规划方法研究综述")
