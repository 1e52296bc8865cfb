"""Messages sent again: forwards with their origin, copies with other captions, and what stays behind."""

from typing import Any

import pytest

from playground.client import Playground
from playground.world import World

LINKS = {"inline_keyboard": [[{"text": "a", "url": "https://a.com"}]]}
PRESSED = {"inline_keyboard": [[{"text": "a", "callback_data": "x"}]]}


async def test_a_copy_names_nobody_and_a_forward_its_author(api: Any, room: Playground, group: int) -> None:
    """Copies answer with an id only and are the bot's own; forwards tell where they come from."""
    await room.open("ann")
    said = await room.say(group, "bo", "see https://a.com")
    source = {"chat_id": 1001, "from_chat_id": group, "message_id": said.message.id}
    copied = await api("copyMessage", **source)
    shown = (await room.messages(1001))[-1]
    assert copied == {"message_id": shown.id}
    assert (shown.text, shown.entities[0]["type"], "forward_origin" in shown.raw) == (
        "see https://a.com", "url", False,
    )  # fmt: skip
    forwarded = await api("forwardMessage", **source)
    assert forwarded["forward_origin"]["sender_user"]["id"] == 1002
    assert forwarded["forward_from"]["id"] == 1002


async def test_origins(api: Any, room: Playground, world: World, group: int) -> None:
    """People, hidden people, anonymous admins, channels; a forward of a forward keeps the first origin."""
    await room.member(group, "ann", "creator", anonymous=True)
    channel = await room.new_chat("channel", "News", "ann")
    await room.member(channel, "bot", "administrator", by="ann")
    world.people[1002].hidden = True
    said = {
        "hidden_user": (await room.say(group, "bo", "x")).message,
        "chat": (await room.say(group, "ann", "x", speaker="anonymous")).message,
        "channel": (await room.say(channel, "ann", "x")).message,
    }
    mine = await api("sendMessage", chat_id=group, text="mine")
    sources = {kind: (one.chat, one.id) for kind, one in said.items()} | {"user": (group, mine["message_id"])}
    for kind, (chat, number) in sources.items():
        sent = await api("forwardMessage", chat_id=group, from_chat_id=chat, message_id=number)
        again = await api("forwardMessage", chat_id=group, from_chat_id=group, message_id=sent["message_id"])
        assert (kind, again["forward_origin"]) == (sent["forward_origin"]["type"], sent["forward_origin"])
    hidden = await api(
        "forwardMessage", chat_id=group, from_chat_id=group, message_id=said["hidden_user"].id
    )  # fmt: skip
    assert (hidden["forward_sender_name"], "forward_from" in hidden) == ("Bo", False)


async def test_a_copy_changes_caption_and_keyboard(
    api: Any, room: Playground, group: int, picture: bytes
) -> None:
    """A caption replaces the old one, also by nothing; without one the old stays."""
    files = {"photo": ("a.png", picture, "image/png")}
    sent = await api.send(
        "sendPhoto", files, chat_id=group, caption="old", has_spoiler=True, reply_markup=LINKS
    )
    source = {"chat_id": group, "from_chat_id": group, "message_id": sent["result"]["message_id"]}
    cases: list[tuple[dict[str, Any], str, bool, list[str]]] = [
        ({}, "old", False, []),
        ({"caption": ""}, "", False, []),
        ({"caption": "*new*", "parse_mode": "Markdown", "show_caption_above_media": True,
          "reply_markup": PRESSED}, "new", True, ["a"]),
    ]  # fmt: skip
    for more, caption, above, buttons in cases:
        number = (await api("copyMessage", **source, **more))["message_id"]
        shown = next(one for one in await room.messages(group) if one.id == number)
        assert (shown.text, "show_caption_above_media" in shown.raw) == (caption, above)
        assert [button.text for button in shown.buttons] == buttons
        assert shown.raw["has_media_spoiler"] is True


@pytest.mark.parametrize(("keyboard", "kept"), [(LINKS, True), (PRESSED, False)])
async def test_a_forward_keeps_buttons_that_work(api: Any, group: int, keyboard: Any, kept: bool) -> None:
    """Links go along with a forward, callback buttons do not."""
    sent = await api("sendMessage", chat_id=group, text="x", reply_markup=keyboard)
    again = await api("forwardMessage", chat_id=group, from_chat_id=group, message_id=sent["message_id"])
    assert ("reply_markup" in again) is kept


async def test_several_go_in_order_and_the_rest_stays_behind(
    api: Any, room: Playground, group: int, forum: int, topic: int
) -> None:
    """Missing and service messages are skipped; order, captions and replies among them are kept."""
    first = await api("sendMessage", chat_id=group, text="one")
    second = await api(
        "sendMessage", chat_id=group, text="two", reply_parameters={"message_id": first["message_id"]}
    )  # fmt: skip
    await room.member(group, "bo", "left")
    service = (await room.messages(group))[-1].id
    ids = [first["message_id"], second["message_id"], service, service + 50]
    source = {"chat_id": forum, "message_thread_id": topic, "from_chat_id": group}
    new = await api("copyMessages", **source, message_ids=ids)
    shown = {one.id: one for one in await room.messages(forum, thread=topic)}
    one, two = (shown[sent["message_id"]] for sent in new)
    assert (one.text, two.text, two.reply_to) == ("one", "two", one.id)
    assert [one["message_id"] for one in await api("forwardMessages", **source, message_ids=ids)] == [
        two.id + 1, two.id + 2,
    ]  # fmt: skip


async def test_captions_can_be_left_out(api: Any, room: Playground, group: int, picture: bytes) -> None:
    """`remove_caption` takes the captions of files and leaves texts alone."""
    files = {"photo": ("a.png", picture, "image/png")}
    photo = (await api.send("sendPhoto", files, chat_id=group, caption="c"))["result"]["message_id"]
    text = (await api("sendMessage", chat_id=group, text="text"))["message_id"]
    await api(
        "copyMessages", chat_id=group, from_chat_id=group, message_ids=[photo, text], remove_caption=True
    )
    assert [one.text for one in (await room.messages(group))[-2:]] == ["", "text"]


async def test_what_cannot_be_sent_again(api: Any, room: Playground, group: int) -> None:
    """Service messages, protected content (a bot may copy it), what is not there, ids out of order."""
    mine = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    kept = (await api("sendMessage", chat_id=group, text="x", protect_content=True))["message_id"]
    await room.member(group, "bo", "left")
    service = (await room.messages(group))[-1].id
    here = {"chat_id": group, "from_chat_id": group}
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("forwardMessage", {"message_id": kept}, "the message can't be forwarded"),
        ("forwardMessage", {"message_id": service}, "the message can't be forwarded"),
        ("copyMessage", {"message_id": service}, "the message can't be copied"),
        ("forwardMessage", {"message_id": 999}, "message to forward not found"),
        ("copyMessage", {"message_id": 999}, "message to copy not found"),
        ("forwardMessages", {"message_ids": [998, 999]}, "there are no messages to forward"),
        ("forwardMessages", {"message_ids": [kept, service]}, "messages can't be forwarded"),
        ("copyMessages", {"message_ids": [kept, mine]},
         "message identifiers must be in a strictly increasing order"),
        ("copyMessages", {"message_ids": [0]}, "invalid message identifier specified"),
    ]  # fmt: skip
    for method, more, sentence in cases:
        assert await api.refused(method, **here, **more) == (400, f"Bad Request: {sentence}")
    assert await api.refused("copyMessage", chat_id=group, message_id=mine) == (
        400, 'Bad Request: parameter "from_chat_id" is required',
    )  # fmt: skip
    assert "message_id" in await api("copyMessage", **here, message_id=kept)


async def test_forwards_cannot_be_edited(api: Any, group: int) -> None:
    """The bot edits its own words, not what it forwarded."""
    sent = await api("sendMessage", chat_id=group, text="x")
    forwarded = await api("forwardMessage", chat_id=group, from_chat_id=group, message_id=sent["message_id"])
    assert await api.refused(
        "editMessageText", chat_id=group, message_id=forwarded["message_id"], text="y"
    ) == (400, "Bad Request: message can't be edited")  # fmt: skip
