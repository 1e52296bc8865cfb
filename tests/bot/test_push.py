"""The daily push through real ticks: who gets what, and what each trouble leaves in the ledger."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import structlog

from bot import push
from bot.delivery import Sent
from data import featured, papers, places, pushes
from data.models import Place, Push, Record
from data.store import Store
from playground import changes
from tests.bot.desk import FORUM, GROUP, Desk
from tests.bot.stuck import StuckStore

EVE = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)  # before the hour
DUE = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)  # nine in Shanghai
DAY = date(2026, 12, 1)


@pytest.fixture
async def place(desk: Desk) -> Place:
    """The group, met before its hour; then it is nine."""
    desk.at(EVE)
    met = await desk.meet(GROUP)
    desk.at(DUE)
    return met


async def row(desk: Desk, place: Place, day: date = DAY) -> Push:
    """The ledger's row of a date."""
    found = await pushes.of(desk.store.reader, place.id, day)
    assert found is not None
    return found


async def now_of(desk: Desk, place: Place) -> Place:
    """The place as it is stored now."""
    found = await places.by_id(desk.store.reader, place.id)
    assert found is not None
    return found


def group(desk: Desk, title: str) -> int:
    """One more group with the bot in it."""
    made = changes.make_chat(desk.world, "supergroup", title, 1001)
    changes.set_member(desk.world, made.id, desk.world.bot.id, "member", 1001)
    return made.id


async def test_a_due_place_gets_its_paper(desk: Desk, place: Place) -> None:
    """One message, settled with its id, and the next one planned for tomorrow."""
    await desk.tick()
    (message,) = desk.posts(GROUP)
    found = await row(desk, place)
    assert (found.state, found.message) == ("sent", message.id)
    assert (await now_of(desk, place)).due == DUE + timedelta(days=1)


async def test_a_second_tick_sends_nothing(desk: Desk, place: Place) -> None:
    """Case b30: neither the next tick nor one after a restart posts the date again."""
    await desk.tick()
    desk.at(DUE + timedelta(minutes=1))
    async with desk.store.write() as db:
        assert await pushes.interrupted(db, DUE) == []
    await desk.tick()
    assert len(desk.posts(GROUP)) == 1


async def test_before_its_hour_nothing_goes_out(desk: Desk, place: Place) -> None:
    """Case b35: the hour is the place's own, not UTC's."""
    desk.at(DUE - timedelta(seconds=1))
    await desk.tick()
    assert desk.posts(GROUP) == []


async def test_the_push_sends_what_daily_showed(desk: Desk, place: Place) -> None:
    """A paper that was fixed before the hour is the one that goes out."""
    shown = await featured.today(desk.store, place, DAY, EVE)
    assert shown is not None
    await desk.tick()
    assert (await row(desk, place)).paper == shown.paper


async def test_a_paper_that_cannot_be_shown_is_skipped(desk: Desk, place: Place) -> None:
    """A damaged row holds no place up: nothing was posted, so nothing is in doubt."""
    async with desk.store.write() as db:
        await db.execute("update papers set authors = 'no list'")
    await desk.tick()
    found = await row(desk, place)
    assert (found.state, found.reason) == ("skipped", "card-failed")
    assert desk.posts(GROUP) == []


async def test_settings_changed_during_the_post_hold(desk: Desk, place: Place) -> None:
    """Switched off between claim and answer: the date ends as sent, and no other is planned."""
    async with desk.store.write() as db:
        ready = await push.begin(db, place, DUE)
        await places.change(db, replace(place, push=False), DUE)
    assert ready is not None
    async with desk.store.write() as db:
        await push.end(db, ready.place, ready.push.date, Sent(1), DUE)
    assert (await now_of(desk, place)).due is None


async def test_each_day_brings_another_paper(desk: Desk, place: Place) -> None:
    """Thirty-four days, thirty-four papers; then the date is skipped, and nothing empty is sent."""
    count = await papers.count(desk.store.reader)
    for day in range(count + 1):
        desk.at(DUE + timedelta(days=day))
        desk.pace._chats.clear()
        await desk.tick()
    had = await pushes.recent(desk.store.reader, place.id, count + 1)
    assert len({push.paper for push in had if push.state == "sent"}) == count
    assert (had[0].state, had[0].reason) == ("skipped", "all-had")
    assert len(desk.posts(GROUP)) == count


@pytest.mark.parametrize(("hours", "state", "reason"), [(6, "sent", None), (6.01, "skipped", "late")])
async def test_after_downtime_up_to_six_hours_late_still_go_out(
    desk: Desk, place: Place, hours: float, state: str, reason: str | None
) -> None:
    """Later ones are skipped and counted; the next is due tomorrow either way."""
    desk.at(DUE + timedelta(hours=hours))
    await desk.tick()
    found = await row(desk, place)
    assert (found.state, found.reason) == (state, reason)
    assert (await now_of(desk, place)).due == DUE + timedelta(days=1)


async def test_one_failing_chat_stops_no_other(desk: Desk) -> None:
    """Case b15: kicked, unreadable and two good ones."""
    chats = [group(desk, name) for name in ("-11", "-12", "-13", "-14")]
    desk.at(EVE)
    met = [await desk.meet(chat) for chat in chats]
    desk.at(DUE)
    desk.fault("403", chat_id=chats[1], description="Forbidden: bot was kicked from the supergroup chat")
    desk.fault("400", chat_id=chats[2], description="Bad Request: can't parse entities: Unclosed end tag")
    await desk.tick()
    assert [len(desk.posts(chat)) for chat in chats] == [1, 0, 1, 1]
    assert [(await row(desk, place)).state for place in met] == ["sent", "skipped", "sent", "sent"]
    assert not (await now_of(desk, met[1])).active


async def test_a_migrated_group_gets_it_once_at_its_new_id(desk: Desk) -> None:
    """Case b12: every row moves, the message goes to the new chat, and no second one follows."""
    old = changes.make_chat(desk.world, "group", "Small", 1001)
    changes.set_member(desk.world, old.id, desk.world.bot.id, "member", 1001)
    desk.at(EVE)
    place = await desk.meet(old.id, kind="group")
    async with desk.store.write() as db:
        await places.follow(db, place.id, "topic", "x", "X")
    new = changes.upgrade(desk.world, old.id, 1001)
    desk.at(DUE)
    await desk.tick()
    await desk.tick()
    assert len(desk.posts(new.id)) == 1
    assert (await now_of(desk, place)).chat == new.id
    assert (await row(desk, place)).state == "sent"
    assert len(await places.subscriptions(desk.store.reader, place.id)) == 1


async def test_a_migrated_group_that_had_it_is_not_sent_it_again(desk: Desk) -> None:
    """The supergroup was met first and got the date's paper there."""
    old = changes.make_chat(desk.world, "group", "Small", 1001)
    changes.set_member(desk.world, old.id, desk.world.bot.id, "member", 1001)
    desk.at(EVE)
    place = await desk.meet(old.id, kind="group")
    new = changes.upgrade(desk.world, old.id, 1001)
    await desk.meet(new.id, hour="08:59")
    desk.at(DUE - timedelta(minutes=1))
    await desk.tick()
    desk.at(DUE)
    await desk.tick()
    assert len(desk.posts(new.id)) == 1
    assert (await row(desk, place)).state == "sent"


@pytest.mark.parametrize("kind", ["broken", "502-html"])
async def test_what_is_in_doubt_is_never_repeated(desk: Desk, place: Place, kind: str) -> None:
    """It ends as uncertain, and the next ticks leave it alone."""
    desk.fault(kind)
    for minute in range(3):
        desk.at(DUE + timedelta(minutes=minute))
        await desk.tick()
    assert desk.calls() == 1
    assert (await row(desk, place)).state == "uncertain"


async def test_a_pause_is_kept_and_the_push_comes_after_it(desk: Desk, place: Place) -> None:
    """A 429 gives the claim back; the date goes out when the pause has ended."""
    desk.fault("429", retry_after=1)
    await desk.tick()
    assert (await row(desk, place)).state == "chosen"
    await desk.tick()
    assert len(desk.posts(GROUP)) == 1
    assert (await row(desk, place)).state == "sent"


async def test_a_known_outcome_outlives_a_store_that_fails_after_the_post(desk: Desk, place: Place) -> None:
    """The file is locked by another program: the row is written when it is free, and the paper not again."""
    async with StuckStore(desk.store.path) as stuck:
        await stuck.after_a_post(desk, tries=3)
        await desk.tick()
    assert stuck.waits == [1, 2, 4]
    (message,) = desk.posts(GROUP)
    found = await row(desk, place)
    assert (found.state, found.message) == ("sent", message.id)


async def test_a_claim_is_given_back_though_the_store_fails(desk: Desk, place: Place) -> None:
    """Surely not posted: the date stays open, and the next tick brings the paper."""
    desk.fault("5xx-json")
    async with StuckStore(desk.store.path) as stuck:
        await stuck.after_a_post(desk, tries=3)
        await desk.tick()
    assert (await row(desk, place)).state == "chosen"
    await desk.tick()
    assert len(desk.posts(GROUP)) == 1


async def test_the_end_of_the_process_ends_the_tries_and_the_log_has_the_outcome(
    desk: Desk, place: Place
) -> None:
    """The row stays `sending`, which the next start calls uncertain; a line says what it was."""
    async with StuckStore(desk.store.path) as stuck:
        await stuck.after_a_post(desk, tries=99, stop_after=2)
        with structlog.testing.capture_logs() as logged:
            await desk.tick()
    (message,) = desk.posts(GROUP)
    assert (await row(desk, place)).state == "sending"
    assert [entry["outcome"] for entry in logged if "outcome" in entry] == [f"Sent(message_id={message.id})"]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_clock_that_was_ahead_silences_no_place(desk: Desk, place: Place, restarted: bool) -> None:
    """Three weeks ahead and back again, seen at once or by the next start: tomorrow has its push."""
    await desk.tick()
    for weeks in (3, 4):
        desk.at(DUE + timedelta(weeks=weeks))
        await desk.tick()
    if restarted:
        desk.context.bot_data.seen = None
    desk.at(DUE + timedelta(hours=2))
    with structlog.testing.capture_logs() as logged:
        await desk.tick()
    assert [entry["places"] for entry in logged if "clock was ahead" in entry["event"]] == [1]
    # The 2nd was missed under the wrong clock and is settled so; the 3rd is the next.
    for day in (1, 2):
        desk.at(DUE + timedelta(days=day))
        await desk.tick()
    assert (await row(desk, place, DAY + timedelta(days=2))).state == "sent"


async def test_a_clock_set_back_sends_no_date_twice(desk: Desk, place: Place) -> None:
    """Dates that had their push under the wrong clock are passed over when they come."""
    for day in (*range(4), *range(6)):
        desk.at(DUE + timedelta(days=day))
        desk.pace._chats.clear()
        await desk.tick()
    had = await pushes.recent(desk.store.reader, place.id)
    assert [push.date for push in reversed(had)] == [DAY + timedelta(days=day) for day in range(6)]
    assert len(desk.posts(GROUP)) == 6


async def test_a_clock_that_is_right_plans_nothing_anew(desk: Desk, place: Place) -> None:
    """A place with one weekday is due days ahead, and stays so."""
    async with desk.store.write() as db:
        monday = await places.change(db, replace(place, weekdays=1), DUE)
    assert await places.bring_back(desk.store, DUE) == 0
    assert (await now_of(desk, place)).due == monday.due


async def test_the_dates_of_a_long_downtime_are_counted(desk: Desk, place: Place) -> None:
    """Ten days off: one row, and a line that says how many dates went without, weekends not counted."""
    async with desk.store.write() as db:
        await places.change(db, replace(place, weekdays=0b0011111), EVE)
    desk.at(DUE + timedelta(days=9, hours=10))
    with structlog.testing.capture_logs() as logged:
        await desk.tick()
    # Tuesday the 1st of December 2026 to Thursday the 10th: eight weekdays.
    assert [entry["missed"] for entry in logged if "missed" in entry] == [8]


async def test_a_5xx_of_telegrams_is_tried_again(desk: Desk, place: Place) -> None:
    """Surely not posted: the place stays due, the next tick brings the paper."""
    desk.fault("5xx-json")
    await desk.tick()
    await desk.tick()
    assert len(desk.posts(GROUP)) == 1


async def test_a_place_without_papers_is_skipped_and_said_so(desk: Desk, place: Place) -> None:
    """An empty store sends no empty message."""
    async with desk.store.write() as db:
        for number in range(1, 100):
            await papers.remove(db, number)
    await desk.tick()
    assert (await row(desk, place)).reason == "no-papers"


async def test_topics_of_one_forum_do_not_repeat_each_other(desk: Desk) -> None:
    """Each topic has a place of its own; on one day they get different papers, each in its topic."""
    first, second = list(desk.world.chats[FORUM].topics)[:2]
    desk.at(EVE)
    met = [await desk.meet(FORUM, thread) for thread in (first, second)]
    desk.at(DUE)
    await desk.tick()
    chosen = [(await row(desk, place)).paper for place in met]
    assert chosen[0] != chosen[1]
    assert {message.thread for message in desk.posts(FORUM)} == {first, second}


async def test_pushes_switched_off_while_waiting_are_not_sent(desk: Desk, place: Place) -> None:
    """The settings hold as they are at its turn, not as they were when the queue was made."""
    async with desk.store.write() as db:
        await places.change(db, replace(place, push=False), DUE)
    await push.push_one(desk.context, place, DUE, desk.pace)
    assert desk.posts(GROUP) == []


async def test_a_stopping_process_begins_nothing(desk: Desk, place: Place) -> None:
    """The date stays open for the next start."""
    desk.pace.stop()
    await desk.tick()
    assert await pushes.of(desk.store.reader, place.id, DAY) is None


async def test_a_row_cut_off_in_this_process_is_not_sent_again(desk: Desk, place: Place) -> None:
    """A tick that was cancelled in the middle leaves `sending`: the next one calls it uncertain."""
    async with desk.store.write() as db:
        assert await push.begin(db, place, DUE) is not None
    await desk.tick()
    assert desk.posts(GROUP) == []
    assert (await row(desk, place)).state == "uncertain"


async def test_two_ticks_at_once_post_once(desk: Desk, place: Place) -> None:
    """They never run so; if they did, the claim would hold."""
    await asyncio.gather(desk.tick(), desk.tick())
    assert len(desk.posts(GROUP)) == 1


# --- The night of the clock change (b34), and the days around it (b37)


async def walked(store: Store, place: Place, start: datetime, end: datetime) -> list[datetime]:
    """When pushes of a place begin, looking each minute."""
    begun: list[datetime] = []
    now = start
    while now <= end:
        if await places.due(store.reader, now):
            async with store.write() as db:
                ready = await push.begin(db, place, now)
                assert ready is not None
                await push.end(db, ready.place, ready.push.date, push.Sent(1), now)
            begun.append(now)
        now += timedelta(minutes=1)
    return begun


@pytest.mark.parametrize(
    ("zone", "hour", "expected"),
    [
        ("Europe/Berlin", "02:30", "2027-03-28T01:00"),  # skipped: three o'clock is the first real minute
        ("Europe/Berlin", "02:30", "2027-10-31T00:30"),  # doubled: the first pass
        ("Africa/Cairo", "00:00", "2027-04-29T22:00"),  # skipped midnight of the 30th
        ("Australia/Lord_Howe", "01:45", "2027-04-03T14:45"),  # doubled half hour of the 4th
        ("Europe/Brussels", "16:00", "2027-03-27T15:00"),
        ("Europe/Brussels", "16:00", "2027-03-28T14:00"),
        ("Europe/Brussels", "16:00", "2027-03-29T14:00"),
    ],
)
async def test_once_at_its_hour_also_around_a_clock_change(
    store: Store, zone: str, hour: str, expected: str
) -> None:
    """Cases b34 and b37: one push within the twelve hours on either side, at the right instant."""
    instant = datetime.fromisoformat(expected).replace(tzinfo=UTC)
    start = instant - timedelta(hours=11)
    async with store.write() as db:
        place = await places.meet(db, Place(id=0, chat=GROUP, zone=zone, hour=hour), start)
        await papers.save(db, Record(title="A Paper on Something Long"), "test", None, start)
    assert await walked(store, place, start, instant + timedelta(hours=11)) == [instant]
