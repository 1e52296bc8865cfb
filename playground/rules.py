"""Limits and refusals: what Telegram takes, and with which sentence it refuses the rest.

Numbers are from the Bot API reference where it has them; rows and buttons of a keyboard are not documented
(python-telegram-bot's constants). Lengths of texts are UTF-16 units after parsing.
"""

import re

from playground.wire import Json, Params, Refusal, bad

LAST_SECOND = 2**31 - 1
"""The last date that the Bot API knows: its Integer has 32 bits."""
TEXT = 4096
CAPTION = 1024
CALLBACK_DATA = 64
PAYLOAD = 64
BUTTONS = 100
ROW = 8
COPY_TEXT = 256
TOAST = 200
COMMANDS = 100
QUERY_LIFE = 150
"""Seconds for which a pressed button waits: as long as Telegram's Bot API server keeps it for the bot."""
UPLOAD = 50 * 1024 * 1024
PHOTO = 10 * 1024 * 1024
PHOTO_SIDES = 10_000
PHOTO_RATIO = 20

UNAUTHORIZED = Refusal(401, "Unauthorized")
OLD_QUERY = "query is too old and response timeout expired or query ID is invalid"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
NO_THREAD = "message thread not found"
ACTIONS = frozenset((
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
    "upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
    "record_audio", "upload_audio",
))  # fmt: skip
_UNREAD_KEY = "can't parse keyboard button"
_FLAGS = frozenset((
    "resize_keyboard", "one_time_keyboard", "is_persistent", "selective", "remove_keyboard", "force_reply",
))  # fmt: skip
_TYPES: dict[str, tuple[type, str]] = {
    **dict.fromkeys(
        ("text", "url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat", "style",
         "icon_custom_emoji_id"), (str, "String"),
    ),
    **dict.fromkeys(
        ("web_app", "login_url", "switch_inline_query_chosen_chat", "callback_game"), (dict, "Object"),
    ),
    "pay": (bool, "Boolean"),
}  # fmt: skip
"""Which type each field of an inline button has."""
_UNREAD_BUTTON = "can't parse inline keyboard button"
_BUTTON_KINDS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
)  # fmt: skip


def markup(params: Params, name: str = "reply_markup") -> Json | None:
    """The call's reply markup, checked. Raises Telegram's refusals."""
    try:
        given = params.thing(name)
    except ValueError:
        raise bad("can't parse reply keyboard markup JSON object") from None
    if given is None and (
        name not in params or (params.text(name) == "" and params.values[name] is not None)
    ):
        return None
    if not isinstance(given, dict):
        raise bad("object expected as reply markup")
    if "inline_keyboard" in given:
        return _inline(given["inline_keyboard"])
    if given.keys() & {"keyboard", "remove_keyboard", "force_reply"}:
        return _under_the_line({str(key): value for key, value in given.items()})
    return None


def _under_the_line(given: Json) -> Json:
    """A reply keyboard, its removal, or a forced reply, checked."""
    for name in _FLAGS & given.keys():
        if not isinstance(given[name], bool):
            raise bad(f'field "{name}" must be of type Boolean')
    if not isinstance(given.get("input_field_placeholder", ""), str):
        raise bad('field "input_field_placeholder" must be of type String')
    rows = given.get("keyboard", [])
    if not isinstance(rows, list):
        raise bad('field "keyboard" of the ReplyKeyboardMarkup must be an Array')
    for row in rows:
        if not isinstance(row, list):
            raise bad('field "keyboard" of the ReplyKeyboardMarkup must be an Array of Arrays')
        for key in row:
            _key(key)
    return given


def _key(key: object) -> None:
    """Raise for what is no button of a reply keyboard."""
    if isinstance(key, str):
        return
    if not isinstance(key, dict):
        raise bad(f"{_UNREAD_KEY}: KeyboardButton must be a String or an Object")
    if "text" not in key:
        raise bad(f'{_UNREAD_KEY}: Can\'t find field "text"')
    if not isinstance(key["text"], str):
        raise bad(f'{_UNREAD_KEY}: Field "text" must be of type String')


def _inline(rows: object) -> Json | None:
    if not isinstance(rows, list):
        raise bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array')
    kept = [[_button(button) for button in _row(row)] for row in rows]
    kept = [row for row in kept if row]
    if sum(map(len, kept)) > BUTTONS or any(len(row) > ROW for row in kept):
        raise bad("reply markup is too long")
    return {"inline_keyboard": kept} if kept else None


def _row(row: object) -> list[object]:
    if not isinstance(row, list):
        raise bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    return row


def _button(button: object) -> Json:
    if not isinstance(button, dict):
        raise bad(f"{_UNREAD_BUTTON}: InlineKeyboardButton must be an Object")
    if "text" not in button:
        raise bad(f'{_UNREAD_BUTTON}: Can\'t find field "text"')
    for name, (kind, called) in _TYPES.items():
        if name in button and not isinstance(button[name], kind):
            raise bad(f'{_UNREAD_BUTTON}: Field "{name}" must be of type {called}')
    if not button["text"].strip():
        raise bad(f"{_UNREAD_BUTTON}: Text is empty")
    used = [kind for kind in _BUTTON_KINDS if kind in button and (button[kind] or "switch" in kind)]
    if not used and "callback_data" in button:
        raise bad("BUTTON_DATA_INVALID")
    if not used:
        raise bad(f"{_UNREAD_BUTTON}: Text buttons are unallowed in the inline keyboard")
    _action(used[0], button[used[0]])
    looks = {name: button[name] for name in ("style", "icon_custom_emoji_id") if name in button}
    return {"text": button["text"], **looks, used[0]: button[used[0]]}


def _action(kind: str, value: object) -> None:
    if kind == "callback_data" and not 1 <= len(str(value).encode()) <= CALLBACK_DATA:
        raise bad("BUTTON_DATA_INVALID")
    if kind == "url" and not _is_link(str(value)):
        raise bad(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    if kind == "copy_text":
        text = value.get("text") if isinstance(value, dict) else None
        if not isinstance(text, str) or not 1 <= len(text) <= COPY_TEXT:
            raise bad("BUTTON_COPY_TEXT_INVALID")


def _is_link(url: str) -> bool:
    return re.match(r"(?:https?://)?[^\s/?#]+\.[^\s/?#]+|tg://\S+", url, re.IGNORECASE) is not None


_COMMAND = re.compile(r"[a-z0-9_]+")
_COMMAND_NAME = 32
_COMMAND_WORDS = 256


def commands(params: Params) -> list[Json]:
    """The call's commands, checked. Raises Telegram's refusals."""
    try:
        given = params.thing("commands")
    except ValueError:
        raise bad("can't parse commands JSON object") from None
    if given is None:
        return []
    if not isinstance(given, list):
        raise bad("expected an Array of BotCommand")
    if len(given) > COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    return [_command(one) for one in given]


def _command(one: object) -> Json:
    if not isinstance(one, dict):
        raise bad("can't parse BotCommand: expected an Object")
    for name in ("command", "description"):
        if name not in one:
            raise bad(f"can't parse BotCommand: Can't find field \"{name}\"")
        if not isinstance(one[name], str):
            raise bad(f'can\'t parse BotCommand: Field "{name}" must be of type String')
    name = str(one["command"]).strip().removeprefix("/")
    description = str(one["description"]).strip()
    if not name or not description:
        raise bad("command must be non-empty" if not name else "command description must be non-empty")
    if len(name) > _COMMAND_NAME:
        raise bad(f"command length must not exceed {_COMMAND_NAME}")
    if len(description) > _COMMAND_WORDS:
        raise bad(f"command description length must not exceed {_COMMAND_WORDS}")
    if not _COMMAND.fullmatch(name):
        raise bad("BOT_COMMAND_INVALID")
    return {"command": name, "description": description}
