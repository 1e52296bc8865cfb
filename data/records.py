"""Records in and out of JSON: one object, the same keys both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from data.errors import Malformed
from data.models import Paper, Record

_TYPES = {f.name: str(f.type) for f in fields(Record)}
LISTS = tuple(name for name, kind in _TYPES.items() if kind.startswith("tuple"))
NUMBERS = tuple(name for name, kind in _TYPES.items() if kind.startswith("int"))


def from_json(obj: object) -> Record:
    """Read one record. Keys that we do not know are passed over; a wrong type raises Malformed."""
    if not isinstance(obj, Mapping):
        raise Malformed("a record must be a JSON object")
    values = {name: _value(name, obj[name]) for name in _TYPES if obj.get(name) not in (None, "", [])}
    title = values.get("title")
    if not isinstance(title, str) or not title.strip():
        raise Malformed("a record needs a title", field="title")
    return Record(**values)  # type: ignore[arg-type]


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


def _value(name: str, value: object) -> object:
    if name in LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Malformed(f"{name} must be a list of strings", field=name)
        return tuple(value)
    if name in NUMBERS:
        if isinstance(value, str) and value.strip().isdecimal():
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed(f"{name} must be a number", field=name)
        return value
    if not isinstance(value, str):
        raise Malformed(f"{name} must be a string", field=name)
    return value
