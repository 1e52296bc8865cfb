"""Bots that know nothing of the playground run on it: python-telegram-bot and aiogram, one scenario."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiogram
import pytest
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from playground.client import Playground

TOKEN = "1:test"


@asynccontextmanager
async def ptb(address: str) -> AsyncIterator[None]:
    """A python-telegram-bot application with a /list and its pages."""
    app = (
        ApplicationBuilder()
        .token(TOKEN)
        .base_url(f"{address}/bot")
        .base_file_url(f"{address}/file/bot")
        .build()
    )

    async def show(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message
        next_page = InlineKeyboardMarkup([[InlineKeyboardButton("next", callback_data="p:2")]])
        await update.effective_message.reply_html("<b>page 1</b>", reply_markup=next_page)

    async def turn(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query
        await update.callback_query.answer("turned")
        await update.callback_query.edit_message_text("page 2")

    app.add_handlers([CommandHandler("list", show), CallbackQueryHandler(turn)])
    async with app:
        assert app.updater
        await app.bot.set_my_commands([("list", "Pages")])
        await app.start()
        await app.updater.start_polling()
        yield
        await app.updater.stop()
        await app.stop()


@asynccontextmanager
async def aio(address: str) -> AsyncIterator[None]:
    """The same bot in aiogram."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(address))
    bot, dispatcher = aiogram.Bot(TOKEN, session=session), aiogram.Dispatcher()

    @dispatcher.message(Command("list"))
    async def show(message: aiogram.types.Message) -> None:
        button = aiogram.types.InlineKeyboardButton(text="next", callback_data="p:2")
        keyboard = aiogram.types.InlineKeyboardMarkup(inline_keyboard=[[button]])
        await message.answer("<b>page 1</b>", parse_mode="HTML", reply_markup=keyboard)

    @dispatcher.callback_query()
    async def turn(query: aiogram.types.CallbackQuery) -> None:
        assert isinstance(query.message, aiogram.types.Message)
        await query.answer("turned")
        await query.message.edit_text("page 2")

    await bot.set_my_commands([aiogram.types.BotCommand(command="list", description="Pages")])
    polling = asyncio.create_task(dispatcher.start_polling(bot, handle_signals=False))
    yield
    await dispatcher.stop_polling()
    await polling


@pytest.mark.parametrize("bot", [ptb, aio])
async def test_a_bot_not_written_for_it_runs(
    address: str, room: Playground, forum: int, topic: int, bot: Any
) -> None:
    """Menu, command in a forum topic, answer in the same topic, button, toast, edit."""
    async with bot(address):
        assert await room.quiet()
        assert await room.commands(forum, "bo") == [{"command": "list", "description": "Pages"}]
        shown = (await room.say(forum, "bo", "/list", thread=topic, wait=10)).answer
        assert (shown.text, shown.thread) == ("page 1", topic)
        assert shown.entities == [{"type": "bold", "offset": 0, "length": 6}]
        await room.say(forum, "bo", "/list", thread=topic)  # its answer belongs to nobody who waits later
        pressed = await room.tap(shown, "ann", "next", wait=10)
        assert pressed.toast == "turned"
        assert [(one.id, one.text, one.buttons) for one in pressed.answers] == [(shown.id, "page 2", [])]
        assert (await room.say(forum, "bo", "plain talk", wait=10, silence=0.3)).answers == []
