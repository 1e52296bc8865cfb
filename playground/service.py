"""Service messages: who did something, and the message that tells the chat of it.

Anonymous admins act as the group, everybody acts as the channel in a channel, and the bot acts as itself.
"""

from dataclasses import dataclass

from playground import rights, views
from playground.shapes import Chat, Message
from playground.wire import Json
from playground.world import World


@dataclass(frozen=True)
class Actor:
    """Who does something: as sender of the service message, and by id (the bot's own for the bot)."""

    id: int
    sender: Json | None
    chat: int | None = None
    by_bot: bool = False


def bot(world: World, chat: Chat) -> Actor:
    """The bot, as it acts in this chat."""
    if chat.type == "channel":
        return Actor(world.bot.id, None, chat.id, by_bot=True)
    return Actor(world.bot.id, views.bot(world.bot), by_bot=True)


def person(world: World, chat: Chat, user: int) -> Actor:
    """A person, as they act in this chat."""
    if chat.type == "channel":
        return Actor(user, None, chat.id)
    if world.standing(chat, user).anonymous:
        return Actor(user, dict(views.GROUP_BOT), chat.id)
    return Actor(user, views.person(world.people[user]))


def announce(world: World, chat: Chat, actor: Actor, service: Json, thread: int | None = None) -> Message:
    """Post what happened; in a topic it stands under the topic's first message, but for a pin."""
    topic = thread if thread in chat.topics and thread != chat.next_id else None
    return world.post(
        Message(
            0, chat.id, 0, sender=actor.sender, sender_chat=actor.chat, service=service, thread=thread,
            reply_to=None if "pinned_message" in service else topic, by_bot=actor.by_bot,
        )
    )  # fmt: skip


def may(world: World, chat: Chat, actor: Actor, right: str) -> bool:
    """Whether somebody may change a chat: by their own right, people also by what all members may."""
    if chat.type == "private":
        return True
    if actor.by_bot:
        return rights.has(world, chat, right)
    standing = world.standing(chat, actor.id)
    if standing.status in ("creator", "administrator"):
        right = "can_edit_messages" if (chat.type, right) == ("channel", "can_pin_messages") else right
        return right in rights.of(chat, standing) or right in rights.permissions(chat)
    return chat.type != "channel" and right in rights.left_to(chat, standing)
