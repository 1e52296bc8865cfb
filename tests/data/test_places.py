"""Places: met, changed, asleep, forgotten; when they are due."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from data import ask, outbox, papers, places, searches, shelf, tidying
from data.models import Place, Record
from data.store import Store


async def test_a_new_group_is_due_at_its_hour(store: Store, noon: datetime) -> None:
    """Added at noon in Shanghai with 09:00: the first paper comes tomorrow at nine."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=-1), noon)
    assert (place.due, place.due_date) == (datetime(2026, 12, 2, 1, tzinfo=UTC), date(2026, 12, 2))
    assert await places.due(store.reader, noon) == []
    assert await places.due(store.reader, noon + timedelta(hours=21)) == [place]


async def test_meeting_again_keeps_the_settings(store: Store, noon: datetime) -> None:
    """A group that removes the bot and takes it back finds its hour and subscriptions again."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=-1, title="Old"), noon)
        place = await places.change(db, replace(place, hour="21:30"), noon)
        await places.follow(db, place.id, "topic", "graphs", "Graphs")
        await places.leave(db, -1)
    assert await places.due(store.reader, noon + timedelta(days=3)) == []
    async with store.write() as db:
        again = await places.meet(db, Place(id=0, chat=-1, title="New"), noon)
    assert (again.id, again.hour, again.title, again.active) == (place.id, "21:30", "New", True)
    assert [s.value for s in await places.subscriptions(store.reader, place.id)] == ["graphs"]


async def test_an_hour_moved_after_the_push_waits_for_tomorrow(store: Store, noon: datetime) -> None:
    """Never two pushes for one local date, whatever the hour is moved to."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=-1), noon)
        place = await places.dated(db, place, date(2026, 12, 1), noon)
        place = await places.change(db, replace(place, hour="20:00"), noon)
    assert place.due_date == date(2026, 12, 2)


async def test_a_switched_off_place_is_never_due(store: Store, noon: datetime) -> None:
    """Pushes off means no due time at all."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=-1), noon)
        place = await places.change(db, replace(place, push=False), noon)
    assert place.due is None
    assert await places.due(store.reader, noon + timedelta(days=9)) == []


async def test_a_topic_without_settings_of_its_own_has_its_chats(store: Store, noon: datetime) -> None:
    """The nearest place counts: the topic's own, else the chat's."""
    async with store.write() as db:
        whole = await places.meet(db, Place(id=0, chat=-1, language="zh"), noon)
        topic = await places.meet(db, Place(id=0, chat=-1, thread=42, language="en"), noon)
    assert await places.nearest(store.reader, -1, 42) == topic
    assert await places.nearest(store.reader, -1, 7) == whole
    assert await places.nearest(store.reader, -2, 0) is None


async def test_following_twice_is_one_subscription(store: Store, noon: datetime) -> None:
    """A second /subscribe of the same changes nothing and says so."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=5, kind="private"), noon)
        assert await places.follow(db, place.id, "topic", "graphs", "Graphs")
        assert not await places.follow(db, place.id, "topic", "graphs", "Graphs")
        kept = await places.subscriptions(db, place.id)
        assert len(kept) == 1
        assert not await places.unfollow(db, place.id + 1, kept[0].id)
        assert await places.unfollow(db, place.id, kept[0].id)
        assert await places.subscriptions(db, place.id) == []


async def test_forgetting_leaves_nothing(store: Store, noon: datetime) -> None:
    """/forget deletes the place with all that hangs on it, and what was asked."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=5, kind="private"), noon)
        await places.follow(db, place.id, "topic", "graphs", "Graphs")
        asked = await searches.remember(db, "diffusion", asker=5, chat=-1, now=noon)
        await places.forget(db, 5)
    assert await places.at(store.reader, 5) is None
    assert await places.subscriptions(store.reader, place.id) == []
    assert await searches.recall(store.reader, asked.id, -1) is None


async def test_forgetting_brings_no_second_push_that_day(store: Store, noon: datetime) -> None:
    """A group that comes back on the same day waits for tomorrow; days later nothing is left."""
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=-1), noon)
        await places.dated(db, place, date(2026, 12, 1), noon)
        await places.forget(db, -1)
        back = await places.meet(db, Place(id=0, chat=-1, hour="20:00"), noon)
        await tidying.by_age(db, noon + timedelta(days=3))
        left = await ask.number(db, "select count(*) from forgotten")
    assert (back.due_date, left) == (date(2026, 12, 2), 0)


async def test_settings_changed_during_a_post_stay_changed(store: Store, noon: datetime) -> None:
    """The date is noted on the place as it is now, not as it was when the post began."""
    async with store.write() as db:
        before = await places.meet(db, Place(id=0, chat=-1), noon)
        await places.change(db, replace(before, push=False), noon)
        after = await places.dated(db, before, date(2026, 12, 2), noon)
    assert (after.push, after.due) == (False, None)


async def test_the_reading_list_is_forgotten_too(store: Store, noon: datetime) -> None:
    """/forget in private takes what a person saved."""
    async with store.write() as db:
        await papers.save(db, Record(title="A Paper on Something Long"), "test", None, noon)
        await shelf.toggle(db, 5, 1, noon)
        await places.forget(db, 5)
    assert (await shelf.page(store.reader, 5, limit=5)).total == 0


async def test_searches_follow_a_migrated_group_and_deletions_do_not(store: Store, noon: datetime) -> None:
    """Page buttons go on under the new id; a message id means another message there."""
    async with store.write() as db:
        asked = await searches.remember(db, "扩散", asker=5, chat=-1, now=noon)
        await outbox.put(db, "delete", -1, {"message": 4}, noon)
        await places.move(db, -1, -1009)
    assert await searches.recall(store.reader, asked.id, -1009) is not None
    assert await outbox.count(store.reader) == 0


async def test_a_search_is_recalled_in_its_own_chat_for_seven_days(store: Store, noon: datetime) -> None:
    """A forged button of another chat finds nothing; after a week the search is gone."""
    async with store.write() as db:
        asked = await searches.remember(db, "扩散", asker=5, chat=-1, now=noon)
    assert await searches.recall(store.reader, asked.id, -1) == asked
    assert await searches.recall(store.reader, asked.id, -2) is None
    async with store.write() as db:
        assert await searches.prune(db, noon + timedelta(days=7)) == 0
        assert await searches.prune(db, noon + timedelta(days=7, seconds=1)) == 1
