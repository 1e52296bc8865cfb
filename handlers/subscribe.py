"""/subscribe, /unsubscribe, /subscriptions: what this place, or a person, follows."""

from __future__ import annotations

from telegram import Chat, Update
from telegram.ext import CommandHandler, filters
from telegram.helpers import create_deep_linked_url

from data import places, searches, wishes
from data.fold import fold
from data.models import Place
from data.wishes import Wish
from handlers import following, guards, press, where
from handlers.command import Command
from handlers.context import App, Context
from handlers.links import wanting
from handlers.replies import answer, buttons, cards, texts
from handlers.replies.cards import Card

COMMANDS = (Command("subscribe"), Command("unsubscribe"), Command("subscriptions"))
ONCE = filters.UpdateType.MESSAGE


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("subscribe", subscribe, filters=ONCE))
    app.add_handler(CommandHandler("unsubscribe", unsubscribe, filters=ONCE))
    app.add_handler(CommandHandler("subscriptions", show, filters=ONCE))
    app.add_handler(press.on(buttons.Follow, choose))
    app.add_handler(press.on(buttons.Drop, drop))


async def subscribe(update: Update, context: Context) -> None:
    """/subscribe topic, words or author:name: at once in private, by a choice of buttons in a group."""
    place = await where.met(update, context) if not guards.in_group(update) else None
    t = await where.texts_of(update, context)
    text = " ".join(context.args or ())
    wish = wishes.understand(text)
    if wish is None:
        await answer.send(update, cards.text(t("follow.how")))
    elif place is not None:
        await answer.send(update, await following.follow(context, place, wish, t))
    else:
        await answer.send(update, await _choice(update, context, text, wish))


async def choose(update: Update, context: Context) -> None:
    """For this group, or for me: the button under the choice."""
    query, chat = update.callback_query, update.effective_chat
    assert query is not None
    assert chat is not None
    button = press.of(update, buttons.Follow)
    t = await where.texts_of(update, context)
    asked = await searches.recall(context.store.reader, button.search, chat.id)
    wish = wishes.understand(asked.text) if asked else None
    if wish is None:
        await answer.toast(query, t("toast.stale"))
        return
    if button.scope == "me":
        await _for_me(update, context, wish)
        return
    here = await where.place_of(update, context)
    if not await guards.may_change(update, context, here):
        await answer.toast(query, t("refused.admins_only"), alert=True)
        return
    message = update.effective_message
    place = await where.met(update, context, thread=where.thread_of(message) if message else 0)
    await answer.edit(query, await following.follow(context, place, wish, t))
    await answer.toast(query)


async def unsubscribe(update: Update, context: Context) -> None:
    """/unsubscribe words: drops what they name; without words the list, to tap."""
    place = await where.place_of(update, context)
    t = texts.of(place.language)
    text = " ".join(context.args or ())
    if not await guards.may_change(update, context, place):
        await answer.note(update, context, cards.text(t("refused.admins_only")))
        return
    kept = await places.subscriptions(context.store.reader, place.id)
    wish = wishes.understand(text)
    named = [
        s
        for s in kept
        if wish and ((s.kind, s.value) == (wish.kind, wish.value) or fold(s.label) == fold(text))
    ]
    if not named:
        await answer.send(update, await _list(context, place))
        return
    async with context.store.write() as db:
        await places.unfollow(db, place.id, named[0].id)
    label = following.translated(named, t)[0].label
    await answer.send(update, cards.unsubscribed(t, label=label, kind=named[0].kind))


async def show(update: Update, context: Context) -> None:
    """/subscriptions: what this place follows, each with a button that ends it."""
    await answer.send(update, await _list(context, await where.place_of(update, context)))


async def drop(update: Update, context: Context) -> None:
    """End one subscription by its button, and show what is left."""
    query, chat = update.callback_query, update.effective_chat
    assert query is not None
    assert chat is not None
    button = press.of(update, buttons.Drop)
    t = await where.texts_of(update, context)
    owner = await places.followed(context.store.reader, button.subscription)
    place = await places.by_id(context.store.reader, owner) if owner else None
    if place is None or place.chat != chat.id:
        await answer.toast(query, t("toast.stale"))
        return
    if not await guards.may_change(update, context, place):
        await answer.toast(query, t("refused.admins_only"), alert=True)
        return
    async with context.store.write() as db:
        await places.unfollow(db, place.id, button.subscription)
    await answer.edit(query, await _list(context, place))
    await answer.toast(query)


async def _list(context: Context, place: Place) -> Card:
    t = texts.of(place.language)
    kept = following.translated(await places.subscriptions(context.store.reader, place.id), t)
    if not kept:
        return cards.no_subscriptions(t)
    return cards.subscriptions(kept, t, next_push=following.next_push(place, t))


async def _choice(update: Update, context: Context, text: str, wish: Wish) -> Card:
    """The two buttons. "For me" is a link while the bot may not write to the person first."""
    chat, user = update.effective_chat, update.effective_user
    assert chat is not None
    now = await context.now()
    async with context.store.write(lasting=False) as db:
        asked = await searches.remember(
            db, text, asker=where.asker_of(update), chat=chat.id, now=now, kind="follow"
        )
    mine = await places.at(context.store.reader, user.id) if user else None
    payload = f"sub_{wish.value}" if wish.kind == "topic" else wanting(text)
    started = mine is not None and mine.active
    link = None if started or payload is None else create_deep_linked_url(context.bot.username, payload)
    t = await where.texts_of(update, context)
    label = following.named(wish.kind, wish.value, wish.label, t)
    return cards.choose_scope(t, label=label, search=asked.id, me_link=link)


async def _for_me(update: Update, context: Context, wish: Wish) -> None:
    query = update.callback_query
    assert query is not None
    t = await where.texts_of(update, context)
    mine = await places.at(context.store.reader, query.from_user.id)
    if mine is None or not mine.active or mine.kind != Chat.PRIVATE:
        await answer.toast(query, t("refused.not_started"), alert=True)
        return
    await following.follow(context, mine, wish, t)
    label = following.named(wish.kind, wish.value, wish.label, t)
    await answer.toast(query, t("toast.followed", label=label), alert=True)
