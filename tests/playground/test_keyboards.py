"""Which reply keyboard a person has under their input line: the newest that is meant for them."""

from typing import Any

from playground.client import Playground

KEYBOARD = {"keyboard": [["Today", "Topics"]], "resize_keyboard": True}


async def held(room: Playground, chat: int, person: str) -> Any:
    """What stands under this person's line there."""
    return await room.get(f"chats/{chat}/keyboard", person=person)


async def test_the_newest_counts(api: Any, room: Playground, group: int) -> None:
    """A newer keyboard replaces the older, and its message's deletion brings the older back."""
    await api("sendMessage", chat_id=group, text="one", reply_markup=KEYBOARD)
    newer = {"keyboard": [["Other"]]}
    sent = await api("sendMessage", chat_id=group, text="two", reply_markup=newer)
    found = await held(room, group, "ann")
    assert (found["keyboard"], found["message"]["message_id"]) == (newer, sent["message_id"])
    await api("deleteMessage", chat_id=group, message_id=sent["message_id"])
    assert (await held(room, group, "ann"))["keyboard"] == KEYBOARD


async def test_removed(api: Any, room: Playground, group: int) -> None:
    """ReplyKeyboardRemove ends it."""
    await api("sendMessage", chat_id=group, text="one", reply_markup=KEYBOARD)
    await api("sendMessage", chat_id=group, text="two", reply_markup={"remove_keyboard": True})
    assert await held(room, group, "ann") == {"keyboard": None, "force_reply": None, "message": None}


async def test_selective_by_reply(api: Any, room: Playground, group: int) -> None:
    """A selective keyboard is for the author of the message that it replies to, and for nobody else."""
    said = await room.say(group, "bo", "/menu")
    markup = KEYBOARD | {"selective": True}
    reply = {"message_id": said.message.id}
    await api("sendMessage", chat_id=group, text="here", reply_markup=markup, reply_parameters=reply)
    assert (await held(room, group, "bo"))["keyboard"] == markup
    assert (await held(room, group, "ann"))["keyboard"] is None


async def test_selective_by_mention(api: Any, room: Playground, group: int) -> None:
    """A selective removal takes the keyboard from who is mentioned by id, and leaves the others theirs."""
    await api("sendMessage", chat_id=group, text="all", reply_markup=KEYBOARD)
    text = '<a href="tg://user?id=1002">Bo</a>, done'
    markup = {"remove_keyboard": True, "selective": True}
    await api("sendMessage", chat_id=group, text=text, parse_mode="HTML", reply_markup=markup)
    assert (await held(room, group, "bo"))["keyboard"] is None
    assert (await held(room, group, "ann"))["keyboard"] == KEYBOARD


async def test_selective_by_username(api: Any, room: Playground, group: int) -> None:
    """An @mention counts too, after characters that take two UTF-16 units."""
    cleo = await room.new_person("Cleo", username="cleopatra")
    await room.member(group, cleo, "member")
    markup = KEYBOARD | {"selective": True}
    await api("sendMessage", chat_id=group, text="😀😀 @Cleopatra choose", reply_markup=markup)
    assert (await held(room, group, "cleopatra"))["keyboard"] == markup
    assert (await held(room, group, "bo"))["keyboard"] is None


async def test_force_reply_until_answered(api: Any, room: Playground, group: int) -> None:
    """A request to reply stands until that person wrote; for another it stands on."""
    markup = {"force_reply": True, "input_field_placeholder": "name"}
    await api("sendMessage", chat_id=group, text="who?", reply_markup=markup)
    await room.say(group, "bo", "me")
    assert (await held(room, group, "bo"))["force_reply"] is None
    assert (await held(room, group, "ann"))["force_reply"] == markup


async def test_windows_are_told(api: Any, room: Playground, group: int) -> None:
    """Windows see that a message brings a keyboard, though Telegram's message does not show it."""
    sent = await api("sendMessage", chat_id=group, text="one", reply_markup=KEYBOARD)
    assert "reply_markup" not in sent
    assert (await room.messages(group))[-1].raw["keyboard"] == KEYBOARD
