"""A group becomes a supergroup: what the bot is told, what moves, and what the old chat answers.

Sources: the Bot API server's source, and tdlib/telegram-bot-api#266 for what the bot hears of its own place.
"""

import json
from typing import Any

import pytest

from playground.client import Playground, Refused

BAD = "Bad Request: "
KEYBOARD = {"inline_keyboard": [[{"text": "go", "callback_data": "go"}]]}


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
