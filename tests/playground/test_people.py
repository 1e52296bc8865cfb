"""What people do in chats, and what the bot is told of it."""

from typing import Any

import pytest

from playground.client import Playground, Refused


async def seen(api: Any) -> list[str]:
    """The texts of the messages that the bot is told of."""
    return [u["message"]["text"] for u in await api.updates() if "text" in u.get("message", {})]


async def test_privacy_mode_hides_what_is_not_meant_for_the_bot(
    api: Any, room: Playground, group: int
) -> None:
    """Commands and replies to the bot arrive; plain talk, mentions and other bots' commands do not."""
    mine = await api("sendMessage", chat_id=group, text="hello")
    for text in ("plain", "@playground_bot hi", "/help@other_bot", "/help", "/help@Playground_Bot x"):
        await room.say(group, "bo", text)
    await room.say(group, "bo", "a reply", reply_to=mine["message_id"])
    assert await seen(api) == ["/help", "/help@Playground_Bot x", "a reply"]


async def test_an_admin_bot_sees_everything(api: Any, room: Playground, group: int) -> None:
    """Admin bots get every message."""
    await room.member(group, "bot", "administrator")
    await room.say(group, "bo", "plain")
    assert await seen(api) == ["plain"]


async def test_privacy_mode_changes_only_when_the_bot_joins_again(
    api: Any, room: Playground, group: int
) -> None:
    """After BotFather's switch the bot must be removed and added."""
    await room.privacy(on=False)
    await room.say(group, "bo", "before")
    await room.member(group, "bot", "left")
    await room.member(group, "bot", "member")
    await room.say(group, "bo", "after")
    assert await seen(api) == ["after"]
    assert (await api("getMe"))["can_read_all_group_messages"] is True


async def test_an_anonymous_admin_writes_as_the_group(api: Any, room: Playground, group: int) -> None:
    """The sender is GroupAnonymousBot, the sender's chat the group."""
    await room.say(group, "ann", "/settings", speaker="anonymous")
    message = (await api.updates())[-1]["message"]
    assert message["from"]["id"] == 1087968824
    assert message["sender_chat"]["id"] == group


async def test_somebody_writes_as_a_channel(api: Any, room: Playground, group: int) -> None:
    """The sender is Channel_Bot, the sender's chat the channel."""
    channel = await room.new_chat("channel", "News", "bo")
    await room.say(group, "bo", "/help", speaker=channel)
    message = (await api.updates())[-1]["message"]
    assert (message["from"]["id"], message["sender_chat"]["id"]) == (136817688, channel)


async def test_a_channels_post_appears_in_its_linked_group(api: Any, room: Playground, group: int) -> None:
    """The bot in the channel gets channel_post; the group gets an automatic forward from 777000."""
    channel = await room.new_chat("channel", "News", "ann", linked=group)
    await room.member(channel, "bot", "administrator")
    await room.member(group, "bot", "administrator")
    await api.updates()
    await room.say(channel, "ann", "a paper")
    post, forward = await api.updates()
    assert post["channel_post"]["sender_chat"]["id"] == channel
    assert forward["message"]["is_automatic_forward"] is True
    assert forward["message"]["from"]["id"] == 777000


async def test_kicked_bots_are_told_and_then_refused(api: Any, room: Playground, group: int) -> None:
    """Being kicked is my_chat_member and left_chat_member; sends are 403 with the reason."""
    await api.updates()
    await room.member(group, "bot", "kicked")
    told = await api.updates()
    assert told[0]["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert told[1]["message"]["left_chat_member"]["id"] == 1
    assert await api.refused("sendMessage", chat_id=group, text="x") == (
        403, "Forbidden: bot was kicked from the supergroup chat",
    )  # fmt: skip
    await room.member(group, "bot", "left")
    assert await api.refused("getChatAdministrators", chat_id=group) == (
        403, "Forbidden: bot is not a member of the supergroup chat",
    )  # fmt: skip


async def test_a_group_becomes_a_supergroup(api: Any, room: Playground) -> None:
    """Both service messages come, and the old chat answers 400 with the new id."""
    old = await room.new_chat("group", "Small", "ann")
    await room.member(old, "bot", "member")
    await api.updates()
    new = await room.upgrade(old)
    messages = [update["message"] for update in await api.updates() if "message" in update]
    assert messages[0]["migrate_to_chat_id"] == new
    assert messages[1]["migrate_from_chat_id"] == old
    status, body = await api.raw("sendMessage", chat_id=old, text="x")
    assert (status, body["description"], body["parameters"]) == (
        400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": new},
    )  # fmt: skip
    assert (await api("sendMessage", chat_id=new, text="x"))["chat"]["type"] == "supergroup"


async def test_nobody_is_written_to_before_they_start(api: Any, room: Playground) -> None:
    """A private chat opens by Start; a block closes it, and the bot is told."""
    assert await api.refused("sendMessage", chat_id=1002, text="x") == (
        403, "Forbidden: bot can't initiate conversation with a user",
    )  # fmt: skip
    await room.open("bo", "sub_nlp")
    await api("sendMessage", chat_id=1002, text="x")
    assert (await api.updates())[-1]["message"]["text"] == "/start sub_nlp"
    await room.block("bo")
    assert (await api.updates())[0]["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert await api.refused("sendMessage", chat_id=1002, text="x") == (
        403, "Forbidden: bot was blocked by the user",
    )  # fmt: skip


async def test_a_muted_bot_has_no_right_to_write(api: Any, room: Playground, group: int) -> None:
    """A restricted bot is refused with Telegram's sentence."""
    await room.member(group, "bot", "restricted", can_send=False)
    assert await api.refused("sendMessage", chat_id=group, text="x") == (
        400, "Bad Request: not enough rights to send text messages to the chat",
    )  # fmt: skip


@pytest.mark.parametrize("status", ["member", "administrator"])
async def test_who_is_no_longer_restricted_may_write(
    api: Any, room: Playground, group: int, status: str
) -> None:
    """Being mute ends with the restriction, for the bot as for people."""
    for who in ("bot", "bo"):
        await room.member(group, who, "restricted", can_send=False)
        await room.member(group, who, status)
    assert (await api("sendMessage", chat_id=group, text="x"))["text"] == "x"
    await room.say(group, "bo", "/help")
    assert (await seen(api))[-1] == "/help"


async def test_a_deleted_topic_is_not_found(api: Any, room: Playground, forum: int, topic: int) -> None:
    """What goes to a topic that is gone is refused."""
    await room.drop_topic(forum, topic)
    assert await api.refused("sendMessage", chat_id=forum, text="x", message_thread_id=topic) == (
        400, "Bad Request: message thread not found",
    )  # fmt: skip


async def test_admins_are_named_with_owner_first(api: Any, room: Playground, group: int) -> None:
    """GetChatAdministrators names owner and admins; getChatMember also who never came."""
    await room.member(group, "bo", "administrator", anonymous=True)
    admins = await api("getChatAdministrators", chat_id=group)
    assert [(one["user"]["id"], one["status"], one["is_anonymous"]) for one in admins] == [
        (1001, "creator", False), (1002, "administrator", True),
    ]  # fmt: skip
    cat = await room.new_person("Cat")
    assert (await api("getChatMember", chat_id=group, user_id=cat))["status"] == "left"


async def test_a_long_text_goes_out_in_parts(api: Any, room: Playground) -> None:
    """A client splits what is over 4096 units; nothing is lost."""
    text = "\n".join(f"line {number}" for number in range(800))
    await room.say(1001, "ann", text)
    parts = await seen(api)
    assert len(parts) == 2
    assert "\n".join(parts) == text


async def test_a_person_sends_a_document(api: Any, room: Playground) -> None:
    """The bot is told of the file and fetches it."""
    await room.upload(1001, "ann", "list.md", b"# Papers", "look")
    message = (await api.updates())[-1]["message"]
    assert (message["caption"], message["document"]["file_name"]) == ("look", "list.md")
    file = await api("getFile", file_id=message["document"]["file_id"])
    assert (await api.http.get(f"/file/bot{api.token}/{file['file_path']}")).content == b"# Papers"


async def test_only_the_author_edits(room: Playground, group: int) -> None:
    """A named person edits only their own message."""
    said = await room.say(group, "bo", "/x")
    with pytest.raises(Refused, match="another person's"):
        await room.post("edit", chat=group, message=said.message.id, text="y", person="ann")


async def test_two_rooms_are_alike(room: Playground) -> None:
    """The same deeds make the same ids: nothing is random."""
    state = await room.state()
    people: Any = state["people"]
    chats: Any = state["chats"]
    assert [one["id"] for one in people] == [1001, 1002]
    assert [one["id"] for one in chats] == [1001, 1002, -1001000000001, -1001000000002]
    assert await room.new_chat("group", "New", "ann") == -4000000001


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"chat": 5, "person": "ann", "text": "x"}, "There is no chat 5."),
        ({"chat": 1001, "person": "eve", "text": "x"}, "person: there is no person 'eve'."),
        ({"chat": 1001, "person": "bo", "text": "x"}, "Chat 1001 is another person's private chat."),
        ({"chat": 1001, "person": "ann", "text": " "}, "Nobody can send an empty message."),
        ({"person": "ann"}, "The field chat must be a whole number."),
    ],
)
async def test_what_nobody_can_do_is_said(room: Playground, request_: dict[str, Any], sentence: str) -> None:
    """The control side refuses with a sentence that says what is wrong."""
    with pytest.raises(Refused, match="^" + sentence.replace(".", r"\.") + "$"):
        await room.post("say", **request_)
