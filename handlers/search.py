"""/search, plain text, and the buttons under their answers: pages, numbers, suggestions."""

from __future__ import annotations

from telegram import CallbackQuery, Message, MessageEntity, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from data import answers, papers, searches
from data.models import Asked
from handlers import asking, guards, press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, buttons, cards, headings, texts
from handlers.replies.texts import Texts

COMMANDS = (Command("search"),)
ONCE = filters.UpdateType.MESSAGE  # an edited command must not be answered a second time


def register(app: App) -> None:
    """Wire the family; plain text comes last of all, see `handlers/__init__.py`."""
    app.add_handler(CommandHandler("search", ask, filters=ONCE))
    app.add_handler(press.on(buttons.Turn, turn))
    app.add_handler(press.on(buttons.Open, show))
    app.add_handler(press.on(buttons.Suggest, suggest))
    app.add_handler(MessageHandler(ONCE & filters.TEXT & ~filters.COMMAND, plain))


async def ask(update: Update, context: Context) -> None:
    """/search words: the answer to a question."""
    await asking.reply(update, context, " ".join(context.args or ()))


async def plain(update: Update, context: Context) -> None:
    """Plain text: in private a search; in a group only when it speaks to the bot."""
    message = update.message
    assert message is not None
    words = spoken_to_bot(message, context.bot.id, context.bot.username)
    if words is None:
        return
    if greets(words):
        private = message.chat.type == ChatType.PRIVATE
        t = await where.texts_of(update, context)
        await answer.send(update, cards.start(t, username=context.bot.username, private=private))
        return
    await asking.reply(update, context, words)


async def turn(update: Update, context: Context) -> None:
    """A page button: another page of the same list, in the same message."""
    query, asked, t = await recalled(update, context)
    if asked is None:
        return
    button = press.of(update, buttons.Turn)
    found = await asking.page(context, asked, button.page)
    if not found.papers:
        await answer.toast(query, t("toast.stale"))
        return
    number = found.offset // asking.PAGE
    await answer.edit(query, cards.results(
        found, t, asked=headings.of(asked, t), search=asked.id, page=number, size=asking.PAGE))  # fmt: skip
    await answer.toast(query)


async def show(update: Update, context: Context) -> None:
    """A number: the card of that paper, with a way back to the list."""
    query, asked, t = await recalled(update, context)
    if asked is None:
        return
    button = press.of(update, buttons.Open)
    paper = await papers.by_key(context.store.reader, button.key)
    if paper is None:
        await answer.toast(query, t("toast.gone"))
        return
    place = await where.place_of(update, context)
    back = buttons.Turn(asked.id, button.page)
    card = cards.paper(paper, t, layout=place.layout, back=back, username=context.bot.username)
    await answer.edit(query, card)
    await answer.toast(query)


async def suggest(update: Update, context: Context) -> None:
    """A suggestion under "nothing found": asked instead, in the same message."""
    query, asked, t = await recalled(update, context)
    if asked is None:
        return
    button = press.of(update, buttons.Suggest)
    offers = (await answers.page(context.store.reader, asked, limit=asking.PAGE)).suggestions
    if button.number >= len(offers):
        await answer.toast(query, t("toast.stale"))
        return
    now = await context.now()
    async with context.store.write(lasting=False) as db:
        new = await searches.remember(db, offers[button.number], asker=asked.asker, chat=asked.chat, now=now)
    await answer.edit(query, await asking.first_page(update, context, new, t))
    await answer.toast(query)


def greets(words: str) -> bool:
    """Whether the words are a greeting or thanks, which is talk and no question."""
    said = words.strip(" \u3000!,.~！，。～").casefold()
    return any(said in texts.of(language)("start.greetings").split(" / ") for language in ("zh", "en"))


async def recalled(update: Update, context: Context) -> tuple[CallbackQuery, Asked | None, Texts]:
    """The search behind a pressed button; None, with a toast given, where it is stale or somebody else's."""
    query, chat = update.callback_query, update.effective_chat
    assert query is not None
    place = await where.place_of(update, context)
    t = texts.of(place.language)
    button = buttons.unpack(str(query.data))
    assert isinstance(button, buttons.Turn | buttons.Open | buttons.Suggest)
    asked = await searches.recall(context.store.reader, button.search, chat.id) if chat else None
    if asked is None:
        await answer.toast(query, t("toast.stale"))
    elif not await guards.may_turn(query, context, asked):
        await answer.toast(query, t("toast.not_yours"))
        asked = None
    return query, asked, t


def spoken_to_bot(message: Message, bot: int, username: str) -> str | None:
    """The words that a plain message says to the bot, None when it says nothing to it.

    Mentions are cut out by their place in UTF-16 units, as Telegram counts: `@bot` also begins `@bot_two`.
    """
    text = message.text or ""
    if message.chat.type == ChatType.PRIVATE:
        return text
    mentions = [
        entity
        for entity, name in message.parse_entities([MessageEntity.MENTION]).items()
        if name.casefold() == f"@{username}".casefold()
    ]
    units = text.encode("utf-16-le")
    for mention in sorted(mentions, key=lambda entity: -entity.offset):
        start, end = 2 * mention.offset, 2 * (mention.offset + mention.length)
        units = units[:start] + " ".encode("utf-16-le") + units[end:]
    answered = message.reply_to_message
    if mentions:
        return units.decode("utf-16-le").strip()
    return text if answered and answered.from_user and answered.from_user.id == bot else None
