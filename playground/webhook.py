"""Webhook delivery: updates are posted to the bot's address, one after another, until it takes them.

What Telegram does: a POST with the secret in a header; an answer outside 2xx is repeated after a growing
pause; a reply body may itself name a method. Any http(s) address is taken here, for bots on this machine.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from playground.wire import Json, Params, decoded
from playground.world import World

_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
_TIMEOUT = 30.0
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name


@dataclass
class Webhook:
    """Where updates go while it is set, and what the last failure said."""

    url: str
    secret: str = ""
    max_connections: int = 40
    last_error: str = ""
    last_error_date: int = 0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def shown(self, world: World) -> Json:
        """The webhook as getWebhookInfo tells of it."""
        info: Json = {
            "url": self.url, "has_custom_certificate": False, "pending_update_count": len(world.mailbox),
            "max_connections": self.max_connections, "ip_address": "127.0.0.1",
        }  # fmt: skip
        if self.last_error:
            info |= {"last_error_date": self.last_error_date, "last_error_message": self.last_error}
        return info


def start(world: World, hook: Webhook) -> None:
    """Deliver by this webhook from now on."""
    stop(world)
    world.webhook = hook
    hook.task = asyncio.create_task(_deliver(world, hook))


def stop(world: World) -> None:
    """Deliver by no webhook any more."""
    if world.webhook and world.webhook.task:
        world.webhook.task.cancel()
    world.webhook = None


async def _deliver(world: World, hook: Webhook) -> None:
    headers = {SECRET_HEADER: hook.secret} if hook.secret else {}
    # the bot stands on this machine, often with a certificate of its own making
    async with httpx.AsyncClient(headers=headers, timeout=_TIMEOUT, trust_env=False, verify=False) as http:  # noqa: S501
        failures = 0
        while True:
            update = await world.mailbox.first()
            answer = await _post(world, hook, http, update)
            if answer is None:
                await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
                failures += 1
                continue
            failures = 0
            await _reply(world, answer)
            world.mailbox.taken(update)


async def _post(world: World, hook: Webhook, http: httpx.AsyncClient, update: Json) -> bytes | None:
    """The answer's body, or None when the update was not taken."""
    try:
        response = await http.post(hook.url, json=update)
    except httpx.HTTPError as error:
        hook.last_error = f"Connection failed: {type(error).__name__}"
    else:
        if response.is_success:
            return response.content
        hook.last_error = f"Wrong response from the webhook: {response.status_code} {response.reason_phrase}"
    hook.last_error_date = int(world.clock.now())
    return None


async def _reply(world: World, body: bytes) -> None:
    """Do the method that a reply names; nobody hears its answer, but the log keeps it."""
    with suppress(ValueError):
        asked = decoded(body) if body.strip() else None
        if isinstance(asked, dict) and isinstance(asked.get("method"), str):
            params = Params({name: value for name, value in asked.items() if name != "method"})
            await world.perform(str(asked["method"]), params)
