"""Inline mode, copies and forwards, forum topics by the bot."""

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


async def test_a_chosen_result_is_sent_via_the_bot(api: Any, room: Playground, group: int) -> None:
    """Query, offer, choice; the message is Bo's, and the bot edits it by its inline id."""
    await api.updates()
    query, offer = await asked(api, room, results=[article(1), article(2)], next_offset="2")
    assert (query["query"], query["chat_type"], offer["next_offset"]) == ("diffusion", "sender", "2")
    said = await room.choose("bo", group, query["id"], "r2")
    via: Any = said.message.raw["via_bot"]
    assert via["id"] == 1
    assert (said.message.text, said.message.entities[0]["type"]) == ("paper 2", "bold")
    chosen = next(u["chosen_inline_result"] for u in await api.updates() if "chosen_inline_result" in u)
    assert (chosen["result_id"], chosen["query"]) == ("r2", "diffusion")
    inline_id = chosen["inline_message_id"]
    assert await api("editMessageText", inline_message_id=inline_id, text="edited") is True
    assert (await room.messages(group))[-1].text == "edited"
    with pytest.raises(Refused, match="offered no result"):
        await room.choose("bo", group, query["id"], "r9")


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([article(n) for n in range(51)], "too many inline query results specified"),
        ([article(1), article(1)], "RESULT_ID_DUPLICATE"),
        ([article(1, id="x" * 65)], "RESULT_ID_INVALID"),
        ([5], "can't parse inline query result: Inline query result must be an object"),
        ([article(1, input_message_content={})],
         "can't parse inline query result: Can't find field \"message_text\""),
        ([article(1, input_message_content={"message_text": "<b>", "parse_mode": "HTML"})],
         'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
        ([article(1, input_message_content={"message_text": " "})], "MESSAGE_EMPTY"),
        ("[", "can't parse JSON encoded inline query results"),
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


async def test_messages_are_copied_and_forwarded(api: Any, room: Playground, group: int) -> None:
    """A copy names nobody, a forward its author; what is not there is refused."""
    await room.open("ann")
    said = await room.say(group, "bo", "see https://a.com")
    copied = await api("copyMessage", chat_id=1001, from_chat_id=group, message_id=said.message.id)
    shown = (await room.messages(1001))[-1]
    assert (shown.id, shown.text, "forward_origin" in shown.raw) == (
        copied["message_id"],
        "see https://a.com",
        False,
    )
    forwarded = await api("forwardMessage", chat_id=1001, from_chat_id=group, message_id=said.message.id)
    assert forwarded["forward_origin"]["sender_user"]["id"] == 1002
    assert await api.refused("copyMessage", chat_id=1001, from_chat_id=group, message_id=99) == (
        400, "Bad Request: message to copy not found",
    )  # fmt: skip
