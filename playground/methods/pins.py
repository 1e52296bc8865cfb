"""Methods that pin: pinChatMessage, unpinChatMessage, unpinAllChatMessages.

What is missing is said before what is not allowed, as Telegram's server does. `disable_notification` changes
nothing here: the service message is the same.
"""

from playground import pins, rights, service
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Params, bad
from playground.world import World

_NOT_MODIFIED = "CHAT_NOT_MODIFIED"


def pin(world: World, params: Params) -> object:
    """The API's pinChatMessage: by right in groups and channels, always in a private chat."""
    chat = shared.reachable(world, params)
    message = _message(chat, params, "pin")
    rights.require(world, chat, "can_pin_messages")
    if message.service:
        raise bad("a service message can't be pinned")
    if not pins.pin(world, chat, service.bot(world, chat), message):
        raise bad(_NOT_MODIFIED)
    return True


def unpin(world: World, params: Params) -> object:
    """The API's unpinChatMessage: the named one, or the newest."""
    chat = shared.reachable(world, params)
    if params.integer("message_id"):
        number = _message(chat, params, "unpin").id
    elif chat.pinned:
        number = chat.pinned[-1]
    else:
        raise bad("message to unpin not found")
    rights.require(world, chat, "can_pin_messages")
    if not pins.unpin(world, chat, number):
        raise bad(_NOT_MODIFIED)
    return True


def unpin_all(world: World, params: Params) -> object:
    """The API's unpinAllChatMessages."""
    chat = shared.reachable(world, params)
    rights.require(world, chat, "can_pin_messages")
    pins.unpin_all(world, chat)
    return True


def _message(chat: Chat, params: Params, deed: str) -> Message:
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad(f"message to {deed} not found")
    return message


METHODS: dict[str, Method] = {
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "unpinAllChatMessages": unpin_all,
}
