"""/daily: today's featured paper of this place, the same one that the push sends."""

from __future__ import annotations

from telegram import Update
from telegram.ext import CommandHandler, filters

from data import featured, papers
from data.zones import zone_of
from handlers import where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, cards, headings, texts

COMMANDS = (Command("daily"),)


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("daily", daily, filters=filters.UpdateType.MESSAGE))


async def daily(update: Update, context: Context) -> None:
    """/daily: choosing it here fixes it for the date, so that the push sends no other."""
    place = await where.place_of(update, context)
    if not place.id:
        place = await where.met(update, context)
    t = texts.of(place.language)
    now = await context.now()
    day = now.astimezone(zone_of(place.zone)).date()
    push = await featured.today(context.store, place, day, now)
    paper = await papers.by_row(context.store.reader, push.paper) if push and push.paper else None
    if push is None or paper is None:
        await answer.send(update, cards.nothing_today(t))
        return
    why, username = headings.why(push.why, t), context.bot.username
    card = cards.daily(paper, t, layout=place.layout, why=why, date=day, username=username)
    await answer.send(update, card)
