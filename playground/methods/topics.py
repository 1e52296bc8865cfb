"""Methods about forum topics: createForumTopic and its family, General's own ones among them.

Sentences are TDLib's (ForumTopicManager), words in capitals those of Telegram's inner servers.
"""

from playground import forum, pins, rights, service
from playground.methods import shared
from playground.methods.shared import Method
from playground.service import Actor
from playground.shapes import Chat, Topic
from playground.wire import Json, Params, bad, whole
from playground.world import World

_NOT_MODIFIED = "TOPIC_NOT_MODIFIED"


def _forum(world: World, params: Params) -> tuple[Chat, Actor]:
    chat = shared.reachable(world, params)
    if not chat.forum:
        raise bad("the chat is not a forum")
    return chat, service.bot(world, chat)


def _changeable(world: World, params: Params, deed: str, general: bool = False) -> tuple[Chat, Actor, Topic]:
    """The named topic, of which the bot may do this: by right, or because it opened it."""
    chat, actor = _forum(world, params)
    number = forum.GENERAL if general else params.integer("message_thread_id")
    if number <= 0:
        raise bad("invalid message thread identifier specified")
    topic = forum.found(chat, number)
    if topic is None:
        raise bad("TOPIC_ID_INVALID")
    if not forum.manages(world, chat, actor, topic):
        raise bad(f"not enough rights to {deed} the topic")
    return chat, actor, topic


def _named(params: Params) -> str | None:
    """The name that a call gives; None for none. Raises for one of which nothing is left."""
    if not params.text("name"):
        return None
    if not forum.cleaned(params.text("name")):
        raise bad("title must be non-empty")
    return forum.cleaned(params.text("name"))


def _icon(params: Params) -> str | None:
    """The custom emoji that a call gives as icon; "" for none, None when it does not speak of it."""
    given = params.text("icon_custom_emoji_id").strip()
    if "icon_custom_emoji_id" not in params:
        return None
    if not whole(given):
        return ""
    if given not in forum.ICONS:
        raise bad("DOCUMENT_INVALID")
    return given


def create(world: World, params: Params) -> object:
    """The API's createForumTopic. It counts as a message: Telegram tells the chat of it."""
    chat, actor = _forum(world, params)
    rights.require(world, chat, "can_manage_topics", "create a topic")
    name = _named(params)
    if name is None:
        raise bad("title must be non-empty")
    color = params.integer("icon_color")
    if color and color not in forum.COLORS:
        raise bad("invalid icon color specified")
    icon = _icon(params)
    world.flood.pass_or_refuse(chat.id)
    topic = forum.make(world, chat, actor, name, color, icon or "")
    answer: Json = {"message_thread_id": topic.id, "name": topic.name, "icon_color": topic.color}
    return answer | ({"icon_custom_emoji_id": topic.emoji} if topic.emoji else {})


def _edit(*, general: bool) -> Method:
    def edit(world: World, params: Params) -> object:
        chat, actor, topic = _changeable(world, params, "edit", general)
        name, icon = _named(params), None if general else _icon(params)
        if name is None and icon is None:
            return True
        if icon is not None and topic.id == forum.GENERAL:
            raise bad("GENERAL_MODIFY_ICON_FORBIDDEN")
        if not forum.edit(world, chat, actor, topic, name, icon):
            raise bad(_NOT_MODIFIED)
        return True

    return edit


def _switch(*, closed: bool, general: bool) -> Method:
    def switch(world: World, params: Params) -> object:
        chat, actor, topic = _changeable(world, params, "close or open", general)
        if not forum.close(world, chat, actor, topic, closed=closed):
            raise bad(_NOT_MODIFIED)
        return True

    return switch


def _hide(*, hidden: bool) -> Method:
    def hide(world: World, params: Params) -> object:
        chat, actor, _ = _changeable(world, params, "close or open", general=True)
        if not forum.hide(world, chat, actor, hidden=hidden):
            raise bad(_NOT_MODIFIED)
        return True

    return hide


def delete(world: World, params: Params) -> object:
    """The API's deleteForumTopic: with the right to delete messages, or of a topic that the bot opened."""
    chat, actor = _forum(world, params)
    number = params.integer("message_thread_id")
    if number <= 0:
        raise bad("invalid message thread identifier specified")
    topic = chat.topics.get(number)
    if topic is None:
        raise bad("TOPIC_ID_INVALID")
    if topic.owner != actor.id:
        rights.require(world, chat, "can_delete_messages", "delete the topic")
    forum.drop(world, chat, topic)
    return True


def _unpin_all(*, general: bool) -> Method:
    def unpin_all(world: World, params: Params) -> object:
        chat, _ = _forum(world, params)
        number = forum.GENERAL if general else params.integer("message_thread_id")
        if number <= 0:
            raise bad("invalid message thread identifier specified")
        rights.require(world, chat, "can_pin_messages")
        if forum.found(chat, number) is None:
            raise bad("TOPIC_ID_INVALID")
        pins.unpin_all(world, chat, None if number == forum.GENERAL else number)
        return True

    return unpin_all


def icon_stickers(world: World, params: Params) -> object:
    """The API's getForumTopicIconStickers: the icons that a topic can have here. Their files stay away."""
    return [_sticker(number, emoji) for number, emoji in forum.ICONS.items()]


def _sticker(number: str, emoji: str) -> Json:
    return {
        "file_id": f"topic-icon-{number}", "file_unique_id": f"icon-{number[-8:]}", "type": "custom_emoji",
        "width": 512, "height": 512, "is_animated": True, "is_video": False, "emoji": emoji,
        "set_name": "Topics", "custom_emoji_id": number,
    }  # fmt: skip


METHODS: dict[str, Method] = {
    "getForumTopicIconStickers": icon_stickers,
    "createForumTopic": create,
    "editForumTopic": _edit(general=False),
    "closeForumTopic": _switch(closed=True, general=False),
    "reopenForumTopic": _switch(closed=False, general=False),
    "deleteForumTopic": delete,
    "unpinAllForumTopicMessages": _unpin_all(general=False),
    "editGeneralForumTopic": _edit(general=True),
    "closeGeneralForumTopic": _switch(closed=True, general=True),
    "reopenGeneralForumTopic": _switch(closed=False, general=True),
    "hideGeneralForumTopic": _hide(hidden=True),
    "unhideGeneralForumTopic": _hide(hidden=False),
    "unpinAllGeneralForumTopicMessages": _unpin_all(general=True),
}
