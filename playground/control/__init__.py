"""The control side under /sim/: what people, tests and the page do to the room. README.md lists it."""

from aiohttp import web

from playground.control import (
    arranging,
    joining,
    keyboards,
    polls,
    reactions,
    reading,
    rooms,
    sharing,
    speaking,
    switches,
    waiting,
)


def add_routes(app: web.Application) -> None:
    """Every address under /sim/."""
    for part in (
        reading,
        speaking,
        sharing,
        rooms,
        arranging,
        joining,
        switches,
        waiting,
        keyboards,
        polls,
        reactions,
    ):
        app.add_routes(part.ROUTES)
