"""The reply keyboard that a person has in a chat, for the page and for tests."""

from aiohttp import web

from playground import keyboards
from playground.acts import chat_of, person_of
from playground.control.asked import act, number, optional, person
from playground.wire import Json, Params
from playground.world import World


def keyboard(world: World, asked: Params) -> Json:
    """GET /sim/chats/{id}/keyboard: what stands under the person's input line there."""
    chat = chat_of(world, number(asked, "id"))
    who = person_of(world, person(world, asked))
    return keyboards.held(world, chat, who, optional(asked, "thread"))


ROUTES = [web.get("/sim/chats/{id}/keyboard", act(keyboard))]
