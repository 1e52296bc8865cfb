"""Polls of people and their votes."""

from aiohttp import web

from playground import polls
from playground.acts import Speech, Unable, chat_of
from playground.control.answering import begin, said
from playground.control.asked import act, number, optional, person, thing
from playground.methods import poll_drafts
from playground.wire import Json, Params, Refusal
from playground.world import World

_QUESTION = 255
"""People's questions are shorter than bots'."""


async def vote(world: World, asked: Params) -> Json:
    """POST /sim/vote: a person chooses options of a poll, or with none takes the vote back."""
    chat = chat_of(world, number(asked, "chat"))
    who, message, chosen = person(world, asked), number(asked, "message"), _options(asked)
    before = await begin(world, asked)
    shown = polls.vote(world, chat.id, message, who, chosen, asked.text("as"))
    return await said(world, chat, [shown], before, asked)


def _options(asked: Params) -> list[int]:
    given = thing(asked, "options")
    given = [given] if isinstance(given, int) else given
    if not isinstance(given, list) or not all(type(one) is int for one in given):
        raise Unable("options is a list of whole numbers, counted from 0.")
    return [one for one in given if isinstance(one, int)]


async def send(world: World, asked: Params) -> Json:
    """POST /sim/poll: a person sends a poll, described as sendPoll describes it."""
    chat = chat_of(world, number(asked, "chat"))
    speech = Speech(
        chat.id, person(world, asked), "", optional(asked, "thread"), optional(asked, "reply_to"),
        asked.text("as"),
    )  # fmt: skip
    try:
        draft = poll_drafts.read(world, asked)
        poll_drafts.check(world, chat, draft, _QUESTION)
    except Refusal as refusal:
        raise Unable(refusal.description) from None
    before = await begin(world, asked)
    return await said(world, chat, [polls.ask(world, speech, draft)], before, asked)


async def stop(world: World, asked: Params) -> Json:
    """POST /sim/stop: a person stops their own poll."""
    chat = chat_of(world, number(asked, "chat"))
    before = await begin(world, asked)
    shown = polls.stop(world, chat.id, number(asked, "message"), person(world, asked))
    return await said(world, chat, [shown], before, asked)


ROUTES = [
    web.post("/sim/vote", act(vote)),
    web.post("/sim/poll", act(send)),
    web.post("/sim/stop", act(stop)),
]
