"""An echo bot in python-telegram-bot, as in its examples; only the base URL is the environment's."""

import os

from telegram import ForceReply, Update
from telegram.ext import Application, CommandHandler, ContextTypes, MessageHandler, filters

API_URL = os.environ.get("API_URL", "https://api.telegram.org")


async def start(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Greet whoever sends /start."""
    user = update.effective_user
    await update.message.reply_html(
        rf"Hi {user.mention_html()}!", reply_markup=ForceReply(selective=True)
    )  # fmt: skip


async def help_command(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer /help."""
    await update.message.reply_text("Help!")


async def echo(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Say what the person said."""
    await update.message.reply_text(update.message.text)


def main() -> None:
    """Poll until stopped."""
    builder = Application.builder().token(os.environ["BOT_TOKEN"])
    builder = builder.base_url(f"{API_URL}/bot").base_file_url(f"{API_URL}/file/bot")
    application = builder.build()
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CommandHandler("help", help_command))
    application.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND, echo))
    application.run_polling(allowed_updates=Update.ALL_TYPES)


if __name__ == "__main__":
    main()
