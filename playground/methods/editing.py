"""Methods that change a message: edits and deletion."""

from dataclasses import replace

from playground import rights, rules
from playground.attachments import CAPTIONED, kind_of
from playground.methods import albums, input_media, shared
from playground.methods.input_media import Item
from playground.methods.sending import Content
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Json, Params, Upload, bad
from playground.world import World

_DELETABLE = 48 * 3600
_REPLACED = ("photo", "video", "animation", "audio", "document")
_SHOWN_BY_CONTENT = ("has_media_spoiler", "show_caption_above_media")


def editable(world: World, params: Params) -> Message:
    """The message to edit: the bot's own, or sent via it. Raises Telegram's refusals."""
    if not params.text("chat_id") and not params.integer("message_id"):
        return _inline(world, params.text("inline_message_id"))
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message to edit not found")
    if not _may_edit(world, chat, message):
        raise bad("message can't be edited")
    world.flood.pass_or_refuse(chat.id)
    return message


def _may_edit(world: World, chat: Chat, message: Message) -> bool:
    """Own messages, but no forwards and none with a reply keyboard; in channels also others' posts."""
    plain = message.markup is None or "inline_keyboard" in message.markup
    if message.service or "forward_origin" in message.extra or not plain:
        return False
    mine = message.by_bot or bool(message.inline_id)
    return mine or (chat.type == "channel" and rights.has(world, chat, "can_edit_messages"))


def _inline(world: World, inline_id: str) -> Message:
    """What a person sent via the bot."""
    if not inline_id:
        raise bad("message identifier is not specified")
    chat, number = world.sent_inline.get(inline_id, (0, 0))
    if chat not in world.chats or number not in world.chats[chat].messages:
        raise bad("MESSAGE_ID_INVALID")
    return world.chats[chat].messages[number]


def edit_message_text(world: World, params: Params) -> object:
    """The API's editMessageText: new words and keyboard; without reply_markup the keyboard goes."""
    content = Content(shared.text_of(world, params), link_preview=shared.preview(params))
    markup = rules.markup(params)
    message = editable(world, params)
    if message.media or message.poll:
        raise bad("there is no text in the message to edit")
    return _changed(world, params, message, content, markup)


def edit_message_caption(world: World, params: Params) -> object:
    """The API's editMessageCaption: the same for a message with a file that has a caption."""
    words = shared.caption_of(world, params)
    markup = rules.markup(params)
    message = editable(world, params)
    if kind_of(message.media) not in CAPTIONED:
        raise bad("there is no caption in the message to edit")
    extra: Json = {name: True for name in ("has_media_spoiler",) if name in message.extra}
    if params.boolean("show_caption_above_media") and kind_of(message.media) in input_media.LARGE:
        extra["show_caption_above_media"] = True
    return _changed(world, params, message, Content(words, message.media, extra), markup)


async def edit_message_media(world: World, params: Params) -> object:
    """The API's editMessageMedia: another file with its caption; what came inline takes only known files."""
    markup = rules.markup(params)
    item = input_media.read(world, params, _media(params))
    message = editable(world, params)
    kind = kind_of(message.media)
    if message.poll or (message.media and kind not in _REPLACED):
        raise bad("message media can't be edited")
    _check_album(message, item, kind)
    if message.inline_id and isinstance(item.source, Upload):
        raise bad("invalid message content specified")
    content = await item.content(world)
    return _changed(world, params, message, content, markup)


def _media(params: Params) -> object:
    if not params.text("media"):
        raise bad('parameter "media" is required')
    try:
        return params.thing("media")
    except ValueError:
        raise bad("can't parse input media JSON object") from None


def _check_album(message: Message, item: Item, kind: str) -> None:
    """In an album photos and videos may change into each other, other kinds only into their like."""
    if "media_group_id" not in message.extra or item.kind == kind:
        return
    if item.kind == "animation":
        raise bad("message content type can't be used in an album")
    if albums.mixed([kind, item.kind]):
        raise bad("can't change media type in the album")


def _changed(
    world: World, params: Params, message: Message, content: Content, markup: Json | None
) -> Json | bool:
    """Put new content and keyboard into a message. Raises when nothing is new."""
    kept = {name: value for name, value in message.extra.items() if name not in _SHOWN_BY_CONTENT}
    new = replace(
        message, text=content.words.text, entities=content.words.entities, media=content.media,
        link_preview=content.link_preview, markup=markup, extra=kept | content.extra,
    )  # fmt: skip
    if new == message:
        raise bad(rules.NOT_MODIFIED)
    for name in ("text", "entities", "media", "link_preview", "markup", "extra"):
        setattr(message, name, getattr(new, name))
    return edited(world, params, message)


def edit_message_reply_markup(world: World, params: Params) -> object:
    """The API's editMessageReplyMarkup: only the keyboard; none given takes it away."""
    markup = rules.markup(params)
    message = editable(world, params)
    if message.markup == markup:
        raise bad(rules.NOT_MODIFIED)
    message.markup = markup
    return edited(world, params, message)


def edited(world: World, params: Params, message: Message) -> Json | bool:
    """The answer to a change that was made in a message, after everybody was told of it."""
    if message.by_bot:
        world.edit(message)
    else:
        world.restyle(message)
    return world.show(message) if params.text("chat_id") else True


def delete_message(world: World, params: Params) -> object:
    """The API's deleteMessage: own ones within 48 hours; others' where the bot is admin, or in private."""
    if not params.text("chat_id"):
        raise bad("chat identifier is not specified")
    if params.integer("message_id") <= 0:
        raise bad("message identifier is not specified")
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
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
    """Anything with the right to delete in supergroups and channels; else what is younger than 48 hours.

    The message that opened a forum topic goes only with the topic.
    """
    if "forum_topic_created" in message.service:
        return False
    right = chat.type != "private" and rights.has(world, chat, "can_delete_messages")
    if chat.type in ("supergroup", "channel") and right:
        return True
    if world.clock.now() - message.date > _DELETABLE:
        return False
    return message.by_bot or right or chat.type == "private"


METHODS: dict[str, Method] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
