"""An inline bot in python-telegram-bot, as in its examples: the query in capitals, bold and italic."""

import os
from html import escape
from uuid import uuid4

from telegram import InlineQueryResultArticle, InputTextMessageContent, Update
from telegram.constants import ParseMode
from telegram.ext import Application, ContextTypes, InlineQueryHandler

API_URL = os.environ.get("API_URL", "https://api.telegram.org")


async def inline_query(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Offer three ways to write the query."""
    query = update.inline_query.query
    if not query:
        return
    results = [
        InlineQueryResultArticle(
            id=str(uuid4()), title="Caps", input_message_content=InputTextMessageContent(query.upper())
        ),
        InlineQueryResultArticle(
            id=str(uuid4()),
            title="Bold",
            input_message_content=InputTextMessageContent(
                f"<b>{escape(query)}</b>", parse_mode=ParseMode.HTML
            ),
        ),
        InlineQueryResultArticle(
            id=str(uuid4()),
            title="Italic",
            input_message_content=InputTextMessageContent(
                f"<i>{escape(query)}</i>", parse_mode=ParseMode.HTML
            ),
        ),
    ]
    await update.inline_query.answer(results)


def main() -> None:
    """Poll until stopped."""
    application = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{API_URL}/bot").build()
    application.add_handler(InlineQueryHandler(inline_query))
    application.run_polling(allowed_updates=Update.ALL_TYPES)


if __name__ == "__main__":
    main()
