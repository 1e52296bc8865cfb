"""Reactions of people, and which ones a chat allows."""

from aiohttp import web

from playground import reactions
from playground.acts import Unable, chat_of
from playground.control.answering import begin, said
from playground.control.asked import act, number, person, thing
from playground.control.reading import show_chat
from playground.wire import Json, Params
from playground.world import World


async def react(world: World, asked: Params) -> Json:
    """POST /sim/react: a person's reactions to a message become these emoji; none takes them away."""
    chat = chat_of(world, number(asked, "chat"))
    who, message, emoji = person(world, asked), number(asked, "message"), _emoji(asked)
    before = await begin(world, asked)
    shown = reactions.react(world, chat.id, message, who, emoji, asked.text("as"))
    return await said(world, chat, [shown], before, asked)


def allow(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/reactions: with which emoji one may react there; null: with all of Telegram's."""
    chat = chat_of(world, number(asked, "id"))
    if chat.type == "private":
        raise Unable("In a private chat all reactions are allowed.")
    allowed = None if asked.values.get("emoji") is None else _emoji(asked)
    if allowed is not None and not set(allowed) <= set(reactions.EMOJI):
        raise Unable(f"A reaction is one of {' '.join(reactions.EMOJI)}.")
    chat.reactions = allowed
    world.hub.tell("chat", {"chat": chat.id})
    return {"chat": show_chat(world, chat), "available_reactions": allowed}


def _emoji(asked: Params) -> list[str]:
    """A list of emoji; one alone may come as it is."""
    raw = asked.values.get("emoji")
    alone = isinstance(raw, str) and raw[:1] != "["
    given: object = [raw] if alone else thing(asked, "emoji")
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise Unable("emoji is a list of emoji.")
    return [str(one) for one in given if one]


ROUTES = [
    web.post("/sim/react", act(react)),
    web.post("/sim/chats/{id}/reactions", act(allow)),
]
