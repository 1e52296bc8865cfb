"""Empties the store's outbox: notes that remove themselves, and words that wait for their hour."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import structlog

from bot import delivery, sure
from bot.delivery import Gone, Later, Moved, Outcome
from data import outbox, places
from data.models import Place
from data.outbox import Item
from data.store import Busy, Connection
from handlers.context import Context
from handlers.replies.cards import Card

log = structlog.get_logger("papergram.outbox")

AGAIN = 5.0  # seconds until a deletion that could not be asked for is asked again


async def empty(context: Context) -> None:
    """Do what is due. Runs as a job, never twice at once."""
    now = await context.now()
    for item in await outbox.due(context.store.reader, now):
        if delivery.pace(context.bot).stopped:
            return
        try:
            await (_delete(context, item) if item.kind == "delete" else _send(context, item))
        except Busy as error:
            log.error("outbox: the store cannot be written", item=item.id, reason=str(error))
        except Exception:  # one bad row must not stop the others
            log.exception("outbox failed", item=item.id, kind=item.kind)


async def _delete(context: Context, item: Item) -> None:
    """Deleting twice does no harm: the row goes after the deed."""
    message = item.body.get("message")
    outcome = await delivery.delete(context.bot, item.chat, message) if isinstance(message, int) else None
    now = await context.now()
    async with context.store.write() as db:
        await outbox.done(db, item.id)
        if isinstance(outcome, Later):
            again = now + timedelta(seconds=max(outcome.seconds, AGAIN))
            await outbox.put(db, item.kind, item.chat, item.body, again)


async def _send(context: Context, item: Item) -> None:
    """A post must not double: the row goes before it, and comes back when it surely was not made."""
    pace = delivery.pace(context.bot)
    if not await pace.turn(item.chat):
        return
    now = await context.now()
    async with context.store.write() as db:
        if not await outbox.take(db, item.id):
            return
    text = str(item.body.get("text", ""))
    if not text.strip():  # python-telegram-bot would send an empty text as "[]"
        log.error("outbox: nothing to say", item=item.id, chat=item.chat)
        return
    outcome = await delivery.post(context.bot, _place(item), Card(text))
    if isinstance(outcome, Gone | Moved | Later):
        note = partial(_note, item=item, outcome=outcome, now=now)
        await sure.write(context.store, pace, note, item=item.id, chat=item.chat, outcome=str(outcome))
    log.info("said", item=item.id, chat=item.chat, outcome=type(outcome).__name__)


async def _note(db: Connection, item: Item, outcome: Outcome, now: datetime) -> None:
    """Write what became of a row that was taken; the words that were surely not said come back."""
    match outcome:
        case Gone():
            await places.leave(db, item.chat)
        case Moved(new):
            await places.move(db, item.chat, new)
            await outbox.put(db, item.kind, new, item.body, item.due)
        case Later(seconds):
            again = now + timedelta(seconds=max(seconds, 1))
            await outbox.put(db, item.kind, item.chat, item.body, again)


def _place(item: Item) -> Place:
    thread = item.body.get("thread")
    return Place(
        id=0, chat=item.chat, thread=thread if isinstance(thread, int) else 0,
        silent=bool(item.body.get("silent")),
    )  # fmt: skip
