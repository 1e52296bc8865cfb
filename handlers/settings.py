"""/settings: hour, zone, weekdays, language, layout, who may change them. By buttons or in words."""

from __future__ import annotations

from dataclasses import replace

from telegram import Update
from telegram.ext import CommandHandler, filters

from data import places, wording, zones
from data.models import Place
from handlers import following, guards, press, where
from handlers.command import ADMINS, Command
from handlers.context import App, Context
from handlers.replies import answer, buttons, cards, texts
from handlers.replies.cards import Card

COMMANDS = (Command("settings", ADMINS),)
SWITCHES = ("push", "silent", "everyone")


def register(app: App) -> None:
    """Wire the family."""
    app.add_handler(CommandHandler("settings", settings, filters=filters.UpdateType.MESSAGE))
    app.add_handler(press.on(buttons.Menu, menu))
    app.add_handler(press.on(buttons.Set, set_))


async def settings(update: Update, context: Context) -> None:
    """/settings: the panel; with words the change that they name. Sent in a forum topic: of that topic."""
    known = await where.place_of(update, context)
    t = texts.of(known.language)
    if not await guards.may_change(update, context, known):
        await answer.note(update, context, cards.text(t("refused.admins_only")))
        return
    message = update.effective_message
    place = await where.met(update, context, thread=where.thread_of(message) if message else 0)
    words = " ".join(context.args or ())
    if not words:
        await answer.send(update, panel(place))
        return
    change = wording.read(words)
    if change.trouble:
        await answer.send(update, _refusal(change, place))
        return
    now = await context.now()
    async with context.store.write() as db:
        place = await places.change(db, replace(place, **change.values), now)  # type: ignore[arg-type]
    await answer.send(update, panel(place, changed=True))


async def menu(update: Update, context: Context) -> None:
    """Show a page of the panel in its own message."""
    await _pressed(update, context, press.of(update, buttons.Menu))


async def set_(update: Update, context: Context) -> None:
    """Set one field by its button."""
    await _pressed(update, context, press.of(update, buttons.Set))


def panel(place: Place, *, page: str = "main", changed: bool = False) -> Card:
    """The settings of a place as one message."""
    t = texts.of(place.language)
    if changed:
        return cards.setting_changed(t, place, next_push=following.next_push(place, t))
    return cards.settings(place, t, page=page, next_push=following.next_push(place, t), title=place.title)


async def _pressed(update: Update, context: Context, button: buttons.Menu | buttons.Set) -> None:
    """Any admin may go on with the panel; the place must be of the chat that the button stands in."""
    query, chat = update.callback_query, update.effective_chat
    assert query is not None
    place = await places.by_id(context.store.reader, button.place)
    if place is None or chat is None or place.chat != chat.id:
        await answer.toast(query, (await where.texts_of(update, context))("toast.stale"))
        return
    if not await guards.may_change(update, context, place):
        await answer.toast(query, texts.of(place.language)("toast.admins_only"), alert=True)
        return
    page = button.page if isinstance(button, buttons.Menu) else "main"
    if (
        isinstance(button, buttons.Set)
        and button.field == "zone"
        and zones.read(button.value) != (button.value,)
    ):
        await answer.toast(query, texts.of(place.language)("toast.stale"))
        return
    if isinstance(button, buttons.Set):
        now = await context.now()
        async with context.store.write() as db:
            place = await places.change(db, _with(place, button), now)
        page = "weekdays" if button.field == "weekdays" else "main"
    await answer.edit(query, panel(place, page=page))
    await answer.toast(query)


def _with(place: Place, button: buttons.Set) -> Place:
    if button.field in SWITCHES:
        return replace(place, **{button.field: button.value == "on"})  # type: ignore[arg-type]
    if button.field == "weekdays":
        return replace(place, weekdays=int(button.value))
    return replace(place, **{button.field: button.value})  # type: ignore[arg-type]


def _refusal(change: wording.Change, place: Place) -> Card:
    t = texts.of(place.language)
    if change.trouble == "zone" and change.choices:
        return cards.ask_zone(t, change.typed, list(change.choices), place=place.id)
    refuse = {"zone": cards.bad_zone, "hour": cards.bad_hour}
    if change.trouble in refuse:
        return refuse[change.trouble](t, change.typed)
    return cards.text(t("settings.how", typed=change.typed))
