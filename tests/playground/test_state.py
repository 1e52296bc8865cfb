"""The rules of state: what the bot is told of whom, in which order, and what is refused afterwards.

Sources: the Bot API reference, the Bots FAQ (privacy mode, flood limits), and the Bot API server's source for
what a bot hears of its own deeds and of groups that were upgraded.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from playground.app import serving
from playground.client import Playground, Refused
from playground.clock import Clock
from playground.room import furnish
from playground.world import World

BAD = "Bad Request: "
TOKEN = "1:test"
KINDS = [
    "message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "inline_query",
    "my_chat_member", "chat_member",
]  # fmt: skip
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


# --- a channel and its group


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


# --- upgrade


@pytest.fixture
async def upgraded(api: Any, room: Playground) -> tuple[int, int, int]:
    """A group that became a supergroup, its new id, and a message of the bot in the old one."""
    old = await room.new_chat("group", "Small", "ann", members=(1002,))
    await room.member(old, "bot", "administrator")
    await room.look(old, description="We read.")
    sent = await api("sendMessage", chat_id=old, text="x", reply_markup=KEYBOARD)
    await room.pin(old, sent["message_id"])
    await api.updates()
    return old, await room.upgrade(old), sent["message_id"]


async def test_an_upgrade_is_told_in_both_chats(api: Any, upgraded: tuple[int, int, int]) -> None:
    """The bot joins the new chat, never leaves the old one, and reads of it in both."""
    old, new, _ = upgraded
    joined, before, after = await api.updates()
    assert joined["my_chat_member"]["chat"] == {"id": new, "title": "Small", "type": "supergroup"}
    assert joined["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert joined["my_chat_member"]["new_chat_member"]["status"] == "administrator"
    assert (before["message"]["chat"]["id"], before["message"]["migrate_to_chat_id"]) == (old, new)
    assert (after["message"]["chat"]["id"], after["message"]["migrate_from_chat_id"]) == (new, old)
    assert (after["message"]["from"]["id"], after["message"]["sender_chat"]["id"]) == (1087968824, new)
    assert after["message"]["message_id"] == 1


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("sendMessage", {"text": "y"}), ("sendChatAction", {"action": "typing"}), ("getChat", {}),
        ("getChatMember", {"user_id": 1001}), ("getChatAdministrators", {}), ("getChatMemberCount", {}),
        ("leaveChat", {}), ("editMessageText", {"message_id": "$mine", "text": "y"}),
        ("editMessageReplyMarkup", {"message_id": "$mine"}), ("deleteMessage", {"message_id": "$mine"}),
        ("deleteMessages", {"message_ids": ["$mine"]}), ("pinChatMessage", {"message_id": "$mine"}),
        ("unpinChatMessage", {}), ("unpinAllChatMessages", {}), ("setChatTitle", {"title": "y"}),
        ("setChatDescription", {"description": "y"}), ("deleteChatPhoto", {}),
        ("createForumTopic", {"name": "y"}),
        ("copyMessage", {"from_chat_id": "$old", "message_id": "$mine"}),
    ],
)  # fmt: skip
async def test_the_old_chat_only_names_the_new_one(
    api: Any, upgraded: tuple[int, int, int], method: str, params: dict[str, Any]
) -> None:
    """Every method that names the old chat answers 400 with the new id."""
    old, new, mine = upgraded
    call = json.loads(json.dumps(params).replace('"$mine"', str(mine)).replace('"$old"', str(old)))
    status, body = await api.raw(method, chat_id=old, **call)
    assert (status, body["description"], body["parameters"]) == (
        400, f"{BAD}group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": new},
    )  # fmt: skip


async def test_members_and_looks_move_and_messages_stay(
    api: Any, room: Playground, upgraded: tuple[int, int, int]
) -> None:
    """Owner, members and the bot's rights are in the new chat; messages and pins are not."""
    old, new, mine = upgraded
    assert (await api("getChatMember", chat_id=new, user_id=1001))["status"] == "creator"
    assert (await api("getChatMemberCount", chat_id=new)) == 3
    chat = await api("getChat", chat_id=new)
    assert (chat["description"], "pinned_message" in chat) == ("We read.", False)
    assert [list(m.raw)[-2] for m in await room.messages(new)] == ["migrate_from_chat_id"]
    assert mine in [message.id for message in await room.messages(old)]
    with pytest.raises(Refused, match=f"its chat is {new} now"):
        await room.say(old, "ann", "anybody there?")
    await room.say(new, "bo", "here")


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


# --- determinism


async def _talk(room: Playground, call: Callable[..., Awaitable[Any]], group: int, forum: int) -> None:
    """A long mixed script: people and the bot in every kind of chat."""
    cat = await room.new_person("Cat", username="cat", language="zh")
    await room.member(group, "bot", "administrator")
    await room.member(group, cat, "member")
    await room.member(forum, "bot", "administrator")
    await room.open("ann", "sub_nlp")
    mine = await call(
        "sendMessage", chat_id=group, text="<b>hi</b>", parse_mode="HTML", reply_markup=KEYBOARD
    )
    await room.tap((await room.messages(group))[-1], cat, "go", wait=0)
    await call("answerCallbackQuery", callback_query_id="1", text="ok")
    await call("editMessageText", chat_id=group, message_id=mine["message_id"], text="edited")
    await call("pinChatMessage", chat_id=group, message_id=mine["message_id"])
    await call("setChatTitle", chat_id=group, title="读书会")
    topic = (await call("createForumTopic", chat_id=forum, name="News"))["message_thread_id"]
    await call("sendMessage", chat_id=forum, message_thread_id=topic, text="x" * 50)
    await room.say(forum, "bo", "/x@playground_bot", thread=topic)
    await room.upload(1001, "ann", "list.md", b"# Papers", "look")
    await call("closeForumTopic", chat_id=forum, message_thread_id=topic)
    channel = await room.new_chat("channel", "News", "ann", linked=group)
    await room.member(channel, "bot", "administrator")
    post = await room.say(channel, "ann", "a paper")
    await room.edit(channel, post.message.id, "a better paper")
    await call("sendMessage", chat_id=channel, text="mine")
    small = await room.new_chat("group", "Small", "bo")
    await room.member(small, "bot", "member")
    new = await room.upgrade(small)
    await call("sendMessage", chat_id=small, text="x")
    await call("copyMessage", chat_id=new, from_chat_id=group, message_id=mine["message_id"])
    await room.inline("bo", "diffusion", wait=0)
    await room.clock(advance=9)
    await call("deleteMessage", chat_id=group, message_id=mine["message_id"])
    await room.block("ann")
    await call("sendMessage", chat_id=1001, text="x")
    await room.fault("getMe", "429")
    await call("getMe")
    await room.member(group, "bot", "kicked")


async def _run() -> tuple[bytes, list[bytes]]:
    """The bytes of all updates, and of every chat's transcript, after the script in a fresh room."""
    clock = Clock()
    clock.fix()
    clock.set(1796115600)
    async with (
        serving(furnish(TOKEN, clock=clock)) as address,
        Playground(address) as room,
        httpx.AsyncClient(base_url=address, trust_env=False, verify=False) as http,  # noqa: S501 - loopback
    ):
        await room.flood(on=False)

        async def call(method: str, **params: Any) -> Any:
            return (await http.post(f"/bot{TOKEN}/{method}", json=params)).json().get("result")

        await call("getUpdates", allowed_updates=KINDS)
        chats: Any = (await room.state())["chats"]
        await _talk(room, call, chats[2]["id"], chats[3]["id"])
        updates = (await http.post(f"/bot{TOKEN}/getUpdates", json={"limit": 100})).content
        chats = (await room.state())["chats"]
        pages = [(await http.get(f"/sim/chats/{chat['id']}/messages")).content for chat in chats]
    return updates, pages


async def test_the_same_deeds_make_the_same_room() -> None:
    """One script in two fresh rooms: the updates and the transcripts are equal to the byte."""
    (updates, pages), again = await _run(), await _run()
    assert (updates, pages) == again
    kinds = {name for update in json.loads(updates)["result"] for name in update if name != "update_id"}
    assert kinds == set(KINDS)
