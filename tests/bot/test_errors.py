"""The last net: a short id in the log, one sorry in the chat, never a trace there."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import structlog
from telegram import CallbackQuery, Update
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)

from bot import errors
from bot.pace import NotMade
from data.errors import StoreError
from tests.bot.desk import GROUP, Desk


@pytest.fixture
def update(desk: Desk) -> Update:
    """Ann says something in the group."""
    message = {
        "message_id": 7, "date": 1, "text": "/search x",
        "chat": {"id": GROUP, "type": "supergroup", "title": "Reading group"},
        "from": {"id": 1001, "is_bot": False, "first_name": "Ann", "language_code": "en"},
    }  # fmt: skip
    found = Update.de_json({"update_id": 1, "message": message}, desk.app.bot)
    assert found is not None
    return found


async def caught(desk: Desk, update: object, error: Exception) -> list[Any]:
    """Let the net catch an error; what was logged."""
    context = desk.context
    context.error = error
    with structlog.testing.capture_logs() as logged:
        await errors.caught(update, context)
    return logged


async def test_a_fault_of_ours_is_logged_with_its_trace_and_answered_once(desk: Desk, update: Update) -> None:
    """The chat gets a number to tell, the log has the same; no word of the error in the chat."""
    error = RuntimeError("secret detail")
    (entry,) = await caught(desk, update, error)
    (message,) = desk.posts(GROUP)
    assert entry["exc_info"] is error
    assert entry["id"] in message.text
    assert "secret detail" not in message.text


@pytest.mark.parametrize(
    "error", [NetworkError("x"), TimedOut(), BadRequest("Message is not modified: same")]
)
async def test_telegrams_weather_is_one_calm_line(desk: Desk, update: Update, error: Exception) -> None:
    """No trace, no sorry."""
    (entry,) = await caught(desk, update, error)
    assert (entry["log_level"], "exc_info" in entry, desk.posts(GROUP)) == ("warning", False, [])


@pytest.mark.parametrize(
    "error",
    [
        RetryAfter(timedelta(seconds=3)), ChatMigrated(-1009), Forbidden("Forbidden: bot was kicked"),
        NotMade("not sent"), InvalidToken("x"),
        *(
            BadRequest(words)
            for words in (
                "Not enough rights to send text messages to the chat", "Message thread not found",
                "TOPIC_CLOSED", "CHAT_WRITE_FORBIDDEN", "CHAT_SEND_PHOTOS_FORBIDDEN", "CHAT_ADMIN_REQUIRED",
                "Chat not found", "MESSAGE_ID_INVALID", "QUERY_ID_INVALID",
                "Query is too old and response timeout expired or query ID is invalid",
                "Message to be replied not found",
            )
        ),
    ],
    ids=str,
)  # fmt: skip
async def test_a_refused_answer_is_one_calm_line(desk: Desk, update: Update, error: Exception) -> None:
    """What the chat does not allow, or a pause, is no fault of the program: no trace, and no sorry."""
    (entry,) = await caught(desk, update, error)
    assert (entry["log_level"], "exc_info" in entry, desk.posts(GROUP)) == ("warning", False, [])


async def test_a_sorry_waits_out_no_pause(desk: Desk, update: Update) -> None:
    """While Telegram wants silence it is not said, not even later."""
    desk.pace.hold(3600)
    logged = await caught(desk, update, RuntimeError("x"))
    assert [entry["event"] for entry in logged] == ["unexpected", "no apology"]
    assert desk.calls() == 0


async def test_a_sorry_that_meets_a_pause_is_not_repeated(desk: Desk, update: Update) -> None:
    """One try."""
    desk.fault("429", retry_after=1)
    await caught(desk, update, RuntimeError("x"))
    assert desk.calls() == 1


async def test_a_second_poller_is_named(desk: Desk) -> None:
    """The line says what to do."""
    (entry,) = await caught(desk, None, Conflict("terminated by other getUpdates request"))
    assert "stop one" in entry["event"]


async def test_a_failed_store_is_answered_without_a_trace(desk: Desk, update: Update) -> None:
    """What we can name is named in a line."""
    (entry,) = await caught(desk, update, StoreError("the disk is full"))
    assert (entry["reason"], "exc_info" in entry, len(desk.posts(GROUP))) == ("the disk is full", False, 1)


async def test_a_card_that_telegram_refuses_is_a_fault_of_ours(desk: Desk, update: Update) -> None:
    """It is told with its trace."""
    (entry,) = await caught(desk, update, BadRequest("can't parse entities: x"))
    assert "exc_info" in entry


async def test_a_job_s_fault_is_said_in_no_chat(desk: Desk) -> None:
    """There is nobody to say sorry to."""
    (entry,) = await caught(desk, None, RuntimeError("x"))
    assert re.fullmatch(r"[0-9a-f]{6}", entry["id"])


async def test_a_failed_press_is_answered(desk: Desk) -> None:
    """With a toast; one that is too old to be answered is let go."""
    person = {"id": 1001, "is_bot": False, "first_name": "Ann"}
    query = {"id": "1", "from": person, "chat_instance": "1", "data": "x"}
    update = Update(1, callback_query=CallbackQuery.de_json(query, desk.app.bot))
    logged = await caught(desk, update, RuntimeError("x"))
    assert [entry["event"] for entry in logged] == ["unexpected", "no apology"]
