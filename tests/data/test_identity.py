"""One work, many lives: what makes two records one paper, where identifiers, venues or words are few."""

from __future__ import annotations

from datetime import datetime

import pytest

from data import papers
from data.models import Record
from data.records import from_json
from data.store import Store


async def save(store: Store, record: Record, source: str, now: datetime) -> str:
    """Save one record in a transaction of its own."""
    async with store.write() as db:
        return await papers.save(db, record, source, None, now)


async def test_a_short_title_said_again_is_unchanged(store: Store, noon: datetime) -> None:
    """Too little to be known by others, but its own source said this very word before."""
    assert await save(store, Record(title="A Survey"), "a", noon) == "added"
    assert await save(store, Record(title="A Survey"), "a", noon) == "unchanged"
    assert await save(store, Record(title="A Survey"), "b", noon) == "added"
    assert await save(store, Record(title="A Survey"), "b", noon) == "unchanged"


async def test_a_record_that_fits_two_papers_is_added_once(store: Store, noon: datetime) -> None:
    """Two papers share the title: a third word is a paper of its own, and stays that one."""
    title = "Attention Is All You Need, Again"
    for year in (2024, 2025):
        await save(store, Record(title=title, year=year), str(year), noon)
    assert await save(store, Record(title=title), "a", noon) == "added"
    assert await save(store, Record(title=title), "a", noon) == "unchanged"
    assert await papers.count(store.reader) == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"venue": "ICML", "year": 2025}, {"venue": "ICML 2025"}),
        ({"venue": "ICML 2025 poster"}, {"venue": "International Conference on Machine Learning"}),
        ({"venue": "NIPS"}, {"venue": "NeurIPS"}),
        ({"venue": "Journal of Gardens"}, {"venue": "JOURNAL  of Gardens"}),
    ],
)
async def test_a_venue_by_another_name_is_the_same(
    store: Store, noon: datetime, first: dict[str, object], second: dict[str, object]
) -> None:
    """Long and short, old and new names, with year and label: two sources, one paper."""
    title = "Attention Is All You Need, Again"
    await save(store, from_json({"title": title} | first), "a", noon)
    assert await save(store, from_json({"title": title} | second), "b", noon) == "updated"


async def test_venues_of_two_years_keep_papers_apart(store: Store, noon: datetime) -> None:
    """Also where the year stands in the venue's name alone."""
    title = "Attention Is All You Need, Again"
    await save(store, Record(title=title, venue="ICML 2024"), "a", noon)
    assert await save(store, Record(title=title, venue="ICML", year=2025), "b", noon) == "added"


@pytest.mark.parametrize(
    ("public", "other"),
    [
        ("2502.00001v2", {"arxiv_id": "2502.00001"}),
        ("10.1000/ABC.1", {"url": "https://doi.org/10.1000/abc.1"}),
    ],
)
async def test_an_id_shaped_like_an_identifier_is_one(
    store: Store, noon: datetime, public: str, other: dict[str, object]
) -> None:
    """A record known by its own id alone meets the one that bears it as arXiv id or DOI, in either order."""
    ours, theirs = Record(title="One", id=public), from_json({"title": "Another Name"} | other)
    for number, pair in enumerate(((ours, theirs), (theirs, ours))):
        assert await save(store, pair[0], f"a{number}", noon) in ("added", "updated")
        assert await save(store, pair[1], f"b{number}", noon) == "updated"
    assert await papers.count(store.reader) == 1


async def test_an_identifier_of_its_own_goes_before_the_id(store: Store, noon: datetime) -> None:
    """An id that is another work's arXiv id does not make the two one."""
    await save(store, Record(title="One", arxiv_id="2502.00001"), "a", noon)
    record = Record(title="Another", id="2502.00001", arxiv_id="2502.00002")
    assert await save(store, record, "b", noon) == "added"


async def test_a_record_that_bridges_two_papers_is_taken(store: Store, noon: datetime) -> None:
    """It bears the marks of both: it fills one, and both stay."""
    page = "https://icml.cc/virtual/2025/poster/1"
    await save(store, Record(title="Old Title of the Work", arxiv_id="2502.00001"), "a", noon)
    await save(store, Record(title="New Title of the Work", url=page), "b", noon)
    bridge = Record(title="New Title of the Work", arxiv_id="2502.00001", url=page)
    assert await save(store, bridge, "c", noon) == "updated"
    assert await save(store, bridge, "c", noon) == "unchanged"
    assert await papers.count(store.reader) == 2
