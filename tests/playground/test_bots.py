"""Bots that know nothing of the playground run on it: python-telegram-bot and aiogram.

One scenario runs in this process; the bots of `bots/`, written as their libraries' examples are, run as
programs of their own, and what people see of them is what counts.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

import aiogram
import pytest
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from playground.client import Playground
from playground.fixtures import Running
from tests.playground.process import free_port, program

TOKEN = "1:test"
BOTS = Path(__file__).with_name("bots")
LIBRARIES = pytest.mark.parametrize("library", ["ptb", "aiogram"])
WAIT = 30.0
START = 100.0
"""Seconds for a bot to be imported and to handle its first mail, where the machine is busy."""


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


@pytest.mark.parametrize("written", [ptb, aio])
async def test_a_bot_not_written_for_it_runs(
    address: str, room: Playground, forum: int, topic: int, written: Any
) -> None:
    """Menu, command in a forum topic, answer in the same topic, button, toast, edit."""
    async with written(address):
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


def bot(name: str, playground: Running, folder: Path, **more: str) -> AbstractContextManager[Popen[str]]:
    """One of the example bots as a program, told of the base URL and the token by its environment."""
    settings = {"API_URL": playground.address, "BOT_TOKEN": playground.token, **more}
    return program(str(BOTS / f"{name}.py"), log=folder / "bot.log", **settings)


@LIBRARIES
async def test_an_echo_bot_runs(library: str, playground: Running, tmp_path: Path) -> None:
    """It greets by name, helps, and says what was said, in private and where it is spoken to."""
    room, ann = playground.room, playground.private("ann")
    with bot(f"{library}_echo", playground, tmp_path):
        assert await room.quiet(START)
        greeting = (await room.open("ann", wait=WAIT)).answer
        assert greeting.text == "Hi Ann!"
        assert [(one["type"], one["offset"], one["length"]) for one in greeting.entities] == [
            ("text_mention", 3, 3)
        ]
        assert (await room.say(ann, "ann", "/help", wait=WAIT)).answer.text == "Help!"
        assert (await room.say(ann, "ann", "Good <evening> 😀", wait=WAIT)).answer.text == "Good <evening> 😀"
        group = playground.chat("Reading group")
        assert (await room.say(group, "bo", "/help@playground_bot", wait=WAIT)).answer.text == "Help!"
        assert (await room.say(group, "bo", "between us", wait=WAIT, silence=0.5)).answers == []


@LIBRARIES
async def test_an_inline_bot_runs(library: str, playground: Running, tmp_path: Path) -> None:
    """Three results are offered while somebody types; the chosen one stands in the chat, sent via the bot."""
    room, group = playground.room, playground.chat("Reading group")
    with bot(f"{library}_inline", playground, tmp_path):
        assert await room.quiet(START)
        offered: Any = await room.inline("bo", "a <b>", chat=group, wait=WAIT)
        assert [one["title"] for one in offered["results"]] == ["Caps", "Bold", "Italic"]
        sent = await room.choose("bo", group, offered["query"], offered["results"][1]["id"])
        assert (sent.message.text, sent.message.raw["via_bot"]["username"]) == ("a <b>", "playground_bot")  # type: ignore[index]
        assert sent.message.entities == [{"type": "bold", "offset": 0, "length": 5}]


@LIBRARIES
async def test_a_webhook_bot_runs(library: str, playground: Running, tmp_path: Path) -> None:
    """It is told by webhook with its secret: buttons, a toast, an edit."""
    room, ann = playground.room, playground.private("ann")
    with bot(f"{library}_webhook", playground, tmp_path, WEBHOOK_PORT=str(free_port())):
        assert await room.quiet(START)
        asked = (await room.open("ann", wait=WAIT)).answer
        assert [[one.text, one.row, one.col] for one in asked.buttons] == [
            ["Option 1", 0, 0],
            ["Option 2", 0, 1],
            ["Option 3", 1, 0],
        ]
        pressed = await room.tap(asked, "ann", "Option 2", wait=WAIT)
        assert pressed.toast == "Noted"
        assert [one.text for one in await room.messages(ann)][1:] == ["Selected option: 2"]
        set_by = [call["params"] for call in await room.calls("setWebhook")]
        assert len(set_by) == 1


@LIBRARIES
async def test_a_forum_bot_runs(library: str, playground: Running, tmp_path: Path) -> None:
    """It opens a topic for a question, answers there, and renames and closes it; others' topics it greets."""
    room, forum = playground.room, playground.chat("Research forum")
    await room.member(forum, "bot", "administrator")
    with bot(f"{library}_forum", playground, tmp_path):
        assert await room.quiet(START)
        asked = (await room.say(forum, "bo", "/ask Why is the sky blue?", wait=WAIT)).answers[-1]
        assert asked.text == "Bo asks: Why is the sky blue?"
        said = await room.say(forum, "bo", "/done", thread=asked.thread, wait=WAIT)
        assert (said.answers[0].text, said.answers[0].thread) == ("Solved, thank you.", asked.thread)
        assert await room.quiet(WAIT)
        topics: Any = [chat["topics"] for chat in (await room.state())["chats"] if chat["id"] == forum]  # type: ignore[attr-defined]
        assert [(one["name"], one["closed"]) for one in topics[0]][-1] == ("Solved", True)
        opened = await room.new_topic(forum, "Gardening")
        assert [(one.text, one.thread) for one in await room.wait(forum, opened)] == [
            ("Welcome to Gardening", opened)
        ]
