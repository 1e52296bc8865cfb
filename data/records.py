"""Records in and out of JSON: one object, the same keys both ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields

from data.errors import Malformed
from data.models import Paper, Record

_TYPES = {f.name: str(f.type) for f in fields(Record)}
LISTS = tuple(name for name, kind in _TYPES.items() if kind.startswith("tuple"))
NUMBERS = tuple(name for name, kind in _TYPES.items() if kind.startswith("int"))
LINKS = ("url", "pdf_url", "code_url", "image_url")

LONGEST = 100_000  # characters of a text; a long abstract has 5,000
LONGEST_LINK = 4_000
_RANGES = {"year": range(1000, 3000), "number": range(1_000_000)}
_LINK = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)
_EMPTY: tuple[object, ...] = (None, "", [])


def from_json(obj: object) -> Record:
    """Read one record of anybody's file, cleaned: what no reader could use is left out.

    NUL characters, blank ids and names, years outside 1000 to 2999, and links that are not http(s) go; texts
    are cut at `LONGEST`. Keys that we do not know are passed over. Raises Malformed for a wrong type and for
    a title in which nothing can be seen.
    """
    values = {name: _cleaned(name, value) for name, value in _values(obj).items()}
    return _record(values)


def stored(obj: object) -> Record:
    """Read one record as the store keeps it, unchanged. Raises Malformed for what is no record."""
    return _record(_values(obj))


def to_json(record: Record) -> dict[str, object]:
    """Write one record; fields without a value are left out, a stored paper adds where it came from."""
    out: dict[str, object] = {}
    for name in _TYPES:
        value = getattr(record, name)
        if value not in (None, ()):
            out[name] = list(value) if name in LISTS else value
    if isinstance(record, Paper):
        out["source"] = record.source
        if record.source_url:
            out["source_url"] = record.source_url
        out["added_at"] = record.added_at.isoformat(timespec="seconds")
    return out


def _values(obj: object) -> dict[str, object]:
    if not isinstance(obj, Mapping):
        raise Malformed("a record must be a JSON object")
    return {name: _value(name, obj[name]) for name in _TYPES if obj.get(name) not in _EMPTY}


def _record(values: Mapping[str, object]) -> Record:
    if not values.get("title"):
        raise Malformed("a record needs a title", field="title")
    return Record(**{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]


def _value(name: str, value: object) -> object:
    if name in LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Malformed(f"{name} must be a list of strings", field=name)
        return tuple(value)
    if name in NUMBERS:
        if isinstance(value, str) and value.strip().isdecimal() and len(value) <= LONGEST_LINK:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed(f"{name} must be a number", field=name)
        return value
    if not isinstance(value, str):
        raise Malformed(f"{name} must be a string", field=name)
    return value


def _cleaned(name: str, value: object) -> object:
    """A value that a reader can use, or None."""
    if isinstance(value, int):
        return value if value in _RANGES[name] else None
    if isinstance(value, tuple):
        return tuple(kept for item in value if _seen(kept := _text(item)))
    text = _text(str(value))
    if name in LINKS:
        text = text.strip()
        return text if len(text) <= LONGEST_LINK and _LINK.fullmatch(text) else None
    if name == "id":
        text = text.strip()
    return text if _seen(text) else None


def _text(text: str) -> str:
    return text.replace("\0", "")[:LONGEST]


def _seen(text: str) -> bool:
    """Whether a character of it can be seen: not blank, control or zero-width alone."""
    return any(unicodedata.category(char)[0] not in "CZ" for char in text)
