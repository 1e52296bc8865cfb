"""Entities that a call gives beside its text, read as the Bot API's server reads them.

What is no JSON list counts as none; each element must name its kind and place. Kinds that Telegram finds by
itself are passed over. What the entities may not do is said when they meet the text (`formatted`).
"""

from playground.entities import Entity, date, refused
from playground.wire import Json, whole

PLAIN = frozenset((
    "bold", "italic", "underline", "strikethrough", "spoiler", "code", "blockquote", "expandable_blockquote",
))  # fmt: skip
_FOUND = frozenset((
    "mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bank_card_number",
))  # fmt: skip
_LAST_INT = (1 << 31) - 1
_LAST_LONG = (1 << 63) - 1


def read(given: object) -> list[Entity]:
    """The entities of a call's parameter. Raises the Refusal of one that is wrong."""
    return [entity for one in given for entity in _entity(one)] if isinstance(given, list) else []


def _entity(one: object) -> list[Entity]:
    if not isinstance(one, dict):
        raise _wrong("expected an Object")
    offset, length = (_number(one, name, _LAST_INT) for name in ("offset", "length"))
    kind = _text(one, "type")
    if not kind:
        raise _wrong("Type is not specified")
    if kind in _FOUND:
        return []
    return [Entity(kind, offset, length, "" if kind in PLAIN else _argument(one, kind))]


def _argument(one: Json, kind: str) -> str:
    if kind == "pre":
        return _text(one, "language") if "language" in one else ""
    if kind == "text_link":
        return _text(one, "url")
    if kind == "text_mention":
        user = one.get("user")
        if not isinstance(user, dict):
            raise _wrong('Field "user" must be of type Object' if user else 'Can\'t find field "user"')
        return str(_number(user, "id", _LAST_LONG))
    if kind == "custom_emoji":
        emoji = _number(one, "custom_emoji_id", _LAST_LONG)
        if emoji == 0:
            raise refused("Invalid custom emoji identifier specified")
        return str(emoji)
    if kind == "date_time":
        unix = _number(one, "unix_time", _LAST_INT)
        if unix <= 0:
            raise refused("Invalid date specified")
        return date(unix, _text(one, "date_time_format") if "date_time_format" in one else "")
    raise _wrong("Unsupported type specified")


def _number(one: Json, name: str, last: int) -> int:
    """A whole number, which may come as text."""
    value = one.get(name)
    if value is None:
        raise _wrong(f'Can\'t find field "{name}"')
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise _wrong(f'Field "{name}" must be of type Number')
    number = whole(str(value))
    if number is None or not -last - 1 <= number <= last:
        raise _wrong(f'Field "{name}" must be a valid Number')
    return number


def _text(one: Json, name: str) -> str:
    """A text, which may come as a number."""
    value = one.get(name)
    if value is None:
        raise _wrong(f'Can\'t find field "{name}"')
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise _wrong(f'Field "{name}" must be of type String')
    return str(value)


def _wrong(reason: str) -> Exception:
    return refused(f"Can't parse MessageEntity: {reason}")
