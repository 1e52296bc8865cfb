"""Telegram's own library, asked without network or account, and its answers in the playground's words."""

import json
from typing import Any

import tdjson

from playground.entities import Entity

Row = tuple[str, int, int, str]
"""Kind, offset, length and argument of an entity."""
Read = tuple[str, list[Row] | str]
"""Text and entities, or "refused" and the sentence."""
NAMES = {
    "Bold": "bold", "Italic": "italic", "Underline": "underline", "Strikethrough": "strikethrough",
    "Spoiler": "spoiler", "BlockQuote": "blockquote", "ExpandableBlockQuote": "expandable_blockquote",
    "Code": "code", "Pre": "pre", "PreCode": "pre", "TextUrl": "text_link", "MentionName": "text_mention",
    "CustomEmoji": "custom_emoji", "DateTime": "date_time", "BotCommand": "bot_command", "Hashtag": "hashtag",
    "Cashtag": "cashtag", "Mention": "mention", "Url": "url", "EmailAddress": "email",
    "BankCardNumber": "bank_card", "MediaTimestamp": "media_timestamp",
}  # fmt: skip
BACK = {ours: theirs for theirs, ours in NAMES.items() if theirs != "PreCode"}
MODES: dict[str, dict[str, Any]] = {
    "HTML": {"@type": "textParseModeHTML"},
    "MarkdownV2": {"@type": "textParseModeMarkdown", "version": 2},
    "Markdown": {"@type": "textParseModeMarkdown", "version": 1},
}
_PRECISE = {"dateTimePartPrecisionNone": 0, "dateTimePartPrecisionShort": 1, "dateTimePartPrecisionLong": 2}
_FIELDS = {
    "text_link": "url", "pre": "language", "text_mention": "user_id", "custom_emoji": "custom_emoji_id",
}  # fmt: skip

tdjson.td_execute(json.dumps({"@type": "setLogVerbosityLevel", "new_verbosity_level": 0}).encode())


def ask(**request: Any) -> dict[str, Any]:
    """One request, answered at once; `type` stands for `@type`."""
    request["@type"] = request.pop("type")
    answer: dict[str, Any] = json.loads(tdjson.td_execute(json.dumps(request).encode()))
    return answer


def parsed(text: str, mode: str) -> Read:
    """What Telegram's parser makes of a text with markup."""
    return _read(ask(type="parseTextEntities", text=text, parse_mode=MODES[mode]))


def found(text: str) -> list[Row]:
    """What Telegram finds in a text by itself."""
    return rows(ask(type="getTextEntities", text=text))


def prepared(text: str, entities: list[Entity]) -> Read:
    """How Telegram cleans a text with given entities and mends these.

    The request reads another Markdown too, which only a text with its marks would notice: see `unmarked`.
    """
    given = [_row(one) for one in entities]
    formatted = {"@type": "formattedText", "text": text, "entities": given}
    return _read(ask(type="parseMarkdown", text=formatted))


def unmarked(text: str) -> bool:
    """Whether a text holds no mark of that other Markdown."""
    return not any(mark in text for mark in ("`", "[", "__", "**", "~~", "||"))


def _read(answer: dict[str, Any]) -> Read:
    if answer["@type"] == "error":
        sentence: str = answer["message"]
        return "refused", sentence[:1].lower() + sentence[1:]  # as the Bot API's server writes it
    return answer["text"], rows(answer)


def rows(answer: dict[str, Any]) -> list[Row]:
    """The entities of an answer."""
    return [_told(one) for one in answer["entities"]]


def _told(entity: dict[str, Any]) -> Row:
    what = entity["type"]
    kind = NAMES[what["@type"].removeprefix("textEntityType")]
    argument = what.get(_FIELDS.get(kind, ""))
    if kind == "date_time":
        argument = f"{what['unix_time']} {_form(what.get('formatting_type'))}".strip()
    return kind, entity["offset"], entity["length"], str(argument or "")


def _form(form: dict[str, Any] | None) -> str:
    """The letters of a time's form."""
    if form is None or form["@type"] == "dateTimeFormattingTypeRelative":
        return "r" if form else ""
    day, time = (_PRECISE[form[part]["@type"]] for part in ("date_precision", "time_precision"))
    return ("w" if form["show_day_of_week"] else "") + ("", "d", "D")[day] + ("", "t", "T")[time]


def _row(entity: Entity) -> dict[str, Any]:
    name = "PreCode" if entity.kind == "pre" and entity.argument else BACK[entity.kind]
    what: dict[str, Any] = {"@type": f"textEntityType{name}"}
    if entity.kind == "date_time":
        what |= _moment(entity.argument)
    elif entity.kind == "text_mention":
        what["user_id"] = int(entity.argument)
    elif name != "Pre" and entity.kind in _FIELDS:
        what[_FIELDS[entity.kind]] = entity.argument
    return {"@type": "textEntity", "offset": entity.offset, "length": entity.length, "type": what}


def _moment(argument: str) -> dict[str, Any]:
    unix, _, form = argument.partition(" ")
    what: dict[str, Any] = {"unix_time": int(unix)}
    if form == "r":
        what["formatting_type"] = {"@type": "dateTimeFormattingTypeRelative"}
    elif form:
        precise = {number: name for name, number in _PRECISE.items()}
        day = precise[1 if "d" in form else 2 if "D" in form else 0]
        time = precise[1 if "t" in form else 2 if "T" in form else 0]
        what["formatting_type"] = {
            "@type": "dateTimeFormattingTypeAbsolute", "show_day_of_week": "w" in form,
            "date_precision": {"@type": day}, "time_precision": {"@type": time},
        }  # fmt: skip
    return what
