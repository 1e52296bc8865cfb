"""Methods about reactions: setMessageReaction.

Which sentence refuses what: telegram-bot-api's `get_reaction_type` for the parameter, TDLib's
`set_message_reactions` for the kinds, the errors of `messages.sendReaction` for the rest.
"""

from playground import reactions, rights
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import GROUP_KINDS, Chat
from playground.wire import Json, Params, Refusal, bad, forbidden
from playground.world import World

_CUSTOM = "custom_emoji"


def set_message_reaction(world: World, params: Params) -> object:
    """The API's setMessageReaction: one emoji, or none to take it away; `is_big` only moves the picture."""
    wanted = [_read(one) for one in _given(params)]
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message to react not found")
    if any(kind != _CUSTOM and (not emoji or emoji == "$" or emoji[0] == "#") for kind, emoji in wanted):
        raise bad("invalid reaction type specified")  # TDLib reads these as paid and custom ones
    _check(world, chat, wanted)
    try:
        reactions.put(world, reactions.holder(world, message), world.bot.id, [emoji for _, emoji in wanted])
    except reactions.Unfit as unfit:
        raise bad(unfit.code) from None
    return True


def _check(world: World, chat: Chat, wanted: list[tuple[str, str]]) -> None:
    """No chat here allows custom emoji, and a bot has one reaction a message."""
    if any(kind == _CUSTOM for kind, _ in wanted):
        raise bad("REACTION_INVALID")
    if len(wanted) > 1:
        raise bad("REACTIONS_TOO_MANY")
    me = world.standing(chat, world.bot.id)
    if chat.type in GROUP_KINDS and "can_react_to_messages" not in rights.left_to(chat, me):
        raise forbidden("CHAT_WRITE_FORBIDDEN")


def _given(params: Params) -> list[object]:
    try:
        given = params.thing("reaction")
    except ValueError:
        raise bad("can't parse reaction types JSON object") from None
    if given is None:
        return []
    if not isinstance(given, list):
        raise bad("expected an Array of ReactionType")
    return given


def _read(one: object) -> tuple[str, str]:
    """Kind and emoji (or custom emoji's id) of a ReactionType."""
    if not isinstance(one, dict):
        raise _unread("expected an Object")
    kind = _field(one, "type")
    if kind == "emoji":
        return kind, _field(one, "emoji")
    if kind == _CUSTOM:
        number = _field(one, "custom_emoji_id", numbers=True)
        if not number.removeprefix("-").isdecimal():
            raise _unread('Field "custom_emoji_id" must be a valid Number')
        return kind, number
    raise _unread("invalid reaction type specified")


def _field(one: Json, name: str, *, numbers: bool = False) -> str:
    value = one.get(name)
    if value is None:
        raise _unread(f'Can\'t find field "{name}"')
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    raise _unread(f'Field "{name}" must be of type {"Number" if numbers else "String"}')


def _unread(why: str) -> Refusal:
    return bad(f"can't parse ReactionType: {why}")


METHODS: dict[str, Method] = {"setMessageReaction": set_message_reaction}
