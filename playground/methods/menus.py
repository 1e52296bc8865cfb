"""Methods about the bot itself: command menus, name and descriptions."""

from playground import rules
from playground.menus import DEFAULT, Scope
from playground.methods import shared
from playground.methods.shared import Method
from playground.wire import Params, Refusal, bad
from playground.world import World

_PLAIN = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
_CHAT = ("chat", "chat_administrators", "chat_member")


def _scope(world: World, params: Params) -> Scope:
    try:
        given = params.thing("scope")
    except ValueError:
        raise _unread("invalid JSON") from None
    if given is None and not params.values.get("scope", ""):
        return DEFAULT
    if not isinstance(given, dict):
        raise _unread("BotCommandScope must be an Object")
    fields = Params(given)
    kind = fields.text("type")
    if kind in _PLAIN:
        return (kind,)
    if kind not in _CHAT:
        raise _unread("Unsupported type specified")
    if not fields.text("chat_id"):
        raise _unread('Can\'t find field "chat_id"')
    chat = shared.reachable(world, fields)
    if kind != "chat" and chat.type == "private":
        raise bad("can't change commands in the private chat")
    if kind != "chat_member":
        return (kind, chat.id)
    if not fields.text("user_id"):
        raise _unread('Can\'t find field "user_id"')
    if fields.integer("user_id") <= 0:
        raise _unread("Invalid user_id specified")
    return (kind, chat.id, fields.integer("user_id"))


def _unread(reason: str) -> Refusal:
    return bad(f"can't parse BotCommandScope: {reason}")


def _language(params: Params) -> str:
    code = params.text("language_code")
    two = 2
    if code and not (len(code) == two and code.isascii() and code.isalpha() and code.islower()):
        raise bad("invalid language code specified")
    return code


def set_my_commands(world: World, params: Params) -> object:
    """The API's setMyCommands: a list for a scope and a language."""
    commands, scope, language = rules.commands(params), _scope(world, params), _language(params)
    world.menus.set(scope, language, commands)
    world.hub.tell("commands", {})
    return True


def delete_my_commands(world: World, params: Params) -> object:
    """The API's deleteMyCommands."""
    world.menus.drop(_scope(world, params), _language(params))
    world.hub.tell("commands", {})
    return True


def get_my_commands(world: World, params: Params) -> object:
    """The API's getMyCommands: exactly that list, without falling back."""
    return world.menus.get(_scope(world, params), _language(params))


def _setter(field: str, most: int, refusal: str) -> Method:
    def put(world: World, params: Params) -> object:
        text = params.text(field)
        if len(text) > most:
            raise bad(refusal)
        world.profile[field, _language(params)] = text
        if field == "name" and text and not params.text("language_code"):
            world.bot.first_name = text
        world.hub.tell("commands", {})
        return True

    return put


def _getter(field: str) -> Method:
    def get(world: World, params: Params) -> object:
        language = _language(params)
        text = world.profile.get((field, language)) or world.profile.get((field, ""), "")
        return {field: text or (world.bot.first_name if field == "name" else "")}

    return get


METHODS: dict[str, Method] = {
    "setMyCommands": set_my_commands,
    "deleteMyCommands": delete_my_commands,
    "getMyCommands": get_my_commands,
    "setMyName": _setter("name", 64, "BOT_TITLE_INVALID"),
    "getMyName": _getter("name"),
    "setMyDescription": _setter("description", 512, "BOT_DESCRIPTION_INVALID"),
    "getMyDescription": _getter("description"),
    "setMyShortDescription": _setter("short_description", 120, "BOT_SHORT_DESCRIPTION_INVALID"),
    "getMyShortDescription": _getter("short_description"),
}
