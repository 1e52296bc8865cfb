"""Presses that no family took: buttons of an older version, forged data, plain labels."""

from __future__ import annotations

from telegram import Update
from telegram.ext import CallbackQueryHandler

from handlers import press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, buttons

COMMANDS: tuple[Command, ...] = ()


def register(app: App) -> None:
    """Wire the family; it comes after all others."""
    app.add_handler(press.on(buttons.Nothing, label))
    app.add_handler(CallbackQueryHandler(stale))


async def label(update: Update, _: Context) -> None:
    """A label between two arrows: nothing to do but to end the waiting."""
    assert update.callback_query is not None
    await answer.toast(update.callback_query)


async def stale(update: Update, context: Context) -> None:
    """Say that the button is too old, and what to do instead."""
    assert update.callback_query is not None
    await answer.toast(update.callback_query, (await where.texts_of(update, context))("toast.stale"))
