"""Methods that make a message: sendMessage, and sendChatAction beside it; `post` serves all the others."""

from dataclasses import dataclass, field

from playground import rules, views
from playground.formatted import Formatted
from playground.methods import replying, shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message, Poll
from playground.wire import Json, Params, bad
from playground.world import World

_NO_WORDS = Formatted("", [])


@dataclass(frozen=True)
class Content:
    """What a message holds: words, or media with a caption, and what else stands beside them."""

    words: Formatted = _NO_WORDS
    media: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    link_preview: Json | None = None
    poll: Poll | None = None


@dataclass(frozen=True)
class Place:
    """Where a call's message goes: the chat, the topic or thread, what it answers, and its keyboard."""

    chat: Chat
    thread: int | None
    reply_to: int | None
    extra: Json
    markup: Json | None


def send_message(world: World, params: Params) -> object:
    """The API's sendMessage: parse, check, count, post."""
    words = shared.text_of(world, params)
    content = Content(words, link_preview=shared.preview(params))
    where = place(world, params, "text")
    world.flood.pass_or_refuse(where.chat.id)
    return world.show(post(world, where, content))


def send_chat_action(world: World, params: Params) -> object:
    """The API's sendChatAction: the windows show it for a while."""
    chat = shared.reachable(world, params)
    topic = shared.thread(chat, params)
    action = params.text("action").lower()
    if action not in rules.ACTIONS:
        raise bad("wrong parameter action in request")
    world.hub.tell("typing", {"chat": chat.id, "thread": topic, "action": action})
    return True


def place(world: World, params: Params, kind: str, *, replies: bool = True, keyboard: bool = True) -> Place:
    """Where the call's message of this kind goes. Raises Telegram's refusals."""
    markup = rules.markup(params) if keyboard else None
    chat = shared.writable(world, params, kind)
    topic = shared.thread(chat, params)
    answered = replying.reply(world, chat, params, topic) if replies else replying.NOTHING
    extra = dict(answered.extra)
    if params.boolean("protect_content"):
        extra["has_protected_content"] = True
    target = answered.target
    return Place(chat, _thread(chat, topic, target), target.id if target else topic, extra, markup)


def post(world: World, where: Place, content: Content) -> Message:
    """Post a checked message as the bot."""
    chat = where.chat
    channel = chat.type == "channel"
    return world.post(
        Message(
            0, chat.id, 0, sender=None if channel else views.bot(world.bot),
            sender_chat=chat.id if channel else None, text=content.words.text,
            entities=content.words.entities, media=content.media, markup=where.markup,
            link_preview=content.link_preview, by_bot=True, thread=where.thread, reply_to=where.reply_to,
            extra={**where.extra, **content.extra}, poll=content.poll,
        )
    )  # fmt: skip


def _thread(chat: Chat, topic: int | None, target: Message | None) -> int | None:
    if topic is not None or target is None:
        return topic
    if chat.forum:
        return target.thread
    return (target.thread or target.id) if chat.type == "supergroup" else None


METHODS: dict[str, Method] = {"sendMessage": send_message, "sendChatAction": send_chat_action}
