"""What is said later: notes that go, words that wait, each at most once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot import outbox as emptying
from data import outbox, places
from playground import changes
from tests.bot.desk import GROUP, Desk
from tests.bot.stuck import StuckStore

NOW = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)


async def put(desk: Desk, kind: str, body: dict[str, object], chat: int = GROUP, after: int = 0) -> None:
    """A row that is due after some seconds."""
    async with desk.store.write() as db:
        await outbox.put(db, kind, chat, body, NOW + timedelta(seconds=after))


async def emptied(desk: Desk, after: int = 0) -> int:
    """Empty the box at an instant; how many rows are left."""
    desk.at(NOW + timedelta(seconds=after))
    await emptying.empty(desk.context)
    return await outbox.count(desk.store.reader)


async def test_words_wait_for_their_hour(desk: Desk) -> None:
    """Not a second before, and once."""
    await put(desk, "send", {"text": "<b>Hello</b>"}, after=60)
    assert await emptied(desk, 59) == 1
    assert await emptied(desk, 60) == 0
    assert await emptied(desk, 61) == 0
    assert [message.text for message in desk.posts(GROUP)] == ["Hello"]


async def test_a_note_removes_itself(desk: Desk) -> None:
    """The message goes when its time has come; a note that is gone already is no trouble."""
    sent = await desk.app.bot.send_message(GROUP, "only admins may")
    await put(desk, "delete", {"message": sent.message_id}, after=30)
    await put(desk, "delete", {"message": 999}, after=30)
    assert await emptied(desk, 30) == 0
    assert desk.posts(GROUP) == []


async def test_what_surely_was_not_said_is_said_later(desk: Desk) -> None:
    """After a pause of Telegram's the row comes back and goes out."""
    await put(desk, "send", {"text": "Hello"})
    desk.fault("429", retry_after=1)
    assert await emptied(desk) == 1
    assert await emptied(desk, 5) == 0
    assert len(desk.posts(GROUP)) == 1


async def test_words_outlive_a_store_that_fails_after_the_try(desk: Desk) -> None:
    """They were taken out and surely not said: they come back as soon as the store can be written."""
    await put(desk, "send", {"text": "Hello"})
    desk.fault("429", retry_after=1)
    async with StuckStore(desk.store.path) as stuck:
        await stuck.after_a_post(desk, tries=3)
        assert await emptied(desk) == 1
    assert await emptied(desk, 5) == 0
    assert len(desk.posts(GROUP)) == 1


async def test_what_is_in_doubt_is_not_repeated(desk: Desk) -> None:
    """A broken line ends it."""
    await put(desk, "send", {"text": "Hello"})
    desk.fault("broken")
    assert await emptied(desk) == 0
    assert len(desk.posts(GROUP)) == 1


async def test_a_chat_that_is_gone_sleeps(desk: Desk) -> None:
    """The row is over and the place takes no more pushes."""
    place = await desk.meet(GROUP)
    await put(desk, "send", {"text": "Hello"})
    desk.fault("403", description="Forbidden: bot was kicked from the supergroup chat")
    assert await emptied(desk) == 0
    found = await places.by_id(desk.store.reader, place.id)
    assert found is not None
    assert not found.active


async def test_words_follow_a_group_that_moved(desk: Desk) -> None:
    """They are said once, under its new id."""
    old = changes.make_chat(desk.world, "group", "Small", 1001)
    changes.set_member(desk.world, old.id, desk.world.bot.id, "member", 1001)
    new = changes.upgrade(desk.world, old.id, 1001)
    await put(desk, "send", {"text": "Hello"}, chat=old.id)
    assert await emptied(desk) == 1
    assert await emptied(desk) == 0
    assert [message.text for message in desk.posts(new.id)] == ["Hello"]


async def test_a_broken_row_stops_no_other(desk: Desk) -> None:
    """An empty text is refused by Telegram; the next row goes out."""
    await put(desk, "send", {})
    await put(desk, "send", {"text": "Hello"})
    await emptied(desk)
    assert [message.text for message in desk.posts(GROUP)] == ["Hello"]
