"""`papergram push --dry-run`: what would go out, with nothing written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.verbs.pushing import Planned, moment, plan
from data import featured, imports, places, pushes
from data.errors import QueryError
from data.models import Place
from data.store import Store

EVE = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)
DUE = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)


@pytest.fixture
async def place(store: Store) -> Place:
    """A group that is due at nine in Shanghai, and the shipped papers."""
    await imports.load_catalogue(store, EVE)
    async with store.write() as db:
        return await places.meet(db, Place(id=0, chat=-1001), EVE)


async def planned(store: Store, at: datetime) -> list[Planned]:
    """The plan for an instant."""
    return [row async for row in plan(store, at)]


async def test_it_names_the_paper_that_the_push_will_send(store: Store, place: Place) -> None:
    """The same choice, and nothing of it is written."""
    (row,) = await planned(store, DUE)
    assert await pushes.of(store.reader, place.id, row.day) is None
    sent = await featured.today(store, place, row.day, DUE)
    assert row.paper is not None
    assert sent is not None
    assert (row.paper.row, row.why) == (sent.paper, sent.why)


async def test_before_its_hour_a_place_is_not_in_it(store: Store, place: Place) -> None:
    """A minute early is too early."""
    assert await planned(store, DUE - timedelta(minutes=1)) == []


async def test_a_later_day_has_another_paper(store: Store, place: Place) -> None:
    """What goes out before then counts as had."""
    days = [(await planned(store, DUE + timedelta(days=n)))[0] for n in range(3)]
    assert [row.day.day for row in days] == [1, 2, 3]
    assert len({row.paper.row for row in days if row.paper}) == 3


async def test_a_push_that_would_be_late_is_told_as_skipped(store: Store, place: Place) -> None:
    """More than six hours after its hour."""
    (row,) = await planned(store, DUE + timedelta(hours=7))
    assert (row.paper, row.skip) == (None, "late")


async def test_when_all_were_had_it_says_so(store: Store, place: Place) -> None:
    """Fifty days on, with thirty-four papers."""
    (row,) = await planned(store, DUE + timedelta(days=50))
    assert row.skip == "all-had"


@pytest.mark.parametrize("text", ["2026-12-01T09:00+08:00", "2026-12-01T01:00Z", "2026-12-01T01:00:00+00:00"])
def test_an_instant_is_read_with_its_offset(text: str) -> None:
    """Nine in Shanghai is one in UTC."""
    assert moment(text) == DUE


@pytest.mark.parametrize("text", ["2026-12-01T09:00", "noon", "", "2026-13-01T09:00Z"])
def test_an_hour_without_its_offset_means_nothing(text: str) -> None:
    """It is refused rather than guessed."""
    with pytest.raises(QueryError, match="--at"):
        moment(text)
