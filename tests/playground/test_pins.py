"""Pinned messages: the service message, which one a chat shows, who may pin.

Sources: the Bot API reference (the pinned message is the newest by date), TDLib's DialogManager for who may.
"""

from typing import Any

import pytest

from playground.client import Playground, Refused

BAD = "Bad Request: "
LACKING = (400, f"{BAD}not enough rights to manage pinned messages in the chat")


@pytest.fixture
async def two(api: Any, room: Playground, group: int) -> tuple[int, int]:
    """Two messages of the bot, which is an admin; its mail is empty."""
    await room.member(group, "bot", "administrator")
    first = await api("sendMessage", chat_id=group, text="first")
    second = await api(
        "sendMessage", chat_id=group, text="second", reply_parameters={"message_id": first["message_id"]}
    )
    await api.updates()
    return first["message_id"], second["message_id"]


async def pinned(api: Any, chat: int) -> Any:
    """The message that getChat shows as pinned."""
    return (await api("getChat", chat_id=chat)).get("pinned_message", {}).get("message_id")


@pytest.mark.parametrize("silent", [False, True])
async def test_a_pin_tells_the_chat_and_the_bot(
    api: Any, room: Playground, group: int, two: tuple[int, int], *, silent: bool
) -> None:
    """The service message takes the next id, holds the message without its reply, and comes as an update."""
    _, second = two
    await api("pinChatMessage", chat_id=group, message_id=second, disable_notification=silent)
    (update,) = await api.updates()
    message = update["message"]
    assert (message["message_id"], message["from"]["id"]) == (second + 1, 1)
    assert message["pinned_message"]["text"] == "second"
    assert "reply_to_message" not in message["pinned_message"]
    assert "reply_to_message" not in message
    assert (await room.messages(group))[-1].raw["pinned_message"]["message_id"] == second


async def test_the_newest_by_date_is_shown(api: Any, group: int, two: tuple[int, int]) -> None:
    """Not the one that was pinned last; without an id the newest is unpinned."""
    first, second = two
    await api("pinChatMessage", chat_id=group, message_id=second)
    await api("pinChatMessage", chat_id=group, message_id=first)
    assert await pinned(api, group) == second
    assert "reply_to_message" not in (await api("getChat", chat_id=group))["pinned_message"]
    await api("unpinChatMessage", chat_id=group)
    assert await pinned(api, group) == first
    await api("unpinChatMessage", chat_id=group, message_id=first)
    assert await pinned(api, group) is None


async def test_a_deleted_message_is_pinned_no_more(
    api: Any, room: Playground, group: int, two: tuple[int, int]
) -> None:
    """GetChat goes on to the next; the old service message names a message that cannot be had."""
    first, second = two
    for message in two:
        await api("pinChatMessage", chat_id=group, message_id=message)
    await api("deleteMessage", chat_id=group, message_id=second)
    assert await pinned(api, group) == first
    service = (await room.messages(group))[-1].raw["pinned_message"]
    assert (service["message_id"], service["date"], service["chat"]["id"]) == (second, 0, group)
    assert await api.refused("pinChatMessage", chat_id=group, message_id=second) == (
        400, f"{BAD}message to pin not found",
    )  # fmt: skip


async def test_unpinning_all_is_silent_and_never_fails(api: Any, group: int, two: tuple[int, int]) -> None:
    """It tells nobody and takes a chat without pins too."""
    for message in two:
        await api("pinChatMessage", chat_id=group, message_id=message)
    await api.updates()
    assert await api("unpinAllChatMessages", chat_id=group) is True
    assert await api("unpinAllChatMessages", chat_id=group) is True
    assert await pinned(api, group) is None
    assert await api.updates() == []


async def test_what_is_missing_is_said_before_what_is_not_allowed(
    api: Any, room: Playground, group: int, two: tuple[int, int]
) -> None:
    """A bot without the right still hears first that a message is not there."""
    first, _ = two
    await room.member(group, "bot", "member")
    assert (await api.refused("pinChatMessage", chat_id=group, message_id=999))[1] == (
        f"{BAD}message to pin not found"
    )
    for call in ({}, {"message_id": 999}):
        assert (await api.refused("unpinChatMessage", chat_id=group, **call))[1] == (
            f"{BAD}message to unpin not found"
        )
    assert await api.refused("pinChatMessage", chat_id=group, message_id=first) == LACKING
    await room.pin(group, first)
    assert await api.refused("unpinChatMessage", chat_id=group) == LACKING
    assert await api.refused("unpinAllChatMessages", chat_id=group) == LACKING


async def test_what_changes_nothing_and_what_cannot_be_pinned(
    api: Any, room: Playground, group: int, two: tuple[int, int]
) -> None:
    """A pin twice, an unpin of what is not pinned, and a service message are refused."""
    first, second = two
    await api("pinChatMessage", chat_id=group, message_id=first)
    assert (await api.refused("pinChatMessage", chat_id=group, message_id=first))[
        1
    ] == f"{BAD}CHAT_NOT_MODIFIED"
    assert (await api.refused("unpinChatMessage", chat_id=group, message_id=second))[1] == (
        f"{BAD}CHAT_NOT_MODIFIED"
    )
    service = (await room.messages(group))[-1].id
    assert (await api.refused("pinChatMessage", chat_id=group, message_id=service))[1] == (
        f"{BAD}a service message can't be pinned"
    )


async def test_pins_in_private_need_no_right(api: Any, room: Playground) -> None:
    """The bot pins there, is told of it, and so is it when the person pins."""
    said = await room.open("ann")
    sent = await api("sendMessage", chat_id=1001, text="menu")
    await api.updates()
    await api("pinChatMessage", chat_id=1001, message_id=sent["message_id"])
    await room.pin(1001, said.message.id)
    mine, theirs = (update["message"] for update in await api.updates())
    assert (mine["from"]["id"], mine["pinned_message"]["text"]) == (1, "menu")
    assert (theirs["from"]["id"], theirs["pinned_message"]["text"]) == (1001, "/start")
    assert await pinned(api, 1001) == sent["message_id"]


async def test_pins_in_a_channel_are_posts(api: Any, room: Playground) -> None:
    """The bot pins with the right to edit; the service message is a channel_post of the channel."""
    channel = await room.new_chat("channel", "News", "ann")
    await room.member(channel, "bot", "administrator")
    sent = await api("sendMessage", chat_id=channel, text="x")
    await api.updates()
    await api("pinChatMessage", chat_id=channel, message_id=sent["message_id"])
    post = (await api.updates())[0]["channel_post"]
    assert (post["sender_chat"]["id"], post["pinned_message"]["text"]) == (channel, "x")
    assert "from" not in post


async def test_pins_are_counted_by_topic(api: Any, room: Playground, forum: int, topic: int) -> None:
    """A topic's pins go apart from General's; the service message stands in the topic."""
    await room.member(forum, "bot", "administrator")
    there = await api("sendMessage", chat_id=forum, text="a", message_thread_id=topic)
    here = await api("sendMessage", chat_id=forum, text="b")
    await api.updates()
    for message in (there, here):
        await api("pinChatMessage", chat_id=forum, message_id=message["message_id"])
    first, second = (update["message"] for update in await api.updates())
    assert (first["message_thread_id"], first["is_topic_message"]) == (topic, True)
    assert "message_thread_id" not in second
    await api("unpinAllForumTopicMessages", chat_id=forum, message_thread_id=topic)
    assert await pinned(api, forum) == here["message_id"]
    await api("unpinAllGeneralForumTopicMessages", chat_id=forum)
    assert await pinned(api, forum) is None


async def test_people_pin_as_far_as_they_may(
    api: Any, room: Playground, group: int, two: tuple[int, int]
) -> None:
    """Admins pin and unpin; a member may not by default; a service message cannot be pinned."""
    first, second = two
    assert await room.pin(group, second) == [second]
    assert await room.pin(group, first) == [first, second]
    assert await room.pin(group, second, on=False) == [first]
    assert await room.pin(group, None, on=False) == []
    with pytest.raises(Refused, match="Bo cannot pin messages"):
        await room.pin(group, first, by="bo")
    with pytest.raises(Refused, match="service message"):
        await room.pin(group, second + 1)
