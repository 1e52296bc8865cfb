"""Switches of the whole room: the clock, flood limits, faults."""

from aiohttp import web

from playground.acts import Unable
from playground.clock import moment
from playground.control.asked import act, flag, number, seconds, thing
from playground.control.reading import clock
from playground.faults import KINDS, Fault
from playground.wire import Json, Params
from playground.world import World


def set_flood(world: World, asked: Params) -> Json:
    """POST /sim/flood: flood limits on or off; off also forgets every pause."""
    world.flood.on = asked.boolean("on")
    world.flood.forgive()
    return {"flood": world.flood.on}


def set_clock(world: World, asked: Params) -> Json:
    """POST /sim/clock: fix or run, set, advance, in this order."""
    fixed = flag(asked, "fixed")
    try:
        now = moment(asked.text("now")) if asked.text("now") else None
        advance = float(asked.text("advance") or 0)
        if fixed is not None:
            (world.clock.fix if fixed else world.clock.run)()
        if now is not None:
            world.clock.set(now)
        if advance:
            world.clock.advance(advance)
    except (ValueError, OverflowError, OSError):
        raise Unable("now is an ISO 8601 time, advance a number of seconds.") from None
    world.hub.tell("clock", clock(world))
    return clock(world)


def add_fault(world: World, asked: Params) -> Json:
    """POST /sim/faults: let something go wrong."""
    kind, match = asked.text("kind"), thing(asked, "match")
    if kind not in KINDS:
        raise Unable(f"A fault is one of {', '.join(KINDS)}, not {kind!r}.")
    wanted = Params({str(k): v for k, v in match.items()}) if isinstance(match, dict) else Params({})
    status = asked.integer("status")
    if status and status not in range(500, 600):
        raise Unable("The field status is a code from 500 to 599.")
    fault = world.faults.add(Fault(
        0, asked.text("method") or "*", kind, max(asked.integer("times", 1), 1),
        {name: wanted.text(name) for name in wanted.values}, asked.integer("retry_after", 5),
        seconds(asked, "seconds", 5.0), asked.text("description"), asked.integer("chat"), status,
    ))  # fmt: skip
    world.hub.tell("faults", {"faults": [one.shown() for one in world.faults.waiting]})
    return {"fault": fault.shown()}


def remove_fault(world: World, asked: Params) -> Json:
    """DELETE /sim/faults/{id}: take one fault away."""
    identity = number(asked, "id")
    if not world.faults.remove(identity):
        raise Unable(f"No fault {identity} waits; it may have struck already.")
    waiting: Json = {"faults": [one.shown() for one in world.faults.waiting]}
    world.hub.tell("faults", waiting)
    return waiting


def clear_faults(world: World, asked: Params) -> Json:
    """DELETE /sim/faults: no more faults."""
    world.faults.clear()
    world.hub.tell("faults", {"faults": []})
    return {"faults": []}


ROUTES = [
    web.post("/sim/flood", act(set_flood)),
    web.post("/sim/clock", act(set_clock)),
    web.post("/sim/faults", act(add_fault)),
    web.delete("/sim/faults", act(clear_faults)),
    web.delete("/sim/faults/{id}", act(remove_fault)),
]
