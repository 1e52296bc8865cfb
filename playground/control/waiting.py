"""Waiting for the bot, and the stream of events for windows."""

from contextlib import suppress

from aiohttp import web

from playground import waits
from playground.acts import chat_of
from playground.control.asked import act, number, optional, seconds
from playground.control.reading import show_message
from playground.hub import Event
from playground.server import WORLD
from playground.shapes import Message
from playground.wire import Json, Params, whole
from playground.world import World

_PING = 15.0


async def wait(world: World, asked: Params) -> Json:
    """GET /sim/wait: until the bot posted or edited in a chat after a message (or after event `event`)."""
    chat = chat_of(world, number(asked, "chat"))
    after, event = optional(asked, "after"), optional(asked, "event")
    if event is None:
        event = _told(world, chat.messages, after)
    found = await waits.spoken(world, chat, event, seconds(asked, "timeout", 10.0))
    return {
        "messages": [show_message(world, one) for one in found],
        "timed_out": not found,
        "event": world.hub.number,
    }


def _told(world: World, messages: dict[int, Message], after: int | None) -> int:
    """The number of the event that told of message `after`; of none: everything since now."""
    if after is None:
        return world.hub.number
    earlier = [one.posted for identity, one in messages.items() if identity <= after]
    return max(earlier, default=0)


async def quiet(world: World, asked: Params) -> Json:
    """GET /sim/quiet: until the bot has handled all its mail and keeps still."""
    done = await waits.quiet(world, seconds(asked, "timeout", 10.0), seconds(asked, "settle", waits.SETTLE))
    return {"quiet": done, "pending": len(world.mailbox), "event": world.hub.number}


async def events(request: web.Request) -> web.StreamResponse:
    """GET /sim/events: server-sent events; Last-Event-ID (or `?after=`) goes on where a window stopped."""
    world = request.app[WORLD]
    given = request.headers.get("Last-Event-ID") or request.query.get("after", "")
    after = whole(given)
    last = world.hub.number if after is None else after
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    await response.prepare(request)
    with suppress(ConnectionError):
        await response.write(b"retry: 1000\n\n")
        await _stream(world, response, last)
    return response


async def _stream(world: World, response: web.StreamResponse, last: int) -> None:
    """Write event after event until the window goes away."""
    while True:
        new = world.hub.since(last)
        if new is None:
            new = [Event(world.hub.number, "reset", {})]
        for event in new:
            await response.write(event.line)
            last = event.number
        if not new and not await world.hub.bell.heard(_PING):
            await response.write(b": still here\n\n")


ROUTES = [
    web.get("/sim/wait", act(wait)),
    web.get("/sim/quiet", act(quiet)),
    web.get("/sim/events", events),
]
