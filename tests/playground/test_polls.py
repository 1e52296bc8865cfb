"""Polls: what the bot sends and sees of them, and when they close.

Right values: the Bot API reference (Poll, sendPoll, stopPoll) and TDLib's `PollManager`.
"""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground import polls
from playground.client import Playground, Refused
from playground.methods import poll_drafts
from playground.room import furnish
from playground.shapes import Message
from playground.wire import Params, Refusal
from playground.world import World
from tests.playground.ballots import counts, kinds, send


async def test_a_new_poll_has_the_references_defaults(api: Any, group: int) -> None:
    """Anonymous, regular, one answer, open; options keep their order and bear ids of their own."""
    poll = (await send(api, group))["poll"]
    assert [option["text"] for option in poll["options"]] == ["a", "b", "c"]
    assert len({option["persistent_id"] for option in poll["options"]}) == 3
    fields = ("question", "total_voter_count", "is_closed", "is_anonymous", "type", "allows_multiple_answers",
              "allows_revoting")  # fmt: skip
    assert [poll[name] for name in fields] == ["Which?", 0, False, True, "regular", False, True]
    assert "close_date" not in poll


async def test_a_quiz_tells_its_answer_to_who_sent_it(api: Any, group: int) -> None:
    """Both names of the right option, and the explanation with its entities."""
    sent = await send(
        api, group, type="quiz", correct_option_ids=[1], explanation="<b>b</b> it is",
        explanation_parse_mode="HTML",
    )  # fmt: skip
    poll = sent["poll"]
    assert (poll["type"], poll["correct_option_ids"], poll["correct_option_id"]) == ("quiz", [1], 1)
    assert poll["allows_revoting"] is False
    assert (poll["explanation"], poll["explanation_entities"]) == (
        "b it is", [{"type": "bold", "offset": 0, "length": 1}],
    )  # fmt: skip


async def test_a_forwarded_open_quiz_keeps_its_secret_until_it_closes(
    api: Any, room: Playground, group: int
) -> None:
    """Available for quizzes that are closed or were sent, not forwarded, by the bot."""
    sent = await send(api, group, type="quiz", correct_option_id=1, explanation="so")
    first = {"chat_id": group, "from_chat_id": group, "message_id": sent["message_id"]}
    secret = (await api("forwardMessage", **first))["poll"]
    assert {"correct_option_id", "correct_option_ids", "explanation"} & secret.keys() == set()
    await api("stopPoll", chat_id=group, message_id=sent["message_id"])
    assert (await api("forwardMessage", **first))["poll"]["correct_option_ids"] == [1]
    windows = (await room.messages(group))[-2].raw["poll"]
    assert isinstance(windows, dict)
    assert windows["correct_option_ids"] == [1]


async def test_a_forward_shares_the_poll_and_a_copy_asks_anew(
    api: Any, room: Playground, group: int, forum: int
) -> None:
    """A vote in the forward counts in the first; the copy has another id and no votes."""
    sent = await send(api, group)
    source = {"from_chat_id": group, "message_id": sent["message_id"]}
    forward = await api("forwardMessage", chat_id=forum, **source)
    await room.vote(forum, forward["message_id"], "bo", 0)
    copy = await api("copyMessage", chat_id=forum, **source)
    shown = {one.id: one.raw["poll"] for one in await room.messages(forum) if "poll" in one.raw}
    first = (await room.messages(group))[-1].raw["poll"]
    forwarded, copied = shown[forward["message_id"]], shown[copy["message_id"]]
    assert isinstance(first, dict)
    assert isinstance(forwarded, dict)
    assert isinstance(copied, dict)
    assert (counts(first), counts(forwarded), counts(copied)) == ([1, 0, 0], [1, 0, 0], [0, 0, 0])
    assert first["id"] == forwarded["id"] != copied["id"]


async def test_a_persons_quiz_is_not_copied_while_its_answer_is_secret(
    api: Any, room: Playground, group: int
) -> None:
    """A bot copies a quiz only when it knows the right option."""
    asked = await room.poll(group, "bo", "2+2?", ["3", "4"], type="quiz", correct_option_id=1)
    source = {"chat_id": group, "from_chat_id": group, "message_id": asked.message.id}
    assert (await api.refused("copyMessage", **source))[1] == "Bad Request: the message can't be copied"
    await room.stop_poll(group, asked.message.id, "bo")
    await api("copyMessage", **source)


async def test_stopping_ends_a_poll_once_and_sets_the_keyboard(
    api: Any, room: Playground, group: int
) -> None:
    """The closed poll comes back and as an update; votes end; a second stop is refused."""
    sent = await send(api, group, description="by noon")
    await room.vote(group, sent["message_id"], "bo", 1)
    await kinds(api)
    keyboard = {"inline_keyboard": [[{"text": "Results", "callback_data": "r"}]]}
    stopped = await api("stopPoll", chat_id=group, message_id=sent["message_id"], reply_markup=keyboard)
    assert (stopped["is_closed"], counts(stopped)) == (True, [0, 1, 0])
    assert await kinds(api) == [("poll", stopped)]
    assert (await room.messages(group))[-1].buttons[0].text == "Results"
    assert await api.refused("stopPoll", chat_id=group, message_id=sent["message_id"]) == (
        400, "Bad Request: poll has already been closed",
    )  # fmt: skip


async def test_a_stopped_poll_answers_who_waits_for_the_bot(api: Any, room: Playground, group: int) -> None:
    """Stopping changes the bot's message, so it is something that the bot did."""
    sent = await send(api, group)
    before = (await room.state())["event"]
    await api("stopPoll", chat_id=group, message_id=sent["message_id"])
    assert isinstance(before, int)
    assert [one.id for one in await room.wait(group, event=before, timeout=1)] == [sent["message_id"]]


async def test_a_poll_closes_when_the_clock_is_moved_past_its_time(
    api: Any, room: Playground, group: int
) -> None:
    """Open until its close date by the room's clock; then windows see it closed and votes are refused."""
    await room.clock(fixed=True)
    sent = await send(api, group, open_period=600)
    assert sent["poll"]["close_date"] == sent["date"] + 600
    await room.clock(advance=599)
    await room.vote(group, sent["message_id"], "bo", 1)
    await room.clock(advance=1)
    poll = (await room.messages(group))[-1].raw["poll"]
    assert isinstance(poll, dict)
    assert (poll["is_closed"], counts(poll)) == (True, [0, 1, 0])
    assert "close_date" not in poll
    with pytest.raises(Refused, match="The poll is closed"):
        await room.vote(group, sent["message_id"], "ann", 1)
    assert (await api.refused("stopPoll", chat_id=group, message_id=sent["message_id"]))[1] == (
        "Bad Request: poll has already been closed"
    )


async def test_a_running_clock_closes_a_poll_by_itself(world: World, room: Playground, group: int) -> None:
    """Nobody need look: windows are told when the time has come."""
    draft = poll_drafts.read(world, Params({"question": "q", "options": '["a", "b"]'}))
    draft.open_period = 1
    kept = polls.keep(world, draft)
    world.post(Message(0, group, 0, poll=kept, by_bot=True))
    before = world.hub.number
    assert await asyncio.wait_for(closed(world, before), 3)


async def closed(world: World, after: int) -> bool:
    """True once a window was told of a closed poll."""
    while True:
        for event in world.hub.since(after) or []:
            message = event.data.get("message")
            if isinstance(message, dict) and message["poll"]["is_closed"]:
                return True
        await world.hub.bell.heard(3)


async def test_a_poll_that_closes_by_time_sends_no_update(api: Any, room: Playground, group: int) -> None:
    """TDLib sends bots none, "because there is no way to guarantee it"."""
    await send(api, group, open_period=5)
    await room.clock(advance=6)
    assert await kinds(api) == []


async def test_close_dates_follow_the_rooms_clock(api: Any, room: Playground, group: int) -> None:
    """Five seconds ahead of our clock are enough, whatever the wall's clock says."""
    await room.clock(now="2031-01-01T00:00:00", fixed=True)
    now = 1924992000
    sent = await send(api, group, close_date=now + 5)
    assert (sent["poll"]["close_date"], sent["poll"]["open_period"]) == (now + 5, 5)
    for wrong in (now + 4, now - 60, now + 2_628_001):
        status, _ = await api.refused(
            "sendPoll", chat_id=group, question="q", options=["a"], close_date=wrong
        )
        assert status == 400


async def test_the_open_period_wins_over_a_close_date(api: Any, group: int) -> None:
    """They can't be used together: TDLib forgets the date."""
    sent = await send(api, group, open_period=60, close_date=1)
    assert sent["poll"]["close_date"] == sent["date"] + 60


async def test_a_channel_takes_anonymous_polls_only(api: Any, room: Playground) -> None:
    """Sent or forwarded; subscribers vote, and the bot gets the counts."""
    channel = await room.new_chat("channel", "News", "ann", members=(1002,))
    await room.member(channel, "bot", "administrator")
    sent = await send(api, channel)
    await room.vote(channel, sent["message_id"], "bo", 0)
    assert [counts(poll) for _, poll in await kinds(api)] == [[1, 0, 0]]
    refusal = (400, "Bad Request: non-anonymous polls can't be sent to channel chats")
    fields: dict[str, Any] = {"question": "q", "options": ["a"], "is_anonymous": False}
    assert await api.refused("sendPoll", chat_id=channel, **fields) == refusal
    await room.say(1002, "bo", "/start")
    public = await api("sendPoll", chat_id=1002, **fields)
    source = {"from_chat_id": 1002, "message_id": public["message_id"]}
    assert await api.refused("forwardMessage", chat_id=channel, **source) == refusal
    assert await api.refused("copyMessage", chat_id=channel, **source) == refusal


async def test_a_poll_goes_to_its_topic_and_answers_a_message(
    api: Any, room: Playground, forum: int, topic: int
) -> None:
    """message_thread_id and reply_parameters hold for polls too."""
    said = await room.say(forum, "bo", "/ask", thread=topic)
    sent = await send(api, forum, message_thread_id=topic, reply_parameters={"message_id": said.message.id})
    assert sent["message_thread_id"] == topic
    assert sent["reply_to_message"]["message_id"] == said.message.id


async def test_a_poll_has_no_text_to_edit(api: Any, group: int) -> None:
    """Neither text nor caption; the keyboard may change."""
    at = {"chat_id": group, "message_id": (await send(api, group))["message_id"]}
    assert (await api.refused("editMessageText", text="x", **at))[1] == (
        "Bad Request: there is no text in the message to edit"
    )
    assert (await api.refused("editMessageCaption", caption="x", **at))[1] == (
        "Bad Request: there is no caption in the message to edit"
    )
    keyboard = {"inline_keyboard": [[{"text": "a", "callback_data": "x"}]]}
    edited = await api("editMessageReplyMarkup", reply_markup=keyboard, **at)
    assert edited["poll"]["question"] == "Which?"


async def test_only_custom_emoji_stay_in_question_and_options(api: Any, group: int) -> None:
    """Other entities go, their text stays; white space around goes too."""
    emoji = {"type": "custom_emoji", "offset": 0, "length": 2, "custom_emoji_id": "5"}
    sent = await api(
        "sendPoll", chat_id=group, question=" <b>Bold</b> @ann ", question_parse_mode="HTML",
        options=[{"text": "<i>a</i>", "text_parse_mode": "HTML"}, {"text": "👍 b", "text_entities": [emoji]}],
    )  # fmt: skip
    poll = sent["poll"]
    assert (poll["question"], poll.get("question_entities")) == ("Bold @ann", None)
    assert [(one["text"], one.get("text_entities")) for one in poll["options"]] == [
        ("a", None), ("👍 b", [emoji]),
    ]  # fmt: skip


async def test_media_in_polls_are_not_passed_over_in_silence(api: Any, group: int) -> None:
    """What the playground lacks answers 501."""
    media = {"type": "photo", "media": "https://example.com/a.jpg"}
    wanted: list[dict[str, Any]] = [
        {"options": ["a"], "media": media}, {"options": [{"text": "a", "media": media}]},
    ]  # fmt: skip
    for fields in wanted:
        assert (await api.refused("sendPoll", chat_id=group, question="q", **fields))[0] == 501


texts = st.text(max_size=320)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts, st.lists(texts, max_size=14), st.booleans(), st.lists(st.integers(-2, 14), max_size=4))
def test_any_poll_is_refused_or_within_the_limits(
    question: str, options: list[str], quiz: bool, correct: list[int]
) -> None:
    """Whatever comes, what is kept fits the reference's limits."""
    world = furnish()
    chat = next(iter(world.chats.values()))
    fields: dict[str, object] = {"question": question, "options": list(options)}
    fields |= {"correct_option_ids": correct, "type": "quiz" if quiz else "regular"}
    try:
        poll = poll_drafts.read(world, Params(fields))
        poll_drafts.check(world, chat, poll)
    except Refusal:
        return
    assert 1 <= len(poll.question.text) <= 300
    assert 1 <= len(poll.options) <= 12
    assert all(1 <= len(option.text) <= 100 for option in poll.options)
    assert all(0 <= one < len(poll.options) for one in poll.correct)
