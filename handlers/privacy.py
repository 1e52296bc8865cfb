"""/privacy and /forget: what is kept, and its deletion."""

from __future__ import annotations

from telegram import Update
from telegram.ext import CommandHandler, filters

from data import places, searches
from handlers import guards, press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, buttons, cards

COMMANDS = (Command("privacy"), Command("forget"))
ONCE = filters.UpdateType.MESSAGE


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("privacy", privacy, filters=ONCE))
    app.add_handler(CommandHandler("forget", forget, filters=ONCE))
    app.add_handler(press.on(buttons.Forget, decide))


async def privacy(update: Update, context: Context) -> None:
    """/privacy: what is kept and for how long."""
    await answer.send(update, cards.privacy(await where.texts_of(update, context)))


async def forget(update: Update, context: Context) -> None:
    """/forget: asks once before anything is deleted."""
    await answer.send(update, cards.forget(await where.texts_of(update, context)))


async def decide(update: Update, context: Context) -> None:
    """The answer to /forget. In a group only its admins delete the group's data; others only their own."""
    query, chat = update.callback_query, update.effective_chat
    assert query is not None
    assert chat is not None
    place = await where.place_of(update, context)
    t = await where.texts_of(update, context)
    admin = await guards.is_admin(update, context, place)
    if not press.of(update, buttons.Forget).sure:
        if admin:
            await answer.edit(query, cards.text(t("forget.kept")))
        await answer.toast(query, t("forget.kept"))
        return
    if not admin:
        async with context.store.write() as db:
            await searches.forget(db, query.from_user.id)
        await answer.toast(query, t("forget.own"), alert=True)
        return
    async with context.store.write() as db:
        await places.forget(db, chat.id)
    await answer.edit(query, cards.forgotten(t))
    await answer.toast(query)
