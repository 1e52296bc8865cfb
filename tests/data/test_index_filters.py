"""Filters to leave out, venues by any name, open ranges, and filters that nothing meets."""

from __future__ import annotations

import pytest

from data.models import Record
from data.store import Store
from tests.data.searching import filled, find, titles

PAPERS = (
    Record(
        title="A", authors=("Bing Su",), venue="ICML", year=2025, category="Spotlight", url="https://a.org/1"
    ),
    Record(title="B", authors=("Ann Bo",), venue="NeurIPS", year=2023, topics=("frogs",)),
    Record(title="C", authors=("Cy Do",), venue="ICML", year=2024),
    Record(title="D"),
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("-has:url", "BCD"),
        ("-topic:frogs", "ACD"),
        ('-author:"Su Bing"', "BCD"),
        ("-type:亮点", "BCD"),
        ("-year:2024-2026", "BD"),
        ("-venue:ICML", "BD"),
        ("-venue:ICML2025", "BCD"),
        ("venue:ICML -year:2024", "A"),
        ("venue:ICML2025", "A"),
        ("venue:icml24", "C"),
        ("venue:国际机器学习大会", "AC"),
        ("国际机器学习大会", "AC"),
        ("venue:NIPS", "B"),
        ("NIPS", "B"),
        ("icml2025", "A"),
        ("year:2024-", "AC"),
        ("year:>2024", "A"),
    ],
)
async def test_what_filters_leave(store: Store, text: str, left: str) -> None:
    """Just these papers, with the true total."""
    found = await find(await filled(store, *PAPERS), text)
    assert ("".join(sorted(titles(found))), found.total) == (left, len(left))


@pytest.mark.parametrize("text", ["has:wings", "type:workshop", "-year:1900-2099 venue:ICML", "year:2030-"])
async def test_a_filter_that_nothing_meets_is_named(store: Store, text: str) -> None:
    """What emptied the list is said as it was typed."""
    found = await find(await filled(store, *PAPERS), text)
    assert (found.total, found.emptied_by in text.split()) == (0, True)
