"""Reading the room: its state, transcripts, menus, calls and faults. Nothing here changes anything."""

import math

from aiohttp import web

from playground import rights, views
from playground.acts import chat_of, person_of
from playground.control.asked import act, number, optional, person
from playground.forum import ICONS
from playground.pages import EVERY
from playground.shapes import Chat, Message, Person, Topic
from playground.wire import Json, Params
from playground.world import World

_PAGE = 100
_LONGEST_PAGE = 1000


def state(world: World, asked: Params) -> Json:
    """GET /sim/state."""
    return {
        "token": world.token,
        "bot": views.me(world.bot) | {"privacy": world.bot.privacy},
        "clock": clock(world),
        "people": [show_person(one) for one in world.people.values()],
        "chats": [show_chat(world, chat) for chat in world.chats.values()],
        "flood": world.flood.on,
        "pauses": pauses(world),
        "faults": len(world.faults.waiting),
        "event": world.hub.number,
        "pending": len(world.mailbox),
        "polled": world.mailbox.polled,
        "polling": world.mailbox.polling,
    }


def clock(world: World) -> Json:
    """The room's time, whether it stands, and the zone in which the page shows it at first."""
    return {"now": world.clock.iso(), "fixed": world.clock.fixed, "zone": world.clock.zone}


def pauses(world: World) -> list[Json]:
    """Where the bot must not write for how many seconds more, because it wrote too much there."""
    return [{"chat": chat, "seconds": math.ceil(left)} for chat, left in world.flood.pauses().items()]


def show_person(one: Person) -> Json:
    """A person with what only the room knows of them."""
    return views.person(one) | {
        "language_code": one.language_code, "started": one.started, "blocked": one.blocked,
        "deleted": one.deleted,
    }  # fmt: skip


def show_chat(world: World, chat: Chat) -> Json:
    """A chat with its topics, members and newest message."""
    last = next(reversed(chat.messages), None)
    who = world.people.get(chat.id)
    return {
        "id": chat.id,
        "type": chat.type,
        "title": who.first_name if who else chat.title,
        "username": chat.username,
        "is_forum": chat.forum,
        "topics": [show_topic(topic) for topic in chat.topics.values()],
        "general": show_topic(chat.general) if chat.forum else None,
        "description": chat.description,
        "photo": chat.photo.get("big_file_id"),
        "members": world.members(chat),
        "reads_all": chat.reads_all,
        "migrated_to": chat.moved_to,
        "linked": chat.linked,
        "available_reactions": chat.reactions,
        "pinned": chat.pinned[-1] if chat.pinned else None,
        "pins": list(chat.pinned),
        "permissions": [name for name in rights.PERMISSIONS if name in rights.permissions(chat)],
        "join_by_request": chat.by_request,
        "join_requests": [{"person": one.person, "date": one.date} for one in chat.requests.values()],
        "started": who.started if who else True,
        "blocked": who.blocked if who else False,
        "count": len(chat.messages),
        "last": show_message(world, chat.messages[last]) if last else None,
    }


def show_topic(topic: Topic) -> Json:
    """A forum topic, General among them."""
    return {
        "id": topic.id, "name": topic.name, "closed": topic.closed, "hidden": topic.hidden,
        "icon_color": topic.color, "icon": ICONS.get(topic.emoji, ""),
    }  # fmt: skip


def show_message(world: World, message: Message) -> Json:
    """A message in Telegram's form, and whether the bot wrote it."""
    return world.told(message)


def messages(world: World, asked: Params) -> Json:
    """GET /sim/chats/{id}/messages: the newest page, oldest first; `before` pages back, `after` on.

    `more` says whether messages lie beyond the page in the direction in which it was read.
    """
    chat = world.chats.get(number(asked, "id")) or chat_of(world, number(asked, "id"))
    before, after = optional(asked, "before"), optional(asked, "after")
    limit = min(max(asked.integer("limit", _PAGE), 1), _LONGEST_PAGE)
    thread = _thread(optional(asked, "thread"))
    if after is None:
        end = chat.next_id if before is None else before
        found = chat.pages.before(chat.messages, chat.next_id, end, limit + 1, thread)
    else:
        found = chat.pages.after(chat.messages, chat.next_id, after, limit + 1, thread)
    shown = [show_message(world, chat.messages[one]) for one in sorted(found[:limit])]
    return {"messages": shown, "more": len(found) > limit, "event": world.hub.number}


def _thread(asked: int | None) -> int | None:
    """The asked thread as `Pages` takes it; 0 and 1 ask for General."""
    if asked is None:
        return EVERY
    return None if asked in (0, 1) else asked


def menu(world: World, asked: Params) -> Json:
    """GET /sim/chats/{id}/commands: the command menu that a person sees there."""
    chat = chat_of(world, number(asked, "id"))
    who = person_of(world, person(world, asked))
    admin = world.standing(chat, who.id).status in ("creator", "administrator")
    seen = world.menus.seen(chat.id, chat.type, who.id, who.language_code, admin=admin)
    return {"commands": seen}


def menus(world: World, asked: Params) -> Json:
    """GET /sim/commands: every list with its scope and language, and the bot's texts about itself."""
    profile = [
        {"field": field, "language_code": language, "text": text}
        for (field, language), text in world.profile.items()
    ]
    return {"lists": world.menus.all(), "profile": profile}


def calls(world: World, asked: Params) -> Json:
    """GET /sim/calls: the call log after number `since`, of one `method` when named."""
    return {
        "calls": world.calls.since(asked.integer("since"), asked.text("method")),
        "last": world.calls.last,
    }


def faults(world: World, asked: Params) -> Json:
    """GET /sim/faults: the faults that wait."""
    return {"faults": [fault.shown() for fault in world.faults.waiting]}


def read_clock(world: World, asked: Params) -> Json:
    """GET /sim/clock."""
    return clock(world)


ROUTES = [
    web.get("/sim/state", act(state)),
    web.get("/sim/chats/{id}/messages", act(messages)),
    web.get("/sim/chats/{id}/commands", act(menu)),
    web.get("/sim/commands", act(menus)),
    web.get("/sim/calls", act(calls)),
    web.get("/sim/faults", act(faults)),
    web.get("/sim/clock", act(read_clock)),
]
