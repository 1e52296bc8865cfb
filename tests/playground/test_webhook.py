"""Webhooks: delivery with the secret, repeats, replies that name a method, and the conflict with polling."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from playground.client import Playground
from playground.webhook import SECRET_HEADER


class Hook:
    """A bot's own server: it keeps what comes and answers as told."""

    def __init__(self) -> None:
        self.url = ""
        self.came: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self.answers: list[web.Response] = []

    async def take(self, request: web.Request) -> web.Response:
        """One delivery."""
        await self.came.put((request.headers.get(SECRET_HEADER, ""), await request.json()))
        return self.answers.pop(0) if self.answers else web.Response()

    async def message(self) -> tuple[str, Any]:
        """The next delivered message with its secret."""
        while True:
            secret, update = await asyncio.wait_for(self.came.get(), 10)
            if "text" in update.get("message", {}):
                return secret, update["message"]


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    """A running bot's server."""
    hook, app = Hook(), web.Application()
    app.router.add_post("/hook", hook.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield hook
    await runner.cleanup()


async def test_updates_come_with_the_secret(api: Any, room: Playground, hook: Hook) -> None:
    """A message is posted with the secret header; polling is a conflict meanwhile."""
    await api("setWebhook", url=hook.url, secret_token="s3cret", drop_pending_updates=True)
    await room.say(1001, "ann", "hello")
    secret, message = await hook.message()
    assert (secret, message["text"]) == ("s3cret", "hello")
    assert (await api("getWebhookInfo"))["url"] == hook.url
    assert (await api.refused("getUpdates"))[1].startswith(
        "Conflict: can't use getUpdates method while webhook"
    )
    await api("deleteWebhook")
    assert await api("getUpdates", timeout=0) == []


async def test_what_is_not_taken_comes_again(api: Any, room: Playground, hook: Hook) -> None:
    """An answer outside 2xx is repeated and told by getWebhookInfo; order is kept."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.Response(status=500)]
    await room.say(1001, "ann", "one")
    await room.say(1001, "ann", "two")
    assert [(await hook.message())[1]["text"] for _ in range(3)] == ["one", "one", "two"]
    info = await api("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 500 Internal Server Error"


async def test_a_reply_may_name_a_method(api: Any, room: Playground, hook: Hook) -> None:
    """The body of the answer is a call, done and logged."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.json_response({"method": "sendMessage", "chat_id": 1001, "text": "by reply"})]
    said = await room.say(1001, "ann", "hello", wait=5)
    assert said.answer.text == "by reply"
    assert [call["status"] for call in await room.calls("sendMessage")] == [200]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"url": "ftp://127.0.0.1"}, "invalid webhook URL specified"),
        ({"url": "http://127.0.0.1:99999/"}, "invalid webhook URL specified"),
        ({"url": "http://127.0.0.1:1/", "secret_token": "a" * 257}, "secret token is too long"),
        ({"url": "https://example.com"},
         "bad webhook: the playground delivers to this machine only, by 127.0.0.1 or localhost"),
        ({"url": "http://127.0.0.1:1/", "secret_token": "a b"}, "secret token contains unallowed characters"),
    ],
)  # fmt: skip
async def test_wrong_webhooks_are_refused(api: Any, more: dict[str, str], sentence: str) -> None:
    """Other schemes, other machines and odd secrets are refused."""
    assert await api.refused("setWebhook", **more) == (400, f"Bad Request: {sentence}")
