"""A bot in aiogram 3 that is told by webhook, as in its examples: an aiohttp application and a secret."""

import os

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import CommandStart
from aiogram.types import CallbackQuery, Message
from aiogram.utils.keyboard import InlineKeyboardBuilder
from aiogram.webhook.aiohttp_server import SimpleRequestHandler, setup_application
from aiohttp import web

API_URL = os.environ.get("API_URL", "https://api.telegram.org")
PORT = int(os.environ["WEBHOOK_PORT"])
WEBHOOK_PATH = "/webhook"
WEBHOOK_SECRET = "my-secret"
dp = Dispatcher()


@dp.message(CommandStart())
async def start(message: Message) -> None:
    """Three buttons to choose from."""
    keyboard = InlineKeyboardBuilder()
    for option in ("1", "2", "3"):
        keyboard.button(text=f"Option {option}", callback_data=option)
    await message.answer("Please choose:", reply_markup=keyboard.adjust(2).as_markup())


@dp.callback_query()
async def button(query: CallbackQuery) -> None:
    """Say what was chosen."""
    await query.answer("Noted")
    await query.message.edit_text(f"Selected option: {query.data}")


async def on_startup(bot: Bot) -> None:
    """Tell Telegram where to deliver."""
    await bot.set_webhook(f"http://127.0.0.1:{PORT}{WEBHOOK_PATH}", secret_token=WEBHOOK_SECRET)


def main() -> None:
    """Listen until stopped."""
    dp.startup.register(on_startup)
    session = AiohttpSession(api=TelegramAPIServer.from_base(API_URL))
    bot = Bot(token=os.environ["BOT_TOKEN"], session=session)
    app = web.Application()
    SimpleRequestHandler(dispatcher=dp, bot=bot, secret_token=WEBHOOK_SECRET).register(app, path=WEBHOOK_PATH)
    setup_application(app, dp, bot=bot)
    web.run_app(app, host="127.0.0.1", port=PORT)


if __name__ == "__main__":
    main()
