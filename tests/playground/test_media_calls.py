"""What Telegram takes and refuses of files, places, albums, edits of media and messages sent again.

One row a call, as in test_calls: `$photo` and the like stand for ids of files and messages that are there.
"""
# ruff: noqa: E501 - one call a row

import json
from typing import Any

import pytest

from playground.client import Playground
from playground.rules import NOT_MODIFIED

GROUP = {"chat_id": "$group"}
FROM = {"chat_id": "$group", "from_chat_id": "$group"}
POINT = {"latitude": 31.2, "longitude": 121.5}
OF_PHOTO = {"chat_id": "$group", "message_id": "$shown"}
OF_TEXT = {"chat_id": "$group", "message_id": "$mine"}
PHOTO, DOCUMENT = {"type": "photo", "media": "$photo"}, {"type": "document", "media": "$document"}

TAKEN: list[tuple[str, dict[str, Any]]] = [
    ("sendPhoto", GROUP | {"photo": "$photo"}),
    ("sendphoto", GROUP | {"photo": "$photo", "caption": "x" * 1024}),
    ("sendPhoto", GROUP | {"photo": "$photo", "caption": "<b>" + "x" * 1024 + "</b>", "parse_mode": "HTML"}),
    (
        "sendPhoto",
        {"chat_id": "$forum", "message_thread_id": "$topic", "photo": "$photo", "has_spoiler": True},
    ),
    ("sendDocument", GROUP | {"document": "$document", "caption": ""}),
    ("sendDocument", GROUP | {"document": "$document", "reply_parameters": {"message_id": "$mine"}}),
    ("sendVideo", GROUP | {"video": "$document"}),
    ("sendMediaGroup", GROUP | {"media": [PHOTO, PHOTO]}),
    ("sendMediaGroup", GROUP | {"media": [DOCUMENT] * 10}),
    ("sendMediaGroup", GROUP | {"media": [PHOTO]}),
    ("sendMediaGroup", GROUP | {"media": [{**PHOTO, "caption": "*a*", "parse_mode": "MarkdownV2"}, PHOTO]}),
    ("sendLocation", GROUP | POINT),
    (
        "sendLocation",
        GROUP | POINT | {"live_period": 0x7FFFFFFF, "heading": 360, "proximity_alert_radius": 100_000},
    ),
    ("sendVenue", GROUP | POINT | {"title": "Hall 4", "address": "1 Century Avenue"}),
    ("sendContact", GROUP | {"phone_number": "+86 10", "first_name": "Cy"}),
    ("sendDice", GROUP),
    ("sendDice", GROUP | {"emoji": "⚽️"}),
    ("editMessageMedia", OF_PHOTO | {"media": DOCUMENT}),
    ("editMessageMedia", OF_PHOTO | {"media": {**PHOTO, "caption": "new"}}),
    ("editMessageMedia", OF_TEXT | {"media": PHOTO}),
    ("editMessageCaption", OF_PHOTO | {"caption": "new"}),
    ("editMessageCaption", OF_PHOTO | {"caption": "c", "show_caption_above_media": True}),
    ("editMessageCaption", OF_PHOTO),
    ("editMessageLiveLocation", GROUP | POINT | {"message_id": "$live", "heading": 90}),
    ("stopMessageLiveLocation", GROUP | {"message_id": "$live"}),
    ("copyMessage", FROM | {"message_id": "$shown", "video_start_timestamp": 5}),
    ("copyMessage", FROM | {"message_id": "$mine", "caption": "texts have none"}),
    ("copyMessages", FROM | {"message_ids": ["$mine", 999], "remove_caption": True}),
    ("forwardMessage", FROM | {"message_id": "$theirs", "protect_content": True}),
    ("forwardMessages", FROM | {"message_ids": ["$theirs", "$mine", "$shown"]}),
    ("getFile", {"file_id": "$photo"}),
    (
        "sendMessage",
        {"chat_id": "$forum", "text": "x", "reply_parameters": {"message_id": "$mine", "chat_id": "$group"}},
    ),
    ("sendMessage", GROUP | {"text": "x", "reply_parameters": {"message_id": "$mine", "quote": "ell"}}),
]

REFUSED: list[tuple[tuple[str, dict[str, Any]], str]] = [
    (("sendVideo", GROUP), "there is no video in the request"),
    (("sendAnimation", GROUP), "there is no animation in the request"),
    (("sendAudio", GROUP), "there is no audio in the request"),
    (("sendVoice", GROUP), "there is no voice in the request"),
    (("sendVideoNote", GROUP), "there is no video note in the request"),
    (("sendSticker", GROUP), "there is no sticker in the request"),
    (("sendPhoto", GROUP | {"photo": "attach://gone"}), "there is no photo in the request"),
    (("sendPhoto", GROUP | {"photo": "$document"}), "can't use file of type Document as Photo"),
    (("sendDocument", GROUP | {"document": "$photo"}), "can't use file of type Photo as Document"),
    (("sendDocument", GROUP | {"document": "$photo", "disable_content_type_detection": True}),
     "can't use file of type Photo as DocumentAsFile"),
    (("sendPhoto", GROUP | {"photo": "$photo", "caption": "x" * 1025}), "message caption is too long"),
    (("sendPhoto", GROUP | {"photo": "$photo", "caption": "<b>", "parse_mode": "HTML"}),
     'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    (("sendPhoto", {"photo": "$photo"}), "chat_id is empty"),
    (("sendPhoto", {"photo": "$photo", "chat_id": 5}), "chat not found"),
    (("sendPhoto", GROUP | {"photo": "$photo", "message_thread_id": 9}), "message thread not found"),
    (("sendPhoto", GROUP | {"photo": "https://example.com/a.jpg"}), "failed to get HTTP URL content"),
    (("sendPhoto", GROUP | {"photo": "ftp://example.com/a.jpg"}),
     "invalid file HTTP URL specified: Unsupported URL protocol"),
    (("sendMediaGroup", GROUP | {"media": [PHOTO, DOCUMENT]}), "document can't be mixed with other media types"),
    (("sendMediaGroup", GROUP | {"media": [PHOTO, {"type": "photo"}]}), "can't parse InputMedia: media not found"),
    (("sendMediaGroup", GROUP | {"media": [{"type": "document", "media": "$photo"}] * 2}),
     "can't use file of type Photo as DocumentAsFile"),
    (("sendLocation", GROUP | {"longitude": 1}), "latitude is empty"),
    (("sendLocation", GROUP | {"latitude": 1}), "longitude is empty"),
    (("sendLocation", GROUP | {"latitude": 91, "longitude": 1}), "invalid location specified"),
    (("sendLocation", GROUP | POINT | {"live_period": 59}), "wrong live location period specified"),
    (("sendLocation", GROUP | POINT | {"live_period": 60, "heading": 361}), "wrong live location heading specified"),
    (("sendLocation", GROUP | POINT | {"live_period": 60, "proximity_alert_radius": 100_001}),
     "wrong live location proximity alert radius specified"),
    (("sendVenue", GROUP | {"title": "T", "address": "A"}), "latitude is empty"),
    (("sendContact", GROUP | {"first_name": "Cy"}), 'parameter "phone_number" is required'),
    (("sendContact", GROUP | {"phone_number": "1"}), 'parameter "first_name" is required'),
    (("sendDice", GROUP | {"emoji": "🍎"}), "EMOTICON_INVALID"),
    (("editMessageMedia", OF_PHOTO), 'parameter "media" is required'),
    (("editMessageMedia", OF_PHOTO | {"media": {**PHOTO, "caption": "c"}}), NOT_MODIFIED),
    (("editMessageMedia", GROUP | {"message_id": "$theirs", "media": PHOTO}), "message can't be edited"),
    (("editMessageMedia", GROUP | {"message_id": "$live", "media": PHOTO}), "message media can't be edited"),
    (("editMessageMedia", {"media": PHOTO}), "message identifier is not specified"),
    (("editMessageCaption", OF_PHOTO | {"caption": "c"}), NOT_MODIFIED),
    (("editMessageText", OF_PHOTO | {"text": "x"}), "there is no text in the message to edit"),
    (("editMessageLiveLocation", OF_PHOTO | POINT), "there is no live location in the message to edit"),
    (("stopMessageLiveLocation", OF_TEXT), "there is no live location in the message to edit"),
    (("copyMessage", FROM | {"message_id": 0}), "message to copy not found"),
    (("copyMessage", GROUP | {"from_chat_id": 5, "message_id": 1}), "chat not found"),
    (("copyMessages", FROM), "message identifiers are not specified"),
    (("forwardMessages", FROM | {"message_ids": ["$mine", "$mine"]}),
     "message identifiers must be in a strictly increasing order"),
    (("getFile", {}), "file_id not specified"),
    (("deleteMessage", {"message_id": 1}), "chat identifier is not specified"),
    (("deleteMessage", GROUP), "message identifier is not specified"),
]  # fmt: skip


@pytest.fixture
async def ids(api: Any, room: Playground, group: int, forum: int, topic: int) -> dict[str, Any]:
    """The room's ids by their names in the tables."""
    theirs = (await room.say(group, "bo", "hi")).message.id
    mine = (await api("sendMessage", chat_id=group, text="hello"))["message_id"]
    photo, document = await api.photo(group), await api.document(group)
    shown = await api("sendPhoto", chat_id=group, photo=photo, caption="c")
    live = await api("sendLocation", chat_id=group, **POINT, live_period=600)
    return {
        "$group": group, "$forum": forum, "$topic": topic, "$theirs": theirs, "$mine": mine, "$photo": photo,
        "$document": document, "$shown": shown["message_id"], "$live": live["message_id"],
    }  # fmt: skip


def filled(params: dict[str, Any], ids: dict[str, Any]) -> dict[str, Any]:
    """The row's parameters with the room's ids in them."""
    text = json.dumps(params)
    for name, value in ids.items():
        text = text.replace(f'"{name}"', json.dumps(value))
    return dict(json.loads(text))


@pytest.mark.parametrize(("method", "params"), TAKEN)
async def test_telegram_takes(api: Any, ids: dict[str, Any], method: str, params: dict[str, Any]) -> None:
    """The call is taken, and its answer has the reference's shape."""
    await api(method, **filled(params, ids))


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
async def test_telegram_refuses(
    api: Any, ids: dict[str, Any], call: tuple[str, dict[str, Any]], sentence: str
) -> None:
    """The call is refused with 400 and Telegram's sentence."""
    method, params = call
    assert await api.refused(method, **filled(params, ids)) == (400, f"Bad Request: {sentence}")
