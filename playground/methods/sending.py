"""Methods that make a message: sendMessage, sendPhoto, sendDocument, and sendChatAction beside them."""

from playground import rules, views
from playground.formatted import Formatted
from playground.methods import files, shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Json, Params, bad
from playground.world import World


def send_message(world: World, params: Params) -> object:
    """The API's sendMessage: parse, check, count, post."""
    words = shared.text_of(world, params)
    preview = shared.preview(params)
    return _post(world, params, words, link_preview=preview)


def send_document(world: World, params: Params) -> object:
    """The API's sendDocument: an upload or the id of a file that is already here."""
    file = files.taken(world, params, "document")
    media = files.media(file, "document")
    return _post(world, params, shared.caption_of(world, params), media=media)


def send_photo(world: World, params: Params) -> object:
    """The API's sendPhoto: an upload or the id of a file that is already here."""
    file = files.taken(world, params, "photo")
    if len(file.upload.content) > rules.PHOTO:
        raise bad("file is too big for a photo")
    media = files.media(file, "photo")
    width, height = files.size(file.upload.content)
    if width + height > rules.PHOTO_SIDES or max(width, height) > rules.PHOTO_RATIO * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return _post(world, params, shared.caption_of(world, params), media=media)


def send_chat_action(world: World, params: Params) -> object:
    """The API's sendChatAction: the windows show it for a while."""
    chat = shared.reachable(world, params)
    topic = shared.thread(chat, params)
    action = params.text("action").lower()
    if action not in rules.ACTIONS:
        raise bad("wrong parameter action in request")
    world.hub.tell("typing", {"chat": chat.id, "thread": topic, "action": action})
    return True


def _post(world: World, params: Params, words: Formatted, *, media: Json | None = None,
          link_preview: Json | None = None) -> Json:  # fmt: skip
    """Check where and with what the message goes, then post it as the bot."""
    markup = rules.markup(params)
    chat = shared.writable(world, params)
    topic = shared.thread(chat, params)
    target = shared.reply(chat, params)
    world.flood.pass_or_refuse(chat.id)
    message = Message(
        0, chat.id, 0, text=words.text, entities=words.entities, media=media or {}, markup=markup,
        link_preview=link_preview, by_bot=True,
        thread=_thread(chat, topic, target), reply_to=target.id if target else topic,
    )  # fmt: skip
    if params.boolean("protect_content"):
        message.extra["has_protected_content"] = True
    if params.boolean("show_caption_above_media") and media:
        message.extra["show_caption_above_media"] = True
    if chat.type == "channel":
        message.sender_chat = chat.id
    else:
        message.sender = views.bot(world.bot)
    return world.show(world.post(message))


def _thread(chat: Chat, topic: int | None, target: Message | None) -> int | None:
    if topic is not None or target is None:
        return topic
    if chat.forum:
        return target.thread
    return (target.thread or target.id) if chat.type == "supergroup" else None


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendDocument": send_document,
    "sendPhoto": send_photo,
    "sendChatAction": send_chat_action,
}
