"""Methods that change a message: edits, deletion, pins."""

from playground import rules
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Json, Params, bad
from playground.world import World

_DELETABLE = 48 * 3600


def _editable(world: World, params: Params) -> Message:
    """The message to edit: the bot's own. Raises Telegram's refusals."""
    if params.text("inline_message_id"):
        return _inline(world, params.text("inline_message_id"))
    chat = shared.reachable(world, params)
    if not params.integer("message_id"):
        raise bad("message identifier is not specified")
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message to edit not found")
    if not message.by_bot or message.service:
        raise bad("message can't be edited")
    return message


def _inline(world: World, inline_id: str) -> Message:
    """What a person sent via the bot."""
    chat, number = world.sent_inline.get(inline_id, (0, 0))
    if chat not in world.chats or number not in world.chats[chat].messages:
        raise bad("MESSAGE_ID_INVALID")
    return world.chats[chat].messages[number]


def edit_message_text(world: World, params: Params) -> object:
    """The API's editMessageText: new words and keyboard; without reply_markup the keyboard goes."""
    words = shared.text_of(world, params)
    markup = rules.markup(params)
    preview = shared.preview(params)
    message = _editable(world, params)
    if message.media:
        raise bad("there is no text in the message to edit")
    same = (message.text, message.entities, message.markup) == (words.text, words.entities, markup)
    if same and (message.link_preview or None) == preview:
        raise bad(rules.NOT_MODIFIED)
    message.text, message.entities, message.markup = words.text, words.entities, markup
    message.link_preview = preview
    return _edited(world, message)


def edit_message_caption(world: World, params: Params) -> object:
    """The API's editMessageCaption: the same for a message with media."""
    words = shared.caption_of(world, params)
    markup = rules.markup(params)
    message = _editable(world, params)
    if not message.media:
        raise bad("there is no caption in the message to edit")
    if (message.text, message.entities, message.markup) == (words.text, words.entities, markup):
        raise bad(rules.NOT_MODIFIED)
    message.text, message.entities, message.markup = words.text, words.entities, markup
    return _edited(world, message)


def edit_message_reply_markup(world: World, params: Params) -> object:
    """The API's editMessageReplyMarkup: only the keyboard; none given takes it away."""
    markup = rules.markup(params)
    message = _editable(world, params)
    if message.markup == markup:
        raise bad(rules.NOT_MODIFIED)
    message.markup = markup
    return _edited(world, message)


def _edited(world: World, message: Message) -> Json | bool:
    if message.inline_id:
        world.restyle(message)
        return True
    world.edit(message)
    return world.show(message)


def delete_message(world: World, params: Params) -> object:
    """The API's deleteMessage: own ones within 48 hours; others' where the bot is admin, or in private."""
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if not params.integer("message_id"):
        raise bad("message identifier is not specified")
    if message is None:
        raise bad("message to delete not found")
    if not _deletable(world, chat, message):
        raise bad("message can't be deleted")
    world.delete(chat, message.id)
    return True


def delete_messages(world: World, params: Params) -> object:
    """The API's deleteMessages: those that can be deleted go; those that are not there are passed over."""
    chat = shared.reachable(world, params)
    given = shared.message_ids(params)
    numbers = [Params({"id": one}).integer("id") for one in given]
    if any(number <= 0 for number in numbers):
        raise bad("invalid message identifier specified")
    for number in numbers:
        message = chat.messages.get(number)
        if message and _deletable(world, chat, message):
            world.delete(chat, message.id)
    return True


def _deletable(world: World, chat: Chat, message: Message) -> bool:
    admin = world.standing(chat, world.bot.id).status == "administrator"
    if chat.type == "supergroup" and admin:
        return True
    if world.clock.now() - message.date > _DELETABLE:
        return False
    return message.by_bot or admin or chat.type == "private"


def pin(world: World, params: Params) -> object:
    """The API's pinChatMessage: in groups only an admin bot may."""
    chat = _pinning(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message to pin not found")
    if message.id in chat.pinned:
        chat.pinned.remove(message.id)
    chat.pinned.append(message.id)
    world.hub.tell("chat", {"chat": chat.id, "pinned": message.id})
    return True


def unpin(world: World, params: Params) -> object:
    """The API's unpinChatMessage: the named one, or the newest."""
    chat = _pinning(world, params)
    wanted = params.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if wanted not in chat.pinned:
        raise bad("message to unpin not found")
    chat.pinned.remove(wanted)
    world.hub.tell("chat", {"chat": chat.id, "pinned": chat.pinned[-1] if chat.pinned else None})
    return True


def unpin_all(world: World, params: Params) -> object:
    """The API's unpinAllChatMessages."""
    chat = _pinning(world, params)
    chat.pinned.clear()
    world.hub.tell("chat", {"chat": chat.id, "pinned": None})
    return True


def _pinning(world: World, params: Params) -> Chat:
    chat = shared.reachable(world, params)
    if chat.type != "private" and world.standing(chat, world.bot.id).status != "administrator":
        raise bad("not enough rights to manage pinned messages in the chat")
    return chat


METHODS: dict[str, Method] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "unpinAllChatMessages": unpin_all,
}
