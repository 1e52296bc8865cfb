"""Webhooks: delivery with the secret, repeats, replies that name a method, and the conflict with polling."""

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import pytest
from aiohttp import web

from playground.client import Playground
from playground.webhook import SECRET_HEADER
from playground.world import World


class Hook:
    """A bot's own server: it keeps what comes and answers as told."""

    def __init__(self) -> None:
        self.url = ""
        self.came: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self.answers: list[web.Response] = []
        self.held: asyncio.Event | None = None
        self.at_once = self.most_at_once = 0

    async def take(self, request: web.Request) -> web.Response:
        """One delivery."""
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.came.put((request.headers.get(SECRET_HEADER, ""), await request.json()))
        if self.held is not None:
            await self.held.wait()
        self.at_once -= 1
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


async def test_the_first_repeat_comes_at_once_and_later_ones_wait_longer(
    api: Any, room: Playground, hook: Hook, world: World
) -> None:
    """Telegram repeats once at once, then after 2 and 4 seconds; moving the clock ends a pause."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.Response(status=500) for _ in range(4)]
    await room.say(1001, "ann", "hello")
    await hook.message()
    pauses = []
    for _ in range(3):
        await hook.message()
        while world.webhook is None or not world.webhook.retries or hook.at_once:
            await world.mailbox.bell.heard(0.05)
        retry = next(iter(world.webhook.retries.values()))
        pauses.append(retry.pause)
        await room.clock(advance=60)
    assert pauses == [2.0, 4.0, 8.0]
    await hook.message()
    assert (await room.quiet()) is True
    assert (await api("getWebhookInfo"))["pending_update_count"] == 0


async def test_retry_after_is_obeyed(api: Any, room: Playground, hook: Hook, world: World) -> None:
    """A pause that the bot asks for is kept, an hour at most."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.Response(status=503, headers={"Retry-After": "9999"})]
    await room.say(1001, "ann", "hello")
    await hook.message()
    while world.webhook is None or not world.webhook.retries:
        await world.mailbox.bell.heard(0.05)
    left = next(iter(world.webhook.retries.values())).at - world.clock.elapsed()
    assert 3590 < left <= 3600
    await room.clock(advance=3601)
    assert (await hook.message())[1]["text"] == "hello"


async def test_chats_do_not_wait_for_one_another(api: Any, room: Playground, hook: Hook) -> None:
    """Two chats are served side by side, one chat's updates one after another."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.held = asyncio.Event()
    await room.say(1001, "ann", "one")
    await room.say(1001, "ann", "two")
    await room.say(1002, "bo", "three")
    assert {(await hook.message())[1]["text"] for _ in range(2)} == {"one", "three"}
    hook.held.set()
    assert (await hook.message())[1]["text"] == "two"
    assert hook.most_at_once == 2


async def test_max_connections_holds(api: Any, room: Playground, hook: Hook) -> None:
    """With one connection everything comes in order."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True, max_connections=1)
    for text in ("one", "two", "three"):
        await room.say(1001, "ann", text)
        await room.say(1002, "bo", text)
    assert [(await hook.message())[1]["text"] for _ in range(6)] == [
        "one", "one", "two", "two", "three", "three",
    ]  # fmt: skip
    assert hook.most_at_once == 1
    assert (await api("getWebhookInfo"))["max_connections"] == 1


@pytest.mark.parametrize("kind", ["json", "form", "multipart"])
async def test_a_reply_names_a_method_in_any_form(api: Any, room: Playground, hook: Hook, kind: str) -> None:
    """JSON, form and multipart answers are read; a body of another type names nothing."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    fields = {"method": "SendMessage", "chat_id": "1001", "text": kind}
    bodies = {
        "json": web.json_response(fields),
        "form": web.Response(text=urlencode(fields), content_type="application/x-www-form-urlencoded"),
        "multipart": web.Response(
            text="".join(
                f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                for name, value in fields.items()
            )
            + "--b--\r\n",
            headers={"Content-Type": "multipart/form-data; boundary=b"},
        ),
    }
    hook.answers = [bodies[kind]]
    assert (await room.say(1001, "ann", "hello", wait=5)).answer.text == kind


@pytest.mark.parametrize("method", ["deleteWebhook", "setWebhook", "getMe", "logOut", "close", "nothing"])
async def test_a_reply_may_not_ask_or_set_hooks(api: Any, room: Playground, hook: Hook, method: str) -> None:
    """Telegram passes over such replies; an unknown method is logged as refused."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.json_response({"method": method})]
    await room.say(1001, "ann", "hello")
    await hook.message()
    assert await room.quiet()
    assert (await api("getWebhookInfo"))["url"] == hook.url
    done = [call for call in await room.calls(method) if "url" not in call["params"]]
    assert [call["status"] for call in done] == ([404] if method == "nothing" else [])


async def test_setting_again_takes_over_what_waits(
    api: Any, room: Playground, hook: Hook, world: World
) -> None:
    """A new address gets the update that the old one refused; deleting ends its repeats."""
    await api("setWebhook", url="http://127.0.0.1:9/", drop_pending_updates=True)
    await room.say(1001, "ann", "hello")
    while "last_error_message" not in (info := await api("getWebhookInfo")):
        await world.mailbox.bell.heard(0.05)
    assert (info["last_error_message"], info["pending_update_count"]) == ("Connection refused", 1)
    await api("setWebhook", url=hook.url)
    assert (await hook.message())[1]["text"] == "hello"
    assert "last_error_message" not in await api("getWebhookInfo")


async def test_deleting_during_a_pause_keeps_the_update(api: Any, room: Playground, hook: Hook) -> None:
    """What was refused can be polled after deleteWebhook."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.Response(status=500), web.Response(status=500)]
    await room.say(1001, "ann", "hello")
    await hook.message()
    await hook.message()
    await api("deleteWebhook")
    assert [update["message"]["text"] for update in await api("getUpdates")] == ["hello"]


async def test_answers_say_what_was_done(api: Any, hook: Hook) -> None:
    """SetWebhook and deleteWebhook carry Telegram's descriptions."""

    async def description(method: str, **params: Any) -> str:
        return str((await api.raw(method, **params))[1]["description"])

    assert await description("setWebhook", url=hook.url) == "Webhook was set"
    assert await description("setWebhook", url=hook.url) == "Webhook is already set"
    assert await description("setWebhook", url=hook.url, secret_token="a") == "Webhook was set"
    assert await description("deleteWebhook") == "Webhook was deleted"
    assert await description("setWebhook", url="") == "Webhook is already deleted"


async def test_who_is_gone_for_23_hours_has_no_webhook(
    api: Any, room: Playground, hook: Hook, world: World
) -> None:
    """410 for that long closes the webhook; a shorter time does not."""
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    hook.answers = [web.Response(status=410) for _ in range(9)]
    await room.say(1001, "ann", "hello")
    await hook.message()
    await hook.message()
    assert (await api("getWebhookInfo"))["url"] == hook.url
    await room.clock(advance=23 * 3600 + 5)
    await hook.message()
    while (await api("getWebhookInfo"))["url"]:
        await world.mailbox.bell.heard(0.05)
    assert [update["message"]["text"] for update in await api("getUpdates")] == ["hello"]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """A certificate that nobody but its owner signed."""
    folder = tmp_path_factory.mktemp("certificate")
    key, own = folder / "key.pem", folder / "own.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=own"]
    subprocess.run([*command, "-keyout", key, "-out", own], check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(own, key)
    return context


async def test_https_with_a_certificate_of_its_own(
    api: Any, room: Playground, certificate: ssl.SSLContext
) -> None:
    """A bot on this machine may sign its own certificate."""
    hook, app = Hook(), web.Application()
    app.router.add_post("/hook", hook.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=certificate).start()
    await api("setWebhook", url=f"https://127.0.0.1:{runner.addresses[0][1]}/hook", drop_pending_updates=True)
    await room.say(1001, "ann", "hello")
    assert (await hook.message())[1]["text"] == "hello"
    await api("deleteWebhook")
    await runner.cleanup()
