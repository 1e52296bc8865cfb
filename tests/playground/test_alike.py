"""Two rooms are alike: the same deeds bring the same updates and transcripts, to the byte."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from playground.app import serving
from playground.client import Playground
from playground.clock import Clock
from playground.room import furnish

TOKEN = "1:test"
KINDS = [
    "message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "inline_query",
    "my_chat_member", "chat_member",
]  # fmt: skip
KEYBOARD = {"inline_keyboard": [[{"text": "go", "callback_data": "go"}]]}


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
