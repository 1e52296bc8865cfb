"""What people do: they speak, edit, press buttons, open links and send inline results."""

import asyncio
from contextlib import suppress

from aiohttp import web

from playground import acts, changes, inline, waits
from playground.acts import Speech, chat_of, person_of
from playground.control.answering import begin, patience, said
from playground.control.asked import act, number, optional, person, seconds, thing
from playground.control.reading import show_message
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
    before = await begin(world, asked)
    return await said(world, chat, acts.say(world, speech), before, asked)


async def edit(world: World, asked: Params) -> Json:
    """POST /sim/edit: a person edits their message."""
    chat = chat_of(world, number(asked, "chat"))
    before = await begin(world, asked)
    who = person(world, asked) if asked.text("person") else None
    message = acts.rewrite(world, chat.id, number(asked, "message"), asked.text("text"), who)
    return await said(world, chat, [message], before, asked)


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
    before = await begin(world, asked)
    query = acts.tap(world, chat.id, message, person(world, asked), data)
    answered: Json = {"query": query.id, "answer": None}
    waiting = patience(asked)
    if waiting.seconds:
        changed = await waits.answers(world, chat, before, waiting, query.answered.done)
        answered["answers"] = [show_message(world, one) for one in changed]
    if query.answered.done():
        answered["answer"] = query.answered.result()
    return answered


async def open_link(world: World, asked: Params) -> Json:
    """POST /sim/open: Start in the private chat, or a deep link; with `group` a startgroup link."""
    who = person_of(world, person(world, asked))
    group, before = optional(asked, "group"), await begin(world, asked)
    if group is None:
        started = acts.start(world, who.id, asked.text("payload"))
        return await said(world, world.chats[who.id], started, before, asked)
    place = chat_of(world, group)
    if not world.standing(place, world.bot.id).present:
        changes.set_member(world, group, world.bot.id, "member", who.id)
    return await said(
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
    before = await begin(world, asked)
    message = await inline.choose(world, speech, asked.text("query"), asked.text("result"))
    return await said(world, chat, [message], before, asked)


ROUTES = [
    web.post("/sim/say", act(say)),
    web.post("/sim/edit", act(edit)),
    web.post("/sim/delete", act(delete)),
    web.post("/sim/tap", act(tap)),
    web.post("/sim/open", act(open_link)),
    web.post("/sim/inline", act(ask_inline)),
    web.post("/sim/inline/choose", act(choose_inline)),
]
