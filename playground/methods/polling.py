"""Methods about the line between bot and Telegram: getMe, getUpdates, webhooks, logOut and close."""

import re
from urllib.parse import urlsplit

from playground import views, webhook
from playground.guard import LOOPBACK
from playground.methods.shared import Method
from playground.wire import Json, Params, Refusal, bad
from playground.world import World

_LONGEST_POLL = 50
_MOST = 100
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_HOOKED = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


def _allow(world: World, params: Params) -> None:
    """Remember the kinds of updates that the call names."""
    if not params.text("allowed_updates"):
        return
    try:
        kinds = params.thing("allowed_updates")
    except ValueError:
        raise bad("can't parse allowed_updates JSON object") from None
    if not isinstance(kinds, list):
        raise bad("allowed_updates must be an Array of String")
    world.mailbox.allow([str(kind) for kind in kinds])


async def get_updates(world: World, params: Params) -> object:
    """The API's getUpdates: a long poll in real time."""
    if world.webhook is not None:
        raise Refusal(409, _HOOKED)
    _allow(world, params)
    limit = params.integer("limit", _MOST)
    limit = _MOST if limit <= 0 else min(limit, _MOST)
    timeout = min(max(params.integer("timeout"), 0), _LONGEST_POLL)
    return await world.mailbox.poll(params.integer("offset"), limit, timeout)


def set_webhook(world: World, params: Params) -> object:
    """The API's setWebhook: updates are posted to an address on this machine, by http or https, any port."""
    url = params.text("url").strip()
    if not url:
        return delete_webhook(world, params)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if parts.hostname not in LOOPBACK:
        raise bad("bad webhook: the playground delivers to this machine only, by 127.0.0.1 or localhost")
    secret = params.text("secret_token")
    if secret and not _SECRET.fullmatch(secret):
        raise bad("secret token contains unallowed characters")
    _allow(world, params)
    if params.boolean("drop_pending_updates"):
        world.mailbox.drop()
    connections = min(max(params.integer("max_connections", 40), 1), _MOST)
    webhook.start(world, webhook.Webhook(url, secret, connections))
    return True


def get_me(world: World, params: Params) -> object:
    """The API's getMe."""
    return views.me(world.bot)


def delete_webhook(world: World, params: Params) -> object:
    """The API's deleteWebhook; waiting updates go when asked."""
    webhook.stop(world)
    if params.boolean("drop_pending_updates"):
        world.mailbox.drop()
    return True


def get_webhook_info(world: World, params: Params) -> object:
    """The API's getWebhookInfo; an empty url when there is none."""
    if world.webhook is not None:
        return world.webhook.shown(world)
    info: Json = {"url": "", "has_custom_certificate": False, "pending_update_count": len(world.mailbox)}
    return info


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
