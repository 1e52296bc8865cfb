"""getUpdates: acknowledging, counting from the end, remembered kinds, one poller at a time."""

import asyncio
from typing import Any

import httpx
import pytest

from playground.client import Playground
from playground.updates import CONFLICT, HOOKED
from playground.world import World


async def said(room: Playground, count: int) -> None:
    """Ann says so many things in private."""
    for number in range(count):
        await room.say(1001, "ann", f"message {number}")


def texts(updates: list[Any]) -> list[str]:
    """The texts of message updates."""
    return [update["message"]["text"] for update in updates]


async def test_a_fresh_bot_is_told_that_it_was_added(api: Any) -> None:
    """The first poll brings my_chat_member and new_chat_members of both groups."""
    found = await api.updates()
    assert [next(kind for kind in update if kind != "update_id") for update in found] == [
        "my_chat_member", "message", "my_chat_member", "message",
    ]  # fmt: skip
    assert found[0]["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert found[1]["message"]["new_chat_members"][0]["id"] == 1


async def test_an_offset_acknowledges_what_is_before_it(api: Any, room: Playground) -> None:
    """Updates come again until a higher offset is asked."""
    await api.updates()
    await said(room, 3)
    first = await api("getUpdates", limit=2)
    assert texts(first) == ["message 0", "message 1"]
    assert texts(await api("getUpdates", limit=2)) == ["message 0", "message 1"]
    assert texts(await api("getUpdates", offset=first[1]["update_id"] + 1)) == ["message 2"]


async def test_a_negative_offset_counts_from_the_end(api: Any, room: Playground) -> None:
    """-1 brings the last update and forgets those before it."""
    await said(room, 3)
    assert texts(await api("getUpdates", offset=-1)) == ["message 2"]
    assert texts(await api("getUpdates")) == ["message 2"]


async def test_a_long_poll_ends_as_soon_as_something_happens(api: Any, room: Playground) -> None:
    """A poll of 30 seconds is answered at once when Ann writes."""
    await api.updates()
    poll = asyncio.create_task(api("getUpdates", timeout=30))
    await asyncio.sleep(0)
    await said(room, 1)
    assert texts(await asyncio.wait_for(poll, 5)) == ["message 0"]


async def test_of_two_polls_the_older_ends_with_409(api: Any, world: World) -> None:
    """A second poller ends the first one's poll with the conflict sentence."""
    await api.updates()
    first = asyncio.create_task(api.refused("getUpdates", timeout=20))
    while not world.mailbox.polling:
        await world.activity.bell.heard(1)
    assert await api("getUpdates", timeout=0) == []
    assert await asyncio.wait_for(first, 5) == (409, CONFLICT)


async def test_a_poll_of_a_client_that_went_away_ends(api: Any, room: Playground, world: World) -> None:
    """A bot that restarts finds no conflict with its own old poll, and the log no refusal."""
    await api.updates()
    with pytest.raises(httpx.ReadTimeout):
        await api.http.post(f"/bot{api.token}/getUpdates", data={"timeout": "50"}, timeout=0.2)
    while world.mailbox.polling:
        await world.activity.bell.heard(1)
    assert await api("getUpdates") == []
    assert [call for call in await room.calls() if call["status"] != 200] == []


async def test_allowed_kinds_are_remembered(api: Any, room: Playground) -> None:
    """A list of kinds holds for later polls; an empty one brings the default set back."""
    await api.updates()
    await api("getUpdates", allowed_updates=["edited_message"])
    spoken = await room.say(1001, "ann", "one")
    await room.edit(1001, spoken.message.id, "two")
    assert [list(update)[1] for update in await api.updates()] == ["edited_message"]
    await api("getUpdates", allowed_updates=[])
    await said(room, 1)
    assert texts(await api.updates()) == ["message 0"]


async def test_chat_member_comes_only_when_asked_for(api: Any, room: Playground, group: int) -> None:
    """chat_member needs an admin bot that names it."""
    await room.member(group, "bot", "administrator")
    await api.updates()
    await room.member(group, "bo", "left")
    assert ["chat_member" in update for update in await api.updates()] == [False]
    await api("getUpdates", allowed_updates=["chat_member"])
    await room.member(group, "bo", "member")
    assert ["chat_member" in update for update in await api.updates()] == [True]


async def test_pending_updates_can_be_dropped(api: Any, room: Playground) -> None:
    """DeleteWebhook with drop_pending_updates empties the mail."""
    await said(room, 2)
    await api("deleteWebhook", drop_pending_updates=True)
    assert await api("getUpdates") == []


async def test_a_pressed_button_reaches_the_bot_and_its_answer_the_person(api: Any, room: Playground) -> None:
    """A press is a callback query; its answer is a toast, and counts once."""
    await said(room, 1)
    keyboard = {"inline_keyboard": [[{"text": "more", "callback_data": "m:2"}]]}
    sent = await api("sendMessage", chat_id=1001, text="list", reply_markup=keyboard)
    await api.updates()
    message = (await room.messages(1001))[-1]
    assert message.id == sent["message_id"]
    press = asyncio.create_task(room.tap(message, "ann", "more"))
    query = (await api("getUpdates", timeout=5))[0]["callback_query"]
    assert (query["data"], query["message"]["message_id"], query["from"]["id"]) == ("m:2", message.id, 1001)
    await api("getUpdates", offset=-1)
    await api("answerCallbackQuery", callback_query_id=query["id"], text="done", show_alert=True)
    last = await api("getUpdates")
    await api("getUpdates", offset=last[-1]["update_id"] + 1)
    pressed = await press
    assert (pressed.toast, pressed.alert) == ("done", True)
    code, sentence = await api.refused("answerCallbackQuery", callback_query_id=query["id"])
    assert (code, sentence.startswith("Bad Request: query is too old")) == (400, True)


async def test_an_offset_far_ahead_acknowledges_nothing(api: Any, room: Playground) -> None:
    """As on Telegram, an offset that cannot be one yet is served from the beginning."""
    await api.updates()
    await said(room, 2)
    assert texts(await api("getUpdates", offset=2_000_000_000)) == ["message 0", "message 1"]
    assert texts(await api("getUpdates", limit="99999999999", offset="abc")) == ["message 0", "message 1"]
    assert texts(await api("getUpdates", limit=0)) == ["message 0"]


@pytest.mark.parametrize("kinds", ["", "[", '"message"', "{}", "null", "5"])
async def test_what_is_no_list_of_kinds_changes_nothing(api: Any, room: Playground, kinds: str) -> None:
    """The remembered list stays; names are read in any case, and unknown ones are passed over."""
    await api.updates()
    await api("getUpdates", allowed_updates=["POLL", "nothing", 5])
    await api("getUpdates", allowed_updates=kinds)
    await said(room, 1)
    assert await api("getUpdates") == []
    assert (await api("getWebhookInfo"))["allowed_updates"] == ["poll"]


async def test_what_nobody_fetches_in_a_day_is_forgotten(api: Any, room: Playground) -> None:
    """A message waits 24 hours by the room's clock, and not a moment longer."""
    await api.updates()
    await said(room, 1)
    await room.clock(advance=86_390)
    await said(room, 1)
    assert (await api("getWebhookInfo"))["pending_update_count"] == 2
    await room.clock(advance=20)
    assert (await api("getWebhookInfo"))["pending_update_count"] == 1
    assert texts(await api("getUpdates")) == ["message 0"]


async def test_a_pressed_button_waits_150_seconds(api: Any, room: Playground) -> None:
    """A callback query that nobody fetches is forgotten before the message beside it."""
    await said(room, 1)
    keyboard = {"inline_keyboard": [[{"text": "more", "callback_data": "m"}]]}
    await api("sendMessage", chat_id=1001, text="list", reply_markup=keyboard)
    await api.updates()
    await room.tap((await room.messages(1001))[-1], "ann", "more")
    await said(room, 1)
    await room.clock(advance=151)
    assert texts(await api("getUpdates")) == ["message 0"]


async def test_set_webhook_ends_a_poll(api: Any, world: World) -> None:
    """A poll that waits ends with the sentence of setWebhook."""
    await api.updates()
    poll = asyncio.create_task(api.refused("getUpdates", timeout=20))
    while not world.mailbox.polling:
        await world.activity.bell.heard(1)
    await api("setWebhook", url="http://127.0.0.1:9/")
    assert await asyncio.wait_for(poll, 5) == (409, HOOKED)
