"""Questions and their first answers: what /search, /latest, a topic and "related" have in common."""

from __future__ import annotations

from telegram import Update

from data import answers, ids, searches
from data.models import Asked, Found
from handlers import where
from handlers.context import Context
from handlers.replies import answer, cards, headings
from handlers.replies.cards import Card
from handlers.replies.texts import Texts

PAGE = 5


async def reply(update: Update, context: Context, words: str, kind: str = "search") -> None:
    """Answer a question with a card, a list, or what to try instead."""
    t = await where.texts_of(update, context)
    if kind == "search" and not words.strip():
        await answer.send(update, cards.how_to_search(t))
        return
    chat, now = update.effective_chat, await context.now()
    assert chat is not None
    async with context.store.write(lasting=False) as db:
        asked = await searches.remember(
            db, words, asker=where.asker_of(update), chat=chat.id, now=now, kind=kind
        )
    await answer.send(update, await first_page(update, context, asked, t))


async def first_page(update: Update, context: Context, asked: Asked, t: Texts) -> Card:
    """The card of a fresh search: the paper itself where exactly one was found."""
    found = await answers.page(context.store.reader, asked, limit=PAGE)
    if found.total == 0 and asked.kind != "search":
        return cards.text(t(f"empty.{asked.kind}"))
    if found.total == 0 and ids.names_a_paper(asked.text):
        return cards.unknown_paper(t, asked.text)
    if found.total == 0:
        return cards.nothing(found, t, asked=headings.of(asked, t), search=asked.id)
    if found.total == 1 and asked.kind == "search" and not found.corrected and not found.loose:
        place = await where.place_of(update, context)
        note, username = headings.bridge(found), context.bot.username
        return cards.paper(found.papers[0], t, layout=place.layout, note=note, username=username)
    return cards.results(found, t, asked=headings.of(asked, t), search=asked.id, page=0, size=PAGE)


async def page(context: Context, asked: Asked, number: int) -> Found:
    """A page (from 0), or the last one where the list has become shorter."""
    db = context.store.reader
    found = await answers.page(db, asked, limit=PAGE, offset=number * PAGE)
    if found.papers or found.total == 0:
        return found
    last = (found.total - 1) // PAGE
    return await answers.page(db, asked, limit=PAGE, offset=last * PAGE)
