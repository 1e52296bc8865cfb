"""A furnished playground on a free port, a raw caller of its Bot API, and people who speak."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiogram.methods
import httpx
import pytest
from pydantic import TypeAdapter

from playground.app import serving
from playground.client import Playground
from playground.fixtures import playground, playground_world
from playground.methods.names import ALL
from playground.room import furnish
from playground.world import World

__all__ = ["playground", "playground_world"]  # the fixtures of other people's projects
TOKEN = "1:test"
Files = dict[str, tuple[str, bytes, str]]
"""Multipart fields: file name, content and type."""
PROPER = {name.lower(): name for name in ALL}


def png(width: int, height: int) -> bytes:
    """The head of a picture of this size; nobody here reads more of it."""
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\0\0\0"


@dataclass
class Api:
    """Calls the Bot API as a bot does; every good answer must fit aiogram's type of it."""

    http: httpx.AsyncClient
    token: str = TOKEN
    called: list[str] = field(default_factory=list)

    async def raw(self, method: str, /, **params: Any) -> tuple[int, Any]:
        """Status and body of a form call; objects are sent as JSON, as bot libraries do."""
        form = {k: v if isinstance(v, str) else json.dumps(v) for k, v in params.items() if v is not None}
        response = await self.http.post(f"/bot{self.token}/{method}", data=form)
        return response.status_code, response.json()

    async def __call__(self, method: str, /, **params: Any) -> Any:
        """The result of a call that must be taken."""
        status, body = await self.raw(method, **params)
        assert status == 200, body
        assert body["ok"] is True
        name = PROPER[method.lower()]
        returning = getattr(aiogram.methods, name[0].upper() + name[1:]).__returning__
        TypeAdapter(returning).validate_python(body["result"])
        return body["result"]

    async def send(self, method: str, files: Files, /, **params: Any) -> Any:
        """The body of a multipart call; a good answer must fit aiogram's type."""
        form = {k: v if isinstance(v, str) else json.dumps(v) for k, v in params.items() if v is not None}
        response = await self.http.post(f"/bot{self.token}/{method}", data=form, files=files)
        body = response.json()
        if body["ok"]:
            name = PROPER[method.lower()]
            returning = getattr(aiogram.methods, name[0].upper() + name[1:]).__returning__
            TypeAdapter(returning).validate_python(body["result"])
        return body

    async def photo(self, chat: int) -> str:
        """The id of a photo, as it comes in its largest size, that was sent to a chat."""
        files = {"photo": ("a.png", png(400, 300), "image/png")}
        sent = await self.send("sendPhoto", files, chat_id=chat)
        return str(sent["result"]["photo"][-1]["file_id"])

    async def document(self, chat: int) -> str:
        """The id of a document that was sent to a chat."""
        sent = await self.send("sendDocument", {"document": ("a.txt", b"text", "text/plain")}, chat_id=chat)
        return str(sent["result"]["document"]["file_id"])

    async def refused(self, method: str, /, **params: Any) -> tuple[int, str]:
        """Code and sentence of a call that must be refused, in Telegram's form."""
        status, body = await self.raw(method, **params)
        assert body["ok"] is False, body
        assert body["error_code"] == status
        return status, body["description"]

    async def updates(self, **params: Any) -> list[Any]:
        """Everything that waits, acknowledged."""
        found = await self("getUpdates", **params)
        if found:
            await self("getUpdates", offset=found[-1]["update_id"] + 1)
        return list(found)


@pytest.fixture
def world() -> World:
    """Two people, a group and a forum, without flood limits."""
    world = furnish(TOKEN)
    world.flood.on = False
    return world


@pytest.fixture
async def address(world: World) -> AsyncIterator[str]:
    """The playground's address."""
    async with serving(world) as address:
        yield address


@pytest.fixture
async def api(address: str) -> AsyncIterator[Api]:
    """The bot's side."""
    async with httpx.AsyncClient(base_url=address, timeout=30, trust_env=False, verify=False) as http:  # noqa: S501
        yield Api(http)


@pytest.fixture
async def room(address: str) -> AsyncIterator[Playground]:
    """The people's side."""
    async with Playground(address) as room:
        yield room


@pytest.fixture
def picture() -> bytes:
    """A picture of 400 by 300."""
    return png(400, 300)


@pytest.fixture
def group(world: World) -> int:
    """The usual group."""
    return next(chat.id for chat in world.chats.values() if chat.type == "supergroup" and not chat.forum)


@pytest.fixture
def forum(world: World) -> int:
    """The usual forum."""
    return next(chat.id for chat in world.chats.values() if chat.forum)


@pytest.fixture
def topic(world: World, forum: int) -> int:
    """The forum's first topic."""
    return next(iter(world.chats[forum].topics))
