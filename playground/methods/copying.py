"""Methods that send a message again: forwardMessage, copyMessage and their plural forms.

A forward keeps where it came from and refuses protected content; a copy is the bot's own message. Of several,
those that are not there or cannot be sent again stay behind, and what was one album is a new one.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from playground import origins, polls, rights
from playground.attachments import ALONE, CAPTIONED, kind_of
from playground.formatted import Formatted
from playground.methods import albums, input_media, poll_drafts, sending, shared
from playground.methods.sending import Content, Place
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.wire import Json, Params, bad
from playground.world import World

_KEPT = ("has_media_spoiler", "show_caption_above_media")
_ANYWHERE = ("url", "copy_text", "login_url")
"""The buttons that still work under a forward."""


@dataclass(frozen=True)
class _Change:
    """What a copy says otherwise than its original; None: the same."""

    words: Formatted | None = None
    above: bool = False


_NO_CHANGE = _Change()


def forward(world: World, params: Params) -> object:
    """The API's forwardMessage."""
    message = _one(world, params, "forward")
    where = sending.place(world, params, _kind(message), replies=False, keyboard=False)
    if not _may_forward(world, message):
        raise bad("the message can't be forwarded")
    _check_poll(where.chat, message)
    world.flood.pass_or_refuse(where.chat.id)
    return world.show(_forwarded(world, where, message))


def copy(world: World, params: Params) -> object:
    """The API's copyMessage, perhaps with another caption and keyboard."""
    words = shared.caption_of(world, params) if "caption" in params else None
    message = _one(world, params, "copy")
    where = sending.place(world, params, _kind(message))
    if not _may_copy(message):
        raise bad("the message can't be copied")
    _check_poll(where.chat, message)
    world.flood.pass_or_refuse(where.chat.id)
    change = _Change(words, params.boolean("show_caption_above_media"))
    return {"message_id": _copied(world, where, message, change).id}


def forward_several(world: World, params: Params) -> object:
    """The API's forwardMessages."""
    where, found = _several(world, params, lambda one: _may_forward(world, one))
    return _all(world, where, found, lambda place, one: _forwarded(world, place, one))


def copy_several(world: World, params: Params) -> object:
    """The API's copyMessages, perhaps without captions."""
    where, found = _several(world, params, _may_copy)
    change = _Change(Formatted("", [])) if params.boolean("remove_caption") else _NO_CHANGE
    return _all(world, where, found, lambda place, one: _copied(world, place, one, change))


def _source(world: World, params: Params) -> Chat:
    if not params.text("from_chat_id"):
        raise bad('parameter "from_chat_id" is required')
    chat = shared.chat_named(world, params, "from_chat_id")
    return chat if chat.type == "private" else shared.reachable(world, Params({"chat_id": str(chat.id)}))


def _one(world: World, params: Params, what: str) -> Message:
    message = _source(world, params).messages.get(params.integer("message_id"))
    if message is None:
        raise bad(f"message to {what} not found")
    return message


def _kind(message: Message) -> str:
    return "poll" if message.poll else rights.kind_of(message.media)


def _may_forward(world: World, message: Message) -> bool:
    return not message.service and not message.extra.get("has_protected_content")


def _may_copy(message: Message) -> bool:
    """A bot may copy what it may not forward, but no quiz whose answer it does not know."""
    return not message.service and not polls.secret(message)


def _check_poll(chat: Chat, message: Message) -> None:
    if message.poll:
        poll_drafts.place(chat, message.poll)


def _several(world: World, params: Params, may: Callable[[Message], bool]) -> tuple[Place, list[Message]]:
    """Where several messages go, and those of them that can be sent again."""
    numbers = [Params({"id": one}).integer("id") for one in shared.message_ids(params)]
    if any(number <= 0 for number in numbers):
        raise bad("invalid message identifier specified")
    kept = _source(world, params).messages
    where = sending.place(world, params, "text", replies=False, keyboard=False)
    there = [kept[one] for one in numbers if one in kept]
    if not there:
        raise bad("there are no messages to forward")
    if any(later <= sooner for sooner, later in pairwise(numbers)):
        raise bad("message identifiers must be in a strictly increasing order")
    me = world.standing(where.chat, world.bot.id)
    free = where.chat.type == "private"
    found = [one for one in there if may(one) and (free or rights.may_send(where.chat, me, _kind(one)))]
    if not found:
        raise bad("messages can't be forwarded")
    for one in found:
        _check_poll(where.chat, one)
    return where, found


def _all(world: World, where: Place, found: list[Message],
         send: Callable[[Place, Message], Message]) -> list[Json]:  # fmt: skip
    """Send messages again in their order: albums as new albums, replies among them as replies."""
    world.flood.pass_or_refuse(where.chat.id, len(found))
    groups = _groups(world, found)
    new: dict[int, int] = {}
    for one in found:
        group: Json = {"media_group_id": groups[one.id]} if one.id in groups else {}
        reply_to = new.get(one.reply_to or 0, where.reply_to)
        sent = send(replace(where, reply_to=reply_to, extra=where.extra | group), one)
        new[one.id] = sent.id
    return [{"message_id": number} for number in new.values()]


def _groups(world: World, found: list[Message]) -> dict[int, str]:
    """The new album of each message that has one: files of one kind alone make one too, as in TDLib."""
    kinds = {kind_of(one.media) for one in found}
    senders = {(one.sender or {}).get("id") for one in found}
    if len(kinds) == 1 and kinds <= set(ALONE) and len(senders) == 1 and 1 < len(found) <= albums.MOST:
        group = world.new_album()
        return {one.id: group for one in found}
    old = {one.id: str(one.extra["media_group_id"]) for one in found if "media_group_id" in one.extra}
    counted = Counter(old.values())
    fresh = {group: world.new_album() for group, count in counted.items() if count > 1}
    return {number: fresh[group] for number, group in old.items() if group in fresh}


def _forwarded(world: World, where: Place, message: Message) -> Message:
    """The message once more with its origin; a keyboard stays where all of it works elsewhere too."""
    came_from = origins.told(origins.origin(world, message))
    via = {name: message.extra[name] for name in ("via_bot", *_KEPT) if name in message.extra}
    rows = (message.markup or {}).get("inline_keyboard")
    works = isinstance(rows, list) and all(set(_ANYWHERE) & set(button) for row in rows for button in row)
    return _posted(world, replace(where, markup=message.markup if works else None), message, came_from | via)


def _copied(world: World, where: Place, message: Message, change: _Change) -> Message:
    """The message once more as the bot's own; only what has a caption gets another one."""
    kept = {name: message.extra[name] for name in _KEPT if name in message.extra}
    if message.poll:
        message = replace(message, poll=polls.copied(world, message.poll))
    if change.words is not None and kind_of(message.media) in CAPTIONED:
        message = replace(message, text=change.words.text, entities=change.words.entities)
        kept.pop("show_caption_above_media", None)
        if change.above and kind_of(message.media) in input_media.LARGE:
            kept["show_caption_above_media"] = True
    return _posted(world, where, message, kept)


def _posted(world: World, where: Place, message: Message, extra: Json) -> Message:
    words = Formatted(message.text, list(message.entities))
    content = Content(words, message.media, extra, message.link_preview, message.poll)
    return sending.post(world, where, content)


METHODS: dict[str, Method] = {
    "forwardMessage": forward,
    "forwardMessages": forward_several,
    "copyMessage": copy,
    "copyMessages": copy_several,
}
