"""What a chat looks like: its title, description and photo, and the service messages of their changes.

What changes nothing answers False. The description changes silently.
"""

from playground import service
from playground.service import Actor
from playground.shapes import Chat
from playground.wire import Json
from playground.world import StoredFile, World

LONGEST_TITLE = 128
LONGEST_DESCRIPTION = 255
SMALL, BIG = 160, 640
"""The sides of a chat photo's two sizes, from the reference's ChatPhoto. The playground scales nothing:
both bring the picture that was uploaded."""


def cleaned(title: str) -> str:
    """A title as Telegram keeps it: on one line, cut to its longest."""
    return " ".join(title.split())[:LONGEST_TITLE]


def retitle(world: World, chat: Chat, actor: Actor, title: str) -> bool:
    """Give the chat another title."""
    if title == chat.title:
        return False
    chat.title = title
    service.announce(world, chat, actor, {"new_chat_title": title})
    return _told(world, chat)


def describe(world: World, chat: Chat, description: str) -> bool:
    """Give the chat another description; "" takes it away."""
    wanted = description.strip()[:LONGEST_DESCRIPTION]
    if wanted == chat.description:
        return False
    chat.description = wanted
    return _told(world, chat)


def picture(world: World, chat: Chat, actor: Actor, small: StoredFile, big: StoredFile) -> bool:
    """Give the chat another photo, kept in two sizes."""
    chat.photo = {
        "small_file_id": small.id, "small_file_unique_id": small.unique_id or small.id[-8:],
        "big_file_id": big.id, "big_file_unique_id": big.unique_id or big.id[-8:],
    }  # fmt: skip
    sizes = [_size(small, SMALL), _size(big, BIG)]
    service.announce(world, chat, actor, {"new_chat_photo": sizes})
    return _told(world, chat)


def unpicture(world: World, chat: Chat, actor: Actor) -> bool:
    """Take the chat's photo away; False when it has none."""
    if not chat.photo:
        return False
    chat.photo = {}
    service.announce(world, chat, actor, {"delete_chat_photo": True})
    return _told(world, chat)


def _size(file: StoredFile, side: int) -> Json:
    return {
        "file_id": file.id, "file_unique_id": file.unique_id or file.id[-8:],
        "file_size": len(file.upload.content), "width": side, "height": side,
    }  # fmt: skip


def _told(world: World, chat: Chat) -> bool:
    world.hub.tell("chat", {"chat": chat.id})
    return True
