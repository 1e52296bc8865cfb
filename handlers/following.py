"""Subscribing a place: what a command, a button and a deep link have in common."""

from __future__ import annotations

from dataclasses import replace

from data import places
from data.models import Place, Subscription
from data.wishes import Wish
from handlers.context import Context
from handlers.replies import cards, headings
from handlers.replies.cards import Card
from handlers.replies.texts import Texts

MOST = 50  # subscriptions of one place


async def follow(context: Context, place: Place, wish: Wish, t: Texts) -> Card:
    """Subscribe the stored place and say so, with its next push. A person's pushes begin by this."""
    now = await context.now()
    if len(await places.subscriptions(context.store.reader, place.id)) >= MOST:
        return cards.text(t("refused.too_many"))
    async with context.store.write() as db:
        new = await places.follow(db, place.id, wish.kind, wish.value, wish.label)
        if new and not place.push and (place.private or place.thread):
            place = await places.change(db, replace(place, push=True), now)
    label = named(wish.kind, wish.value, wish.label, t)
    if not new:
        return cards.already_subscribed(t, label=label, kind=wish.kind)
    return cards.subscribed(t, label=label, kind=wish.kind, next_push=next_push(place, t))


def named(kind: str, value: str, label: str, t: Texts) -> str:
    """What is followed, in the language of the place."""
    return headings.topic(value, t) if kind == "topic" else label


def translated(subscriptions: list[Subscription], t: Texts) -> list[Subscription]:
    """The subscriptions with the names that this place's people read."""
    return [replace(s, label=named(s.kind, s.value, s.label, t)) for s in subscriptions]


def next_push(place: Place, t: Texts) -> str | None:
    """When the next paper comes, in the place's own zone; None while pushes are off."""
    return cards.moment(place.due, place.zone, t) if place.due and place.active else None
