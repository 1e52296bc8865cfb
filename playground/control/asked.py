"""What a control request asks, read by kind; wrong ones become a sentence with status 400."""

import math
from collections.abc import Awaitable, Callable

from aiohttp import web

from playground.acts import Unable
from playground.bodies import params_of
from playground.server import WORLD
from playground.wire import Json, Params, Refusal, decoded, whole
from playground.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Act = Callable[[World, Params], Json | Awaitable[Json]]


def act(do: Act) -> Handler:
    """A handler that reads the request's fields, does something, and answers with JSON."""

    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            done = do(request.app[WORLD], await fields(request))
            return web.json_response(await done if isinstance(done, Awaitable) else done)
        except Unable as unable:
            return web.json_response({"error": str(unable)}, status=400)
        except Refusal as refusal:  # of an upload that is no form
            return web.json_response({"error": refusal.description}, status=refusal.code)

    return handle


async def fields(request: web.Request) -> Params:
    """Path, query and JSON body as one set of fields; raises Unable for a body that is no JSON object."""
    given: dict[str, object] = {**request.match_info, **request.query}
    if request.content_type == "multipart/form-data":
        sent = await params_of(request)
        return Params({**sent.values, **given}, sent.files)
    raw = await request.read()
    if raw.strip():
        try:
            body = decoded(raw)
        except ValueError:
            raise Unable("The body is not JSON.") from None
        if not isinstance(body, dict):
            raise Unable("The body is a JSON object.")
        given = {**body, **request.match_info}
    return Params(given)


def person(world: World, asked: Params, name: str = "person") -> int:
    """A person's id, given as id, username or first name; "bot" is the bot. Raises Unable."""
    given = asked.text(name).strip()
    if given.lower() == "bot":
        return world.bot.id
    if (user := whole(given)) is not None:
        return user
    wanted = given.lstrip("@").lower()
    for one in world.people.values():
        if wanted and wanted in (one.username.lower(), one.first_name.lower()):
            return one.id
    raise Unable(f"{name}: there is no person {given!r}." if given else f"The field {name} is missing.")


def number(asked: Params, name: str) -> int:
    """A whole number that must be there. Raises Unable."""
    missing = -(10**30)
    value = asked.integer(name, missing)
    if value == missing:
        raise Unable(f"The field {name} must be a whole number.")
    return value


def optional(asked: Params, name: str) -> int | None:
    """A whole number, or None when it was not given."""
    return number(asked, name) if asked.text(name) else None


def seconds(asked: Params, name: str, default: float) -> float:
    """A duration in seconds, 0 to 600. Raises Unable."""
    given = asked.text(name)
    try:
        value = float(given) if given else default
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Unable(f"The field {name} is a number of seconds.")
    return min(max(value, 0.0), 600.0)


def thing(asked: Params, name: str) -> object:
    """A JSON value, or None when it was not given. Raises Unable."""
    try:
        return asked.thing(name)
    except ValueError:
        raise Unable(f"The field {name} is no JSON.") from None


def flag(asked: Params, name: str) -> bool | None:
    """True or false, or None when it was not given."""
    return asked.boolean(name) if asked.text(name) else None


def names(asked: Params, field: str, known: tuple[str, ...]) -> frozenset[str] | None:
    """A list of rights or permissions, with or without "can_"; None when it was not given. Raises Unable."""
    if field not in asked:
        return None
    try:
        given = asked.thing(field)
    except ValueError:
        raise Unable(f"The field {field} is no JSON.") from None
    if not isinstance(given, list):
        raise Unable(f"The field {field} is a list of names.")
    found = {f"can_{str(one).removeprefix('can_')}" for one in given}
    wrong = sorted(found - set(known))
    if wrong:
        raise Unable(f"{field}: there is no {', '.join(wrong)}; there are {', '.join(known)}.")
    return frozenset(found)
