"""Reactions: who may put which, and what the bot is told.

Right values: the Bot API reference (setMessageReaction, MessageReactionUpdated, MessageReactionCountUpdated).
"""

import re
from pathlib import Path
from typing import Any

import aiogram.types
import pytest
from aiogram.types import reaction_type_emoji

from playground import reactions
from playground.client import Heard, Playground, Refused

ASKED = ["message", "channel_post", "message_reaction", "message_reaction_count"]


@pytest.fixture
async def admin(api: Any, room: Playground, group: int) -> int:
    """The group, the bot an admin of it and asking for reactions; the id of Bo's message there."""
    await room.member(group, "bot", "administrator")
    await api.updates(allowed_updates=ASKED)
    said = await room.say(group, "bo", "hi")
    await api.updates()
    return said.message.id


def emoji(*names: str) -> list[dict[str, str]]:
    """Emoji as ReactionType objects."""
    return [{"type": "emoji", "emoji": name} for name in names]


async def shown(room: Playground, chat: int, message: int) -> object:
    """The reactions that windows see on a message."""
    found: dict[int, Heard] = {one.id: one for one in await room.messages(chat)}
    return found[message].raw.get("reactions")


def test_the_list_is_the_references() -> None:
    """Every emoji of ReactionTypeEmoji, character by character."""
    source = Path(reaction_type_emoji.__file__).read_text(encoding="utf-8")
    told = next(line for line in source.splitlines() if "it can be one of" in line)
    assert list(reactions.EMOJI) == re.findall(r'"([^"\s]+)"', told.rpartition('"""')[0])


async def test_a_bot_reacts_changes_and_takes_it_away(api: Any, room: Playground, group: int) -> None:
    """One reaction that windows see; another replaces it; an empty list removes it; no update comes."""
    said = (await room.say(group, "bo", "/hi")).message.id
    at = {"chat_id": group, "message_id": said}
    await api.updates(allowed_updates=ASKED)
    assert await api("setMessageReaction", reaction=emoji("👀"), is_big=True, **at) is True
    assert await shown(room, group, said) == [{"emoji": "👀", "count": 1, "people": [1]}]
    await api("setMessageReaction", reaction=emoji("👍"), **at)
    assert await shown(room, group, said) == [{"emoji": "👍", "count": 1, "people": [1]}]
    await api("setMessageReaction", **at)
    assert await shown(room, group, said) is None
    assert await api.updates() == []


async def test_people_react_and_windows_count(api: Any, room: Playground, group: int) -> None:
    """Who reacted first stands first."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    await room.react(group, sent, "bo", "🔥")
    answer = await room.react(group, sent, "ann", "👍", "🔥")
    assert answer.message.raw["reactions"] == [
        {"emoji": "🔥", "count": 2, "people": [1002, 1001]}, {"emoji": "👍", "count": 1, "people": [1001]},
    ]  # fmt: skip


async def test_an_admin_bot_is_told_who_changed_what(
    api: Any, room: Playground, group: int, admin: int
) -> None:
    """Old and new reaction of this person; taking it away is told by an empty list."""
    for wanted in ("👍", "🔥", ""):
        await room.react(group, admin, "bo", *([wanted] if wanted else []))
    told = [update["message_reaction"] for update in await api.updates()]
    aiogram.types.MessageReactionUpdated.model_validate(told[0])
    assert [(one["old_reaction"], one["new_reaction"]) for one in told] == [
        ([], emoji("👍")), (emoji("👍"), emoji("🔥")), (emoji("🔥"), []),
    ]  # fmt: skip
    assert (told[0]["user"]["id"], told[0]["chat"]["id"], told[0]["message_id"]) == (1002, group, admin)
    assert "actor_chat" not in told[0]


async def test_the_same_reaction_again_is_no_news(api: Any, room: Playground, group: int, admin: int) -> None:
    """Nothing changed, nothing is told."""
    await room.react(group, admin, "bo", "👍")
    await api.updates()
    await room.react(group, admin, "bo", "👍")
    assert await api.updates() == []


async def test_an_anonymous_admin_reacts_as_the_group(
    api: Any, room: Playground, group: int, admin: int
) -> None:
    """`actor_chat` instead of the user."""
    await room.react(group, admin, "ann", "👍", speaker="anonymous")
    (update,) = await api.updates()
    assert update["message_reaction"]["actor_chat"]["id"] == group
    assert "user" not in update["message_reaction"]


async def test_only_admin_bots_that_asked_are_told(api: Any, room: Playground, group: int) -> None:
    """Not a member bot that asked, nor an admin bot with the default updates."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    await api.updates(allowed_updates=ASKED)
    await room.react(group, sent, "bo", "👍")
    assert await api.updates() == []
    await room.member(group, "bot", "administrator")
    await api.updates(allowed_updates=[])
    await room.react(group, sent, "bo", "🔥")
    assert await api.updates() == []


async def test_a_channel_tells_counts_only(api: Any, room: Playground) -> None:
    """Reactions there are anonymous: message_reaction_count with all of them, the most frequent first."""
    channel = await room.new_chat("channel", "News", "ann", members=(1002,))
    await room.member(channel, "bot", "administrator")
    post = (await api("sendMessage", chat_id=channel, text="x"))["message_id"]
    await api.updates(allowed_updates=ASKED)
    await api("setMessageReaction", chat_id=channel, message_id=post, reaction=emoji("🎉"))
    await room.react(channel, post, "bo", "👍")
    await room.react(channel, post, "ann", "👍")
    first, last = (update["message_reaction_count"] for update in await api.updates())
    aiogram.types.MessageReactionCountUpdated.model_validate(last)
    assert sorted((one["type"]["emoji"], one["total_count"]) for one in first["reactions"]) == [
        ("🎉", 1), ("👍", 1),
    ]  # fmt: skip
    assert [(one["type"]["emoji"], one["total_count"]) for one in last["reactions"]] == [("👍", 2), ("🎉", 1)]


async def test_forwards_and_copies_have_no_reactions_and_edits_keep_them(
    api: Any, room: Playground, group: int
) -> None:
    """Reactions belong to the message that bears them, and go with it."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    await room.react(group, sent, "bo", "👍")
    source = {"chat_id": group, "from_chat_id": group, "message_id": sent}
    forward = (await api("forwardMessage", **source))["message_id"]
    copy = (await api("copyMessage", **source))["message_id"]
    assert [await shown(room, group, one) for one in (forward, copy)] == [None, None]
    await api("editMessageText", chat_id=group, message_id=sent, text="y")
    assert await shown(room, group, sent) == [{"emoji": "👍", "count": 1, "people": [1002]}]
    await api("deleteMessage", chat_id=group, message_id=sent)
    with pytest.raises(Refused, match="There is no message"):
        await room.react(group, sent, "bo", "👍")


async def test_windows_are_told_of_reactions_by_an_edit(world: Any, room: Playground, group: int) -> None:
    """The event carries the message with its reactions; the bot sees no edit."""
    said = (await room.say(group, "bo", "/hi")).message.id
    before = world.hub.number
    await room.react(group, said, "ann", "👍")
    (event,) = world.hub.since(before)
    assert (event.kind, event.data["message"]["reactions"][0]["people"]) == ("edit", [1001])
    assert "edit_date" not in event.data["message"]


async def test_a_chat_chooses_its_reactions(api: Any, room: Playground, group: int) -> None:
    """GetChat tells them; others are refused, for people and for the bot."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    assert "available_reactions" not in await api("getChat", chat_id=group)
    await room.allow_reactions(group, "👍", "❤")
    assert (await api("getChat", chat_id=group))["available_reactions"] == emoji("👍", "❤")
    await room.react(group, sent, "bo", "❤️")
    with pytest.raises(Refused, match="Here one reacts with 👍 ❤"):
        await room.react(group, sent, "bo", "🔥")
    at = {"chat_id": group, "message_id": sent}
    assert await api.refused("setMessageReaction", reaction=emoji("🔥"), **at) == (
        400, "Bad Request: REACTION_INVALID",
    )  # fmt: skip
    await api("setMessageReaction", reaction=emoji("👍"), **at)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["🦊"], "Here one reacts with"),
        (["👍", "🔥", "🎉", "👏"], "at most 3 reactions"),
    ],
)
async def test_reactions_that_people_cannot_put(
    api: Any, room: Playground, group: int, names: list[str], sentence: str
) -> None:
    """Only emoji of Telegram's list, and only so many."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    with pytest.raises(Refused, match=sentence):
        await room.react(group, sent, "bo", *names)


async def test_a_message_bears_eleven_different_reactions(api: Any, room: Playground, group: int) -> None:
    """Then only those that it bears can be chosen."""
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    for number in range(4):
        someone = await room.new_person(f"P{number}")
        await room.member(group, someone, "member")
        names = reactions.EMOJI[3 * number : 3 * number + 3][: 3 if number < 3 else 2]
        await room.react(group, sent, someone, *names)
    at = {"chat_id": group, "message_id": sent}
    assert await api.refused("setMessageReaction", reaction=emoji("🗿"), **at) == (
        400, "Bad Request: REACTIONS_TOO_MANY",
    )  # fmt: skip
    await api("setMessageReaction", reaction=emoji(reactions.EMOJI[0]), **at)


async def test_service_messages_and_strangers(api: Any, room: Playground, world: Any, group: int) -> None:
    """Nobody reacts to a service message, and nobody reacts from outside."""
    service = next(one.id for one in world.chats[group].messages.values() if one.service)
    with pytest.raises(Refused, match="service message"):
        await room.react(group, service, "bo", "👍")
    at = {"chat_id": group, "message_id": service}
    assert (await api.refused("setMessageReaction", reaction=emoji("👍"), **at))[0] == 400
    sent = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    with pytest.raises(Refused, match="is not in"):
        await room.react(group, sent, await room.new_person("Cy"), "👍")


async def test_reactions_in_private_reach_a_bot_that_asked(api: Any, room: Playground) -> None:
    """There is no admin to be there."""
    said = await room.say(1001, "ann", "hi")
    await api.updates(allowed_updates=ASKED)
    await room.react(1001, said.message.id, "ann", "👍")
    (update,) = await api.updates()
    assert update["message_reaction"]["new_reaction"] == emoji("👍")
