"""Added, removed, blocked, upgraded: the bot's own standing in a chat, and its welcome."""

from __future__ import annotations

from telegram import ChatMember, ChatMemberUpdated, Update
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import ChatMemberHandler, MessageHandler, filters

from data import places
from handlers import following, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import cards, texts

COMMANDS: tuple[Command, ...] = ()
OUT = (ChatMember.LEFT, ChatMember.BANNED)


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(ChatMemberHandler(own, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_handler(ChatMemberHandler(others, ChatMemberHandler.CHAT_MEMBER))
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, migrated))


async def own(update: Update, context: Context) -> None:
    """The bot was added, removed, blocked or unblocked. Settings are kept for a return."""
    change = update.my_chat_member
    assert change is not None
    context.bot_data.admins.pop(change.chat.id, None)
    if not _inside(change.new_chat_member):
        async with context.store.write() as db:
            await places.leave(db, change.chat.id)
        return
    if _inside(change.old_chat_member) or change.chat.type == ChatType.CHANNEL:
        return
    if change.chat.type == ChatType.PRIVATE:
        await where.met(update, context)
        return
    await _welcome(update, context, change)


async def others(update: Update, context: Context) -> None:
    """Somebody's standing changed: the cached administrators no longer hold."""
    if update.chat_member is not None:
        context.bot_data.admins.pop(update.chat_member.chat.id, None)


async def migrated(update: Update, context: Context) -> None:
    """A group became a supergroup: its rows follow. Telegram tells it twice, once in each chat."""
    message = update.effective_message
    assert message is not None
    old, new = message.migrate_from_chat_id, message.migrate_to_chat_id
    async with context.store.write() as db:
        await places.move(db, old or message.chat.id, new or message.chat.id)


async def _welcome(update: Update, context: Context, change: ChatMemberUpdated) -> None:
    place = await where.met(update, context)
    t = texts.of(place.language)
    card = cards.welcome(t, next_push=following.next_push(place, t) or "", place=place)
    try:
        await context.bot.send_message(
            change.chat.id, card.text, reply_markup=card.keyboard, link_preview_options=card.preview
        )
    except TelegramError:  # added without the right to write, or gone again: there is nobody to tell
        return


def _inside(member: ChatMember) -> bool:
    if member.status == ChatMember.RESTRICTED:
        return bool(getattr(member, "is_member", False))
    return member.status not in OUT
