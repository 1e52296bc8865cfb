"""What messages answer: quotes, messages of other chats and topics, and answers to what is gone."""

from typing import Any

import pytest

from playground.client import Playground


async def test_a_quote_stands_where_it_was_said(api: Any, room: Playground, group: int) -> None:
    """The part of the text with its styles and place; of several the one nearest to quote_position."""
    said = await api("sendMessage", chat_id=group, text="😀 ab <b>ab</b> ab", parse_mode="HTML")
    target = {"message_id": said["message_id"], "quote": "ab"}
    for position, place in ((0, 3), (100, 9), (8, 9)):
        sent = await api(
            "sendMessage", chat_id=group, text="x", reply_parameters={**target, "quote_position": position}
        )  # fmt: skip
        assert sent["quote"] == {"text": "ab", "position": place, "is_manual": True}
        assert sent["reply_to_message"]["message_id"] == said["message_id"]
    bold = {**target, "quote": "<b>ab</b>", "quote_parse_mode": "HTML"}
    sent = await api("sendMessage", chat_id=group, text="x", reply_parameters=bold)
    assert (sent["quote"]["position"], sent["quote"]["entities"]) == (
        6, [{"type": "bold", "offset": 0, "length": 2}],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"message_id": "$said", "quote": "nowhere"}, "QUOTE_TEXT_INVALID"),
        ({"message_id": "$said", "quote": "*plain*", "quote_parse_mode": "Markdown"}, "QUOTE_TEXT_INVALID"),
        ({"message_id": "$said", "quote": "<b>", "quote_parse_mode": "HTML"},
         'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
        ({"message_id": "$said", "quote": 5}, 'field "quote" must be of type String'),
        ({"message_id": "$said", "allow_sending_without_reply": "yes"},
         'field "allow_sending_without_reply" must be of type Boolean'),
        ({}, 'can\'t find field "message_id"'),
        ({"message_id": 999}, "message to be replied not found"),
        ({"message_id": "$said", "chat_id": -5}, "chat not found"),
    ],
)  # fmt: skip
async def test_wrong_replies_are_refused(
    api: Any, room: Playground, group: int, parameters: dict[str, Any], sentence: str
) -> None:
    """Each with Telegram's sentence."""
    said = (await room.say(group, "bo", "a plain text")).message.id
    filled = {name: said if value == "$said" else value for name, value in parameters.items()}
    assert await api.refused("sendMessage", chat_id=group, text="x", reply_parameters=filled) == (
        400, f"Bad Request: {sentence}",
    )  # fmt: skip


async def test_an_answer_to_another_chat_tells_of_it(
    api: Any, room: Playground, group: int, forum: int
) -> None:
    """Origin, chat and beginning of the answered message stand in external_reply and quote."""
    said = await room.upload(group, "bo", "a.txt", b"text", "the list")
    target = {"message_id": said.message.id, "chat_id": group}
    sent = await api("sendMessage", chat_id=forum, text="x", reply_parameters=target)
    told = sent["external_reply"]
    assert (told["origin"]["sender_user"]["id"], told["chat"]["id"], told["message_id"]) == (
        1002, group, said.message.id,
    )  # fmt: skip
    assert told["document"]["file_name"] == "a.txt"
    assert sent["quote"] == {"text": "the list", "position": 0}
    assert "reply_to_message" not in sent


async def test_an_answer_in_another_topic_is_external(
    api: Any, room: Playground, forum: int, topic: int
) -> None:
    """In its own topic it is a plain reply, also without naming the topic; in another one it is not."""
    said = (await room.say(forum, "bo", "hi", thread=topic)).message.id
    other = await room.new_topic(forum, "Other")
    reply = {"chat_id": forum, "text": "x", "reply_parameters": {"message_id": said}}
    near = await api("sendMessage", **reply)
    assert (near["message_thread_id"], near["reply_to_message"]["message_id"]) == (topic, said)
    far = await api("sendMessage", **reply, message_thread_id=other)
    assert (far["message_thread_id"], far["external_reply"]["message_id"]) == (other, said)


async def test_an_answer_may_go_without_what_it_answers(
    api: Any, room: Playground, group: int, forum: int
) -> None:
    """A missing message when allowed; a protected one of another chat always."""
    allowed = {"message_id": 999, "allow_sending_without_reply": True}
    sent = await api("sendMessage", chat_id=group, text="x", reply_parameters=allowed)
    assert "reply_to_message" not in sent
    kept = await api("sendMessage", chat_id=group, text="x", protect_content=True)
    target = {"message_id": kept["message_id"], "chat_id": group}
    sent = await api("sendMessage", chat_id=forum, text="x", reply_parameters=target)
    assert "external_reply" not in sent
