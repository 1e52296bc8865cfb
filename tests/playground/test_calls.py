"""What Telegram takes and what it refuses: one row a call, with code and sentence.

Sources: the Bot API reference, and the refusal texts that bots meet. `$group`, `$mine` and the like stand
for the room's own ids.
"""
# ruff: noqa: E501 - one call a row

import json
from typing import Any

import pytest

from playground.client import Playground
from playground.rights import RIGHTS
from playground.rules import NOT_MODIFIED, OLD_QUERY

OK_KEYBOARD = {"inline_keyboard": [[{"text": "a", "callback_data": "x"}]]}
FORUM_MESSAGE = {"chat_id": "$forum", "text": "hi"}
UNTEXTED = "can't parse inline keyboard button"


def keyboard(*buttons: Any, rows: int = 1) -> dict[str, Any]:
    """A keyboard of these buttons, in so many equal rows."""
    return {"inline_keyboard": [list(buttons)] * rows}


def button(**more: Any) -> dict[str, Any]:
    """A button with a text."""
    return {"text": "a", **more}


def sends(**more: Any) -> tuple[str, dict[str, Any]]:
    """A sendMessage to the group."""
    return "sendMessage", {"chat_id": "$group", "text": "hi", **more}


def edits(**more: Any) -> tuple[str, dict[str, Any]]:
    """An edit of the bot's own message."""
    return "editMessageText", {"chat_id": "$group", "message_id": "$mine", "text": "new", **more}


TAKEN: list[tuple[str, dict[str, Any]]] = [
    ("getMe", {}),
    ("GETME", {}),
    ("getWebhookInfo", {}),
    ("deleteWebhook", {"drop_pending_updates": True}),
    ("logOut", {}),
    ("close", {}),
    ("getUpdates", {"limit": 1, "timeout": 0, "allowed_updates": ["message", "chat_member"]}),
    sends(),
    sends(text="x" * 4096),
    sends(text="<b>" + "x" * 4096 + "</b>", parse_mode="HTML"),
    sends(text="<b>b</b>", parse_mode="html"),
    sends(text="x & y &nbsp; &copy;", parse_mode="HTML"),
    sends(text="<a href=''>z</a>", parse_mode="HTML"),
    sends(text="<blockquote expandable>q</blockquote>", parse_mode="HTML"),
    sends(text="*b* _i_ >", parse_mode="Markdown"),
    sends(text=">*b*\n>q||", parse_mode="MarkdownV2"),
    sends(text="bold", entities=[{"type": "bold", "offset": 0, "length": 4}]),
    sends(entities="{"),
    sends(text="<b>not parsed"),
    sends(text="  hi  "),
    sends(text="a" * 120, entities=[{"type": "bold", "offset": i, "length": 1} for i in range(0, 120, 2)]),
    sends(reply_markup=OK_KEYBOARD),
    sends(reply_markup=keyboard(button(url="https://example.com"))),
    sends(reply_markup=keyboard(button(url="tg://user?id=1"))),
    sends(reply_markup=keyboard(button(callback_data="x" * 64))),
    sends(reply_markup=keyboard(button(callback_data="中" * 21))),
    sends(reply_markup=keyboard(button(copy_text={"text": "x" * 256}))),
    sends(reply_markup=keyboard(button(switch_inline_query=""))),
    sends(reply_markup=keyboard(button(switch_inline_query_current_chat="q"))),
    sends(reply_markup=keyboard(*[button(callback_data="x")] * 8, rows=12)),
    sends(reply_markup={"inline_keyboard": []}),
    sends(reply_markup={"force_reply": True}),
    sends(reply_markup={"remove_keyboard": True}),
    sends(reply_markup=""),
    sends(disable_notification=True, protect_content=True),
    sends(link_preview_options={"is_disabled": True}),
    sends(reply_parameters={"message_id": "$theirs"}),
    sends(reply_parameters={"message_id": 999, "allow_sending_without_reply": True}),
    sends(reply_to_message_id="$theirs"),
    sends(message_thread_id=0),
    ("sendMessage", {**FORUM_MESSAGE, "message_thread_id": "$topic"}),
    ("sendMessage", FORUM_MESSAGE),
    ("sendMessage", {"chat_id": "$ann", "text": "hi"}),
    ("sendChatAction", {"chat_id": "$group", "action": "typing"}),
    ("sendChatAction", {"chat_id": "$forum", "message_thread_id": "$topic", "action": "upload_document"}),
    edits(),
    edits(text="<i>new</i>", parse_mode="HTML", reply_markup=OK_KEYBOARD),
    edits(text="hello", reply_markup=OK_KEYBOARD),
    ("editMessageReplyMarkup", {"chat_id": "$group", "message_id": "$mine", "reply_markup": OK_KEYBOARD}),
    ("deleteMessage", {"chat_id": "$group", "message_id": "$mine"}),
    ("deleteMessage", {"chat_id": "$ann", "message_id": "$private"}),
    ("deleteMessages", {"chat_id": "$group", "message_ids": ["$mine", 999]}),
    ("getChat", {"chat_id": "$group"}),
    ("getChat", {"chat_id": "$forum"}),
    ("getChat", {"chat_id": "$ann"}),
    ("getChatMember", {"chat_id": "$group", "user_id": "$ann"}),
    ("getChatMember", {"chat_id": "$group", "user_id": 1}),
    ("getChatMember", {"chat_id": "$ann", "user_id": "$ann"}),
    ("getChatAdministrators", {"chat_id": "$group"}),
    ("getChatMemberCount", {"chat_id": "$group"}),
    ("leaveChat", {"chat_id": "$group"}),
    ("setMyCommands", {"commands": [{"command": "start", "description": "Start"}]}),
    ("setMyCommands", {"commands": [{"command": "/a_1", "description": "x" * 256}], "language_code": "zh"}),
    ("setMyCommands", {"commands": [], "scope": {"type": "all_private_chats"}}),
    ("setMyCommands", {"commands": [], "scope": {"type": "chat_member", "chat_id": "$group", "user_id": "$ann"}}),
    ("getMyCommands", {"scope": {"type": "chat_administrators", "chat_id": "$group"}}),
    ("deleteMyCommands", {"scope": {"type": "all_group_chats"}, "language_code": "en"}),
    ("setMyDescription", {"description": "x" * 512}),
    ("getMyDescription", {}),
    ("setMyShortDescription", {"short_description": "x" * 120, "language_code": "zh"}),
    ("getMyShortDescription", {"language_code": "zh"}),
    ("setMyName", {"name": "x" * 64}),
    ("getMyName", {}),
    ("pinChatMessage", {"chat_id": "$ann", "message_id": "$private"}),
    ("unpinAllChatMessages", {"chat_id": "$ann"}),
]  # fmt: skip

REFUSED: list[tuple[tuple[str, dict[str, Any]], str]] = [
    (sends(text=""), "message text is empty"),
    (sends(text="   \n "), "text must be non-empty"),
    (sends(text="<b></b>", parse_mode="HTML"), "text must be non-empty"),
    (sends(text="x" * 4097), "message is too long"),
    (sends(text="😀" * 2049), "message is too long"),
    (sends(parse_mode="Wiki"), "unsupported parse_mode"),
    (sends(text="<b>x", parse_mode="HTML"),
     'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    (sends(text="中<foo>", parse_mode="HTML"), 'can\'t parse entities: Unsupported start tag "foo" at byte offset 3'),
    (sends(text="a.b", parse_mode="MarkdownV2"),
     "can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'"),
    (sends(text="*b", parse_mode="Markdown"),
     "can't parse entities: Can't find end of the entity starting at byte offset 0"),
    (sends(text="<span>s</span>", parse_mode="HTML"),
     'can\'t parse entities: Tag "span" must have class "tg-spoiler" at byte offset 0'),
    (sends(entities=[{"type": "bold", "offset": 9, "length": 1}]),
     "entity begins after the end of the text at UTF-16 offset 9"),
    (sends(entities=[{"type": "bold", "offset": 0, "length": 9}]),
     "entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 9"),
    (sends(reply_markup="{"), "can't parse reply keyboard markup JSON object"),
    (sends(reply_markup="[]"), "object expected as reply markup"),
    (sends(reply_markup="null"), "object expected as reply markup"),
    (sends(reply_markup={"inline_keyboard": 1}),
     'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array'),
    (sends(reply_markup={"inline_keyboard": [1]}),
     'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays'),
    (sends(reply_markup=keyboard(1)), f"{UNTEXTED}: InlineKeyboardButton must be an Object"),
    (sends(reply_markup=keyboard({"callback_data": "x"})), f'{UNTEXTED}: Can\'t find field "text"'),
    (sends(reply_markup=keyboard({"text": 5, "url": "x.y"})), f'{UNTEXTED}: Field "text" must be of type String'),
    (sends(reply_markup=keyboard(button(url=None))), f'{UNTEXTED}: Field "url" must be of type String'),
    (sends(reply_markup=keyboard({"text": " ", "callback_data": "x"})), f"{UNTEXTED}: Text is empty"),
    (sends(reply_markup=keyboard(button())), f"{UNTEXTED}: Text buttons are unallowed in the inline keyboard"),
    (sends(reply_markup=keyboard(button(callback_data="x" * 65))), "BUTTON_DATA_INVALID"),
    (sends(reply_markup=keyboard(button(callback_data="中" * 22))), "BUTTON_DATA_INVALID"),
    (sends(reply_markup=keyboard(button(callback_data=""))), "BUTTON_DATA_INVALID"),
    (sends(reply_markup=keyboard(button(url="not a link"))),
     "inline keyboard button URL 'not a link' is invalid: Wrong HTTP URL"),
    (sends(reply_markup=keyboard(button(copy_text={"text": "x" * 257}))), "BUTTON_COPY_TEXT_INVALID"),
    (sends(reply_markup=keyboard(*[button(callback_data="x")] * 9)), "reply markup is too long"),
    (sends(reply_markup=keyboard(*[button(callback_data="x")] * 8, rows=13)), "reply markup is too long"),
    (sends(reply_parameters={"message_id": 999}), "message to be replied not found"),
    (sends(reply_to_message_id=999), "message to be replied not found"),
    (sends(reply_parameters="{"), "can't parse reply parameters JSON object"),
    (sends(reply_parameters="[]"), "object expected as reply parameters"),
    (sends(message_thread_id=7), "message thread not found"),
    (sends(message_thread_id=1), "message thread not found"),
    (("sendMessage", {**FORUM_MESSAGE, "message_thread_id": 1}), "message thread not found"),
    (("sendMessage", {**FORUM_MESSAGE, "message_thread_id": 77}), "message thread not found"),
    (("sendMessage", {"text": "hi"}), "chat_id is empty"),
    (("sendMessage", {"text": "hi", "chat_id": "$nowhere"}), "chat not found"),
    (("sendMessage", {"text": "hi", "chat_id": "@nobody"}), "chat not found"),
    (("sendMessage", {"text": "hi", "chat_id": "abc"}), "chat not found"),
    (("sendDocument", {"chat_id": "$group"}), "there is no document in the request"),
    (("sendDocument", {"chat_id": "$group", "document": "abcde"}),
     "wrong remote file identifier specified: Wrong string length"),
    (("sendPhoto", {"chat_id": "$group"}), "there is no photo in the request"),
    (("sendChatAction", {"chat_id": "$group", "action": "dance"}), "wrong parameter action in request"),
    (("sendChatAction", {"chat_id": "$group", "message_thread_id": 9, "action": "typing"}),
     "message thread not found"),
    (edits(text="hello"), NOT_MODIFIED),
    (edits(text=" <b></b>hello ", parse_mode="HTML"), NOT_MODIFIED),
    (edits(message_id=0), "message to edit not found"),
    (edits(message_id=999), "message to edit not found"),
    (edits(message_id="$theirs"), "message can't be edited"),
    (edits(text=""), "message text is empty"),
    (("editMessageReplyMarkup", {"chat_id": "$group", "message_id": "$mine"}), NOT_MODIFIED),
    (("editMessageCaption", {"chat_id": "$group", "message_id": "$mine", "caption": "x"}),
     "there is no caption in the message to edit"),
    (("deleteMessage", {"chat_id": "$group", "message_id": 999}), "message to delete not found"),
    (("deleteMessage", {"chat_id": "$group", "message_id": "$theirs"}), "message can't be deleted"),
    (("deleteMessages", {"chat_id": "$group"}), "message identifiers are not specified"),
    (("deleteMessages", {"chat_id": "$group", "message_ids": "1"}), "expected an Array of message identifiers"),
    (("deleteMessages", {"chat_id": "$group", "message_ids": list(range(1, 102))}),
     "too many message identifiers specified"),
    (("answerCallbackQuery", {"callback_query_id": "999"}), OLD_QUERY),
    (("answerCallbackQuery", {}), OLD_QUERY),
    (("getChat", {}), "chat_id is empty"),
    (("getChat", {"chat_id": 5}), "chat not found"),
    (("getChatMember", {"chat_id": "$group"}), "invalid user_id specified"),
    (("getChatMember", {"chat_id": "$group", "user_id": 555}), "PARTICIPANT_ID_INVALID"),
    (("getChatAdministrators", {"chat_id": "$ann"}), "there are no administrators in the private chat"),
    (("leaveChat", {"chat_id": "$ann"}), "can't leave private chats"),
    (("setMyCommands", {"commands": [{"command": "Start", "description": "x"}]}), "BOT_COMMAND_INVALID"),
    (("setMyCommands", {"commands": [{"command": "", "description": "x"}]}), "command must be non-empty"),
    (("setMyCommands", {"commands": [{"command": "a", "description": " "}]}),
     "command description must be non-empty"),
    (("setMyCommands", {"commands": [{"command": "a" * 33, "description": "x"}]}),
     "command length must not exceed 32"),
    (("setMyCommands", {"commands": [{"command": "a", "description": "x" * 257}]}),
     "command description length must not exceed 256"),
    (("setMyCommands", {"commands": [{"command": f"c{i}", "description": "x"} for i in range(101)]}),
     "BOT_COMMANDS_TOO_MUCH"),
    (("setMyCommands", {"commands": [], "scope": "null"}),
     "can't parse BotCommandScope: BotCommandScope must be an Object"),
    (("setMyCommands", {"commands": [], "scope": {"type": "moon"}}),
     "can't parse BotCommandScope: Unsupported type specified"),
    (("setMyCommands", {"commands": [], "scope": {"type": "chat"}}),
     'can\'t parse BotCommandScope: Can\'t find field "chat_id"'),
    (("setMyCommands", {"commands": [], "language_code": "zh-CN"}), "invalid language code specified"),
    (("getFile", {"file_id": "abc"}), "invalid file_id"),
    (("pinChatMessage", {"chat_id": "$group", "message_id": "$mine"}),
     "not enough rights to manage pinned messages in the chat"),
]  # fmt: skip


@pytest.fixture
async def ids(api: Any, room: Playground, group: int, forum: int, topic: int) -> dict[str, int]:
    """The room's ids by their names in the tables."""
    theirs = (await room.say(group, "bo", "hi")).message.id
    private = (await room.say(1001, "ann", "hi")).message.id
    mine = (await api("sendMessage", chat_id=group, text="hello"))["message_id"]
    return {"$group": group, "$forum": forum, "$topic": topic, "$theirs": theirs, "$mine": mine,
            "$private": private, "$ann": 1001, "$nowhere": -1009999999999}  # fmt: skip


def filled(params: dict[str, Any], ids: dict[str, int]) -> dict[str, Any]:
    """The row's parameters with the room's ids in them."""
    text = json.dumps(params)
    for name, number in ids.items():
        text = text.replace(f'"{name}"', str(number))
    return dict(json.loads(text))


@pytest.mark.parametrize(("method", "params"), TAKEN)
async def test_telegram_takes(api: Any, ids: dict[str, int], method: str, params: dict[str, Any]) -> None:
    """The call is taken, and its answer has the reference's shape."""
    await api(method, **filled(params, ids))


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
async def test_telegram_refuses(
    api: Any, ids: dict[str, int], call: tuple[str, dict[str, Any]], sentence: str
) -> None:
    """The call is refused with 400 and Telegram's sentence."""
    method, params = call
    assert await api.refused(method, **filled(params, ids)) == (400, f"Bad Request: {sentence}")


async def test_unknown_methods_and_tokens(api: Any) -> None:
    """An unknown method is 404, one that only Telegram has is 501 with its name, a wrong token is 401."""
    assert await api.refused("makeCoffee") == (404, "Not Found: method not found")
    assert await api.refused("SENDGAME") == (501, "Not Implemented: the playground has no sendGame yet")
    api.token = "2:other"
    assert await api.refused("getMe") == (401, "Unauthorized")
    api.token = "nonsense"
    assert await api.refused("getMe") == (404, "Not Found")


async def test_every_form_of_parameters_is_read(api: Any, room: Playground, group: int) -> None:
    """Query, form, multipart and JSON bring the same call."""
    address = f"/bot{api.token}/sendMessage"
    await api.http.get(address, params={"chat_id": group, "text": "query"})
    await api.http.post(address, data={"chat_id": str(group), "text": "form"})
    await api.http.post(address, files={"chat_id": (None, str(group)), "text": (None, "multipart")})
    await api.http.post(address, json={"chat_id": group, "text": "json"})
    said = [message.text for message in await room.messages(group) if message.by_bot]
    assert said == ["query", "form", "multipart", "json"]


async def test_a_document_comes_back_by_its_file_id(api: Any, group: int) -> None:
    """An upload is kept, told by getFile, fetched, and can be sent again by its id."""
    answer = await api.http.post(
        f"/bot{api.token}/sendDocument",
        data={
            "chat_id": str(group),
            "caption": "<b>refs</b>",
            "parse_mode": "HTML",
            "document": "attach://f",
        },
        files={"f": ("refs.bib", b"@article{a}", "text/plain")},
    )
    document = answer.json()["result"]["document"]
    assert (document["file_name"], document["file_size"]) == ("refs.bib", 11)
    file = await api("getFile", file_id=document["file_id"])
    fetched = await api.http.get(f"/file/bot{api.token}/{file['file_path']}")
    assert fetched.content == b"@article{a}"
    again = await api("sendDocument", chat_id=group, document=document["file_id"])
    assert again["document"]["file_id"] == document["file_id"]


async def test_an_edit_without_markup_drops_the_keyboard(api: Any, group: int) -> None:
    """EditMessageText replaces the keyboard too."""
    sent = await api("sendMessage", chat_id=group, text="a", reply_markup=OK_KEYBOARD)
    edited = await api("editMessageText", chat_id=group, message_id=sent["message_id"], text="b")
    assert "reply_markup" in sent
    assert "reply_markup" not in edited
    assert edited["edit_date"] >= sent["date"]


async def test_messages_look_like_telegrams(api: Any, room: Playground, forum: int, topic: int) -> None:
    """In a topic a message carries its thread, the topic's first message and what it answers."""
    said = await room.say(forum, "bo", "/start https://a.com", thread=topic)
    update = (await api.updates())[-1]["message"]
    assert update["message_thread_id"] == topic
    assert update["is_topic_message"] is True
    assert update["reply_to_message"]["forum_topic_created"]["name"] == "Papers"
    assert [entity["type"] for entity in update["entities"]] == ["bot_command", "url"]
    sent = await api(
        "sendMessage", chat_id=forum, text="x", message_thread_id=topic,
        reply_parameters={"message_id": said.message.id}, link_preview_options={"is_disabled": True},
    )  # fmt: skip
    assert sent["from"] == {
        "id": 1,
        "is_bot": True,
        "first_name": "Playground bot",
        "username": "playground_bot",
    }
    assert sent["reply_to_message"]["message_id"] == said.message.id
    assert "reply_to_message" not in sent["reply_to_message"]
    assert sent["link_preview_options"] == {"is_disabled": True}


# --- topics, pins and looks, where the bot is an admin: `$club` is a forum, `$open` a topic, `$done` a closed one

CLUB = {"chat_id": "$club"}
OPEN = CLUB | {"message_thread_id": "$open"}
DONE = CLUB | {"message_thread_id": "$done"}

TAKEN_IN_CLUB: list[tuple[str, dict[str, Any]]] = [
    ("createForumTopic", CLUB | {"name": "News"}),
    ("createForumTopic", CLUB | {"name": "x" * 200, "icon_color": 16478047}),
    ("createForumTopic", CLUB | {"name": "News", "icon_custom_emoji_id": "5312241539987020022"}),
    ("createForumTopic", CLUB | {"name": "News", "icon_custom_emoji_id": "no number"}),
    ("getForumTopicIconStickers", {}),
    ("editForumTopic", OPEN | {"name": "Other"}),
    ("editForumTopic", OPEN | {"icon_custom_emoji_id": "5312241539987020022"}),
    ("editForumTopic", OPEN),
    ("editForumTopic", CLUB | {"message_thread_id": 1, "name": "Lobby"}),
    ("closeForumTopic", OPEN),
    ("closeForumTopic", CLUB | {"message_thread_id": 1}),
    ("reopenForumTopic", DONE),
    ("deleteForumTopic", OPEN),
    ("unpinAllForumTopicMessages", OPEN),
    ("editGeneralForumTopic", CLUB | {"name": "Lobby"}),
    ("closeGeneralForumTopic", CLUB),
    ("hideGeneralForumTopic", CLUB),
    ("unpinAllGeneralForumTopicMessages", CLUB),
    ("sendMessage", OPEN | {"text": "x"}),
    ("sendMessage", DONE | {"text": "x"}),
    ("sendMessage", CLUB | {"text": "x", "reply_parameters": {"message_id": "$open"}}),
    ("pinChatMessage", CLUB | {"message_id": "$clubs"}),
    ("pinChatMessage", CLUB | {"message_id": "$clubs", "disable_notification": True}),
    ("unpinChatMessage", CLUB),
    ("unpinChatMessage", CLUB | {"message_id": "$pinned"}),
    ("unpinAllChatMessages", CLUB),
    ("setChatTitle", CLUB | {"title": "Other"}),
    ("setChatTitle", CLUB | {"title": "Club"}),
    ("setChatTitle", CLUB | {"title": "x" * 200}),
    ("setChatDescription", CLUB | {"description": "x" * 300}),
]

REFUSED_IN_CLUB: list[tuple[tuple[str, dict[str, Any]], str]] = [
    (("createForumTopic", CLUB), "title must be non-empty"),
    (("createForumTopic", CLUB | {"name": " \n "}), "title must be non-empty"),
    (("createForumTopic", CLUB | {"name": "x", "icon_color": 1}), "invalid icon color specified"),
    (("createForumTopic", CLUB | {"name": "x", "icon_custom_emoji_id": "5"}), "DOCUMENT_INVALID"),
    (("createForumTopic", {"name": "x"}), "chat_id is empty"),
    (("createForumTopic", {"chat_id": 5, "name": "x"}), "chat not found"),
    (("editForumTopic", CLUB | {"name": "x"}), "invalid message thread identifier specified"),
    (
        ("editForumTopic", CLUB | {"message_thread_id": -1, "name": "x"}),
        "invalid message thread identifier specified",
    ),
    (("editForumTopic", CLUB | {"message_thread_id": 999, "name": "x"}), "TOPIC_ID_INVALID"),
    (("editForumTopic", OPEN | {"name": "  "}), "title must be non-empty"),
    (("editForumTopic", OPEN | {"name": "Open"}), "TOPIC_NOT_MODIFIED"),
    (("editForumTopic", OPEN | {"icon_custom_emoji_id": ""}), "TOPIC_NOT_MODIFIED"),
    (("editForumTopic", OPEN | {"icon_custom_emoji_id": "5"}), "DOCUMENT_INVALID"),
    (
        ("editForumTopic", CLUB | {"message_thread_id": 1, "icon_custom_emoji_id": ""}),
        "GENERAL_MODIFY_ICON_FORBIDDEN",
    ),
    (("closeForumTopic", DONE), "TOPIC_NOT_MODIFIED"),
    (("closeForumTopic", CLUB | {"message_thread_id": "$clubs"}), "TOPIC_ID_INVALID"),
    (("reopenForumTopic", OPEN), "TOPIC_NOT_MODIFIED"),
    (("deleteForumTopic", CLUB), "invalid message thread identifier specified"),
    (("deleteForumTopic", CLUB | {"message_thread_id": 1}), "TOPIC_ID_INVALID"),
    (("deleteForumTopic", CLUB | {"message_thread_id": 999}), "TOPIC_ID_INVALID"),
    (("unpinAllForumTopicMessages", CLUB | {"message_thread_id": 999}), "TOPIC_ID_INVALID"),
    (("editGeneralForumTopic", CLUB | {"name": "General"}), "TOPIC_NOT_MODIFIED"),
    (("reopenGeneralForumTopic", CLUB), "TOPIC_NOT_MODIFIED"),
    (("unhideGeneralForumTopic", CLUB), "TOPIC_NOT_MODIFIED"),
    (("sendMessage", CLUB | {"message_thread_id": "$clubs", "text": "x"}), "message thread not found"),
    (("sendMessage", CLUB | {"message_thread_id": 1, "text": "x"}), "message thread not found"),
    (("pinChatMessage", CLUB), "message to pin not found"),
    (("pinChatMessage", CLUB | {"message_id": 999}), "message to pin not found"),
    (("pinChatMessage", CLUB | {"message_id": "$pinned"}), "CHAT_NOT_MODIFIED"),
    (("pinChatMessage", CLUB | {"message_id": "$open"}), "a service message can't be pinned"),
    (("unpinChatMessage", CLUB | {"message_id": 999}), "message to unpin not found"),
    (("unpinChatMessage", CLUB | {"message_id": "$clubs"}), "CHAT_NOT_MODIFIED"),
    (("unpinChatMessage", {"chat_id": "$ann"}), "message to unpin not found"),
    (("setChatTitle", CLUB), "title must be non-empty"),
    (("setChatTitle", {"chat_id": "$ann", "title": "x"}), "can't change private chat title"),
    (("setChatDescription", CLUB), "chat description is not modified"),
    (
        ("setChatDescription", {"chat_id": "$ann", "description": "x"}),
        "can't change private chat description",
    ),
    (("setChatPhoto", CLUB), "there is no photo in the request"),
    (
        ("setChatPhoto", CLUB | {"photo": "https://example.com/a.png"}),
        "photo must be uploaded as an InputFile",
    ),
    (("deleteChatPhoto", CLUB), "CHAT_NOT_MODIFIED"),
    (("deleteChatPhoto", {"chat_id": "$ann"}), "can't change private chat photo"),
    (("setChatStickerSet", CLUB | {"sticker_set_name": "Animals"}), "sticker set not found"),
    (("setChatStickerSet", {"chat_id": "$ann"}), "method is available only for supergroups"),
    (("deleteChatStickerSet", {"chat_id": "$ann"}), "method is available only for supergroups"),
    (("deleteChatStickerSet", CLUB), "PARTICIPANTS_TOO_FEW"),
    (("deleteMessage", CLUB | {"message_id": "$open"}), "message can't be deleted"),
]


@pytest.fixture
async def club(api: Any, room: Playground) -> dict[str, int]:
    """The ids of a forum in which the bot is an admin, by their names in the tables."""
    await room.open("ann")
    chat = await room.new_chat("supergroup", "Club", "ann", forum=True)
    await room.member(chat, "bot", "administrator")
    opened, done = await room.new_topic(chat, "Open"), await room.new_topic(chat, "Done")
    await room.change_topic(chat, done, closed=True)
    mine, pinned = [(await api("sendMessage", chat_id=chat, text="x"))["message_id"] for _ in range(2)]
    await room.pin(chat, pinned)
    return {"$club": chat, "$open": opened, "$done": done, "$clubs": mine, "$pinned": pinned, "$ann": 1001}


@pytest.mark.parametrize(("method", "params"), TAKEN_IN_CLUB)
async def test_telegram_takes_from_admins(
    api: Any, club: dict[str, int], method: str, params: dict[str, Any]
) -> None:
    """The call of an admin bot is taken, and its answer has the reference's shape."""
    await api(method, **filled(params, club))


@pytest.mark.parametrize(("call", "sentence"), REFUSED_IN_CLUB)
async def test_telegram_refuses_admins(
    api: Any, club: dict[str, int], call: tuple[str, dict[str, Any]], sentence: str
) -> None:
    """The call of an admin bot is refused with 400 and Telegram's sentence."""
    method, params = call
    assert await api.refused(method, **filled(params, club)) == (400, f"Bad Request: {sentence}")


# --- polls and reactions: `$poll` is the bot's open poll, `$closed` its closed one, `$asked` a person's poll, `$forwarded` a forward of `$poll`

PARSED = "can't parse InputPollOption"
REACTED = "can't parse ReactionType"


def polls(**more: Any) -> tuple[str, dict[str, Any]]:
    """A sendPoll to the group."""
    return "sendPoll", {"chat_id": "$group", "question": "Which?", "options": ["a", "b"], **more}


def quizzes(**more: Any) -> tuple[str, dict[str, Any]]:
    """A quiz with two options to the group."""
    return polls(type="quiz", **more)


def stops(message: Any, **more: Any) -> tuple[str, dict[str, Any]]:
    """A stopPoll in the group."""
    return "stopPoll", {"chat_id": "$group", "message_id": message, **more}


def reacts(*given: Any, message: Any = "$theirs", **more: Any) -> tuple[str, dict[str, Any]]:
    """A setMessageReaction in the group with these ReactionTypes."""
    return "setMessageReaction", {"chat_id": "$group", "message_id": message, "reaction": list(given), **more}


def emoji(name: Any) -> dict[str, Any]:
    """A ReactionTypeEmoji."""
    return {"type": "emoji", "emoji": name}


TAKEN_OF_POLLS: list[tuple[str, dict[str, Any]]] = [
    polls(),
    polls(options=["only one"]),
    polls(options=[{"text": "a"}, {"text": "b", "text_parse_mode": "HTML"}, "c"]),
    polls(options=["x" * 100] * 12),
    polls(options=["🦄" * 100]),
    polls(question="🦄" * 300),
    polls(question=f"  {'x' * 300}  "),
    polls(is_anonymous=False, allows_multiple_answers=True, allows_revoting=False),
    polls(open_period=5),
    polls(open_period=9_999_999),
    polls(is_closed=True),
    polls(type="regular", correct_option_id=7, explanation="x" * 201),
    polls(description="x" * 1024),
    polls(reply_parameters={"message_id": "$theirs"}, reply_markup=OK_KEYBOARD),
    ("sendPoll", {"chat_id": "$forum", "message_thread_id": "$topic", "question": "q", "options": ["a"]}),
    ("sendPoll", {"chat_id": "$ann", "question": "q", "options": ["a"]}),
    quizzes(correct_option_id=1),
    quizzes(correct_option_ids=[0, 1], allows_multiple_answers=True),
    quizzes(correct_option_id=0, explanation="x" * 200),
    quizzes(correct_option_id=0, explanation="<b>one</b>\ntwo\nthree", explanation_parse_mode="HTML"),
    stops("$poll"),
    stops("$poll", reply_markup=OK_KEYBOARD),
    reacts(emoji("👍")),
    reacts(emoji("❤"), is_big=True),
    reacts(),
    reacts(emoji("🔥"), message="$poll"),
    ("setMessageReaction", {"chat_id": "$ann", "message_id": "$private", "reaction": [emoji("👀")]}),
]

REFUSED_OF_POLLS: list[tuple[tuple[str, dict[str, Any]], str]] = [
    (polls(question=""), "text must be non-empty"),
    (polls(question=" \n "), "text must be non-empty"),
    (polls(question="x" * 301), "poll question length must not exceed 300"),
    (polls(question="<b>x", question_parse_mode="HTML"),
     'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    (polls(options=""), "can't parse options JSON object"),
    (polls(options="["), "can't parse options JSON object"),
    (polls(options={"text": "a"}), "expected an Array of InputPollOption"),
    (polls(options=[]), "poll must have at least one answer option"),
    (polls(options=["a"] * 13), "poll can't have more than 12 options"),
    (polls(options=[1]), f"{PARSED}: Expected InputPollOption to be an Object"),
    (polls(options=[None, None]), f"{PARSED}: Expected InputPollOption to be an Object"),
    (polls(options=[{}]), f'{PARSED}: Can\'t find field "text"'),
    (polls(options=["a", ""]), "text must be non-empty"),
    (polls(options=["a", "x" * 101]), "poll options length must not exceed 100"),
    (polls(type="survey"), "unsupported poll type specified"),
    (polls(chat_id="$nowhere"), "chat not found"),
    (polls(message_thread_id=9), "message thread not found"),
    (polls(reply_parameters={"message_id": 999}), "message to be replied not found"),
    (polls(reply_markup="{"), "can't parse reply keyboard markup JSON object"),
    (polls(members_only=True), "poll voters can be restricted only in channel chats"),
    (quizzes(), "correct quiz option list must be non-empty"),
    (quizzes(correct_option_ids=[]), "correct quiz option list must be non-empty"),
    (quizzes(correct_option_ids=[1, 0]), "correct quiz option list must be increasing"),
    (quizzes(correct_option_ids=[0, 0]), "correct quiz option list must be increasing"),
    (quizzes(correct_option_ids=[2]), "wrong quiz correct_option_id"),
    (quizzes(correct_option_id=2), "wrong quiz correct_option_id"),
    (quizzes(correct_option_id=""), "wrong quiz correct_option_id"),
    (quizzes(correct_option_ids="[0"), "can't parse correct option identifiers JSON object"),
    (quizzes(correct_option_ids={}), "expected an Array of correct option identifiers"),
    (quizzes(correct_option_ids=["0"]), "correct option identifier must be of type Number"),
    (quizzes(correct_option_ids=[0.5]), "invalid correct option identifier specified"),
    (stops(999), "message with poll to stop not found"),
    (stops(0), "message with poll to stop not found"),
    (stops("$mine"), "message is not a poll"),
    (stops("$asked"), "poll can't be stopped"),
    (stops("$forwarded"), "poll can't be stopped"),
    (stops("$closed"), "poll has already been closed"),
    (stops("$poll", reply_markup="[]"), "object expected as reply markup"),
    (reacts(reaction="["), "can't parse reaction types JSON object"),
    (reacts(reaction={}), "expected an Array of ReactionType"),
    (reacts("👍"), f"{REACTED}: expected an Object"),
    (reacts({"emoji": "👍"}), f'{REACTED}: Can\'t find field "type"'),
    (reacts({"type": "emoji"}), f'{REACTED}: Can\'t find field "emoji"'),
    (reacts({"type": "custom_emoji"}), f'{REACTED}: Can\'t find field "custom_emoji_id"'),
    (reacts({"type": "custom_emoji", "custom_emoji_id": "x"}),
     f'{REACTED}: Field "custom_emoji_id" must be a valid Number'),
    (reacts({"type": "custom_emoji", "custom_emoji_id": "5"}), "REACTION_INVALID"),
    (reacts({"type": "paid"}), f"{REACTED}: invalid reaction type specified"),
    (reacts(emoji("")), "invalid reaction type specified"),
    (reacts(emoji("🦊")), "REACTION_INVALID"),
    (reacts(emoji("❤\ufe0f")), "REACTION_INVALID"),
    (reacts(emoji("👍"), emoji("🔥")), "REACTIONS_TOO_MANY"),
    (reacts(emoji("👍"), message=999), "message to react not found"),
    (reacts(emoji("👍"), chat_id="$nowhere"), "chat not found"),
]  # fmt: skip


@pytest.fixture
async def polled(api: Any, room: Playground, group: int, ids: dict[str, int]) -> dict[str, int]:
    """The room's ids by their names in the tables, with those of polls."""
    sent = [
        (await api("sendPoll", chat_id=group, question="q", options=["a"]))["message_id"] for _ in range(2)
    ]
    await api("stopPoll", chat_id=group, message_id=sent[1])
    again = await api("forwardMessage", chat_id=group, from_chat_id=group, message_id=sent[0])
    asked = (await room.poll(group, "bo", "q", ["a"])).message.id
    return ids | {"$poll": sent[0], "$closed": sent[1], "$forwarded": again["message_id"], "$asked": asked}


@pytest.mark.parametrize(("method", "params"), TAKEN_OF_POLLS)
async def test_telegram_takes_of_polls(
    api: Any, polled: dict[str, int], method: str, params: dict[str, Any]
) -> None:
    """The call is taken, and its answer has the reference's shape."""
    await api(method, **filled(params, polled))


@pytest.mark.parametrize(("call", "sentence"), REFUSED_OF_POLLS)
async def test_telegram_refuses_of_polls(
    api: Any, polled: dict[str, int], call: tuple[str, dict[str, Any]], sentence: str
) -> None:
    """The call is refused with 400 and Telegram's sentence."""
    method, params = call
    assert await api.refused(method, **filled(params, polled)) == (400, f"Bad Request: {sentence}")


# --- members, rights and invite links: the bot is an admin of the salon with every right, of the group none

SALON = {"chat_id": "$salon"}
OF_BO = SALON | {"user_id": 1002}
APPROVAL = "member limit can't be specified for links requiring administrator approval"
LIMITLESS = SALON | {"member_limit": 3, "creates_join_request": True}
TITLED = "setChatAdministratorCustomTitle"

TAKEN_OF_MEMBERS: list[tuple[str, dict[str, Any]]] = [
    ("banChatMember", OF_BO),
    ("banChatMember", OF_BO | {"until_date": 4102444800, "revoke_messages": True}),
    ("unbanChatMember", OF_BO),
    ("unbanChatMember", OF_BO | {"only_if_banned": True}),
    ("unbanChatMember", {"chat_id": "$group", "user_id": 1002, "only_if_banned": True}),
    ("restrictChatMember", OF_BO | {"permissions": {}}),
    ("restrictChatMember", OF_BO | {"permissions": {"can_send_polls": True}}),
    ("restrictChatMember", OF_BO | {"permissions": {"can_send_media_messages": True}}),
    ("restrictChatMember", OF_BO),
    ("promoteChatMember", OF_BO | {"can_delete_messages": True}),
    ("promoteChatMember", OF_BO | {"can_manage_voice_chats": True, "is_anonymous": True}),
    ("promoteChatMember", OF_BO),
    ("promoteChatMember", {"chat_id": "$group", "user_id": 1002}),
    ("setChatPermissions", SALON | {"permissions": {"can_send_messages": True}}),
    ("setChatPermissions", SALON),
    ("banChatSenderChat", SALON | {"sender_chat_id": "$news"}),
    ("unbanChatSenderChat", SALON | {"sender_chat_id": "$news"}),
    ("exportChatInviteLink", SALON),
    ("createChatInviteLink", SALON),
    ("createChatInviteLink", SALON | {"name": "x" * 99, "member_limit": 99999, "expire_date": 4102444800}),
    ("createChatInviteLink", SALON | {"creates_join_request": True, "member_limit": 0}),
    ("createChatInviteLink", SALON | {"member_limit": -5, "expire_date": "soon"}),
    ("createChatInviteLink", {"chat_id": "$news"}),
    ("editChatInviteLink", SALON | {"invite_link": "$$link", "name": "new"}),
    ("revokeChatInviteLink", SALON | {"invite_link": "$$link"}),
    ("getChatMember", OF_BO),
    ("getChatMember", {"chat_id": "$group", "user_id": 1002}),
    ("getChatMember", {"chat_id": "$ann", "user_id": 1}),
    ("getChatAdministrators", {"chat_id": "$news"}),
    ("getChat", SALON),
    ("getChat", {"chat_id": "$news"}),
    ("leaveChat", SALON),
    ("getUserProfilePhotos", {"user_id": 1002, "limit": 5}),
    ("getUserChatBoosts", OF_BO),
    ("setChatMenuButton", {}),
    ("setChatMenuButton", {"menu_button": {"type": "commands"}}),
    ("getChatMenuButton", {"chat_id": "$ann"}),
    ("setMyDefaultAdministratorRights", {}),
    ("setMyDefaultAdministratorRights", {"rights": {"can_post_messages": True}, "for_channels": True}),
    ("getMyDefaultAdministratorRights", {"for_channels": True}),
]  # fmt: skip

REFUSED_OF_MEMBERS: list[tuple[tuple[str, dict[str, Any]], str]] = [
    (("banChatMember", SALON), "invalid user_id specified"),
    (("banChatMember", {"user_id": 1002}), "chat_id is empty"),
    (("banChatMember", SALON | {"user_id": 5555}), "PARTICIPANT_ID_INVALID"),
    (("banChatMember", {"chat_id": "$ann", "user_id": 1002}), "can't ban members in private chats"),
    (("banChatMember", {"chat_id": "$group", "user_id": 1002}),
     "not enough rights to restrict/unrestrict chat member"),
    (("unbanChatMember", {"chat_id": "$ann", "user_id": 1002}),
     "method is available only in supergroup and channel chats"),
    (("unbanChatMember", {"chat_id": "$group", "user_id": 1002}),
     "not enough rights to restrict/unrestrict chat member"),
    (("restrictChatMember", {"chat_id": "$news", "user_id": 1002, "permissions": {}}),
     "method is available only in supergroups"),
    (("restrictChatMember", OF_BO | {"permissions": "{"}), "can't parse permissions JSON object"),
    (("restrictChatMember", OF_BO | {"permissions": ""}), "can't parse permissions JSON object"),
    (("restrictChatMember", OF_BO | {"permissions": "[]"}), "object expected as permissions"),
    (("restrictChatMember", OF_BO | {"permissions": "null"}), "object expected as permissions"),
    (("restrictChatMember", OF_BO | {"permissions": {"can_send_polls": 1}}),
     'can\'t parse chat permissions: Field "can_send_polls" must be of type Boolean'),
    (("promoteChatMember", {"chat_id": "$ann", "user_id": 1002}),
     "method is available only in supergroup and channel chats"),
    (("promoteChatMember", {"chat_id": "$group", "user_id": 1002, "can_pin_messages": True}),
     "not enough rights"),
    (("promoteChatMember", SALON | {"user_id": 1003, "can_pin_messages": True}), "USER_NOT_MUTUAL_CONTACT"),
    (("promoteChatMember", SALON | {"user_id": 1003}), "bots can't add new chat members"),
    ((TITLED, {"chat_id": "$news", "user_id": 1002, "custom_title": "x"}),
     "method is available only in groups and supergroups"),
    ((TITLED, SALON | {"user_id": 1001, "custom_title": "x"}), "only the owner can edit their custom title"),
    ((TITLED, OF_BO | {"custom_title": "x"}), "user is not an administrator"),
    ((TITLED, SALON | {"user_id": 1, "custom_title": "x"}),
     "not enough rights to change custom title of the user"),
    (("setChatPermissions", {"chat_id": "$ann", "permissions": {}}), "can't change private chat permissions"),
    (("setChatPermissions", {"chat_id": "$news", "permissions": {}}),
     "can't change channel chat permissions"),
    (("setChatPermissions", {"chat_id": "$group", "permissions": {}}),
     "not enough rights to change chat permissions"),
    (("banChatSenderChat", SALON), "sender_chat_id is empty"),
    (("banChatSenderChat", SALON | {"sender_chat_id": "@news"}), "sender_chat_id is not a valid Integer"),
    (("banChatSenderChat", SALON | {"sender_chat_id": -1009999}), "PARTICIPANT_ID_INVALID"),
    (("exportChatInviteLink", {"chat_id": "$ann"}), "can't invite members to a private chat"),
    (("exportChatInviteLink", {"chat_id": "$group"}), "not enough rights to manage chat invite link"),
    (("createChatInviteLink", LIMITLESS), APPROVAL),
    (("createChatInviteLink", LIMITLESS | {"chat_id": "$group"}), APPROVAL),
    (("createChatInviteLink", SALON | {"expire_date": 5}), "EXPIRE_DATE_INVALID"),
    (("createChatInviteLink", SALON | {"member_limit": 100000}), "USAGE_LIMIT_INVALID"),
    (("editChatInviteLink", SALON), "invite link must be non-empty"),
    (("editChatInviteLink", SALON | {"invite_link": "https://t.me/+AAAAAAAAAAAAAAAA"}),
     "INVITE_HASH_EXPIRED"),
    (("revokeChatInviteLink", SALON), "invite link must be non-empty"),
    (("revokeChatInviteLink", SALON | {"invite_link": "nonsense"}), "INVITE_HASH_EXPIRED"),
    (("approveChatJoinRequest", SALON), "invalid user_id specified"),
    (("approveChatJoinRequest", {"chat_id": "$ann", "user_id": 1002}),
     "the chat can't have join requests"),
    (("approveChatJoinRequest", OF_BO), "USER_ALREADY_PARTICIPANT"),
    (("declineChatJoinRequest", SALON | {"user_id": 1003}), "HIDE_REQUESTER_MISSING"),
    (("declineChatJoinRequest", {"chat_id": "$group", "user_id": 1003}),
     "not enough rights to manage chat join requests"),
    (("getChatMember", {"chat_id": "$ann", "user_id": 1002}), "member not found"),
    (("getUserProfilePhotos", {}), "invalid user_id specified"),
    (("getUserProfilePhotos", {"user_id": 5555}), "user not found"),
    (("setChatMenuButton", {"chat_id": "$group"}), "invalid chat_id specified"),
    (("setChatMenuButton", {"menu_button": "{"}), "can't parse menu button JSON object"),
    (("setChatMenuButton", {"menu_button": "[]"}),
     "can't parse menu button: MenuButton must be an Object"),
    (("setChatMenuButton", {"menu_button": {}}), 'can\'t parse menu button: Can\'t find field "type"'),
    (("setMyDefaultAdministratorRights", {"rights": "5"}),
     "can't parse ChatAdministratorRights: ChatAdministratorRights must be an Object"),
    (("setMyDefaultAdministratorRights", {"rights": {"can_pin_messages": "yes"}}),
     'can\'t parse ChatAdministratorRights: Field "can_pin_messages" must be of type Boolean'),
]  # fmt: skip


@pytest.fixture
async def salon(api: Any, room: Playground, group: int) -> dict[str, Any]:
    """A supergroup with Bo, and a channel of Bo's; Cat is nowhere."""
    await room.new_person("Cat")
    await room.open("ann")
    place = await room.new_chat("supergroup", "Salon", "ann", members=(1002,))
    news = await room.new_chat("channel", "News", "bo")
    for chat in (place, news):
        await room.member(chat, "bot", "administrator", rights=RIGHTS)
    link = (await api("createChatInviteLink", chat_id=place))["invite_link"]
    return {"$group": group, "$salon": place, "$news": news, "$ann": 1001, "$$link": f'"{link}"'}


@pytest.mark.parametrize(("method", "params"), TAKEN_OF_MEMBERS)
async def test_telegram_takes_of_members(
    api: Any, salon: dict[str, Any], method: str, params: dict[str, Any]
) -> None:
    """The call is taken, and its answer has the reference's shape."""
    await api(method, **filled(params, salon))


@pytest.mark.parametrize(("call", "sentence"), REFUSED_OF_MEMBERS)
async def test_telegram_refuses_of_members(
    api: Any, salon: dict[str, Any], call: tuple[str, dict[str, Any]], sentence: str
) -> None:
    """The call is refused with 400 and Telegram's sentence."""
    method, params = call
    assert await api.refused(method, **filled(params, salon)) == (400, f"Bad Request: {sentence}")
