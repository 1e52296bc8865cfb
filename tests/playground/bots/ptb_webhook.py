"""A bot in python-telegram-bot that is told by webhook, as in its wiki: a secret, a path, a port."""

import os

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

API_URL = os.environ.get("API_URL", "https://api.telegram.org")
PORT = int(os.environ["WEBHOOK_PORT"])


async def start(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Three buttons to choose from."""
    keyboard = [
        [
            InlineKeyboardButton("Option 1", callback_data="1"),
            InlineKeyboardButton("Option 2", callback_data="2"),
        ],
        [InlineKeyboardButton("Option 3", callback_data="3")],
    ]
    await update.message.reply_text("Please choose:", reply_markup=InlineKeyboardMarkup(keyboard))


async def button(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Say what was chosen."""
    query = update.callback_query
    await query.answer("Noted")
    await query.edit_message_text(text=f"Selected option: {query.data}")


def main() -> None:
    """Listen until stopped."""
    application = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{API_URL}/bot").build()
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(button))
    application.run_webhook(
        listen="127.0.0.1", port=PORT, url_path="hook", secret_token="ASecretTokenIHaveChangedByNow",
        webhook_url=f"http://127.0.0.1:{PORT}/hook",
    )  # fmt: skip


if __name__ == "__main__":
    main()
