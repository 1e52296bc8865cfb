"""Methods about the bot itself: command menus, name and descriptions."""

from playground import rights, rules
from playground.menus import DEFAULT, Scope
from playground.methods import shared
from playground.methods.shared import Method
from playground.wire import Json, Params, Refusal, bad
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


def _button(params: Params) -> Json:
    """The call's MenuButton; none given is the default one."""
    given = _object(params, "menu_button", "menu button", "MenuButton")
    if given is None:
        return {"type": "default"}
    fields = Params(given)
    if "type" not in given:
        raise bad("can't parse menu button: Can't find field \"type\"")
    kind = fields.text("type")
    if kind in ("default", "commands"):
        return {"type": kind}
    if kind != "web_app":
        raise bad("can't parse menu button: Unsupported menu button type")
    for name in ("text", "web_app"):
        if name not in given:
            raise bad(f"can't parse menu button: Can't find field \"{name}\"")
    app = given["web_app"]
    if not isinstance(app, dict):
        raise bad('can\'t parse menu button: Field "web_app" must be of type Object')
    if not isinstance(app.get("url"), str):
        raise bad("can't parse menu button: Can't find field \"url\"")
    return {"type": "web_app", "text": fields.text("text"), "web_app": {"url": app["url"]}}


def _wished(params: Params) -> frozenset[str]:
    """The rights that the call's ChatAdministratorRights names."""
    given = _object(params, "rights", "ChatAdministratorRights", "ChatAdministratorRights") or {}
    for name in ("is_anonymous", *rights.RIGHTS):
        if not isinstance(given.get(name, False), bool):
            raise bad(f'can\'t parse ChatAdministratorRights: Field "{name}" must be of type Boolean')
    return frozenset(name for name in ("is_anonymous", *rights.RIGHTS) if given.get(name))


def _object(params: Params, name: str, what: str, kind: str) -> Json | None:
    try:
        given = params.thing(name)
    except ValueError:
        raise bad(f"can't parse {what} JSON object") from None
    if given is None and not params.text(name).strip():
        return None
    if not isinstance(given, dict):
        raise bad(f"can't parse {what}: {kind} must be an Object")
    return {str(key): value for key, value in given.items()}


def _button_chat(world: World, params: Params) -> int:
    """The private chat that a menu button is for; 0 for all."""
    if "chat_id" not in params:
        return 0
    user = params.integer("chat_id")
    if user <= 0:
        raise bad("invalid chat_id specified")
    if world.user(user) is None:
        raise bad("user not found")
    return user


def set_menu_button(world: World, params: Params) -> object:
    """The API's setChatMenuButton: of one private chat, or of all that have none of their own."""
    button = _button(params)
    chat = _button_chat(world, params)
    if button == {"type": "default"}:
        world.menu_buttons.pop(chat, None)
    else:
        world.menu_buttons[chat] = button
    world.hub.tell("commands", {})
    return True


def get_menu_button(world: World, params: Params) -> object:
    """The API's getChatMenuButton: a chat without one of its own has the default one."""
    chat = _button_chat(world, params)
    return world.menu_buttons.get(chat, {"type": "default" if chat else "commands"})


def set_wished_rights(world: World, params: Params) -> object:
    """The API's setMyDefaultAdministratorRights: what the bot suggests to who makes it an admin."""
    wished = _wished(params)
    channels = params.boolean("for_channels")
    known = wished & {*rights.listed(channels=channels), "is_anonymous"}
    if known:
        world.wished_rights[channels] = known | {"can_manage_chat"}
    else:
        world.wished_rights.pop(channels, None)
    return True


def get_wished_rights(world: World, params: Params) -> object:
    """The API's getMyDefaultAdministratorRights."""
    channels = params.boolean("for_channels")
    wished = world.wished_rights.get(channels, frozenset())
    return {name: name in wished for name in ("is_anonymous", *rights.listed(channels=channels))}


METHODS: dict[str, Method] = {
    "setChatMenuButton": set_menu_button,
    "getChatMenuButton": get_menu_button,
    "setMyDefaultAdministratorRights": set_wished_rights,
    "getMyDefaultAdministratorRights": get_wished_rights,
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
