"""/paper, and the buttons under a card: save, BibTeX, related papers; /saved."""

from __future__ import annotations

from telegram import CallbackQuery, Update
from telegram.ext import CommandHandler, filters

from data import papers, shelf
from data.models import Paper
from handlers import asking, press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.replies import answer, buttons, cards, texts

COMMANDS = (Command("paper"), Command("saved"))
ONCE = filters.UpdateType.MESSAGE


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("paper", show, filters=ONCE))
    app.add_handler(CommandHandler("saved", saved, filters=ONCE))
    app.add_handler(press.on(buttons.Save, save))
    app.add_handler(press.on(buttons.Bibtex, bibtex))
    app.add_handler(press.on(buttons.Related, related))


async def show(update: Update, context: Context) -> None:
    """/paper id, arXiv id, DOI or link: that card."""
    place = await where.place_of(update, context)
    t = texts.of(place.language)
    asked = " ".join(context.args or ())
    paper = await papers.named(context.store.reader, asked) if asked else None
    if paper is None:
        await answer.send(update, cards.unknown_paper(t, asked))
        return
    await answer.send(update, cards.paper(paper, t, layout=place.layout, username=context.bot.username))


async def saved(update: Update, context: Context) -> None:
    """/saved: the person's own reading list."""
    await asking.reply(update, context, "", kind="saved")


async def save(update: Update, context: Context) -> None:
    """Keep the paper on the reading list of the one who pressed; a second press takes it off."""
    query, paper = await _pressed(update, context)
    if paper is None:
        return
    now = await context.now()
    async with context.store.write() as db:
        kept = await shelf.toggle(db, query.from_user.id, paper.row, now)
    t = await where.texts_of(update, context)
    await answer.toast(query, t("toast.saved" if kept else "toast.unsaved"))


async def bibtex(update: Update, context: Context) -> None:
    """Send the paper's BibTeX entry below its card."""
    query, paper = await _pressed(update, context)
    if paper is None:
        return
    t = await where.texts_of(update, context)
    await answer.toast(query)
    await answer.send(update, cards.bibtex(paper, t))


async def related(update: Update, context: Context) -> None:
    """Send the list of papers that share the most topics with this one."""
    query, paper = await _pressed(update, context)
    if paper is None:
        return
    await answer.toast(query)
    await asking.reply(update, context, paper.key, kind="related")


async def _pressed(update: Update, context: Context) -> tuple[CallbackQuery, Paper | None]:
    """The paper behind a button, None with a toast where it is gone."""
    query = update.callback_query
    assert query is not None
    button = buttons.unpack(str(query.data))
    assert isinstance(button, buttons.Save | buttons.Bibtex | buttons.Related)
    paper = await papers.by_key(context.store.reader, button.key)
    if paper is None:
        await answer.toast(query, (await where.texts_of(update, context))("toast.gone"))
    return query, paper
