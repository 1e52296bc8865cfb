"""Inline mode: queries, offers and their cache, results of every kind, and edits of what was sent."""

import asyncio
from typing import Any

import pytest

from playground.client import Playground, Refused
from playground.rules import OLD_QUERY


def article(number: int = 1, **more: Any) -> dict[str, Any]:
    """A result whose message is bold."""
    content = {"message_text": f"<b>paper {number}</b>", "parse_mode": "HTML"}
    return {"type": "article", "id": f"r{number}", "title": "T", "input_message_content": content, **more}


async def asked(api: Any, room: Playground, **answer: Any) -> tuple[Any, Any]:
    """Bo asks inline, the bot answers: the query as the bot saw it, and the offer as Bo sees it."""
    asking = asyncio.create_task(room.inline("bo", "diffusion", chat=1002))
    query = (await api("getUpdates", timeout=5))[-1]["inline_query"]
    await api("answerInlineQuery", inline_query_id=query["id"], **answer)
    return query, await asking


KEYBOARD = {"inline_keyboard": [[{"text": "more", "callback_data": "m"}]]}
PHOTO = {
    "type": "photo",
    "id": "p",
    "photo_url": "https://a.com/a.jpg",
    "thumbnail_url": "https://a.com/t.jpg",
}
LISTED = {
    "type": "document",
    "id": "1",
    "title": "D",
    "document_url": "https://a.com/a",
    "mime_type": "text/plain",
}
UNREAD = "can't parse inline query result: "
UNPRESSED = "can't parse inline query results button: "


async def chosen(api: Any, room: Playground, chat: int, result: dict[str, Any]) -> Any:
    """Bo sends a result that the bot offers: what the bot is told of the choice."""
    await api.updates()
    query, _ = await asked(api, room, results=[result], cache_time=0)
    await room.choose("bo", chat, query["id"], str(result["id"]))
    return next(u["chosen_inline_result"] for u in await api.updates() if "chosen_inline_result" in u)


async def test_a_chosen_result_is_sent_via_the_bot(api: Any, room: Playground, group: int) -> None:
    """Query, offer, choice: the message is Bo's, by the bot's words."""
    await api.updates()
    query, offer = await asked(api, room, results=[article(1), article(2)], next_offset="2")
    assert (query["query"], query["chat_type"], offer["next_offset"]) == ("diffusion", "sender", "2")
    said = await room.choose("bo", group, query["id"], "r2")
    via: Any = said.message.raw["via_bot"]
    assert via["id"] == 1
    assert (said.message.text, said.message.entities[0]["type"]) == ("paper 2", "bold")
    with pytest.raises(Refused, match="offered no result"):
        await room.choose("bo", group, query["id"], "r9")


async def test_buttons_give_a_result_its_inline_id(api: Any, room: Playground, group: int) -> None:
    """By it the bot edits the message, and it comes with pressed buttons instead of the message."""
    told = await chosen(api, room, group, article(1, reply_markup=KEYBOARD))
    assert (told["result_id"], told["query"]) == ("r1", "diffusion")
    named = {"inline_message_id": told["inline_message_id"]}
    assert await api("editMessageText", text="edited", reply_markup=KEYBOARD, **named) is True
    edited = (await room.messages(group))[-1]
    assert edited.text == "edited"
    await room.tap(edited, "ann", "more", wait=0)
    pressed = (await api.updates())[-1]["callback_query"]
    assert (pressed["inline_message_id"], "message" in pressed) == (named["inline_message_id"], False)


async def test_a_result_without_buttons_has_no_inline_id(api: Any, room: Playground, group: int) -> None:
    """The reference: inline_message_id is available only with an inline keyboard."""
    assert "inline_message_id" not in await chosen(api, room, group, article(1))


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([article(n) for n in range(51)], "too many inline query results specified"),
        ([article(1), article(1)], "RESULT_ID_DUPLICATE"),
        ([article(1, id="x" * 65)], "RESULT_ID_INVALID"),
        ([article(1, title=" ")], "ARTICLE_TITLE_EMPTY"),
        ([5], UNREAD + "Inline query result must be an object"),
        ([{"id": "1"}], UNREAD + 'Can\'t find field "type"'),
        ([{"type": "photo"}], UNREAD + 'Can\'t find field "id"'),
        ([{"type": "moon", "id": "1"}], UNREAD + 'Type "moon" is unsupported for the inline query result'),
        ([{"type": "article", "id": "1", "title": "T"}], UNREAD + 'Can\'t find field "message_text"'),
        ([article(1, input_message_content={})], UNREAD + "Input message content is not specified"),
        ([article(1, input_message_content={"message_text": "<b>", "parse_mode": "HTML"})],
         UNREAD + 'Can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
        ([article(1, input_message_content={"message_text": " "})], "MESSAGE_EMPTY"),
        ([article(1, input_message_content={"message_text": "x" * 4097})], "MESSAGE_TOO_LONG"),
        ([article(1, reply_markup={"inline_keyboard": [[{"text": "a", "callback_data": "x" * 65}]]})],
         "BUTTON_DATA_INVALID"),
        ([{"type": "photo", "id": "1"}], UNREAD + 'Can\'t find field "photo_file_id"'),
        ([{**PHOTO, "thumbnail_url": ""}], "PHOTO_THUMB_URL_EMPTY"),
        ([{**PHOTO, "photo_url": "ftp://a.b"}], "WEBDOCUMENT_URL_INVALID"),
        ([{"type": "photo", "id": "1", "photo_file_id": "abcde"}],
         "wrong remote file identifier specified: Wrong string length"),
        ([LISTED], "unallowed document MIME type"),
        ([{"type": "location", "id": "1", "latitude": 91, "longitude": 0, "title": "T"}],
         "invalid location specified"),
        ([{"type": "game", "id": "1", "game_short_name": "g"}], "GAME_BOT_INVALID"),
        ("[", "can't parse JSON encoded inline query results"),
        ({}, "expected an Array of inline query results"),
    ],
)  # fmt: skip
async def test_wrong_results_are_refused(api: Any, room: Playground, results: Any, sentence: str) -> None:
    """Offers that Telegram refuses, with its sentence; the query stays open."""
    await api.updates()
    asking = asyncio.create_task(room.inline("bo", "x"))
    query = (await api("getUpdates", timeout=5))[-1]["inline_query"]["id"]
    assert await api.refused("answerInlineQuery", inline_query_id=query, results=results) == (
        400, f"Bad Request: {sentence}",
    )  # fmt: skip
    await api("answerInlineQuery", inline_query_id=query, results=[])
    assert (await asking)["results"] == []
    assert await api.refused("answerInlineQuery", inline_query_id=query, results=[]) == (
        400, f"Bad Request: {OLD_QUERY}",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("button", "sentence"),
    [
        ("{", "can't parse inline query results button JSON object"),
        ([], UNPRESSED + "InlineQueryResultsButton must be an Object"),
        ({}, UNPRESSED + 'Can\'t find field "text"'),
        ({"text": "a"}, UNPRESSED + "InlineQueryResultsButton must have exactly one optional field"),
        ({"text": "a", "start_parameter": "no spaces"}, "START_PARAM_INVALID"),
    ],
)
async def test_wrong_buttons_are_refused(api: Any, button: Any, sentence: str) -> None:
    """The button above the results is checked before the query."""
    assert await api.refused("answerInlineQuery", inline_query_id="1", results=[], button=button) == (
        400, f"Bad Request: {sentence}",
    )  # fmt: skip


async def test_the_button_opens_the_bot_with_its_parameter(api: Any, room: Playground) -> None:
    """The person sees the button and follows it into the private chat."""
    await api.updates()
    button = {"text": "Set me up", "start_parameter": "setup"}
    _, offer = await asked(api, room, results=[], button=button)
    assert offer["button"] == button
    await room.open("bo", offer["button"]["start_parameter"])
    assert (await api.updates())[-1]["message"]["text"] == "/start setup"


async def test_an_offer_holds_for_its_time(api: Any, room: Playground) -> None:
    """The same words at the same place are answered without the bot, until the cache time is over."""
    await room.clock(fixed=True)
    await api.updates()
    query, _ = await asked(api, room, results=[article(1)], cache_time=60)
    again: Any = await room.inline("ann", " diffusion ", chat=1001)
    assert (again["answered"], again["results"][0]["id"]) == (True, "r1")
    said = await room.choose("ann", 1001, again["query"], "r1")
    assert said.message.text == "paper 1"
    asked_again = [one["inline_query"]["id"] for one in await api.updates() if "inline_query" in one]
    assert asked_again == [query["id"]]
    assert (await room.inline("bo", "diffusion", offset="2", chat=1002, wait=0))["answered"] is False
    await room.clock(advance=61)
    assert (await room.inline("bo", "diffusion", chat=1002, wait=0))["answered"] is False


@pytest.mark.parametrize(
    ("answer", "mine", "others"),
    [({}, True, True), ({"is_personal": True}, True, False), ({"cache_time": 0}, False, False)],
)
async def test_a_personal_offer_holds_for_one(
    api: Any, room: Playground, answer: Any, mine: bool, others: bool
) -> None:
    """A personal answer is kept for who asked, one of cache time 0 for nobody."""
    await api.updates()
    await asked(api, room, results=[article(1)], **answer)
    assert (await room.inline("bo", "diffusion", chat=1002, wait=0))["answered"] is mine
    assert (await room.inline("ann", "diffusion", chat=1001, wait=0))["answered"] is others


PLACE = {"latitude": 1.5, "longitude": 2.5}
BECOMES: list[tuple[dict[str, Any], set[str]]] = [
    ({"type": "photo", "photo_file_id": "$photo"}, {"photo"}),
    ({"type": "document", "title": "D", "document_file_id": "$document"}, {"document"}),
    ({"type": "document", "title": "D", "document_file_id": "$document",
      "input_message_content": {"message_text": "instead"}}, {"text"}),
    ({"type": "location", "title": "L", **PLACE}, {"location"}),
    ({"type": "venue", "title": "V", "address": "A", **PLACE}, {"venue", "location"}),
    ({"type": "contact", "phone_number": "1", "first_name": "Cy"}, {"contact"}),
    (article(input_message_content=PLACE), {"location"}),
    (article(input_message_content={**PLACE, "title": "V", "address": "A"}), {"venue", "location"}),
    (article(input_message_content={"phone_number": "1", "first_name": "Cy"}), {"contact"}),
]  # fmt: skip


@pytest.mark.parametrize(("result", "kinds"), BECOMES)
async def test_a_result_becomes_what_it_shows(
    api: Any, room: Playground, group: int, result: dict[str, Any], kinds: set[str]
) -> None:
    """Files by id, places and contacts are sent as such; a content of its own stands in for them."""
    ids = {"$photo": await api.photo(group), "$document": await api.document(group)}
    filled = {
        name: ids.get(value, value) if isinstance(value, str) else value for name, value in result.items()
    }
    await chosen(api, room, group, {"id": "1", **filled})
    shown = (await room.messages(group))[-1]
    assert {"photo", "document", "location", "venue", "contact", "text"} & set(shown.raw) == kinds


async def test_a_results_caption_is_the_messages(api: Any, room: Playground, group: int) -> None:
    """A caption comes parsed, and above the photo where the result says so."""
    caption = {"caption": "<i>c</i>", "parse_mode": "HTML", "show_caption_above_media": True}
    await chosen(
        api, room, group, {"type": "photo", "id": "1", "photo_file_id": await api.photo(group), **caption}
    )
    shown = (await room.messages(group))[-1]
    assert (shown.text, shown.entities[0]["type"]) == ("c", "italic")
    assert shown.raw["show_caption_above_media"] is True


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("$here", "wrong type of the web page content"),
        ("https://a.com/a.jpg", "failed to get HTTP URL content"),
    ],
)
async def test_an_address_is_loaded_when_its_result_is_sent(
    api: Any, room: Playground, group: int, address: str, url: str, reason: str
) -> None:
    """Answering takes any address; who sends what cannot be loaded, or is no photo, is told."""
    result = {**PHOTO, "photo_url": url.replace("$here", f"{address}/sim/state")}
    with pytest.raises(Refused, match=reason):
        await chosen(api, room, group, result)


async def test_files_of_inline_messages_are_edited_by_known_ones(
    api: Any, room: Playground, group: int, picture: bytes
) -> None:
    """Caption, file and keyboard change by the inline id; an upload is refused."""
    result = {"type": "photo", "id": "1", "photo_file_id": await api.photo(group), "reply_markup": KEYBOARD}
    named = {"inline_message_id": (await chosen(api, room, group, result))["inline_message_id"]}
    kept = {**named, "reply_markup": KEYBOARD}
    assert await api("editMessageCaption", caption="new", **kept) is True
    assert (await room.messages(group))[-1].text == "new"
    media = {"type": "document", "media": await api.document(group), "caption": "doc"}
    before = (await room.messages(group))[-2].id
    assert await api("editMessageMedia", media=media, **kept) is True
    shown = next(one for one in await room.messages(group) if one.id == before)
    assert (shown.text, "document" in shown.raw, "photo" in shown.raw) == ("doc", True, False)
    upload = {"type": "photo", "media": "attach://f"}
    answer = await api.send("editMessageMedia", {"f": ("a.png", picture, "image/png")}, media=upload, **kept)
    assert answer["description"] == "Bad Request: invalid message content specified"
    assert await api("editMessageReplyMarkup", **named) is True


async def test_an_unknown_inline_id_is_refused(api: Any) -> None:
    """The bot edits only what was sent via it."""
    assert await api.refused("editMessageText", inline_message_id="nope", text="x") == (
        400, "Bad Request: MESSAGE_ID_INVALID",
    )  # fmt: skip
