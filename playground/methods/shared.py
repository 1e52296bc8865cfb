"""What many methods ask first: which chat, may the bot write there, in which topic, in reply to what."""

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playground import forum, given, rights, rules, service
from playground.entities import Entity, units
from playground.formatted import Formatted, formatted
from playground.parse_modes import parse
from playground.shapes import Chat
from playground.wire import Json, Params, bad, forbidden
from playground.world import World

Method = Callable[[World, Params], object | Awaitable[object]]
MOST_MESSAGES = 100
_PREVIEW: dict[str, tuple[type, str]] = {
    "is_disabled": (bool, "Boolean"), "url": (str, "String"), "prefer_small_media": (bool, "Boolean"),
    "prefer_large_media": (bool, "Boolean"), "show_above_text": (bool, "Boolean"),
}  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST = 1 << 15
"""The bytes of the longest text that the Bot API's server takes at all, before it reads the markup."""


def message_ids(params: Params) -> list[object]:
    """The list of a call that names several messages, as it was given. Raises Telegram's refusals."""
    try:
        given = params.thing("message_ids")
    except ValueError:
        raise bad("can't parse message identifiers JSON object") from None
    if given is not None and not isinstance(given, list):
        raise bad("expected an Array of message identifiers")
    if not given:
        raise bad("message identifiers are not specified")
    if len(given) > MOST_MESSAGES:
        raise bad("too many message identifiers specified")
    return given


def user_named(params: Params) -> int:
    """The user that the call names. Raises Telegram's refusal."""
    user = params.integer("user_id")
    if user <= 0:
        raise bad("invalid user_id specified")
    return user


def chat_named(world: World, params: Params, name: str = "chat_id") -> Chat:
    """The chat that the call names, by id or @username. Raises Telegram's refusals."""
    given = params.text(name).strip()
    if not given:
        raise bad("chat_id is empty")
    if given.startswith("@"):
        found = [chat for chat in world.chats.values() if chat.username.lower() == given[1:].lower()]
        chat = found[0] if found and given != "@" else None
    else:
        chat = world.chats.get(params.integer(name))
    if chat is None or not _met(world, chat):
        raise bad("chat not found")
    return chat


def _met(world: World, chat: Chat) -> bool:
    """Whether the bot can know of the chat at all."""
    return chat.type == "private" or bool(chat.username) or world.bot.id in chat.members


def reachable(world: World, params: Params, *, sending: bool = False) -> Chat:
    """The named chat, of which the bot is a member (or which a person opened).

    When `sending`, also the private chat of somebody whose request to join a chat it was just told of.
    """
    chat = chat_named(world, params)
    if chat.moved_to is not None:
        raise bad("group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": chat.moved_to})
    if chat.type == "private":
        person = world.people[chat.id]
        if person.deleted:
            raise forbidden("user is deactivated")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        asked_to_join = sending and world.contacts.get(person.id, 0) > world.clock.now()
        if not person.started and not asked_to_join:
            raise forbidden("bot can't initiate conversation with a user")
        return chat
    status = world.standing(chat, world.bot.id).status
    kind = {"group": "group", "supergroup": "supergroup", "channel": "channel"}[chat.type]
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {kind} chat")
    if not world.standing(chat, world.bot.id).present:
        raise forbidden(f"bot is not a member of the {kind} chat")
    return chat


def writable(world: World, params: Params, kind: str = "text") -> Chat:
    """The named chat, in which the bot may send this kind of message (`rights.kind_of` its media)."""
    chat = reachable(world, params, sending=True)
    rights.require_sending(world, chat, kind)
    if chat.forum and forum.closed_to(world, chat, service.bot(world, chat), _meant(chat, params)):
        raise bad("TOPIC_CLOSED")
    return chat


def _meant(chat: Chat, params: Params) -> int | None:
    """The topic to which a message goes: the named one, or that of what it answers; None: General."""
    if params.integer("message_thread_id"):
        return params.integer("message_thread_id")
    with suppress(ValueError):
        given = params.thing("reply_parameters")
        wanted = Params(given).integer("message_id") if isinstance(given, dict) else 0
        target = chat.messages.get(wanted or params.integer("reply_to_message_id"))
        return target.thread if target else None
    return None


def thread(chat: Chat, params: Params) -> int | None:
    """The topic that the call names; General has none. Raises when there is no such topic."""
    if not params.text("message_thread_id") or params.integer("message_thread_id") == 0:
        return None
    topic = params.integer("message_thread_id")
    if not chat.forum or topic not in chat.topics:
        raise bad(rules.NO_THREAD)
    return topic


def words(world: World, params: Params, text: str, entities: str, mode: str = "parse_mode") -> Formatted:
    """The call's text as the chat keeps it, from `parse_mode` or explicit entities. It may be empty."""
    written = params.text(text)
    if _SURROGATE.search(written):
        raise bad(f"{text.removeprefix('message_')} must be encoded in UTF-8")
    if len(written) > _LONGEST // 4 and len(written.encode()) > _LONGEST:
        raise bad("text is too long")
    if params.text(mode):
        plain, found = parse(written, params.text(mode))
        return _known(world, formatted(plain, found))
    return _known(world, formatted(written, _explicit(params, entities)))


def _known(world: World, words: Formatted) -> Formatted:
    """Without mentions of people that do not exist here."""
    kept = [
        one
        for one in words.entities
        if one.kind != "text_mention" or world.user(int(one.argument)) is not None
    ]
    return Formatted(words.text, kept)


def _explicit(params: Params, name: str) -> list[Entity]:
    """The entities that the call gives; what is no JSON is none, as to the Bot API's server."""
    try:
        return given.read(params.thing(name))
    except ValueError:
        return []


def text_of(world: World, params: Params) -> Formatted:
    """The call's message text: not empty, not too long."""
    if not params.text("text"):
        raise bad("message text is empty")
    found = words(world, params, "text", "entities")
    if not found.text:
        raise bad("text must be non-empty")
    if units(found.text) > rules.TEXT:
        raise bad("message is too long")
    return found


def caption_of(world: World, params: Params) -> Formatted:
    """The call's caption: perhaps empty, not too long."""
    found = words(world, params, "caption", "caption_entities")
    if units(found.text) > rules.CAPTION:
        raise bad("message caption is too long")
    return found


def preview(params: Params) -> Json | None:
    """The call's link preview options, as they are kept with the message."""
    try:
        given = params.thing("link_preview_options")
    except ValueError:
        raise bad("can't parse link preview options JSON object") from None
    if isinstance(given, dict):
        return _preview({str(name): value for name, value in given.items()})
    if given is not None:
        raise bad("object expected as link preview options")
    return {"is_disabled": True} if params.boolean("disable_web_page_preview") else None


def _preview(given: Json) -> Json:
    """The options that there are, each of its type. Raises Telegram's refusal of another type."""
    for name in given.keys() & _PREVIEW.keys():
        kind, called = _PREVIEW[name]
        if not isinstance(given[name], kind):
            raise bad(f'can\'t parse link preview options: Field "{name}" must be of type {called}')
    return {name: given[name] for name in _PREVIEW if name in given}
