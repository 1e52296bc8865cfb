"""Webhook delivery: updates are posted to the bot's address until it takes them.

What Telegram's server does: updates of one chat go one after another, those of different chats side by side
up to `max_connections`. The secret stands in a header. An answer outside 2xx is repeated: once at once, then
after pauses that double up to a minute, or as `Retry-After` says. A body of an answer may itself name a
method. Who answers 410 for 23 hours has no webhook any more. Pauses go by the room's clock.
"""

import asyncio
import os
from contextlib import suppress
from dataclasses import dataclass, field

import aiohttp

from playground.bodies import answered
from playground.updates import DEFAULT, KINDS, Mail
from playground.wire import Json, Params, Refusal, encoded
from playground.world import World

_LONGEST_PAUSE = 60.0
_LONGEST_ASKED_PAUSE = 3600
_GONE_FOR = 23 * 3600.0
_TIMEOUT = aiohttp.ClientTimeout(total=60)
_LOOK = 0.5
"""Real seconds after which a pause is looked at again: somebody may have moved the clock."""
_GONE = 410
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
_NOT_BY_REPLY = frozenset({"setwebhook", "deletewebhook", "close", "logout"})


@dataclass
class _Retry:
    """When an update may be tried again (the clock's `elapsed`), and how that came."""

    at: float = 0.0
    pause: float = 1.0
    failures: int = 0


@dataclass
class Webhook:
    """Where updates go while it is set, and what the last failure said."""

    url: str
    secret: str = ""
    max_connections: int = 40
    certificate: bool = False
    last_error: str = ""
    last_error_date: int = 0
    task: asyncio.Task[None] | None = field(default=None, repr=False, compare=False)
    retries: dict[int, _Retry] = field(default_factory=dict, repr=False, compare=False)
    gone_since: float | None = field(default=None, repr=False, compare=False)

    def same(self, other: "Webhook") -> bool:
        """Whether setting `other` would change nothing."""
        return (self.url, self.secret, self.max_connections) == (
            other.url, other.secret, other.max_connections,
        ) and not (self.certificate or other.certificate)  # fmt: skip


def info(world: World) -> Json:
    """What getWebhookInfo tells; an empty url when there is none."""
    hook = world.webhook
    shown: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": hook.certificate if hook else False,
        "pending_update_count": len(world.mailbox),
    }
    if hook and hook.last_error:
        shown |= {"last_error_date": hook.last_error_date, "last_error_message": hook.last_error}
    if hook:
        shown |= {"max_connections": hook.max_connections, "ip_address": "127.0.0.1"}
    if world.mailbox.allowed != DEFAULT:
        shown["allowed_updates"] = [kind for kind in KINDS if kind in world.mailbox.allowed]
    return shown


def start(world: World, hook: Webhook) -> None:
    """Deliver by this webhook from now on; a delivery or a pause of the one before ends."""
    stop(world)
    world.mailbox.interrupt()
    world.webhook = hook
    hook.task = asyncio.create_task(_deliver(world, hook))


def stop(world: World) -> None:
    """Deliver by no webhook any more."""
    if world.webhook and world.webhook.task:
        world.webhook.task.cancel()
    world.webhook = None


async def _deliver(world: World, hook: Webhook) -> None:
    """Give each line's first update to the bot, as many at once as connections are allowed."""
    headers = {"Accept-Encoding": "gzip, deflate"} | ({SECRET_HEADER: hook.secret} if hook.secret else {})
    # the bot stands on this machine, often with a certificate of its own making
    connector = aiohttp.TCPConnector(limit=hook.max_connections, ssl=False)
    session = aiohttp.ClientSession(
        connector=connector, headers=headers, timeout=_TIMEOUT, cookie_jar=aiohttp.DummyCookieJar(),
        skip_auto_headers=["User-Agent", "Accept"],
    )  # fmt: skip
    busy: dict[str, asyncio.Task[None]] = {}
    try:
        while True:
            left = _begin(world, hook, session, busy)
            await world.mailbox.bell.heard(left)
    finally:
        for task in busy.values():
            task.cancel()
        await session.close()


def _begin(
    world: World, hook: Webhook, session: aiohttp.ClientSession, busy: dict[str, asyncio.Task[None]]
) -> float:
    """Begin what may begin now; real seconds after which to look again unless something happens."""
    look = _TIMEOUT.total or _LOOK
    for mail in world.mailbox.first(2 * hook.max_connections):
        if mail.line in busy:
            continue
        retry = hook.retries.get(mail.number)
        if retry and retry.at > world.clock.elapsed():
            look = min(look, _LOOK, retry.at - world.clock.elapsed())
            continue
        if len(busy) >= hook.max_connections:
            break
        busy[mail.line] = asyncio.create_task(_try(world, hook, session, mail))
        busy[mail.line].add_done_callback(lambda _, line=mail.line: _ended(world, busy, line))  # type: ignore[misc]
    return look


def _ended(world: World, busy: dict[str, asyncio.Task[None]], line: str) -> None:
    busy.pop(line, None)
    world.mailbox.bell.ring()


async def _try(world: World, hook: Webhook, session: aiohttp.ClientSession, mail: Mail) -> None:
    """One delivery: taken, or put off."""
    try:
        async with session.post(
            hook.url, data=encoded(mail.update), headers={"Content-Type": "application/json"},
            allow_redirects=False,
        ) as response:  # fmt: skip
            taken = 200 <= response.status <= 299  # noqa: PLR2004
            reply = await answered(response) if taken else None
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        _failed(world, hook, mail, _sentence(error))
        return
    if not taken:
        asked = _seconds(response.headers.get("Retry-After", ""))
        sentence = f"Wrong response from the webhook: {response.status} {response.reason or ''}"
        _failed(world, hook, mail, sentence, asked)
        _count_gone(world, hook, response.status == _GONE)
        return
    hook.gone_since = None
    hook.retries.pop(mail.number, None)
    if reply:
        await _perform(world, reply)
    world.mailbox.taken(mail)


def _failed(world: World, hook: Webhook, mail: Mail, sentence: str, asked: float = 0.0) -> None:
    """Note what went wrong and when the update may be tried again; what is too old by then is given up."""
    hook.last_error, hook.last_error_date = sentence, int(world.clock.now())
    retry = hook.retries.setdefault(mail.number, _Retry())
    pause = asked
    if not asked and retry.failures:
        retry.pause = min(retry.pause * 2, _LONGEST_PAUSE)
        pause = retry.pause
    retry.failures += 1
    retry.at = world.clock.elapsed() + pause
    if retry.at > mail.until:
        hook.retries.pop(mail.number)
        world.mailbox.taken(mail)


def _count_gone(world: World, hook: Webhook, gone: bool) -> None:
    now = world.clock.elapsed()
    if not gone:
        hook.gone_since = None
    elif hook.gone_since is None:
        hook.gone_since = now
    elif now > hook.gone_since + _GONE_FOR and world.webhook is hook:
        stop(world)


def _sentence(error: Exception) -> str:
    """What getWebhookInfo says of a delivery that got no answer."""
    if isinstance(error, aiohttp.ClientSSLError):
        return f"SSL error {{{error.os_error.strerror or error.os_error}}}"
    if isinstance(error, aiohttp.ClientConnectorError) and error.os_error.errno:
        return os.strerror(error.os_error.errno)
    if isinstance(error, TimeoutError):
        return "Read timeout expired"
    if isinstance(error, ConnectionResetError):
        return "Connection reset by peer"
    return "Webhook connection closed"


def _seconds(text: str) -> float:
    """The pause that an answer asks for, at most an hour; 0 for none."""
    return float(min(int(text), _LONGEST_ASKED_PAUSE)) if text.isascii() and text.isdigit() else 0.0


async def _perform(world: World, reply: Params) -> None:
    """Do the method that a reply names; nobody hears its answer, but the log keeps it."""
    name = reply.text("method")
    lowered = name.lower()
    if not name or lowered in _NOT_BY_REPLY or lowered.startswith("get"):
        return
    reply.values.pop("method", None)
    with suppress(Refusal):
        await world.perform(name, reply)
