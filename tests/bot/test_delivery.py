"""One post, and what became of it: Telegram's refusals as values, over real HTTP."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot import app, config, delivery, wire
from bot.delivery import Gone, Later, Moved, Outcome, Refused, Sent, Unsure
from data.models import Place
from handlers.replies.cards import Card
from playground import changes
from tests.bot.desk import FORUM, GROUP, TOKEN, Desk

PLACE = Place(id=1, chat=GROUP)
CARD = Card("<b>A paper</b> about a &lt; b")


async def post(desk: Desk, place: Place = PLACE, card: Card = CARD) -> Outcome:
    """Post at once, whatever the pace says."""
    return await delivery.post(desk.app.bot, place, card)


async def test_a_post_is_sent(desk: Desk) -> None:
    """It stands in the chat, and its message id comes back."""
    assert await post(desk) == Sent(desk.posts(GROUP)[-1].id)
    assert desk.posts(GROUP)[-1].text == "A paper about a < b"


async def test_a_post_goes_to_its_topic_and_is_silent(desk: Desk) -> None:
    """The stored forum topic and the silent flag go along."""
    topic = next(iter(desk.world.chats[FORUM].topics))
    await post(desk, Place(id=1, chat=FORUM, thread=topic, silent=True))
    sent = desk.world.calls.since(0, "sendMessage")[-1]["params"]
    assert desk.posts(FORUM)[-1].thread == topic
    assert isinstance(sent, dict)
    assert sent["disable_notification"] in (True, "true", "True")


@pytest.mark.parametrize("thread", [0, 1])
async def test_the_general_topic_is_never_named(desk: Desk, thread: int) -> None:
    """Telegram refuses 0 and 1 as a thread: the post goes without one."""
    await post(desk, Place(id=1, chat=FORUM, thread=thread))
    sent = desk.world.calls.since(0, "sendMessage")[-1]["params"]
    assert isinstance(sent, dict)
    assert "message_thread_id" not in sent


async def test_a_lost_topic_falls_back_to_the_main_thread(desk: Desk) -> None:
    """One more try, without the topic."""
    topic = next(iter(desk.world.chats[FORUM].topics))
    changes.drop_topic(desk.world, FORUM, topic)
    outcome = await post(desk, Place(id=1, chat=FORUM, thread=topic))
    assert isinstance(outcome, Sent)
    assert desk.posts(FORUM)[-1].thread is None


async def test_a_card_that_telegram_cannot_read_goes_as_plain_text(desk: Desk) -> None:
    """Once more, without markup: b15's third chat gets its paper all the same."""
    outcome = await post(desk, card=Card("<b>A paper</b> &amp; <foo>more"))
    assert isinstance(outcome, Sent)
    assert desk.posts(GROUP)[-1].text == "A paper & more"


@pytest.mark.parametrize(
    "sentence",
    [
        "Forbidden: bot was kicked from the supergroup chat", "Forbidden: bot was blocked by the user",
        "Forbidden: user is deactivated", "Forbidden: bot is not a member of the channel chat",
        "Forbidden: bot can't initiate conversation with a user",
    ],
)  # fmt: skip
async def test_a_chat_that_shut_the_bot_out_is_gone(desk: Desk, sentence: str) -> None:
    """Every 403 but that of a right to write."""
    desk.fault("403", description=sentence)
    assert isinstance(await post(desk), Gone)


async def test_an_unknown_chat_is_gone(desk: Desk) -> None:
    """A 400 that means the same."""
    assert isinstance(await post(desk, Place(id=1, chat=-1009999999999)), Gone)


@pytest.mark.parametrize(
    "sentence",
    [
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: have no rights to send a message", "Bad Request: CHAT_WRITE_FORBIDDEN",
    ],
)  # fmt: skip
async def test_a_chat_without_the_right_to_write_is_no_lost_chat(desk: Desk, sentence: str) -> None:
    """The bot is still a member: the post is refused, the place stays."""
    desk.fault("400", description=sentence)
    assert await post(desk) == Refused("no-rights")


async def test_a_group_that_was_upgraded_has_moved(desk: Desk) -> None:
    """Telegram tells the new id."""
    old = changes.make_chat(desk.world, "group", "Small", 1001)
    changes.set_member(desk.world, old.id, desk.world.bot.id, "member", 1001)
    new = changes.upgrade(desk.world, old.id, 1001)
    assert await post(desk, Place(id=1, chat=old.id)) == Moved(new.id)


async def test_a_flood_pause_is_kept_by_everything(desk: Desk) -> None:
    """A 429 is a `Later`, is tried by nobody on the way, and holds what comes after."""
    desk.fault("429", retry_after=7)
    outcome = await post(desk)
    assert isinstance(outcome, Later)
    assert outcome.seconds == 7
    assert desk.calls() == 1
    assert desk.pace.wait(GROUP - 5) > 6


async def test_telegrams_own_5xx_is_surely_not_posted(desk: Desk) -> None:
    """Its JSON says so; others rest a little."""
    desk.fault("5xx-json")
    outcome = await post(desk)
    assert isinstance(outcome, Later)
    assert desk.posts(GROUP) == []


@pytest.mark.parametrize("kind", ["502-html", "broken"])
async def test_what_stands_between_leaves_it_open(desk: Desk, kind: str) -> None:
    """A proxy's page and a broken line end as unsure, after one try."""
    desk.fault(kind)
    assert isinstance(await post(desk), Unsure)
    assert desk.calls() == 1


async def test_a_slow_answer_leaves_it_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Case b29: the message arrived, the answer did not; it is not sent again."""
    monkeypatch.setattr(wire, "TIMEOUT", 0.3)
    address = desk.app.bot.base_url.partition("/bot")[0]
    hasty = app.build(config.load(token=TOKEN, api_url=address, db=tmp_path / "other.db"))
    async with hasty:
        desk.fault("slow", seconds=1.0)
        outcome = await delivery.post(hasty.bot, PLACE, CARD)
    assert isinstance(outcome, Unsure)
    assert len(desk.posts(GROUP)) == 1


async def test_no_connection_means_surely_not_posted(desk: Desk) -> None:
    """A refused connection is a `Later`, and each in a row rests longer."""
    bot = desk.app.bot
    bot._base_url = "http://127.0.0.1:9/bot" + TOKEN
    desk.pace._seconds = count(0.0, 100.0).__next__  # each post comes when the last rest is over
    outcomes = [await post(desk, replace(PLACE, chat=GROUP - number)) for number in range(3)]
    rests = [outcome.seconds for outcome in outcomes if isinstance(outcome, Later)]
    assert rests == [1, 2, 4]


async def test_a_deletion_of_what_is_gone_is_over(desk: Desk) -> None:
    """Nothing is left to do, and nothing raises."""
    assert await delivery.delete(desk.app.bot, GROUP, 999) is None
