"""An inline bot in aiogram 3: the query in capitals, bold and italic."""

import asyncio
import os
from hashlib import sha256

from aiogram import Bot, Dispatcher, html
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import InlineQuery, InlineQueryResultArticle, InputTextMessageContent

API_URL = os.environ.get("API_URL", "https://api.telegram.org")
dp = Dispatcher()


@dp.inline_query()
async def offer(query: InlineQuery) -> None:
    """Offer three ways to write the query."""
    if not query.query:
        return
    written = {
        "Caps": html.quote(query.query.upper()),
        "Bold": html.bold(html.quote(query.query)),
        "Italic": html.italic(html.quote(query.query)),
    }
    await query.answer(
        [
            InlineQueryResultArticle(
                id=sha256(f"{title}{query.query}".encode()).hexdigest()[:32], title=title,
                input_message_content=InputTextMessageContent(message_text=text, parse_mode="HTML"),
            )
            for title, text in written.items()
        ],
        cache_time=1, is_personal=True,
    )  # fmt: skip


async def main() -> None:
    """Poll until stopped."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(API_URL))
    await dp.start_polling(Bot(token=os.environ["BOT_TOKEN"], session=session))


if __name__ == "__main__":
    asyncio.run(main())
