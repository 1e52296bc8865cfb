"""Cards on their way: in the right thread, edited in place, or as a toast."""

from __future__ import annotations

from datetime import timedelta

import structlog
from telegram import CallbackQuery, Message, Update
from telegram.constants import ChatType
from telegram.error import BadRequest, ChatMigrated, TelegramError

from data import outbox
from handlers.context import Context
from handlers.replies.cards import Card

log = structlog.get_logger("papergram.answer")

NOTE_LIFE = timedelta(seconds=30)
TOAST = 200  # Telegram's limit of a toast, in characters


async def send(update: Update, card: Card) -> Message:
    """Reply to the message that asked, in its forum topic; in private chat without quoting it.

    A group that became a supergroup meanwhile is answered under its new id, a deleted topic in the main one.
    """
    message = update.effective_message
    assert message is not None
    try:
        return await message.reply_text(
            card.text,
            reply_markup=card.keyboard,
            link_preview_options=card.preview,
            do_quote=message.chat.type != ChatType.PRIVATE,
        )
    except ChatMigrated as error:
        chat = error.new_chat_id
    except BadRequest as error:
        if "thread not found" not in str(error).casefold():
            raise
        chat = message.chat.id
    return await message.get_bot().send_message(
        chat, card.text, reply_markup=card.keyboard, link_preview_options=card.preview
    )


async def note(update: Update, context: Context, card: Card) -> None:
    """Send a refusal: in a group it removes itself after half a minute, so that no pile grows."""
    sent = await send(update, card)
    if sent.chat.type == ChatType.PRIVATE:
        return
    now = await context.now()
    async with context.store.write() as db:
        await outbox.put(db, "delete", sent.chat.id, {"message": sent.message_id}, now + NOTE_LIFE)


async def edit(query: CallbackQuery, card: Card) -> None:
    """Put the card in the place of the one whose button was pressed.

    A second tap on the same button asks for what already stands there: that is no error.
    """
    try:
        await query.edit_message_text(
            card.text, reply_markup=card.keyboard, link_preview_options=card.preview
        )
    except BadRequest as error:
        if not _harmless(error):
            raise


async def toast(query: CallbackQuery, text: str | None = None, *, alert: bool = False) -> None:
    """End the press's waiting, with a word where there is one.

    What the press asks for never hangs on this: an old press, or a line that breaks here, is let go.
    """
    try:
        await query.answer(text[:TOAST] if text else None, show_alert=alert or None)
    except TelegramError as error:
        log.info("press not answered", reason=error.message)


def _harmless(error: BadRequest) -> bool:
    text = str(error).casefold()
    return any(
        word in text for word in ("message is not modified", "message to edit not found", "can't be edited")
    )
