"""Methods about the line between bot and Telegram: getMe, getUpdates, webhooks, logOut and close."""

import re
from contextlib import suppress
from urllib.parse import urlsplit

from playground import views, webhook
from playground.guard import LOOPBACK
from playground.methods.shared import Method
from playground.numbers import lenient
from playground.wire import Explained, Params, Refusal, bad
from playground.world import World

_LONGEST_POLL = 50
_MOST = 100
_CONNECTIONS = 40
_LONGEST_SECRET = 256
_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_HOOKED = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


def _allow(world: World, params: Params) -> None:
    """Remember the kinds of updates that the call names; what is no list of them changes nothing."""
    with suppress(ValueError):
        kinds = params.thing("allowed_updates")
        if isinstance(kinds, list):
            world.mailbox.allow([kind for kind in kinds if isinstance(kind, str)])


async def get_updates(world: World, params: Params) -> object:
    """The API's getUpdates: a long poll in real time."""
    if world.webhook is not None:
        raise Refusal(409, _HOOKED)
    _allow(world, params)
    limit = _number(params, "limit", _MOST, 1, _MOST)
    timeout = _number(params, "timeout", 0, 0, _LONGEST_POLL)
    offset = lenient(params.text("offset"))
    return await world.mailbox.poll(offset, limit, timeout)


def _number(params: Params, name: str, default: int, least: int, most: int) -> int:
    """A number that is moved between its limits, as Telegram reads those that it does not check."""
    given = params.text(name)
    return min(max(lenient(given) if given else default, least), most)


def set_webhook(world: World, params: Params) -> object:
    """The API's setWebhook: updates are posted to an address on this machine, by http or https, any port."""
    if not params.text("url"):
        return delete_webhook(world, params)
    hook = _hook(params)
    dropping = params.boolean("drop_pending_updates")
    if world.webhook is not None and world.webhook.same(hook) and not dropping:
        _allow(world, params)
        return Explained(True, "Webhook is already set")
    if dropping:
        world.mailbox.drop()
    _allow(world, params)
    webhook.start(world, hook)
    return Explained(True, "Webhook was set")


def _hook(params: Params) -> webhook.Webhook:
    """The webhook that the call describes. Raises Telegram's refusals."""
    url = params.text("url").strip()
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise bad("invalid webhook URL specified")
    secret = params.text("secret_token")
    if len(secret) > _LONGEST_SECRET:
        raise bad("secret token is too long")
    if not _SECRET.fullmatch(secret):
        raise bad("secret token contains unallowed characters")
    if host not in LOOPBACK:
        raise bad("bad webhook: the playground delivers to this machine only, by 127.0.0.1 or localhost")
    connections = _number(params, "max_connections", _CONNECTIONS, 1, _MOST)
    return webhook.Webhook(parts.geturl(), secret, connections, "certificate" in params.files)


def get_me(world: World, params: Params) -> object:
    """The API's getMe."""
    return views.me(world.bot)


def delete_webhook(world: World, params: Params) -> object:
    """The API's deleteWebhook; waiting updates go when asked."""
    was_set = world.webhook is not None
    webhook.stop(world)
    if params.boolean("drop_pending_updates"):
        world.mailbox.drop()
    return Explained(True, "Webhook was deleted" if was_set else "Webhook is already deleted")


def get_webhook_info(world: World, params: Params) -> object:
    """The API's getWebhookInfo; an empty url when there is none."""
    return webhook.info(world)


def goodbye(world: World, params: Params) -> object:
    """The API's logOut and close: a local room forgets nothing by them."""
    return True


METHODS: dict[str, Method] = {
    "getUpdates": get_updates,
    "getMe": get_me,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "logOut": goodbye,
    "close": goodbye,
}
