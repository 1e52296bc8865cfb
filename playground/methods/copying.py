"""Methods that send a message again: forwardMessage, copyMessage and their plural forms."""

from dataclasses import replace

from playground import polls, rules, views
from playground.methods import poll_drafts, shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Json, Params, bad
from playground.world import World

_PAST = {"copy": "copied", "forward": "forwarded"}


def _source(world: World, params: Params) -> Chat:
    chat = shared.chat_named(world, params, "from_chat_id")
    return chat if chat.type == "private" else shared.reachable(world, Params({"chat_id": str(chat.id)}))


def _one(world: World, params: Params, what: str) -> Message:
    message = _source(world, params).messages.get(params.integer("message_id"))
    if message is None:
        raise bad(f"message to {what} not found")
    if message.service or (what == "copy" and polls.secret(message)):
        raise bad(f"message can't be {_PAST[what]}")
    return message


def _several(world: World, params: Params) -> list[Message]:
    given = shared.message_ids(params)
    kept = _source(world, params).messages
    found = [kept[one] for one in given if one in kept and not kept[one].service]
    if not found:
        raise bad("there are no messages to send")
    return found


def _again(world: World, params: Params, message: Message, *, forward: bool,
           markup: Json | None = None) -> Message:  # fmt: skip
    """The message once more, by the bot, where the call says."""
    chat = shared.writable(world, params)
    topic = shared.thread(chat, params)
    target = None if forward else shared.reply(chat, params)
    if message.poll:
        poll_drafts.place(chat, message.poll)
    world.flood.pass_or_refuse(chat.id)
    if message.poll and not forward:
        message = replace(message, poll=polls.copied(world, message.poll))
    sender = None if chat.type == "channel" else views.bot(world.bot)
    return world.post(
        replace(
            message, chat=chat.id, sender=sender, sender_chat=chat.id if chat.type == "channel" else None,
            extra={"forward_origin": _origin(world, message)} if forward else {}, thread=topic,
            reply_to=target.id if target else topic, markup=markup, edited=None, by_bot=True, inline_id="",
        )
    )  # fmt: skip


def _origin(world: World, message: Message) -> Json:
    told = message.extra.get("forward_origin")
    if isinstance(told, dict):
        return {str(name): value for name, value in told.items()}
    if message.sender_chat is not None:
        chat = world.show_chat(world.chats[message.sender_chat])
        if world.chats[message.sender_chat].type == "channel":
            return {"type": "channel", "chat": chat, "message_id": message.id, "date": message.date}
        return {"type": "chat", "sender_chat": chat, "date": message.date}
    return {"type": "user", "sender_user": message.sender, "date": message.date}


def forward(world: World, params: Params) -> object:
    """The API's forwardMessage."""
    return world.show(_again(world, params, _one(world, params, "forward"), forward=True))


def forward_several(world: World, params: Params) -> object:
    """The API's forwardMessages."""
    found = _several(world, params)
    return [{"message_id": _again(world, params, one, forward=True).id} for one in found]


def copy(world: World, params: Params) -> object:
    """The API's copyMessage, perhaps with another caption and keyboard."""
    message = _one(world, params, "copy")
    words = shared.caption_of(world, params) if message.media and "caption" in params else None
    markup = rules.markup(params)
    if words is not None:
        message = replace(message, text=words.text, entities=words.entities)
    copied = _again(world, params, message, forward=False, markup=markup)
    answer: Json = {"message_id": copied.id}
    return answer


def copy_several(world: World, params: Params) -> object:
    """The API's copyMessages; a quiz whose answer the bot does not know stays behind."""
    found = [one for one in _several(world, params) if not polls.secret(one)]
    return [{"message_id": _again(world, params, one, forward=False).id} for one in found]


METHODS: dict[str, Method] = {
    "forwardMessage": forward,
    "forwardMessages": forward_several,
    "copyMessage": copy,
    "copyMessages": copy_several,
}
