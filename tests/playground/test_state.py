"""The rules of state: what the bot is told of whom, in which order, and what is refused afterwards.

Sources: the Bot API reference, the Bots FAQ (privacy mode, flood limits), and the Bot API server's source for
how long a pressed button waits.
"""

from typing import Any

import pytest

from playground.client import Playground, Refused
from playground.world import World

BAD = "Bad Request: "
KEYBOARD = {"inline_keyboard": [[{"text": "go", "callback_data": "go"}]]}


async def told(api: Any, kind: str = "message") -> list[Any]:
    """The updates of one kind that wait, acknowledged with all others."""
    return [update[kind] for update in await api.updates() if kind in update]


# --- privacy mode


@pytest.mark.parametrize(
    ("text", "arrives"),
    [
        ("/search moe", True), ("/search@playground_bot moe", True), ("/SEARCH@Playground_Bot moe", True),
        ("/search@playground_botX moe", False), ("/search@other_bot moe", False), ("/", True),
        ("hello /search", False), ("@playground_bot hello", False), ("https://arxiv.org/abs/1", False),
        ("🔥 /search", False),
    ],
)  # fmt: skip
async def test_privacy_mode_shows_what_begins_with_a_command(
    api: Any, room: Playground, group: int, text: str, *, arrives: bool
) -> None:
    """A text that begins with a slash and names no other bot arrives, in the group and as a caption."""
    await api.updates()
    await room.say(group, "bo", text)
    await room.upload(group, "bo", "a.txt", b"x", text)
    assert len(await told(api)) == (2 if arrives else 0)


async def test_privacy_mode_shows_service_messages_replies_and_via_messages(
    api: Any, room: Playground, group: int
) -> None:
    """Who answers the bot is heard, who answers somebody else is not; anonymous admins make no difference."""
    mine = await api("sendMessage", chat_id=group, text="hello")
    theirs = await room.say(group, "bo", "plain")
    await api.updates()
    await room.say(group, "bo", "to you", reply_to=mine["message_id"])
    await room.say(group, "ann", "to you", reply_to=mine["message_id"], speaker="anonymous")
    await room.say(group, "ann", "to Bo", reply_to=theirs.message.id)
    await room.look(group, title="New")
    await room.pin(group, theirs.message.id)
    await room.member(group, await room.new_person("Cat"), "member")
    messages = await told(api)
    assert [message.get("text") for message in messages] == ["to you", "to you", None, None, None]
    assert messages[3]["pinned_message"]["text"] == "plain"


async def test_what_is_said_in_the_bots_own_topic_arrives(api: Any, room: Playground, forum: int) -> None:
    """Everything in a topic answers its first message, and so the bot that opened it."""
    await room.member(forum, "bot", "administrator")
    topic = (await api("createForumTopic", chat_id=forum, name="Mine"))["message_thread_id"]
    await room.member(forum, "bot", "member")
    await api.updates()
    await room.say(forum, "bo", "in it", thread=topic)
    await room.say(forum, "bo", "beside it")
    assert [message["text"] for message in await told(api)] == ["in it"]


async def test_an_edit_arrives_as_an_edit(api: Any, room: Playground, group: int) -> None:
    """An edited command keeps id and date and comes as edited_message; what became plain talk is hidden."""
    await api.updates()
    said = await room.say(group, "bo", "/search difusion")
    (first,) = await told(api)
    await room.edit(group, said.message.id, "/search diffusion")
    (edited,) = await told(api, "edited_message")
    assert (edited["message_id"], edited["date"]) == (first["message_id"], first["date"])
    assert (edited["text"], "edit_date" in edited) == ("/search diffusion", True)
    await room.edit(group, said.message.id, "never mind")
    assert await api.updates() == []


# --- masks


async def test_an_anonymous_admin_presses_as_themselves(api: Any, room: Playground, group: int) -> None:
    """Messages come from the group, a press comes from the person."""
    await room.member(group, "bo", "administrator", anonymous=True)
    sent = await api("sendMessage", chat_id=group, text="x", reply_markup=KEYBOARD)
    await room.say(group, "bo", "/x")
    await room.tap((await room.messages(group))[-2], "bo", "go", wait=0)
    updates = await api.updates()
    assert updates[-2]["message"]["from"]["id"] == 1087968824
    query = updates[-1]["callback_query"]
    assert (query["from"]["id"], query["message"]["message_id"]) == (1002, sent["message_id"])


async def test_only_who_runs_a_channel_writes_as_it(room: Playground, group: int) -> None:
    """Somebody else's channel is no mask."""
    channel = await room.new_chat("channel", "News", "ann")
    await room.say(group, "ann", "/x", speaker=channel)
    with pytest.raises(Refused, match="Bo runs no channel News"):
        await room.say(group, "bo", "/x", speaker=channel)


# --- ids, deletion, replies


async def test_ids_count_in_each_chat_and_are_never_used_again(
    api: Any, room: Playground, group: int
) -> None:
    """A deleted message's number stays free, and a private chat counts for itself."""
    start = await room.open("ann")
    first = await api("sendMessage", chat_id=group, text="a")
    await api("deleteMessage", chat_id=group, message_id=first["message_id"])
    second = await api("sendMessage", chat_id=group, text="b")
    assert second["message_id"] == first["message_id"] + 1
    mine = await api("sendMessage", chat_id=1001, text="c")
    assert (start.message.id, mine["message_id"]) == (1, 2)


async def test_what_can_be_deleted_goes_by_the_rooms_clock(api: Any, room: Playground, group: int) -> None:
    """Own messages for 48 hours; in private also the person's; with the right in a supergroup anything."""
    await room.clock(fixed=True, now="2026-12-01T09:00:00Z")
    start = await room.open("ann")
    mine = [await api("sendMessage", chat_id=chat, text="x") for chat in (1001, group, group)]
    await room.clock(advance=48 * 3600)
    await api("deleteMessage", chat_id=1001, message_id=start.message.id)
    await api("deleteMessage", chat_id=group, message_id=mine[1]["message_id"])
    await room.clock(advance=1)
    for sent in (mine[0], mine[2]):
        assert await api.refused(
            "deleteMessage", chat_id=sent["chat"]["id"], message_id=sent["message_id"]
        ) == (400, f"{BAD}message can't be deleted")
    await room.member(group, "bot", "administrator")
    await api("deleteMessage", chat_id=group, message_id=mine[2]["message_id"])


async def test_the_message_that_opened_a_topic_stays(
    api: Any, room: Playground, forum: int, topic: int
) -> None:
    """A topic's first message goes only with the topic."""
    await room.member(forum, "bot", "administrator")
    assert (await api.refused("deleteMessage", chat_id=forum, message_id=topic))[1] == (
        f"{BAD}message can't be deleted"
    )


async def test_what_was_answered_may_be_gone(api: Any, room: Playground, group: int) -> None:
    """A reply to a deleted message shows none, a new one is refused unless it may go without."""
    asked = (await room.say(group, "bo", "/x")).message.id
    reply = {"message_id": asked}
    mine = await api("sendMessage", chat_id=group, text="y", reply_parameters=reply)
    assert mine["reply_to_message"]["message_id"] == asked
    await room.delete(group, asked)
    assert (await room.messages(group))[-1].reply_to is None
    assert (await api.refused("sendMessage", chat_id=group, text="z", reply_parameters=reply))[1] == (
        f"{BAD}message to be replied not found"
    )
    free = await api(
        "sendMessage", chat_id=group, text="z",
        reply_parameters=reply | {"allow_sending_without_reply": True},
    )  # fmt: skip
    assert "reply_to_message" not in free


# --- coming and going


async def test_the_standing_is_told_before_the_service_message(
    api: Any, room: Playground, group: int
) -> None:
    """my_chat_member, then new_chat_members or left_chat_member; chat_member only when asked for."""
    await api("getUpdates", allowed_updates=["message", "chat_member", "my_chat_member"])
    await room.member(group, "bot", "left")
    await room.member(group, "bot", "administrator")
    await room.member(group, await room.new_person("Cat"), "member")
    kinds = [next(name for name in update if name != "update_id") for update in await api.updates()][-6:]
    assert kinds == ["my_chat_member", "message", "my_chat_member", "message", "chat_member", "message"]


async def test_a_startgroup_link_adds_the_bot_and_starts_it(api: Any, room: Playground) -> None:
    """The person adds the bot, then says /start@bot with the payload in the group."""
    chat = await room.new_chat("supergroup", "New", "ann")
    await api.updates()
    await room.open("ann", "sub_nlp", group=chat)
    joined, came, started = await api.updates()
    assert joined["my_chat_member"]["from"]["id"] == 1001
    assert came["message"]["new_chat_members"][0]["id"] == 1
    assert started["message"]["text"] == "/start@playground_bot sub_nlp"


async def test_a_channel_makes_the_bot_an_admin_silently(api: Any, room: Playground) -> None:
    """my_chat_member and no message; the bot may post."""
    channel = await room.new_chat("channel", "News", "ann")
    await room.member(channel, "bot", "administrator")
    (update,) = [
        one
        for one in await api.updates()
        if one.get("my_chat_member", {}).get("chat", {}).get("id") == channel
    ]
    assert update["my_chat_member"]["new_chat_member"]["can_post_messages"] is True
    sent = await api("sendMessage", chat_id=channel, text="x")
    assert (sent["sender_chat"]["id"], "from" in sent) == (channel, False)


async def test_a_block_and_a_return(api: Any, room: Playground) -> None:
    """Blocking and starting again are my_chat_member; a second Start is only a message."""
    await room.open("ann")
    await api.updates()
    await room.block("ann")
    with pytest.raises(Refused, match="blocked the bot"):
        await room.say(1001, "ann", "x")
    await room.open("ann", "again")
    await room.open("ann")
    blocked, back, first, second = await api.updates()
    assert [blocked["my_chat_member"][side]["status"] for side in ("old_chat_member", "new_chat_member")] == [
        "member", "kicked",
    ]  # fmt: skip
    assert back["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert (first["message"]["text"], second["message"]["text"]) == ("/start again", "/start")


async def test_a_deleted_account_takes_no_messages(api: Any, room: Playground, group: int) -> None:
    """403 for the bot; the person is gone from groups and does nothing any more."""
    await room.open("bo")
    await room.post("people/1002", deleted=True)
    assert await api.refused("sendMessage", chat_id=1002, text="x") == (403, "Forbidden: user is deactivated")
    with pytest.raises(Refused, match="is deleted"):
        await room.say(1002, 1002, "x")
    assert await api("getChatMemberCount", chat_id=group) == 2


# --- pressed buttons


async def test_a_press_waits_two_and_a_half_minutes(api: Any, room: Playground, group: int) -> None:
    """An answer counts once, and only while the server keeps the press."""
    await api("sendMessage", chat_id=group, text="x", reply_markup=KEYBOARD)
    message = (await room.messages(group))[-1]
    old = (False, 400)
    for wait, taken in ((149, True), (151, False)):
        await room.tap(message, "bo", "go", wait=0)
        (query,) = await told(api, "callback_query")
        await room.clock(advance=wait)
        status, body = await api.raw("answerCallbackQuery", callback_query_id=query["id"])
        assert (body["ok"], status) == ((True, 200) if taken else old)
        status, body = await api.raw("answerCallbackQuery", callback_query_id=query["id"])
        assert (body["ok"], status) == old


async def test_a_press_on_a_message_that_is_gone(api: Any, room: Playground, group: int) -> None:
    """The bot is told the chat and the id, with date 0; a message that never was cannot be pressed."""
    await api("sendMessage", chat_id=group, text="x", reply_markup=KEYBOARD)
    message = (await room.messages(group))[-1]
    await api("deleteMessage", chat_id=group, message_id=message.id)
    await room.tap(message, "bo", "go", wait=0)
    (query,) = await told(api, "callback_query")
    chat = {"id": group, "title": "Reading group", "type": "supergroup"}
    assert query["message"] == {"message_id": message.id, "chat": chat, "date": 0}
    assert await api("answerCallbackQuery", callback_query_id=query["id"]) is True
    with pytest.raises(Refused, match="There is no message 999"):
        await room.post("tap", chat=group, message=999, person="bo", data="x")


# --- flood and clock


async def test_edits_share_the_limit_of_messages(
    api: Any, room: Playground, world: World, group: int
) -> None:
    """Twenty messages and edits a minute in a group; deletions and answers to presses do not count."""
    sent = await api("sendMessage", chat_id=group, text="0", reply_markup=KEYBOARD)
    await room.tap((await room.messages(group))[-1], "bo", "go", wait=0)
    (query,) = await told(api, "callback_query")
    world.flood.on = True
    edit = {"chat_id": group, "message_id": sent["message_id"]}
    for count in range(20):
        await api("editMessageText", **edit, text=f"edit {count}")
        await room.clock(advance=1.1)
    status, body = await api.raw("editMessageText", **edit, text="too much")
    assert (status, body["parameters"]["retry_after"]) == (429, 38)
    assert (await api.raw("sendMessage", chat_id=group, text="x"))[0] == 429
    assert (await room.messages(group))[-1].text == "edit 19"
    await api("answerCallbackQuery", callback_query_id=query["id"])
    await api("deleteMessage", **edit)


async def test_all_chats_together_take_thirty_a_second(api: Any, room: Playground, world: World) -> None:
    """The thirty-first message of a second is refused in whatever chat it is."""
    chats = [await room.new_person(f"P{number}") for number in range(32)]
    for chat in chats:
        await room.open(chat)
    world.flood.on = True
    await room.clock(fixed=True)
    codes = [(await api.raw("sendMessage", chat_id=chat, text="x"))[0] for chat in chats]
    if 429 not in codes:  # a machine so slow that no second saw thirty
        pytest.skip("thirty messages took longer than a second")
    await room.clock(advance=2)
    assert (await api.raw("sendMessage", chat_id=chats[0], text="x"))[0] == 200


async def test_a_clock_that_goes_back_frees_nobody(api: Any, room: Playground, world: World) -> None:
    """Dates follow the hands both ways; a pause passes only with time."""
    await room.clock(fixed=True, now="2026-12-01T09:00:00Z")
    await room.open("ann")
    world.flood.on = True
    dates = []
    for moved in (60, -120, 60):
        await room.clock(advance=moved)
        dates.append((await api("sendMessage", chat_id=1001, text="x"))["date"])
    assert [date - 1796115600 for date in dates] == [60, -60, 0]
    for _ in range(5):
        status, body = await api.raw("sendMessage", chat_id=1001, text="x")
    assert status == 429
    await room.clock(advance=-3600)
    again = await api.raw("sendMessage", chat_id=1001, text="x")
    assert again[1]["parameters"]["retry_after"] >= body["parameters"]["retry_after"]
    await room.clock(advance=60)
    await api("sendMessage", chat_id=1001, text="x")
