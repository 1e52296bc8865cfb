"""Who may do what: questions that handlers ask on their first lines."""

from __future__ import annotations

from datetime import timedelta

from telegram import CallbackQuery, Update
from telegram.constants import ChatType
from telegram.error import TelegramError

from data.models import Asked, Place
from handlers.context import Context

FRESH = timedelta(minutes=5)


async def may_change(update: Update, context: Context, place: Place) -> bool:
    """Whether the speaker may change this place's settings.

    In a group: anyone where it is set so, else who `is_admin`.
    """
    return place.private or place.everyone or await is_admin(update, context, place)


async def is_admin(update: Update, context: Context, place: Place) -> bool:
    """Whether the speaker is an admin of the place's chat or an owner of the bot.

    The anonymous admin speaks as the group itself; a button press names the real person.
    """
    if place.private:
        return True
    message, user = update.message, update.effective_user
    if message is not None and message.sender_chat is not None:
        return message.sender_chat.id == message.chat.id
    if user is None:
        return False
    if user.id in context.services.owners:
        return True
    pressed = update.callback_query is not None
    known = await admins(context, place.chat, anew=pressed)
    return user.id in known or (not pressed and user.id in await admins(context, place.chat, anew=True))


async def may_turn(query: CallbackQuery, context: Context, asked: Asked) -> bool:
    """Whether the person who pressed may turn the pages of a search.

    They belong to who asked; asked by an anonymous admin: to any admin; asked as a channel: to anyone.
    """
    if asked.asker is None or asked.asker == query.from_user.id:
        return True
    return asked.asker == asked.chat and query.from_user.id in await admins(context, asked.chat, anew=True)


async def admins(context: Context, chat: int, *, anew: bool = False) -> frozenset[int]:
    """The chat's administrators by id, at most five minutes old, or the last known."""
    now = await context.now()
    known = context.bot_data.admins.get(chat)
    if known and not anew and timedelta() <= now - known[0] < FRESH:
        return known[1]
    try:
        members = await context.bot.get_chat_administrators(chat)
    except TelegramError:
        return known[1] if known else frozenset()
    found = frozenset(member.user.id for member in members)
    context.bot_data.admins[chat] = (now, found)
    return found


def in_group(update: Update) -> bool:
    """Whether this happens in a group of either kind."""
    chat = update.effective_chat
    return chat is not None and chat.type in (ChatType.GROUP, ChatType.SUPERGROUP)
