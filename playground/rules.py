"""Limits and refusals: what Telegram takes, and with which sentence it refuses the rest.

Numbers are from the Bot API reference where it has them; rows and buttons of a keyboard are not documented
(python-telegram-bot's constants). Lengths of texts are UTF-16 units after parsing.
"""

import re

from playground.wire import Json, Params, Refusal, bad

TEXT = 4096
CAPTION = 1024
CALLBACK_DATA = 64
PAYLOAD = 64
BUTTONS = 100
ROW = 8
COPY_TEXT = 256
TOAST = 200
COMMANDS = 100
UPLOAD = 50 * 1024 * 1024
PHOTO = 10 * 1024 * 1024

UNAUTHORIZED = Refusal(401, "Unauthorized")
NO_METHOD = Refusal(404, "Not Found: method not found")
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
    if given is None or given == {}:
        return None
    if not isinstance(given, dict):
        raise bad("object expected as reply markup")
    if "inline_keyboard" in given:
        return _inline(given["inline_keyboard"])
    if given.keys() & {"keyboard", "remove_keyboard", "force_reply"}:
        return {str(key): value for key, value in given.items()}
    return None


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
        raise bad("can't parse inline keyboard: an Array of Array of InlineKeyboardButton expected")
    return row


def _button(button: object) -> Json:
    if not isinstance(button, dict):
        raise bad("can't parse inline keyboard button: expected an Object")
    text = button.get("text")
    if not isinstance(text, str) or not text.strip():
        raise bad("can't parse inline keyboard button: button text must be non-empty")
    used = [kind for kind in _BUTTON_KINDS if kind in button]
    if not used:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    _action(used[0], button[used[0]])
    return {"text": text, used[0]: button[used[0]]}


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


_COMMAND = re.compile(r"[a-z0-9_]{1,32}")


def commands(params: Params) -> list[Json]:
    """The call's commands, checked. Raises Telegram's refusals."""
    try:
        given = params.thing("commands")
    except ValueError:
        raise bad("can't parse commands JSON object") from None
    if not isinstance(given, list):
        raise bad('can\'t find field "commands"') if given is None else bad("expected an Array of BotCommand")
    if len(given) > COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    return [_command(one) for one in given]


def _command(one: object) -> Json:
    if not isinstance(one, dict):
        raise bad("can't parse BotCommand: expected an Object")
    name = str(one.get("command", "")).strip().removeprefix("/")
    description = str(one.get("description", "")).strip()
    if not name:
        raise bad("can't parse BotCommand: command name must be non-empty")
    if not description:
        raise bad("can't parse BotCommand: command description must be non-empty")
    if not _COMMAND.fullmatch(name):
        raise bad("BOT_COMMAND_INVALID")
    if len(description) > COPY_TEXT:
        raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": name, "description": description}
