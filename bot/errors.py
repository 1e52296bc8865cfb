"""The last net: what no handler and no job caught. It logs with a short id and keeps chats free of traces."""

from __future__ import annotations

import secrets

import structlog
from telegram import Message, ReplyParameters, Update
from telegram.error import BadRequest, Conflict, NetworkError, TelegramError

from bot import delivery
from bot.pace import ONCE
from data.errors import PapergramError
from data.store import Busy, passes
from handlers.context import Context
from handlers.replies import texts
from handlers.replies.texts import Texts

log = structlog.get_logger("papergram.errors")

# Said by Telegram of calls that came too late or changed nothing: no fault of anybody's.
_HARMLESS = (
    "message is not modified", "query is too old", "query_id_invalid", "query id is invalid",
    "message to edit not found", "message can't be edited", "message_id_invalid",
    "message to delete not found", "message can't be deleted",
    "message to be replied not found", "message to reply not found", "replied message not found",
)  # fmt: skip


async def caught(update: object, context: Context) -> None:
    """Log what happened; one sorry, at most, to the person whose message it was."""
    error = context.error
    mark = secrets.token_hex(3)
    facts = {"id": mark, **_whose(update)}
    if isinstance(error, Conflict):
        log.error("another process polls with this token: stop one of the two", **facts)
    elif isinstance(error, NetworkError) and update is None:
        return  # polling goes on by itself, and `bot/wire.py` has told
    elif isinstance(error, TelegramError) and not _ours(error):
        log.warning("telegram", reason=str(error), **facts)
    elif isinstance(error, PapergramError) or (isinstance(error, Busy) and passes(error)):
        log.error("failed", reason=str(error), kind=type(error).__name__, **facts)
        await _apologize(update, context, mark)
    else:
        log.error("unexpected", exc_info=error, **facts)
        await _apologize(update, context, mark)


def _ours(error: TelegramError) -> bool:
    """Whether Telegram refused what we built: a fault of the program, told with its trace."""
    if not isinstance(error, BadRequest) or delivery.of_the_chat(error):
        return False
    return not any(word in str(error).casefold() for word in _HARMLESS)


def _whose(update: object) -> dict[str, int | None]:
    if not isinstance(update, Update):
        return {}
    chat, user = update.effective_chat, update.effective_user
    return {"update": update.update_id, "chat": chat.id if chat else None, "user": user.id if user else None}


async def _apologize(update: object, context: Context, mark: str) -> None:
    """Answer the message or the press that failed; nothing to inline queries, channels or jobs.

    Tried once: a sorry that has waited out a pause is said to nobody any more.
    """
    if not isinstance(update, Update):
        return
    words = _texts(update)("error.failed", id=mark)
    query = update.callback_query
    try:
        if query is not None:
            await context.bot.answer_callback_query(query.id, words, rate_limit_args=ONCE)
        elif update.message is not None:
            await _reply(context, update.message, words)
    except TelegramError as error:
        log.warning("no apology", id=mark, reason=str(error))


async def _reply(context: Context, message: Message, words: str) -> None:
    """What `reply_text` does, but it takes no `rate_limit_args`."""
    quoted = ReplyParameters(message.message_id, allow_sending_without_reply=True)
    await context.bot.send_message(
        message.chat_id, words, parse_mode=None,
        message_thread_id=message.message_thread_id if message.is_topic_message else None,
        reply_parameters=None if message.chat.type == "private" else quoted,
        rate_limit_args=ONCE,
    )  # fmt: skip


def _texts(update: Update) -> Texts:
    """By the person's own language: the store may be what failed."""
    code = (update.effective_user.language_code or "zh") if update.effective_user else "zh"
    return texts.of("zh" if code.startswith("zh") else "en")
