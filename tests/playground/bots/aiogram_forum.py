"""A forum bot in aiogram 3: it opens a topic for each question and closes it when answered."""

import asyncio
import os

from aiogram import Bot, Dispatcher, F, html
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

API_URL = os.environ.get("API_URL", "https://api.telegram.org")
dp = Dispatcher()


@dp.message(Command("ask"))
async def ask(message: Message, command: CommandObject, bot: Bot) -> None:
    """Open a topic named after the question, and repeat it there."""
    question = command.args or "A question"
    topic = await bot.create_forum_topic(message.chat.id, question)
    await bot.send_message(
        message.chat.id, f"{html.bold(message.from_user.first_name)} asks: {question}", parse_mode="HTML",
        message_thread_id=topic.message_thread_id,
    )  # fmt: skip


@dp.message(Command("done"))
async def done(message: Message, bot: Bot) -> None:
    """Rename and close the topic in which this is said."""
    await message.answer("Solved, thank you.")
    await bot.edit_forum_topic(message.chat.id, message.message_thread_id, name="Solved")
    await bot.close_forum_topic(message.chat.id, message.message_thread_id)


@dp.message(F.forum_topic_created, ~F.from_user.is_bot)
async def named(message: Message) -> None:
    """Greet a topic that a person opened; the bot is told of its own too."""
    await message.answer(f"Welcome to {message.forum_topic_created.name}")


async def main() -> None:
    """Poll until stopped."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(API_URL))
    await dp.start_polling(Bot(token=os.environ["BOT_TOKEN"], session=session))


if __name__ == "__main__":
    asyncio.run(main())
