"""The control side under /sim/: what people, tests and the page do to the room. README.md lists it."""

from aiohttp import web

from playground.control import acting, reading, waiting


def add_routes(app: web.Application) -> None:
    """Every address under /sim/."""
    app.add_routes([*reading.ROUTES, *acting.ROUTES, *waiting.ROUTES])
