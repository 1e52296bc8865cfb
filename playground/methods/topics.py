"""Methods about forum topics: open, rename, close, reopen, delete."""

from playground import changes, rules, views
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message, Topic
from playground.wire import Json, Params, bad
from playground.world import World

_LONGEST_NAME = 128


def _forum(world: World, params: Params) -> Chat:
    chat = shared.reachable(world, params)
    if not chat.forum:
        raise bad("the chat is not a forum")
    if world.standing(chat, world.bot.id).status != "administrator":
        raise bad("not enough rights to create a topic")
    return chat


def _topic(world: World, params: Params) -> tuple[Chat, Topic]:
    chat = _forum(world, params)
    topic = chat.topics.get(params.integer("message_thread_id"))
    if topic is None:
        raise bad(rules.NO_THREAD)
    return chat, topic


def create(world: World, params: Params) -> object:
    """The API's createForumTopic."""
    chat = _forum(world, params)
    name = params.text("name").strip()
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise bad("TOPIC_TITLE_EMPTY" if not name else "TOPIC_TITLE_TOO_LONG")
    topic = changes.make_topic(world, chat.id, name, views.bot(world.bot))
    answer: Json = {"message_thread_id": topic.id, "name": name, "icon_color": changes.TOPIC_COLOR}
    return answer


def edit(world: World, params: Params) -> object:
    """The API's editForumTopic."""
    chat, topic = _topic(world, params)
    name = params.text("name").strip() or topic.name
    if name == topic.name:
        raise bad("TOPIC_NOT_MODIFIED")
    topic.name = name
    return _announced(world, chat, topic, {"forum_topic_edited": {"name": name}})


def _switch(closed: bool) -> Method:
    def switch(world: World, params: Params) -> object:
        chat, topic = _topic(world, params)
        if topic.closed == closed:
            raise bad("TOPIC_NOT_MODIFIED")
        topic.closed = closed
        return _announced(
            world, chat, topic, {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
        )

    return switch


def delete(world: World, params: Params) -> object:
    """The API's deleteForumTopic."""
    chat, topic = _topic(world, params)
    changes.drop_topic(world, chat.id, topic.id)
    return True


def _announced(world: World, chat: Chat, topic: Topic, service: Json) -> bool:
    world.post(
        Message(0, chat.id, 0, sender=views.bot(world.bot), thread=topic.id, service=service, by_bot=True)
    )
    world.hub.tell("chat", {"chat": chat.id})
    return True


METHODS: dict[str, Method] = {
    "createForumTopic": create,
    "editForumTopic": edit,
    "closeForumTopic": _switch(closed=True),
    "reopenForumTopic": _switch(closed=False),
    "deleteForumTopic": delete,
}
