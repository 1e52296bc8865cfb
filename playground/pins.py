"""Pinned messages: who pins posts a service message, and what is pinned is kept by age.

The newest pinned message by its date is the one that a chat shows first, whenever it was pinned. What
changes nothing answers False.
"""

from bisect import insort

from playground import service
from playground.pages import EVERY
from playground.service import Actor
from playground.shapes import Chat, Message
from playground.world import World


def pin(world: World, chat: Chat, actor: Actor, message: Message) -> bool:
    """Pin a message and say so where it stands; False when it is pinned already."""
    if message.id in chat.pinned:
        return False
    insort(chat.pinned, message.id)
    service.announce(world, chat, actor, {"pinned_message": message.id}, message.thread)
    return _told(world, chat)


def unpin(world: World, chat: Chat, message: int) -> bool:
    """Unpin a message; nothing is said of it. False when it was not pinned."""
    if message not in chat.pinned:
        return False
    chat.pinned.remove(message)
    return _told(world, chat)


def unpin_all(world: World, chat: Chat, thread: int | None = EVERY) -> None:
    """Unpin everything, or what is pinned in one topic (None: General)."""
    chat.pinned = [one for one in chat.pinned if thread not in (EVERY, chat.messages[one].thread)]
    _told(world, chat)


def _told(world: World, chat: Chat) -> bool:
    world.hub.tell("chat", {"chat": chat.id, "pinned": chat.pinned[-1] if chat.pinned else None})
    return True
