"""An echo bot in aiogram 3, as in its README; only the session's server is the environment's."""

import asyncio
import os

from aiogram import Bot, Dispatcher, html
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.filters import Command, CommandStart
from aiogram.types import ForceReply, Message

API_URL = os.environ.get("API_URL", "https://api.telegram.org")
dp = Dispatcher()


@dp.message(CommandStart())
async def command_start_handler(message: Message) -> None:
    """Greet whoever sends /start."""
    name = f'<a href="tg://user?id={message.from_user.id}">{html.quote(message.from_user.full_name)}</a>'
    await message.reply(f"Hi {name}!", reply_markup=ForceReply(force_reply=True, selective=True))


@dp.message(Command("help"))
async def help_handler(message: Message) -> None:
    """Answer /help."""
    await message.reply("Help!")


@dp.message()
async def echo_handler(message: Message) -> None:
    """Send a copy of what was said."""
    try:
        await message.send_copy(chat_id=message.chat.id)
    except TypeError:
        await message.answer("Nice try!")


async def main() -> None:
    """Poll until stopped."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(API_URL))
    default = DefaultBotProperties(parse_mode=ParseMode.HTML)
    await dp.start_polling(Bot(token=os.environ["BOT_TOKEN"], session=session, default=default))


if __name__ == "__main__":
    asyncio.run(main())
