"""The daily paper: at the place's hour, once a date, whatever goes wrong around it."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from talk import Bot, Room, labels

from playground.client import Heard, Playground

SHANGHAI = ZoneInfo("Asia/Shanghai")
HEADING = "Paper of the day"


async def now(playground: Playground) -> datetime:
    """The playground's time."""
    return datetime.fromisoformat(str((await playground.clock())["now"])).astimezone(UTC)


async def move(playground: Playground, hour: int = 9, minute: int = 0) -> None:
    """Fix the clock at the next such hour in Shanghai."""
    here = (await now(playground)).astimezone(SHANGHAI)
    then = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if then <= here:
        then += timedelta(days=1)
    await playground.clock(now=then.isoformat(), fixed=True)


class Watch:
    """Somebody whose own paper is due together with what is tested: when it came, the tick is over."""

    def __init__(self, playground: Playground, person: int, after: int) -> None:
        self.playground, self.person, self.after = playground, person, after

    @classmethod
    async def set(cls, playground: Playground, hour: int = 9, minute: int = 0) -> Watch:
        """Let somebody new ask for papers at this hour."""
        person = await playground.new_person("Watch", language="en")
        said = await playground.say(person, person, f"/settings {hour:02}:{minute:02} Asia/Shanghai", wait=20)
        return cls(playground, person, said.answer.id)

    async def over(self) -> None:
        """Wait for the end of the tick."""
        assert await self.playground.wait(self.person, self.after, timeout=30)
        await self.playground.quiet(timeout=20, settle=0.5)


async def tick(playground: Playground, hour: int = 9, minute: int = 0) -> None:
    """Move to the next such hour and wait until the bot has served what was due."""
    watch = await Watch.set(playground, hour, minute)
    await move(playground, hour, minute)
    await watch.over()


async def papers_in(playground: Playground, chat: int) -> list[Heard]:
    """The pushed papers of a chat; in a forum topic they hang on the topic's first message."""
    return [
        m
        for m in await playground.messages(chat)
        if m.by_bot and HEADING in m.text and (m.reply_to is None or m.raw.get("is_topic_message"))
    ]


def ledger(bot: Bot, chat: int) -> list[tuple[str, str | None]]:
    """State and reason of a chat's rows, oldest date first."""
    db = sqlite3.connect(f"file:{bot.db}?mode=ro", uri=True)
    query = """select state, reason from pushes join places on places.id = pushes.place
        where chat = ? order by date"""
    rows = db.execute(query, (chat,)).fetchall()
    db.close()
    return rows


@pytest.fixture
async def room(playground: Playground) -> Room:
    """A new group, met at ten in the morning of a day whose push hour is over."""
    await move(playground, 10)
    return await Room.made(playground, "en")


async def test_the_paper_comes_at_its_hour_and_once(room: Room, playground: Playground) -> None:
    """Nothing a minute before nine, one paper at nine, no other on that date."""
    await tick(playground, 8, 59)
    assert await papers_in(playground, room.chat) == []
    await tick(playground, 9)
    await tick(playground, 9, 1)
    assert len(await papers_in(playground, room.chat)) == 1


async def test_daily_shows_what_the_push_sends(room: Room, playground: Playground) -> None:
    """The choice is fixed at its first showing: asked before the hour, the same paper comes at nine."""
    await move(playground, 8)
    shown = await room.asks("/daily")
    await tick(playground, 9)
    pushed = await papers_in(playground, room.chat)
    assert [message.text for message in pushed] == [shown.text]
    assert (await room.asks("/daily")).text == shown.text


async def test_another_day_another_paper(room: Room, playground: Playground) -> None:
    """A place is not shown a paper twice."""
    for _ in range(3):
        await tick(playground, 9)
    titles = [message.text.split("\n")[3] for message in await papers_in(playground, room.chat)]
    assert len(set(titles)) == 3


async def test_the_hour_is_the_places_own(room: Room, playground: Playground) -> None:
    """21:30 in Kathmandu is 15:45 in UTC, and nothing comes before."""
    await room.asks("/settings 21:30 Asia/Kathmandu")
    await tick(playground, 23, 44)
    assert await papers_in(playground, room.chat) == []
    await tick(playground, 23, 45)
    assert len(await papers_in(playground, room.chat)) == 1


async def test_a_person_gets_what_they_follow(room: Room, playground: Playground) -> None:
    """After /subscribe in private the daily paper comes, chosen by the subscription, which is named."""
    await room.asks_alone("/subscribe author:苏冰", by=room.bo)
    await tick(playground, 9)
    pushed = await papers_in(playground, room.bo)
    assert len(pushed) == 1
    assert "苏冰" in pushed[0].text


async def test_off_means_off(room: Room, playground: Playground) -> None:
    """After "Stop it" in the welcome nothing comes."""
    welcome = (await playground.messages(room.chat))[-1]
    await room.taps(welcome, labels(welcome)[1])
    await tick(playground, 9)
    assert await papers_in(playground, room.chat) == []


async def test_a_forum_topic_gets_its_paper_in_the_topic(room: Room, playground: Playground) -> None:
    """The push goes into the topic whose place it is, never into General; gone topics fall back."""
    forum = await playground.new_chat("supergroup", "Forum", room.ann, forum=True)
    await playground.member(forum, "bot", "member", by=room.ann)
    await playground.quiet()
    topic = await playground.new_topic(forum, "Papers")
    await playground.say(forum, room.ann, "/settings off", wait=20)
    await playground.say(forum, room.ann, "/settings 09:00 language en", thread=topic, wait=20)
    await tick(playground, 9)
    assert [message.thread for message in await papers_in(playground, forum)] == [topic]
    await playground.drop_topic(forum, topic)
    await tick(playground, 9)
    assert [message.thread for message in await papers_in(playground, forum)][-1] in (None, 1)


async def test_one_failing_chat_stops_no_other(room: Room, playground: Playground, bot: Bot) -> None:
    """Kicked without a word, unparsable card, plain trouble: the others get their paper."""
    kicked, refused = [await Room.made(playground, "en") for _ in range(2)]
    await playground.fault("sendMessage", "403", times=1, match={"chat_id": str(kicked.chat)},
                           description="Forbidden: bot was kicked from the supergroup chat")  # fmt: skip
    await playground.fault("sendMessage", "400", times=1, match={"chat_id": str(refused.chat)},
                           description="Bad Request: can't parse entities: Unsupported tag")  # fmt: skip
    await tick(playground, 9)
    assert len(await papers_in(playground, room.chat)) == 1
    assert len(await papers_in(playground, refused.chat)) == 1
    assert ledger(bot, kicked.chat) == [("skipped", "gone")]
    await tick(playground, 9)
    assert ledger(bot, kicked.chat) == [("skipped", "gone")]


async def test_a_migrated_group_keeps_its_date(playground: Playground, bot: Bot) -> None:
    """A group that became a supergroup unnoticed gets its paper once, under its new id."""
    await move(playground, 10)
    old = await Room.made(playground, "en", kind="group")
    watch = await Watch.set(playground)
    bot.stop()
    new = await playground.upgrade(old.chat)
    await move(playground, 9)
    bot.start()
    await watch.over()
    await tick(playground, 9, 1)
    assert len(await papers_in(playground, new)) == 1
    assert ledger(bot, new) == [("sent", None)]


@pytest.mark.parametrize("kind", ["broken", "502-html"])
async def test_a_doubtful_post_is_not_repeated(
    room: Room, playground: Playground, bot: Bot, kind: str
) -> None:
    """A broken line or a proxy's page: nobody knows whether it was posted, so it stays uncertain."""
    await playground.fault("sendMessage", kind, times=1, match={"chat_id": str(room.chat)})
    await tick(playground, 9)
    await tick(playground, 9, 5)
    assert len(await papers_in(playground, room.chat)) == (1 if kind == "broken" else 0)
    assert [state for state, _ in ledger(bot, room.chat)] == ["uncertain"]


@pytest.mark.parametrize("kind", ["429", "5xx-json"])
async def test_a_refused_post_is_tried_again(room: Room, playground: Playground, bot: Bot, kind: str) -> None:
    """Telegram's own word that nothing was posted: the paper comes a little later, once."""
    await playground.fault("sendMessage", kind, times=1, match={"chat_id": str(room.chat)}, retry_after=1)
    await tick(playground, 9)
    await tick(playground, 9, 5)
    assert len(await papers_in(playground, room.chat)) == 1
    assert ledger(bot, room.chat) == [("sent", None)]


async def test_killed_between_claim_and_settle(room: Room, playground: Playground, bot: Bot) -> None:
    """Posted but not yet answered when the process dies: after the restart it is not posted again."""
    await playground.fault("sendMessage", "slow", times=1, match={"chat_id": str(room.chat)}, seconds=5)
    await move(playground, 9)
    while not await papers_in(playground, room.chat):
        await playground.wait(room.chat, 0, timeout=5)
    bot.kill()
    bot.start()
    await tick(playground, 9, 5)
    assert len(await papers_in(playground, room.chat)) == 1
    assert ledger(bot, room.chat) == [("uncertain", "interrupted")]


async def test_downtime_of_hours(room: Room, playground: Playground, bot: Bot) -> None:
    """Five hours late still goes out; seven hours late is skipped and counted."""
    await move(playground, 8)
    watch = await Watch.set(playground, 14)
    bot.stop()
    await move(playground, 14)
    bot.start()
    await watch.over()
    assert len(await papers_in(playground, room.chat)) == 1
    await move(playground, 8)
    watch = await Watch.set(playground, 16)
    bot.stop()
    await move(playground, 16)
    bot.start()
    await watch.over()
    assert len(await papers_in(playground, room.chat)) == 1
    assert ledger(bot, room.chat) == [("sent", None), ("skipped", "late")]
