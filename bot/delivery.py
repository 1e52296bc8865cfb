"""Posts that are no answers, and what became of them: Telegram's refusals become values.

`post` tries once. What surely was not posted is `Later`; what may have been is `Unsure` and is never tried
again by anybody: python-telegram-bot's `BadRequest` and `TimedOut` are both `NetworkError`s, so the order of
the questions in `_meaning` matters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import httpx
import structlog
from telegram import Message
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.ext import ExtBot

from bot.pace import PUSH, Limiter, NotMade, Pace
from bot.wire import NotTelegram, pause
from data.models import Place
from handlers.replies.cards import Card
from handlers.replies.cards.markup import visible
from handlers.where import GENERAL

log = structlog.get_logger("papergram.delivery")

NO_RIGHTS = "no-rights"
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


@dataclass(frozen=True, slots=True)
class Sent:
    """It stands in the chat."""

    message_id: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The bot may not write there any more."""

    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The group became a supergroup."""

    new_chat: int


@dataclass(frozen=True, slots=True)
class Later:
    """Surely not posted; try again after so many seconds."""

    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """It may stand in the chat, nobody knows: never send it again."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Telegram will not have this post, and trying again changes nothing."""

    reason: str


Outcome = Sent | Gone | Moved | Later | Unsure | Refused

# Words of a 400 (Telegram says it in many ways), and what they mean for a push.
_GONE = ("chat not found", "group chat was deactivated", "peer_id_invalid", "user_deactivated",
         "channel_private", "user_is_blocked")  # fmt: skip
_NO_THREAD = ("message thread not found", "topic_deleted", "topic_closed", "topic_id_invalid")
_BAD_TEXT = ("can't parse entities",)
_NO_RIGHTS = ("not enough rights", "have no rights", "chat_write_forbidden", "chat_restricted",
              "chat_send_", "chat_admin_required", "no write access", "user_banned_in_channel",
              "need administrator rights")  # fmt: skip


def pace(bot: ExtBot[Any]) -> Pace:
    """The pace of a bot made by `bot.app`."""
    limiter = bot.rate_limiter
    assert isinstance(limiter, Limiter), "the bot was not made by bot.app"
    return limiter.pace


async def post(bot: ExtBot[Any], place: Place, card: Card) -> Outcome:
    """Post a card in a place; the caller has waited for its turn (`pace(bot).turn`).

    Falls back to the main thread where the forum topic is gone, and to plain text where Telegram cannot read
    the card: a refused post was not posted, so these tries double nothing.
    """
    outcome = await _try(bot, place, card)
    if place.thread and _says(outcome, _NO_THREAD):
        log.warning("forum topic is gone", chat=place.chat, thread=place.thread)
        place = replace(place, thread=0)
        outcome = await _try(bot, place, card)
    if _says(outcome, _BAD_TEXT):
        log.error("card cannot be read by telegram", chat=place.chat, reason=_reason(outcome))
        outcome = await _try(bot, place, card, plain=True)
    return outcome


async def delete(bot: ExtBot[Any], chat: int, message: int) -> Later | None:
    """Delete a message; None when that is over, also when it was gone or is too old."""
    try:
        await bot.delete_message(chat, message)
    except TelegramError as error:
        outcome = _meaning(error)
        return outcome if isinstance(outcome, Later) else None
    return None


def of_the_chat(error: TelegramError) -> bool:
    """Whether a call failed by the way or by what the chat allows, and not by what we built."""
    outcome = _meaning(error)
    return not isinstance(outcome, Refused) or outcome.reason == NO_RIGHTS or _has(outcome.reason, _NO_THREAD)


async def _try(bot: ExtBot[Any], place: Place, card: Card, *, plain: bool = False) -> Outcome:
    try:
        message = await _send(bot, place, card, plain=plain)
    except TelegramError as error:
        outcome = _meaning(error)
        if isinstance(outcome, Later) and not isinstance(error, RetryAfter):
            return replace(outcome, seconds=pace(bot).rest())
        return outcome
    except Exception as error:  # noqa: BLE001  # whatever broke on the way: the post may have arrived
        return Unsure(type(error).__name__)
    pace(bot).well()
    return Sent(message.message_id)


async def _send(bot: ExtBot[Any], place: Place, card: Card, *, plain: bool) -> Message:
    thread = place.thread if place.thread > GENERAL else None
    silent = place.silent or None
    if plain:
        return await bot.send_message(
            place.chat, visible(card.text), parse_mode=None, reply_markup=card.keyboard,
            message_thread_id=thread, disable_notification=silent, rate_limit_args=PUSH,
        )  # fmt: skip
    preview: dict[str, Any] = {"link_preview_options": card.preview} if card.preview else {}
    return await bot.send_message(
        place.chat, card.text, reply_markup=card.keyboard, message_thread_id=thread,
        disable_notification=silent, rate_limit_args=PUSH, **preview,
    )  # fmt: skip


def _meaning(error: TelegramError) -> Outcome:
    """What a failed call says about its post."""
    reason = error.message
    if isinstance(error, RetryAfter):
        return Later(pause(error), reason)
    if isinstance(error, ChatMigrated):
        return Moved(error.new_chat_id)
    if isinstance(error, Forbidden):
        # Only the right to write was taken: the bot is still a member.
        return Refused(NO_RIGHTS) if _has(reason, _NO_RIGHTS) else Gone(reason)
    if isinstance(error, BadRequest):
        return _refusal(reason)
    return Later(0, reason) if _never_posted(error) else Unsure(reason)


def _never_posted(error: TelegramError) -> bool:
    if isinstance(error, InvalidToken | Conflict | NotMade) or isinstance(error.__cause__, NEVER_SENT):
        return True
    # Without a cause it is Telegram's own JSON that says it failed (see `bot/wire.py`).
    foreign = isinstance(error, TimedOut | NotTelegram) or error.__cause__ is not None
    return isinstance(error, NetworkError) and not foreign


def _refusal(reason: str) -> Outcome:
    if _has(reason, _GONE):
        return Gone(reason)
    return Refused(NO_RIGHTS if _has(reason, _NO_RIGHTS) else reason)


def _says(outcome: Outcome, words: tuple[str, ...]) -> bool:
    return isinstance(outcome, Refused) and _has(outcome.reason, words)


def _reason(outcome: Outcome) -> str:
    return outcome.reason if isinstance(outcome, Refused) else ""


def _has(text: str, words: tuple[str, ...]) -> bool:
    lowered = text.casefold()
    return any(word in lowered for word in words)
