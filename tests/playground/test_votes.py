"""Votes, and polls of people: what is counted, who may, and what the bot is told.

Right values: the Bot API reference (Poll, PollAnswer, Update) and TDLib's `PollManager::set_poll_answer`.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground import polls
from playground.acts import Unable
from playground.client import Playground, Refused
from playground.methods import poll_drafts
from playground.room import furnish
from playground.shapes import Message
from playground.wire import Params
from tests.playground.ballots import counts, kinds, send


async def test_a_vote_in_a_public_poll_is_told_with_who_and_with_counts(
    api: Any, room: Playground, group: int
) -> None:
    """A vote makes poll_answer with the person and poll with the new counts."""
    sent = await send(api, group, is_anonymous=False)
    await room.vote(group, sent["message_id"], "bo", 1)
    (_, answer), (_, poll) = await kinds(api)
    assert (answer["poll_id"], answer["user"]["first_name"], answer["option_ids"]) == (
        sent["poll"]["id"], "Bo", [1],
    )  # fmt: skip
    assert answer["option_persistent_ids"] == [sent["poll"]["options"][1]["persistent_id"]]
    assert (counts(poll), poll["total_voter_count"]) == ([0, 1, 0], 1)


async def test_a_vote_in_an_anonymous_poll_tells_only_counts(api: Any, room: Playground, group: int) -> None:
    """Nobody is named."""
    sent = await send(api, group)
    await room.vote(group, sent["message_id"], "bo", 2)
    assert [(kind, counts(poll)) for kind, poll in await kinds(api)] == [("poll", [0, 0, 1])]


async def test_a_vote_changes_and_is_taken_back(api: Any, room: Playground, group: int) -> None:
    """Another option replaces the first; none retracts, which poll_answer tells by empty lists."""
    sent = await send(api, group, is_anonymous=False)
    for chosen in ([0], [2], []):
        await room.vote(group, sent["message_id"], "bo", *chosen)
    told = await kinds(api)
    answers = [one["option_ids"] for kind, one in told if kind == "poll_answer"]
    assert answers == [[0], [2], []]
    assert [counts(one) for kind, one in told if kind == "poll"] == [[1, 0, 0], [0, 0, 1], [0, 0, 0]]


async def test_the_same_vote_again_is_no_news(api: Any, room: Playground, group: int) -> None:
    """Nothing changed, nothing is told."""
    sent = await send(api, group)
    await room.vote(group, sent["message_id"], "bo", 0)
    await kinds(api)
    await room.vote(group, sent["message_id"], "bo", 0)
    assert await kinds(api) == []


async def test_several_answers_where_the_poll_allows_them(api: Any, room: Playground, group: int) -> None:
    """One voter, two options; a voter counts once."""
    sent = await send(api, group, allows_multiple_answers=True)
    await room.vote(group, sent["message_id"], "bo", 2, 0)
    await room.vote(group, sent["message_id"], "ann", 2)
    poll = (await kinds(api))[-1][1]
    assert (counts(poll), poll["total_voter_count"]) == ([1, 0, 2], 2)


async def test_windows_see_who_chose_what_also_in_secret_polls(
    api: Any, room: Playground, group: int
) -> None:
    """`votes` stands in what windows see, never in what the bot sees."""
    sent = await send(api, group)
    voted = (await room.vote(group, sent["message_id"], "bo", 1)).message.raw
    assert voted["votes"] == {"1002": [1]}
    assert "votes" not in (await kinds(api))[-1][1]


@pytest.mark.parametrize(
    ("sent", "votes", "sentence"),
    [
        ({}, [[0, 1]], "The poll takes one option only."),
        ({}, [[3]], "The poll's options are 0 to 2."),
        ({}, [[-1]], "The poll's options are 0 to 2."),
        ({"is_closed": True}, [[0]], "The poll is closed."),
        ({"type": "quiz", "correct_option_id": 0}, [[0], [1]], "A vote in this poll cannot be changed."),
        ({"type": "quiz", "correct_option_id": 0}, [[0], []], "A vote in this poll cannot be changed."),
        ({"allows_revoting": False}, [[0], []], "A vote in this poll cannot be changed."),
    ],
)
async def test_votes_that_clients_do_not_allow(
    api: Any, room: Playground, group: int, sent: dict[str, Any], votes: list[list[int]], sentence: str
) -> None:
    """The last of these votes cannot be."""
    message = (await send(api, group, **sent))["message_id"]
    for chosen in votes[:-1]:
        await room.vote(group, message, "bo", *chosen)
    with pytest.raises(Refused, match=sentence):
        await room.vote(group, message, "bo", *votes[-1])


async def test_only_who_is_in_the_chat_votes(api: Any, room: Playground, group: int) -> None:
    """A stranger cannot, and a message without poll has nothing to vote on."""
    sent = await send(api, group)
    stranger = await room.new_person("Cy")
    with pytest.raises(Refused, match="Cy is not in Reading group"):
        await room.vote(group, sent["message_id"], stranger, 0)
    plain = await api("sendMessage", chat_id=group, text="hi")
    with pytest.raises(Refused, match="shows no poll"):
        await room.vote(group, plain["message_id"], "bo", 0)


async def test_an_anonymous_admin_votes_as_the_group(api: Any, room: Playground, group: int) -> None:
    """`voter_chat` names the group; the user is Channel_Bot, as the server writes it for older bots."""
    sent = await send(api, group, is_anonymous=False)
    await room.vote(group, sent["message_id"], "ann", 0, speaker="anonymous")
    answer = (await kinds(api))[0][1]
    assert (answer["voter_chat"]["id"], answer["user"]["id"]) == (group, 136817688)


async def test_a_bot_sees_peoples_polls_as_it_sees_their_messages(
    api: Any, room: Playground, group: int
) -> None:
    """Privacy mode hides them; an admin bot sees them, but no votes in them."""
    await room.poll(group, "bo", "secret?", ["a", "b"])
    await room.member(group, "bot", "administrator")
    await api.updates()
    asked = await room.poll(group, "bo", "lunch?", ["a", "b"], is_anonymous=False)
    (update,) = await api.updates()
    assert update["message"]["poll"]["question"] == "lunch?"
    await room.vote(group, asked.message.id, "ann", 0)
    assert await kinds(api) == []


async def test_a_person_stops_their_own_poll(api: Any, room: Playground, group: int) -> None:
    """The bot hears of manually stopped polls that it sees; nobody else stops it."""
    await room.member(group, "bot", "administrator")
    asked = await room.poll(group, "bo", "lunch?", ["a", "b"])
    with pytest.raises(Refused, match="is another's"):
        await room.stop_poll(group, asked.message.id, "ann")
    await api.updates()
    await room.stop_poll(group, asked.message.id, "bo")
    assert [(kind, poll["is_closed"]) for kind, poll in await kinds(api)] == [("poll", True)]
    assert (await api.refused("stopPoll", chat_id=group, message_id=asked.message.id))[1] == (
        "Bad Request: poll can't be stopped"
    )


async def test_admins_stop_polls_that_stand_in_the_chats_name(api: Any, room: Playground, group: int) -> None:
    """In a channel and of an anonymous admin; a subscriber and a member do not."""
    channel = await room.new_chat("channel", "News", "ann", members=(1002,))
    posted = (await room.poll(channel, "ann", "q", ["a"])).message.id
    masked = (await room.poll(group, "ann", "q", ["a"], speaker="anonymous")).message.id
    for chat, message in ((channel, posted), (group, masked)):
        with pytest.raises(Refused, match="is another's"):
            await room.stop_poll(chat, message, "bo")
        stopped = (await room.stop_poll(chat, message, "ann")).message.raw["poll"]
        assert isinstance(stopped, dict)
        assert stopped["is_closed"] is True


async def test_people_forward_polls_as_clients_do(api: Any, room: Playground, group: int) -> None:
    """The forward shares the poll; a channel does not take a public one."""
    sent = await send(api, group, is_anonymous=False)
    channel = await room.new_chat("channel", "News", "ann", members=(1002,))
    fields = {"chat": channel, "person": "ann", "from": group, "message": sent["message_id"]}
    with pytest.raises(Refused, match="anonymous polls only"):
        await room.post("forward", **fields)
    secret = await send(api, group)
    await room.post("forward", **fields | {"message": secret["message_id"]})
    forwarded = (await room.messages(channel))[-1].id
    await room.vote(channel, forwarded, "bo", 2)
    assert [counts(poll) for _, poll in await kinds(api)] == [[0, 0, 1]]


async def test_a_linked_group_votes_in_the_channels_poll(api: Any, room: Playground, group: int) -> None:
    """The automatic forward shows the same poll."""
    channel = await room.new_chat("channel", "News", "ann", linked=group)
    await room.member(channel, "bot", "administrator")
    await send(api, channel)
    await room.vote(group, (await room.messages(group))[-1].id, "bo", 1)
    assert [counts(poll) for _, poll in await kinds(api)] == [[0, 1, 0]]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.sampled_from([1001, 1002]), st.lists(st.integers(-1, 3), max_size=3)), max_size=12)
)
def test_counts_agree_with_the_votes(votes: list[tuple[int, list[int]]]) -> None:
    """After any votes each option counts who chose it, and the total counts who voted."""
    world = furnish()
    group = next(chat for chat in world.chats.values() if chat.type == "supergroup")
    draft = poll_drafts.read(world, Params({"question": "q", "options": ["a", "b", "c"],
                                            "allows_multiple_answers": True}))  # fmt: skip
    message = world.post(Message(0, group.id, 0, poll=polls.keep(world, draft), by_bot=True))
    kept: dict[int, set[int]] = {}
    for person, chosen in votes:
        try:
            polls.vote(world, group.id, message.id, person, chosen)
        except Unable:
            continue
        kept[person] = set(chosen)
    shown = polls.state(world, draft)
    assert counts(shown) == [sum(option in chosen for chosen in kept.values()) for option in range(3)]
    assert shown["total_voter_count"] == sum(bool(chosen) for chosen in kept.values())
