"""/start and /help: what the bot does, and deep links (`p_<paper>`, `sub_<topic>`, `want_<words>`)."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from data import papers, wishes
from data.models import Place
from data.wishes import Wish
from handlers import following, links, menus, where
from handlers.command import PRIVATE, Command
from handlers.context import App, Context
from handlers.replies import answer, cards, texts
from handlers.replies.cards import Card

COMMANDS = (Command("start", PRIVATE), Command("help"))
ONCE = filters.UpdateType.MESSAGE
PAPER, TOPIC = "p_", "sub_"


def register(app: App) -> None:
    """Wire the family; unknown commands are caught after those of every other family."""
    app.add_handler(CommandHandler("start", start, filters=ONCE))
    app.add_handler(CommandHandler("help", help_, filters=ONCE))
    app.add_handler(MessageHandler(ONCE & filters.ChatType.PRIVATE & filters.COMMAND, unknown))


async def start(update: Update, context: Context) -> None:
    """/start, bare or with the payload of a deep link."""
    payload = context.args[0] if context.args else ""
    place = await where.met(update, context)
    card = await _linked(context, place, payload)
    t = texts.of(place.language)
    await answer.send(update, card or cards.start(t, username=context.bot.username, private=place.private))


async def help_(update: Update, context: Context) -> None:
    """/help: every command with its sentence, and how groups and privacy mode go together."""
    t = await where.texts_of(update, context)
    chat = update.effective_chat
    private = chat is not None and chat.type == ChatType.PRIVATE
    shown = menus.visible(context.bot_data.commands, private=private, admin=True)
    commands = [(command.name, t(command.key)) for command in shown]
    silent = not context.bot.can_read_all_group_messages
    await answer.send(update, cards.help(t, commands=commands, privacy_on=silent))


async def unknown(update: Update, context: Context) -> None:
    """An unknown command in private: a short hint. Groups hold other bots: silence there."""
    await answer.send(update, cards.text((await where.texts_of(update, context))("start.unknown_command")))


async def _linked(context: Context, place: Place, payload: str) -> Card | None:
    """The answer to a deep link, None for none or one that means nothing."""
    t, db = texts.of(place.language), context.store.reader
    if payload.startswith(PAPER):
        asked = payload.removeprefix(PAPER)
        paper = await papers.by_key(db, asked) or await papers.named(db, asked)
        if paper is None:
            return cards.unknown_paper(t, asked)
        return cards.paper(paper, t, layout=place.layout, username=context.bot.username)
    wish = _wished(payload) if place.private else None
    return await following.follow(context, place, wish, t) if wish else None


def _wished(payload: str) -> Wish | None:
    if payload.startswith(TOPIC):
        wish = wishes.understand(payload.removeprefix(TOPIC))
        return wish if wish and wish.kind == "topic" else None
    words = links.wanted(payload)
    return wishes.understand(words) if words else None
