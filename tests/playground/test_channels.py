"""A channel and its linked group: posts, their automatic forwards, comments and edits.

Sources: the Bot API reference and the Bot API server's source (senders, threads).
"""

from typing import Any

import pytest

from playground.client import Playground, Refused

KEYBOARD = {"inline_keyboard": [[{"text": "go", "callback_data": "go"}]]}


@pytest.fixture
async def linked(api: Any, room: Playground, group: int) -> int:
    """A channel linked with the group; the bot runs both, and its mail is empty."""
    channel = await room.new_chat("channel", "News", "ann", linked=group)
    for chat in (channel, group):
        await room.member(chat, "bot", "administrator")
    await api.updates()
    return channel


async def test_a_post_appears_in_the_linked_group(
    api: Any, room: Playground, group: int, linked: int
) -> None:
    """From 777000, as the channel, naming the post; comments stand in its thread."""
    post = await room.say(linked, "ann", "a paper")
    _, update = await api.updates()
    forward = update["message"]
    assert (forward["from"]["id"], forward["sender_chat"]["id"]) == (777000, linked)
    assert forward["is_automatic_forward"] is True
    assert (forward["forward_origin"]["type"], forward["forward_origin"]["message_id"]) == (
        "channel", post.message.id,
    )  # fmt: skip
    comment = (await room.say(group, "bo", "nice", thread=forward["message_id"])).message
    assert (comment.thread, comment.reply_to) == (forward["message_id"], forward["message_id"])
    answer = (await room.say(group, "ann", "indeed", reply_to=comment.id)).message
    assert (answer.thread, answer.reply_to) == (forward["message_id"], comment.id)
    mine = await api("sendMessage", chat_id=group, text="yes", reply_parameters={"message_id": answer.id})
    assert (mine["message_thread_id"], "is_topic_message" in mine) == (forward["message_id"], False)
    assert (await api("getChat", chat_id=group))["linked_chat_id"] == linked
    assert (await api("getChat", chat_id=linked))["linked_chat_id"] == group
    assert (await api("getChat", chat_id=group))["pinned_message"]["message_id"] == forward["message_id"]


async def test_only_who_may_edits_a_channels_posts(room: Playground, linked: int) -> None:
    """A subscriber cannot change a post."""
    post = await room.say(linked, "ann", "a paper")
    await room.member(linked, "bo", "member")
    with pytest.raises(Refused, match="Bo cannot edit posts of News"):
        await room.post("edit", chat=linked, message=post.message.id, text="y", person="bo")
    await room.post("edit", chat=linked, message=post.message.id, text="y", person="ann")


async def test_the_bots_own_post_is_forwarded_too(api: Any, group: int, linked: int) -> None:
    """The bot is not told of its post, but of the automatic forward."""
    await api("sendMessage", chat_id=linked, text="mine", reply_markup=KEYBOARD)
    (update,) = await api.updates()
    assert (update["message"]["text"], update["message"]["chat"]["id"]) == ("mine", group)
    assert "reply_markup" not in update["message"]


async def test_an_edited_post_changes_in_both(api: Any, room: Playground, group: int, linked: int) -> None:
    """edited_channel_post, and edited_message of the forward; by the bot only the latter."""
    post = await room.say(linked, "ann", "a papr")
    await api.updates()
    await room.edit(linked, post.message.id, "a paper")
    first, second = await api.updates()
    assert first["edited_channel_post"]["text"] == second["edited_message"]["text"] == "a paper"
    assert second["edited_message"]["chat"]["id"] == group
    mine = await api("sendMessage", chat_id=linked, text="mine")
    await api.updates()
    await api("editMessageText", chat_id=linked, message_id=mine["message_id"], text="edited")
    (update,) = await api.updates()
    assert update["edited_message"]["text"] == "edited"
