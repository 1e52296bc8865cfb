"""Methods about the line between bot and Telegram: getMe, getUpdates, webhooks, logOut and close."""

from playground import views
from playground.methods.shared import Method
from playground.wire import Json, Params, bad
from playground.world import World

_LONGEST_POLL = 50
_MOST = 100


async def get_updates(world: World, params: Params) -> object:
    """The API's getUpdates: a long poll in real time."""
    if params.text("allowed_updates"):
        try:
            kinds = params.thing("allowed_updates")
        except ValueError:
            raise bad("can't parse allowed_updates JSON object") from None
        if not isinstance(kinds, list):
            raise bad("allowed_updates must be an Array of String")
        world.mailbox.allow([str(kind) for kind in kinds])
    limit = params.integer("limit", _MOST)
    limit = _MOST if limit <= 0 else min(limit, _MOST)
    timeout = min(max(params.integer("timeout"), 0), _LONGEST_POLL)
    return await world.mailbox.poll(params.integer("offset"), limit, timeout)


def get_me(world: World, params: Params) -> object:
    """The API's getMe."""
    return views.me(world.bot)


def delete_webhook(world: World, params: Params) -> object:
    """The API's deleteWebhook: there is none; waiting updates go when asked."""
    if params.boolean("drop_pending_updates"):
        world.mailbox.drop()
    return True


def get_webhook_info(world: World, params: Params) -> object:
    """The API's getWebhookInfo: none set."""
    info: Json = {"url": "", "has_custom_certificate": False, "pending_update_count": len(world.mailbox)}
    return info


def goodbye(world: World, params: Params) -> object:
    """The API's logOut and close: a local room forgets nothing by them."""
    return True


METHODS: dict[str, Method] = {
    "getUpdates": get_updates,
    "getMe": get_me,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "logOut": goodbye,
    "close": goodbye,
}
