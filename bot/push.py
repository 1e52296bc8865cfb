"""The daily push. A tick asks which places are due and walks each through the ledger, at most once a date.

    turn (pace) → begin (choose and claim, one transaction) → post → end (settle and plan the next)

Nothing of Telegram happens inside a transaction. Whatever cuts the walk off, the ledger says how far it came:
before `begin` nothing happened, after it the row is `sending` and is never sent a second time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import structlog
from telegram.ext import ExtBot

from bot import delivery, sure
from bot.delivery import Gone, Later, Moved, Outcome, Refused, Sent, Unsure
from bot.pace import Pace
from data import featured, papers, places, pushes
from data.models import Place, Push
from data.store import Busy, Connection, Store, passes
from handlers.context import Context
from handlers.replies import cards, headings, texts

log = structlog.get_logger("papergram.push")

SET_BACK = timedelta(hours=1)  # less is a clock being set right, and puts nothing off
LATEST = timedelta(hours=6)  # after downtime a push this late still goes out
MOST = 20_000  # places of one tick; the next takes more
PARALLEL = 8  # posts under way at once: what a crash can leave in doubt


@dataclass(frozen=True, slots=True)
class Ready:
    """A claimed push: its place as it is set now, and its row."""

    place: Place
    push: Push


async def tick(context: Context) -> None:
    """One look at who is due, and their posts. Runs as a job, never twice at once."""
    if delivery.pace(context.bot).stopped:
        return
    queued_at = await context.now()
    await _heed_clock(context, queued_at)
    waiting: asyncio.Queue[Place] = asyncio.Queue()
    for place in await places.due(context.store.reader, queued_at, MOST):
        waiting.put_nowait(place)
    if waiting.empty():
        return
    log.info("pushes are due", places=waiting.qsize())
    async with asyncio.TaskGroup() as group:
        for _ in range(min(PARALLEL, waiting.qsize())):
            group.create_task(_work(context, waiting, queued_at))


async def _heed_clock(context: Context, now: datetime) -> None:
    """Bring back pushes that a clock ahead of time has put off: when it is set back, and after a start."""
    desk = context.bot_data
    if desk.seen is None or desk.seen - now > SET_BACK:
        count = await places.bring_back(context.store, now)
        if count:
            log.warning("the clock was ahead: pushes planned anew", places=count, now=now.isoformat())
    desk.seen = now


async def _work(context: Context, waiting: asyncio.Queue[Place], queued_at: datetime) -> None:
    pace = delivery.pace(context.bot)
    while not waiting.empty() and not pace.stopped:
        place = waiting.get_nowait()
        try:
            await push_one(context, place, queued_at, pace)
        except Busy as error:
            log.error("push failed: the store", place=place.id, reason=str(error), exc_info=not passes(error))
        except Exception:  # a place that fails must not stop the others
            log.exception("push failed", place=place.id, chat=place.chat)


async def push_one(context: Context, place: Place, queued_at: datetime, pace: Pace) -> None:
    """Walk one due place to the end of its date. The hours of lateness count to `queued_at`."""
    if place.due is None or place.due_date is None:
        return
    now = await context.now()
    if queued_at - place.due > LATEST:
        async with context.store.write() as db:
            following = await _skip(db, place, place.due_date, "late", now)
        missed = _dates(place, following.due_date)
        log.warning("push skipped: too late", place=place.id, date=str(place.due_date), missed=missed)
        return
    if not await pace.turn(place.chat):
        return
    now = await context.now()
    async with context.store.write() as db:
        ready = await begin(db, place, now)
    if ready is None:
        return
    await _deliver(context.bot, context.store, ready, pace, now)


async def begin(db: Connection, place: Place, now: datetime) -> Ready | None:
    """Choose and claim. None when there is nothing to send: changed meanwhile, settled, or all were had."""
    current = await places.by_id(db, place.id)
    if current is None or not current.active or current.due is None or current.due > now:
        return None
    day = current.due_date
    assert day is not None
    row = await pushes.of(db, current.id, day)
    if row is not None and row.state != "chosen":
        # Settled before its place was planned anew, or cut off in this very process: it is over.
        await pushes.settle(db, current.id, day, "uncertain", now, reason="interrupted")
        await places.dated(db, current, day, now)
        return None
    chosen = await featured.fix(db, current, day, now)
    if chosen is None or chosen.paper is None:
        reason = "all-had" if await papers.count(db) else "no-papers"
        await _skip(db, current, day, reason, now)
        return None
    await pushes.claim(db, current.id, day, current.due, now)
    return Ready(current, chosen)


async def _deliver(bot: ExtBot[Any], store: Store, ready: Ready, pace: Pace, now: datetime) -> None:
    place, day = ready.place, ready.push.date
    card = await _made(bot, store, ready)
    outcome = await delivery.post(bot, place, card) if isinstance(card, cards.Card) else card
    if isinstance(outcome, Moved):
        log.info("group moved", old=place.chat, new=outcome.new_chat)
        move = partial(_move, place=place, day=day, new=outcome.new_chat)
        place, had = await sure.write(store, pace, move, place=place.id, outcome=str(outcome))
        outcome = had or await _again(bot, place, card, pace)
    note = partial(end, place=place, day=day, outcome=outcome, now=now)
    await sure.write(store, pace, note, place=place.id, date=str(day), outcome=str(outcome))
    _tell(place, day, ready.push.paper, outcome)


async def _move(db: Connection, place: Place, day: date, new: int) -> tuple[Place, Outcome | None]:
    """Follow the group; the place as it is now, and what it had already got under its new id that day."""
    twin = await places.at(db, new, place.thread)
    row = await pushes.of(db, twin.id, day) if twin else None
    await places.move(db, place.chat, new)
    moved = await places.by_id(db, place.id) or place
    if row is None or row.state not in ("sent", "sending", "uncertain"):
        return moved, None
    return moved, Sent(row.message) if row.state == "sent" and row.message else Unsure("sent before the move")


async def _again(bot: ExtBot[Any], place: Place, card: cards.Card | Outcome, pace: Pace) -> Outcome:
    """Once more, after a move: a second move in a row is left to the next tick."""
    if not isinstance(card, cards.Card) or not await pace.turn(place.chat):
        return Later(0, "stopped")
    outcome = await delivery.post(bot, place, card)
    return Later(0, "moved twice") if isinstance(outcome, Moved) else outcome


async def end(db: Connection, place: Place, day: date, outcome: Outcome, now: datetime) -> None:
    """Write what became of a claimed push. After `Later` it stays due, and the next tick tries again."""
    match outcome:
        case Later() | Moved():
            await pushes.release(db, place.id, day, now)
            return
        case Sent(message_id):
            await pushes.settle(db, place.id, day, "sent", now, message=message_id)
        case Unsure(reason):
            await pushes.settle(db, place.id, day, "uncertain", now, reason=reason)
        case Gone():
            await pushes.settle(db, place.id, day, "skipped", now, reason="gone")
            await places.leave(db, place.chat)
        case Refused(reason):
            await pushes.settle(db, place.id, day, "skipped", now, reason=reason)
    await places.dated(db, place, day, now)


async def _skip(db: Connection, place: Place, day: date, reason: str, now: datetime) -> Place:
    await pushes.skip(db, place.id, day, reason, place.due or now, now)
    return await places.dated(db, place, day, now)


def _dates(place: Place, following: date | None) -> int:
    """How many of its dates a place goes without when the next is `following`: one, or all of a downtime."""
    assert place.due_date is not None
    days = (following - place.due_date).days if following else 1
    dates = (place.due_date + timedelta(days=number) for number in range(days))
    return sum(place.weekdays >> one.weekday() & 1 for one in dates)


async def _made(bot: ExtBot[Any], store: Store, ready: Ready) -> cards.Card | Outcome:
    """The card, or what becomes of a push that has none: it was surely not posted."""
    try:
        return await _card(bot, store, ready) or Refused("paper-gone")
    except Busy as error:  # nothing of the store is asked once the post is under way
        return Later(0, f"the store cannot be read: {error}")
    except Exception:  # what cannot be shown must not stay claimed
        log.exception("card failed", place=ready.place.id, paper=ready.push.paper)
        return Refused("card-failed")


async def _card(bot: ExtBot[Any], store: Store, ready: Ready) -> cards.Card | None:
    assert ready.push.paper is not None
    paper = await papers.by_row(store.reader, ready.push.paper)
    if paper is None:
        return None
    place, push = ready.place, ready.push
    t = texts.of(place.language)
    why = headings.why(push.why, t)
    return cards.daily(paper, t, layout=place.layout, why=why, date=push.date, username=bot.username)


def _tell(place: Place, day: date, paper: int | None, outcome: Outcome) -> None:
    facts = {"place": place.id, "chat": place.chat, "date": str(day), "paper": paper}
    match outcome:
        case Sent(message_id):
            log.info("pushed", message=message_id, **facts)
        case Later(seconds, reason):
            log.warning("push waits", seconds=seconds, reason=reason, **facts)
        case Unsure(reason):
            log.error("push uncertain, not repeated", reason=reason, **facts)
        case Gone(reason) | Refused(reason):
            log.warning("push skipped", reason=reason, **facts)
