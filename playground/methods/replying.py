"""What a message answers: `reply_parameters`, a message of another chat, and quotes.

An answer in the same chat shows the whole message in `reply_to_message`; one of another chat or topic is
told in `external_reply` with its beginning as a quote. A quote must stand in the answered text as it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from playground import origins
from playground.entities import Entity, units
from playground.entities import view as entity_view
from playground.formatted import Formatted, cut
from playground.methods import shared
from playground.shapes import Chat, Message
from playground.wire import Json, Params, bad
from playground.world import World

QUOTE = 1024
_QUOTED = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler", "custom_emoji", "date_time"})
_KINDS: Mapping[str, tuple[type, ...]] = {
    "message_id": (int, str), "chat_id": (int, str), "allow_sending_without_reply": (bool,),
    "quote": (str,), "quote_parse_mode": (str,), "quote_position": (int, str),
}  # fmt: skip
_WORDS = {bool: "Boolean", str: "String", int: "Number"}


@dataclass(frozen=True)
class Reply:
    """What a message answers: one of its own chat, and what it carries of the answered one."""

    target: Message | None = None
    extra: Json = field(default_factory=dict)


NOTHING = Reply()


def reply(world: World, chat: Chat, params: Params, topic: int | None = None) -> Reply:
    """What the call replies to. Raises when it is gone and the reply may not go without it."""
    options = _options(params)
    if options is None:
        return NOTHING
    source = _chat(world, chat, options)
    target = source.messages.get(options.integer("message_id"))
    if target is None:
        if options.boolean("allow_sending_without_reply"):
            return NOTHING
        raise bad("message to be replied not found")
    quote = _quote(world, target, options)
    if source is chat and not (chat.forum and topic is not None and target.thread != topic):
        return Reply(target, quote)
    if target.service or target.extra.get("has_protected_content"):
        return NOTHING  # TDLib sends such a reply without what it replies to
    return Reply(None, _external(world, source, target) | quote)


def _options(params: Params) -> Params | None:
    """The reply's parameters, also from the older ones; None where the call replies to nothing."""
    try:
        given = params.thing("reply_parameters")
    except ValueError:
        raise bad("can't parse reply parameters JSON object") from None
    if given is None:
        old = params.integer("reply_to_message_id")
        allowed = params.boolean("allow_sending_without_reply")
        return Params({"message_id": old, "allow_sending_without_reply": allowed}) if old > 0 else None
    if not isinstance(given, dict):
        raise bad("object expected as reply parameters")
    if "message_id" not in given:
        raise bad('can\'t find field "message_id"')
    for name, kinds in _KINDS.items():
        value = given.get(name)
        wrong = isinstance(value, bool) is not (kinds == (bool,)) or not isinstance(value, kinds)
        if value is not None and wrong:
            raise bad(f'field "{name}" must be of type {_WORDS[kinds[0]]}')
    options = Params(given)
    return options if options.integer("message_id") > 0 else None


def _chat(world: World, chat: Chat, options: Params) -> Chat:
    if not options.text("chat_id"):
        return chat
    named = shared.chat_named(world, options)
    return named if named is chat else shared.reachable(world, options)


def _external(world: World, source: Chat, target: Message) -> Json:
    """The answered message as it is told in another chat."""
    told: Json = {"origin": origins.origin(world, target)}
    if source.type in ("supergroup", "channel"):
        told |= {"chat": world.show_chat(source), "message_id": target.id}
    if target.link_preview:
        told["link_preview_options"] = target.link_preview
    shown = world.show(target)
    told |= {name: shown[name] for name in (*target.media, "poll", "has_media_spoiler") if name in shown}
    if not target.text:
        return {"external_reply": told}
    length = min(units(target.text), QUOTE)
    found = [one for one in _styles(_within(target.entities, 0, length)) if one.length > 0]
    return {
        "external_reply": told,
        "quote": _shown(Formatted(cut(target.text, 0, length).rstrip("\ufffd"), found), 0),
    }


def _quote(world: World, target: Message, options: Params) -> Json:
    """The quote that the call chose, found in the answered text nearest to where it says."""
    words = shared.words(world, options, "quote", "quote_entities", "quote_parse_mode")
    if not words.text:
        return {}
    wanted = Formatted(words.text, _styles(words.entities))
    places = _places(target, wanted) if units(words.text) <= QUOTE else []
    if not places:
        raise bad("QUOTE_TEXT_INVALID")
    near = options.integer("quote_position")
    place = min(places, key=lambda at: (abs(at - near), at))
    return {"quote": _shown(wanted, place) | {"is_manual": True}}


def _places(target: Message, wanted: Formatted) -> list[int]:
    """Where the quote stands in a text with the same styles, in UTF-16 units."""
    text, part = (one.encode("utf-16-le", "surrogatepass") for one in (target.text, wanted.text))
    found, at = [], text.find(part)
    while at >= 0:
        inside = _styles(_within(target.entities, at // 2, len(part) // 2))
        if at % 2 == 0 and inside == wanted.entities:
            found.append(at // 2)
        at = text.find(part, at + 1)
    return found


def _within(entities: Iterable[Entity], offset: int, length: int) -> list[Entity]:
    """Entities cut to a part of their text and counted from its beginning."""
    cuts = [(max(one.offset, offset), min(one.end, offset + length), one) for one in entities]
    return [
        replace(one, offset=begin - offset, length=end - begin) for begin, end, one in cuts if begin < end
    ]


def _styles(entities: Iterable[Entity]) -> list[Entity]:
    return sorted((one for one in entities if one.kind in _QUOTED), key=lambda one: (one.offset, one.kind))


def _shown(words: Formatted, position: int) -> Json:
    shown: Json = {"text": words.text, "position": position}
    if words.entities:
        shown["entities"] = [entity_view(one, lambda user: None) for one in words.entities]
    return shown
