"""Forum topics: how they open, change, close and go, and who may write in a closed one.

General is always there, has the id 1 and carries no thread; it alone can be hidden, which closes it too.
What changes nothing answers False, and each change writes Telegram's service message.
"""

from playground import service
from playground.service import Actor
from playground.shapes import Chat, Topic
from playground.wire import Json
from playground.world import World

GENERAL = 1
COLORS = (7322096, 16766590, 13338331, 9367192, 16749490, 16478047)
"""The colors that a topic's icon can have, from the Bot API reference. The first is the usual one."""
LONGEST_NAME = 128
ICONS = {
    "5312536423851630001": "💡", "5312016608254762256": "⚡️", "5377544228505134960": "🎙",
    "5418085807791545980": "🔝", "5370870893004203704": "🗣", "5373251851074415873": "📝",
    "5433614043006903194": "📆", "5357315181649076022": "📁", "5309965701241379366": "🔎",
    "5312241539987020022": "🔥", "5377316857231450742": "❓", "5350305691942788490": "📈",
}  # fmt: skip
"""Custom emoji that can be a topic's icon here, a few of Telegram's, with the emoji they stand for."""


def cleaned(name: str) -> str:
    """A name as Telegram keeps it: on one line, cut to its longest."""
    return " ".join(name.split())[:LONGEST_NAME]


def found(chat: Chat, topic: int) -> Topic | None:
    """The topic of this id, also General."""
    return chat.general if topic == GENERAL else chat.topics.get(topic)


def manages(world: World, chat: Chat, actor: Actor, topic: Topic | None = None) -> bool:
    """Whether somebody may change this topic: by right, or because they opened it."""
    mine = topic is not None and topic.owner == actor.id
    return mine or service.may(world, chat, actor, "can_manage_topics")


def closed_to(world: World, chat: Chat, actor: Actor, thread: int | None) -> bool:
    """Whether a thread of this forum takes no messages of theirs."""
    topic = found(chat, thread or GENERAL) if chat.forum else None
    return topic is not None and topic.closed and not manages(world, chat, actor, topic)


def make(world: World, chat: Chat, actor: Actor, name: str, color: int = 0, emoji: str = "") -> Topic:
    """Open a topic; its id is that of the service message that says so."""
    topic = Topic(chat.next_id, name, color=color or COLORS[0], emoji=emoji, owner=actor.id)
    chat.topics[topic.id] = topic
    told: Json = {"name": name, "icon_color": topic.color} | _icon(emoji)
    service.announce(world, chat, actor, {"forum_topic_created": told}, topic.id)
    return _told(world, chat, topic)


def edit(world: World, chat: Chat, actor: Actor, topic: Topic, name: str | None = None,
         emoji: str | None = None) -> bool:  # fmt: skip
    """Give a topic another name or icon ("" takes the icon away); False when both are as they were."""
    told: Json = {}
    if name is not None and name != topic.name:
        told["name"] = topic.name = name
    if emoji is not None and emoji != topic.emoji:
        told["icon_custom_emoji_id"] = topic.emoji = emoji
    return bool(told) and _changed(world, chat, actor, topic, {"forum_topic_edited": told})


def close(world: World, chat: Chat, actor: Actor, topic: Topic, *, closed: bool = True) -> bool:
    """Close or reopen a topic; General comes out of hiding by it. False when it is so already."""
    if topic.closed == closed:
        return False
    topic.closed = closed
    topic.hidden = topic.hidden and closed
    return _changed(
        world, chat, actor, topic, {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
    )


def hide(world: World, chat: Chat, actor: Actor, *, hidden: bool = True) -> bool:
    """Hide General, which closes it, or show it again, closed as it is. False when it is so already."""
    topic = chat.general
    if topic.hidden == hidden:
        return False
    topic.hidden = hidden
    topic.closed = topic.closed or hidden
    name = "general_forum_topic_hidden" if hidden else "general_forum_topic_unhidden"
    return _changed(world, chat, actor, topic, {name: {}})


def drop(world: World, chat: Chat, topic: Topic) -> None:
    """Delete a topic with everything in it; the bot is not told."""
    del chat.topics[topic.id]
    for message in [one.id for one in chat.messages.values() if one.thread == topic.id]:
        world.delete(chat, message)
    _told(world, chat, topic)


def _icon(emoji: str) -> Json:
    return {"icon_custom_emoji_id": emoji} if emoji else {}


def _changed(world: World, chat: Chat, actor: Actor, topic: Topic, told: Json) -> bool:
    service.announce(world, chat, actor, told, None if topic.id == GENERAL else topic.id)
    _told(world, chat, topic)
    return True


def _told(world: World, chat: Chat, topic: Topic) -> Topic:
    world.hub.tell("chat", {"chat": chat.id})
    return topic
