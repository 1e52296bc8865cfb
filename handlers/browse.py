"""/latest and /topics: looking around without a question."""

from __future__ import annotations

from telegram import Update
from telegram.ext import CommandHandler, filters

from data import catalogue, papers
from data.models import Topic
from handlers import asking, press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, buttons, cards

COMMANDS = (Command("latest"), Command("topics"))
ONCE = filters.UpdateType.MESSAGE


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("latest", latest, filters=ONCE))
    app.add_handler(CommandHandler("topics", topics, filters=ONCE))
    app.add_handler(press.on(buttons.Topics, turn))
    app.add_handler(press.on(buttons.Browse, browse))


async def latest(update: Update, context: Context) -> None:
    """/latest: all papers, newest first, page by page."""
    await asking.reply(update, context, "", kind="latest")


async def topics(update: Update, context: Context) -> None:
    """/topics: what there is, with how many papers each has."""
    t = await where.texts_of(update, context)
    await answer.send(update, cards.topics(await _counted(context), t, page=0))


async def turn(update: Update, context: Context) -> None:
    """Another page of the topics."""
    query = update.callback_query
    assert query is not None
    button = press.of(update, buttons.Topics)
    t = await where.texts_of(update, context)
    await answer.edit(query, cards.topics(await _counted(context), t, page=button.page))
    await answer.toast(query)


async def browse(update: Update, context: Context) -> None:
    """A topic's button: its papers, as a list of its own."""
    query = update.callback_query
    assert query is not None
    button = press.of(update, buttons.Browse)
    await answer.toast(query)
    await asking.reply(update, context, button.topic, kind="topic")


async def _counted(context: Context) -> list[tuple[Topic, int]]:
    counts = await papers.by_topic(context.store.reader)
    known = [(topic, counts[topic.key]) for topic in catalogue.topics() if topic.key in counts]
    return sorted(known, key=lambda pair: -pair[1])
