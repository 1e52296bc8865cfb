"""A forum bot in python-telegram-bot: it opens a topic for each question and closes it when answered."""

import os

from telegram import Update
from telegram.ext import Application, CommandHandler, ContextTypes, MessageHandler, filters

API_URL = os.environ.get("API_URL", "https://api.telegram.org")


async def ask(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Open a topic named after the question, and repeat it there."""
    message = update.effective_message
    question = " ".join(context.args) or "A question"
    topic = await context.bot.create_forum_topic(message.chat_id, question)
    await context.bot.send_message(
        message.chat_id, f"<b>{update.effective_user.first_name}</b> asks: {question}", parse_mode="HTML",
        message_thread_id=topic.message_thread_id,
    )  # fmt: skip


async def done(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Rename and close the topic in which this is said."""
    message = update.effective_message
    await message.reply_text("Solved, thank you.")
    await context.bot.edit_forum_topic(message.chat_id, message.message_thread_id, name="Solved")
    await context.bot.close_forum_topic(message.chat_id, message.message_thread_id)


async def named(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Greet a topic that a person opened; the bot is told of its own too."""
    if update.effective_user.is_bot:
        return
    await update.message.reply_text(f"Welcome to {update.message.forum_topic_created.name}")


def main() -> None:
    """Poll until stopped."""
    application = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{API_URL}/bot").build()
    application.add_handler(CommandHandler("ask", ask))
    application.add_handler(CommandHandler("done", done))
    application.add_handler(MessageHandler(filters.StatusUpdate.FORUM_TOPIC_CREATED, named))
    application.run_polling()


if __name__ == "__main__":
    main()
