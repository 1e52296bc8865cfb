"""Changing the room: people speak and press, chats and members change, the clock moves, faults wait."""

import asyncio
from contextlib import suppress

from aiohttp import web

from playground import acts, changes, inline, views, waits
from playground.acts import Speech, Unable, chat_of, person_of
from playground.clock import moment
from playground.control.asked import act, flag, number, optional, person, seconds, thing
from playground.control.reading import clock, show_chat, show_message, show_person
from playground.faults import KINDS, Fault
from playground.methods import files
from playground.shapes import Chat, Message
from playground.waits import Patience
from playground.wire import Json, Params
from playground.world import World


async def say(world: World, asked: Params) -> Json:
    """POST /sim/say: a person writes; with `wait` the bot's answers come back too."""
    chat = chat_of(world, number(asked, "chat"))
    origin = thing(asked, "forward_origin")
    speech = Speech(
        chat.id, person(world, asked), asked.text("text"), optional(asked, "thread"),
        optional(asked, "reply_to"), asked.text("as"), origin if isinstance(origin, dict) else None,
    )  # fmt: skip
    before = await _begin(world, asked)
    return await _said(world, chat, acts.say(world, speech), before, asked)


async def _said(world: World, chat: Chat, said: list[Message], before: int, asked: Params) -> Json:
    answer: Json = {
        "message": show_message(world, said[0]),
        "messages": [show_message(world, one) for one in said],
    }
    patience = _patience(asked)
    if patience.seconds:
        answers = await waits.answers(world, chat, before, patience)
        answer["answers"] = [show_message(world, one) for one in answers]
    return answer


async def _begin(world: World, asked: Params) -> int:
    """The number of the last event before an act; who waits for answers first lets earlier ones come."""
    wait = _patience(asked).seconds
    if wait:
        await waits.quiet(world, wait)
    return world.hub.number


def _patience(asked: Params) -> Patience:
    return Patience(
        seconds(asked, "wait", 0), seconds(asked, "settle", waits.SETTLE),
        seconds(asked, "silence", waits.SILENCE),
    )  # fmt: skip


async def upload(world: World, asked: Params) -> Json:
    """POST /sim/upload: a person sends a file (multipart), as a photo when `kind` says so."""
    chat = chat_of(world, number(asked, "chat"))
    if "file" not in asked.files:
        raise Unable("The multipart field file is missing.")
    kind = asked.text("kind") or "document"
    if kind not in ("document", "photo"):
        raise Unable(f"A file is sent as document or photo, not as {kind}.")
    media = files.media(files.keep(world, asked.files["file"], f"{kind}s"), kind)
    speech = Speech(
        chat.id, person(world, asked), asked.text("text"), optional(asked, "thread"),
        optional(asked, "reply_to"), asked.text("as"), media=media,
    )  # fmt: skip
    before = await _begin(world, asked)
    return await _said(world, chat, acts.say(world, speech), before, asked)


async def edit(world: World, asked: Params) -> Json:
    """POST /sim/edit: a person edits their message."""
    chat = chat_of(world, number(asked, "chat"))
    before = await _begin(world, asked)
    who = person(world, asked) if asked.text("person") else None
    message = acts.rewrite(world, chat.id, number(asked, "message"), asked.text("text"), who)
    return await _said(world, chat, [message], before, asked)


def delete(world: World, asked: Params) -> Json:
    """POST /sim/delete: somebody deletes a message; bots are not told of it."""
    chat = chat_of(world, number(asked, "chat"))
    acts.message_of(chat, number(asked, "message"))
    world.delete(chat, number(asked, "message"))
    return {"deleted": True}


async def tap(world: World, asked: Params) -> Json:
    """POST /sim/tap: a person presses a button, by its place or by its data."""
    chat = chat_of(world, number(asked, "chat"))
    message, data = number(asked, "message"), asked.text("data")
    if not data:
        pressed = acts.button(chat, message, number(asked, "row"), number(asked, "col"))
        if "callback_data" not in pressed:
            return {"answer": None, "button": pressed}
        data = str(pressed["callback_data"])
    before = await _begin(world, asked)
    query = acts.tap(world, chat.id, message, person(world, asked), data)
    answered: Json = {"query": query.id, "answer": None}
    patience = _patience(asked)
    if patience.seconds:
        changed = await waits.answers(world, chat, before, patience, query.answered.done)
        answered["answers"] = [show_message(world, one) for one in changed]
    if query.answered.done():
        answered["answer"] = query.answered.result()
    return answered


async def open_link(world: World, asked: Params) -> Json:
    """POST /sim/open: Start in the private chat, or a deep link; with `group` a startgroup link."""
    who = person_of(world, person(world, asked))
    group, before = optional(asked, "group"), await _begin(world, asked)
    if group is None:
        said = acts.start(world, who.id, asked.text("payload"))
        return await _said(world, world.chats[who.id], said, before, asked)
    place = chat_of(world, group)
    if world.standing(place, world.bot.id).status in ("left", "kicked"):
        changes.set_member(world, group, world.bot.id, "member", who.id)
    return await _said(
        world, place, acts.start_in_group(world, who.id, group, asked.text("payload")), before, asked
    )


async def ask_inline(world: World, asked: Params) -> Json:
    """POST /sim/inline: a person types after the bot's name; with `wait` the offer comes back."""
    chat = optional(asked, "chat")
    query = inline.ask(world, person(world, asked), asked.text("query"), asked.text("offset"), chat)
    wait = seconds(asked, "wait", 5.0)
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(query.offered), wait)
    answer: Json = {"query": query.id, "answered": query.offered.done()}
    return answer | (query.offered.result().shown() if query.offered.done() else {"results": []})


async def choose_inline(world: World, asked: Params) -> Json:
    """POST /sim/inline/choose: the person sends one of the offered results."""
    chat = chat_of(world, number(asked, "chat"))
    speech = Speech(
        chat.id, person(world, asked), "", optional(asked, "thread"), optional(asked, "reply_to"),
        asked.text("as"),
    )  # fmt: skip
    before = await _begin(world, asked)
    message = inline.choose(world, speech, asked.text("query"), asked.text("result"))
    return await _said(world, chat, [message], before, asked)


def make_chat(world: World, asked: Params) -> Json:
    """POST /sim/chats: a new group, supergroup, forum or channel."""
    kind = asked.text("type") or "supergroup"
    forum = asked.boolean("is_forum") or kind == "forum"
    named = thing(asked, "members")
    members: list[object] = named if isinstance(named, list) else []
    chat = changes.make_chat(
        world, "supergroup" if kind == "forum" else kind, asked.text("title") or "Group",
        person(world, asked, "owner" if "owner" in asked else "by"),
        forum=forum, username=asked.text("username"),
        members=tuple(person(world, Params({"members": one}), "members") for one in members),
    )  # fmt: skip
    chat.linked = optional(asked, "linked")
    return {"chat": show_chat(world, chat)}


def make_person(world: World, asked: Params) -> Json:
    """POST /sim/people: a new person."""
    if not asked.text("first_name"):
        raise Unable("The field first_name is missing.")
    made = changes.make_person(
        world,
        asked.text("first_name"),
        asked.text("username"),
        asked.text("language_code"),
        asked.text("last_name"),
    )
    return {"person": show_person(made)}


def set_language(world: World, asked: Params) -> Json:
    """POST /sim/people/{person}: change a person's language."""
    who = person_of(world, person(world, asked))
    if "language_code" in asked:
        who.language_code = asked.text("language_code")
    world.hub.tell("people", {"person": who.id})
    return {"person": show_person(who)}


def set_member(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/members: somebody (or "bot") comes, goes, is promoted or muted."""
    chat = chat_of(world, number(asked, "id"))
    owner = next((m.user for m in chat.members.values() if m.status == "creator"), 0)
    by = person(world, asked, "by") if asked.text("by") else owner
    changes.set_member(
        world, chat.id, person(world, asked), asked.text("status") or "member", by,
        anonymous=flag(asked, "anonymous"), can_send=flag(asked, "can_send"),
        title=asked.text("title") if "title" in asked else None,
    )  # fmt: skip
    return {"chat": show_chat(world, chat)}


def upgrade(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/upgrade: a group becomes a supergroup."""
    old = chat_of(world, number(asked, "id"))
    owner = next((m.user for m in old.members.values() if m.status == "creator"), 0)
    new = changes.upgrade(world, old.id, person(world, asked, "by") if asked.text("by") else owner)
    return {"chat": show_chat(world, new)}


def make_topic(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/topics: open a topic, or with `delete` delete one."""
    chat = chat_of(world, number(asked, "id"))
    drop = optional(asked, "delete")
    if drop is not None:
        changes.drop_topic(world, chat.id, drop)
        return {"chat": show_chat(world, chat)}
    owner = next((m.user for m in chat.members.values() if m.status == "creator"), 0)
    by = person_of(world, person(world, asked, "by") if asked.text("by") else owner)
    topic = changes.make_topic(world, chat.id, asked.text("name") or "Topic", views.person(by))
    return {"topic": {"id": topic.id, "name": topic.name}, "chat": show_chat(world, chat)}


def set_privacy(world: World, asked: Params) -> Json:
    """POST /sim/privacy: BotFather's switch."""
    changes.set_privacy(world, on=asked.boolean("on"))
    return {"privacy": world.bot.privacy}


def set_flood(world: World, asked: Params) -> Json:
    """POST /sim/flood: flood limits on or off; off also forgets every pause."""
    world.flood.on = asked.boolean("on")
    world.flood.forgive()
    return {"flood": world.flood.on}


def block(world: World, asked: Params) -> Json:
    """POST /sim/block: a person blocks the bot or lets it write again."""
    who = person_of(world, person(world, asked))
    acts.block(world, who.id, on=asked.boolean("on"))
    return {"person": show_person(who)}


def set_clock(world: World, asked: Params) -> Json:
    """POST /sim/clock: fix or run, set, advance, in this order."""
    fixed = flag(asked, "fixed")
    if fixed is not None:
        (world.clock.fix if fixed else world.clock.run)()
    try:
        if asked.text("now"):
            world.clock.set(moment(asked.text("now")))
        if asked.text("advance"):
            world.clock.advance(float(asked.text("advance")))
    except (ValueError, OverflowError, OSError):
        raise Unable("now is an ISO 8601 time, advance a number of seconds.") from None
    world.hub.tell("clock", clock(world))
    return clock(world)


def add_fault(world: World, asked: Params) -> Json:
    """POST /sim/faults: let something go wrong."""
    kind, match = asked.text("kind"), thing(asked, "match")
    if kind not in (*KINDS, "400"):
        raise Unable(f"A fault is one of {', '.join(KINDS)}, not {kind!r}.")
    wanted = Params({str(k): v for k, v in match.items()}) if isinstance(match, dict) else Params({})
    fault = world.faults.add(Fault(
        0, asked.text("method") or "*", kind, max(asked.integer("times", 1), 1),
        {name: wanted.text(name) for name in wanted.values}, asked.integer("retry_after", 5),
        seconds(asked, "seconds", 5.0), asked.text("description"), asked.integer("chat"),
    ))  # fmt: skip
    world.hub.tell("faults", {"faults": [one.shown() for one in world.faults.waiting]})
    return {"fault": fault.shown()}


def clear_faults(world: World, asked: Params) -> Json:
    """DELETE /sim/faults: no more faults."""
    world.faults.clear()
    world.hub.tell("faults", {"faults": []})
    return {"faults": []}


ROUTES = [
    web.post("/sim/say", act(say)),
    web.post("/sim/upload", act(upload)),
    web.post("/sim/edit", act(edit)),
    web.post("/sim/delete", act(delete)),
    web.post("/sim/tap", act(tap)),
    web.post("/sim/open", act(open_link)),
    web.post("/sim/inline", act(ask_inline)),
    web.post("/sim/inline/choose", act(choose_inline)),
    web.post("/sim/chats", act(make_chat)),
    web.post("/sim/chats/{id}/members", act(set_member)),
    web.post("/sim/chats/{id}/upgrade", act(upgrade)),
    web.post("/sim/chats/{id}/topics", act(make_topic)),
    web.post("/sim/people", act(make_person)),
    web.post("/sim/people/{person}", act(set_language)),
    web.post("/sim/privacy", act(set_privacy)),
    web.post("/sim/flood", act(set_flood)),
    web.post("/sim/block", act(block)),
    web.post("/sim/clock", act(set_clock)),
    web.post("/sim/faults", act(add_fault)),
    web.delete("/sim/faults", act(clear_faults)),
]
