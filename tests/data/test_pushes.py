"""The ledger: one row for a place and a local date, whatever happens in between."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from data import papers, places, pushes
from data.models import Place, Record
from data.store import Store

DAY = date(2026, 12, 1)
DUE = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)
WHY = ("newest", "")


async def place_and_paper(store: Store, now: datetime, chat: int = -1001) -> tuple[Place, int]:
    """A group that gets pushes, and a paper to send it."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=chat), now)
        await papers.save(db, Record(title="A Paper on Something Long"), "test", None, now)
    found = await papers.named(store.reader, "1")
    assert found is not None
    return place, found.row


async def test_the_first_choice_stays(store: Store, noon: datetime) -> None:
    """What /daily showed is what the push sends: a second choice of the date changes nothing."""
    place, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await papers.save(db, Record(title="Another Paper on Another Thing"), "test", None, noon)
        first = await pushes.choose(db, place.id, DAY, paper, WHY, noon)
        second = await pushes.choose(db, place.id, DAY, paper + 1, ("topic", "x"), noon)
    assert (first.paper, second.paper, second.why) == (paper, paper, WHY)


async def test_a_date_is_claimed_once(store: Store, noon: datetime) -> None:
    """Of two claims one wins; after it was settled none does."""
    place, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.choose(db, place.id, DAY, paper, WHY, noon)
        assert await pushes.claim(db, place.id, DAY, DUE, noon)
        assert not await pushes.claim(db, place.id, DAY, DUE, noon)
        await pushes.settle(db, place.id, DAY, "sent", noon, message=7)
        assert not await pushes.claim(db, place.id, DAY, DUE, noon)
        await pushes.skip(db, place.id, DAY, "late", DUE, noon)
    row = await pushes.of(store.reader, place.id, DAY)
    assert row is not None
    assert (row.state, row.message, row.reason) == ("sent", 7, None)


async def test_a_released_claim_may_be_taken_again(store: Store, noon: datetime) -> None:
    """A post that surely did not happen gives the date back."""
    place, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.choose(db, place.id, DAY, paper, WHY, noon)
        await pushes.claim(db, place.id, DAY, DUE, noon)
        await pushes.release(db, place.id, DAY, noon)
        assert await pushes.claim(db, place.id, DAY, DUE, noon)


async def test_a_cut_off_claim_becomes_uncertain(store: Store, noon: datetime) -> None:
    """After a crash between claim and answer the date is never sent again, and is listed."""
    place, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.choose(db, place.id, DAY, paper, WHY, noon)
        await pushes.claim(db, place.id, DAY, DUE, noon)
    async with store.write() as db:
        left = await pushes.interrupted(db, noon)
        assert not await pushes.claim(db, place.id, DAY, DUE, noon)
    assert [(row.place, row.date, row.paper) for row in left] == [(place.id, DAY, paper)]
    assert await pushes.count(store.reader) == {"uncertain:interrupted": 1}


async def test_a_skipped_date_keeps_its_reason(store: Store, noon: datetime) -> None:
    """A push that came too late is counted by why."""
    place, _ = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.skip(db, place.id, DAY, "late", DUE, noon)
    assert await pushes.count(store.reader) == {"skipped:late": 1}


async def test_old_rows_go_after_400_days(store: Store, noon: datetime) -> None:
    """The ledger keeps what the privacy text promises, and no longer."""
    place, _ = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.skip(db, place.id, DAY, "late", DUE, noon)
        assert await pushes.prune(db, noon + timedelta(days=400)) == 0
        assert await pushes.prune(db, noon + timedelta(days=401)) == 1


async def test_the_ledger_follows_a_migrated_group(store: Store, noon: datetime) -> None:
    """A group that becomes a supergroup takes its dates along: no second push on the same day."""
    place, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.choose(db, place.id, DAY, paper, WHY, noon)
        await pushes.claim(db, place.id, DAY, DUE, noon)
        await pushes.settle(db, place.id, DAY, "sent", noon, message=7)
        await places.move(db, place.chat, -1009000000001)
        await places.move(db, place.chat, -1009000000001)
    moved = await places.at(store.reader, -1009000000001)
    assert moved is not None
    assert await places.at(store.reader, place.chat) is None
    row = await pushes.of(store.reader, moved.id, DAY)
    assert row is not None
    assert row.state == "sent"


async def test_two_ledgers_join_when_the_new_chat_was_met_first(store: Store, noon: datetime) -> None:
    """The supergroup had its push already: the old group's settings win, the date stays taken."""
    old, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        old = await places.change(db, replace(old, hour="21:00"), noon)
        await places.follow(db, old.id, "topic", "graphs", "Graphs")
        new = await places.meet(db, Place(id=0, chat=-1009000000001), noon)
        await places.follow(db, new.id, "topic", "video", "Video")
        await pushes.choose(db, new.id, DAY, paper, WHY, noon)
        await pushes.claim(db, new.id, DAY, DUE, noon)
        await pushes.settle(db, new.id, DAY, "sent", noon, message=9)
        await places.dated(db, new, DAY, noon)
        await places.move(db, old.chat, new.chat)
    moved = await places.at(store.reader, new.chat)
    assert moved is not None
    assert (moved.id, moved.hour, moved.last_date) == (old.id, "21:00", DAY)
    assert {s.value for s in await places.subscriptions(store.reader, moved.id)} == {"graphs", "video"}
    row = await pushes.of(store.reader, moved.id, DAY)
    assert row is not None
    assert row.message == 9


async def test_what_was_posted_outweighs_what_was_only_chosen(store: Store, noon: datetime) -> None:
    """/daily in the old group, a push in the new one on the same date: the date is over after the move."""
    old, paper = await place_and_paper(store, noon)
    async with store.write() as db:
        await pushes.choose(db, old.id, DAY, paper, WHY, noon)
        new = await places.meet(db, Place(id=0, chat=-1009000000001), noon)
        await pushes.choose(db, new.id, DAY, paper, WHY, noon)
        await pushes.claim(db, new.id, DAY, DUE, noon)
        await pushes.settle(db, new.id, DAY, "sent", noon, message=9)
        await places.move(db, old.chat, new.chat)
        assert not await pushes.claim(db, old.id, DAY, DUE, noon)
    row = await pushes.of(store.reader, old.id, DAY)
    assert row is not None
    assert (row.state, row.message) == ("sent", 9)
