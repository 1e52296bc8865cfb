"""Where a message stands: its chat, forum topic, place, and who speaks."""

from __future__ import annotations

from dataclasses import replace

from telegram import Chat, Message, Update, User

from data import places
from data.models import Place
from handlers.context import Context
from handlers.replies import texts
from handlers.replies.texts import Texts

GENERAL = 1  # Telegram refuses the General topic's id in a send: it means "no topic"


def thread_of(message: Message) -> int:
    """The forum topic of a message, 0 outside one. A plain group's reply threads are no topics."""
    if not message.is_topic_message or message.message_thread_id in (None, GENERAL):
        return 0
    return message.message_thread_id or 0


def asker_of(update: Update) -> int | None:
    """Whose buttons an answer's are: a person's id, the chat's for an anonymous admin, None for a channel."""
    message = update.message
    if message is not None and message.sender_chat is not None:
        return message.chat.id if message.sender_chat.id == message.chat.id else None
    return update.effective_user.id if update.effective_user else None


def language_of(context: Context, user: User | None) -> str:
    """The language of a new place: the operator's, else the person's where known, else Chinese."""
    if context.services.language:
        return context.services.language
    code = (user.language_code or "") if user and not user.is_bot else ""
    return "en" if code and not code.startswith("zh") else "zh"


def fresh(context: Context, chat: Chat, user: User | None, thread: int = 0) -> Place:
    """The place of a chat as it is before anything was set: groups get their daily paper, people do not."""
    return Place(
        id=0, chat=chat.id, thread=thread, kind=str(chat.type),
        title=chat.title or "", language=language_of(context, user),
        push=chat.type != Chat.PRIVATE and thread == 0,
        hour=context.services.hour, zone=context.services.zone,
        added_by=user.id if user else None,
    )  # fmt: skip


async def place_of(update: Update, context: Context) -> Place:
    """The place whose settings hold here, stored or not yet: its topic's own, else its chat's."""
    message, chat = update.effective_message, update.effective_chat
    assert chat is not None
    thread = thread_of(message) if message else 0
    known = await places.nearest(context.store.reader, chat.id, thread)
    return known or fresh(context, chat, update.effective_user)


async def texts_of(update: Update, context: Context) -> Texts:
    """The texts in the language of the place."""
    return texts.of((await place_of(update, context)).language)


async def met(update: Update, context: Context, *, thread: int = 0) -> Place:
    """The stored place of this chat (or of one of its topics), made when it is new.

    A topic's new place starts with the settings of its chat, without a push of its own.
    """
    chat = update.effective_chat
    assert chat is not None
    new = fresh(context, chat, update.effective_user, thread)
    if thread:
        whole = await places.at(context.store.reader, chat.id)
        if whole is not None:
            new = replace(whole, id=0, thread=thread, push=False, last_date=None, due=None, due_date=None)
    now = await context.now()
    async with context.store.write() as db:
        return await places.meet(db, new, now)
