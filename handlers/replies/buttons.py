"""What a press on a button says: small frozen dataclasses, packed into Telegram's 64 bytes.

The data of a button reads `o1:12:3:3k9`: the kind's letter with the version of its form, then the fields.
Numbers are bounded, words keep to a small alphabet, so whatever `pack` writes fits. Whatever comes back is
judged anew: old messages keep old data, and anybody can forge it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import ClassVar, Literal, Self, get_type_hints

LARGEST = 2**53
NUMBER = "0|[1-9][0-9]{0,15}"
KEY = "[0-9a-z]{1,11}"
TOPIC = "[a-z0-9-]{1,24}"
SWITCH = "on|off"

# What each field of the settings may be set to. A zone is a name of the IANA list or a fixed UTC offset.
VALUES = {
    "push": SWITCH,
    "hour": "(?:[01][0-9]|2[0-3]):[0-5][0-9]",
    "zone": "[A-Za-z][A-Za-z0-9_+/:-]{0,31}",
    "weekdays": "[1-9]|[1-9][0-9]|1[01][0-9]|12[0-7]",
    "language": "zh|en",
    "layout": "auto|digest|institute",
    "silent": SWITCH,
    "everyone": SWITCH,
}
PAGES = ("main", "hour", "zone", "weekdays", "layout")


class StaleButton(ValueError):
    """The data is of no button that we make today: from an older version, forged, or out of range."""


@dataclass(frozen=True)
class Button:
    """One kind of button. `tag` and version are part of its data; `pattern` routes it."""

    tag: ClassVar[str]
    pattern: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.pattern = rf"^{cls.tag}(?::|$)"

    def __post_init__(self) -> None:
        for name, value in self._parts():
            if not re.fullmatch(_SHAPES[type(self)][name], value) or _large(value):
                raise ValueError(f"{type(self).__name__}.{name} cannot be {value[:40]!r}")

    def pack(self) -> str:
        """The data for `callback_data`: ASCII, at most 64 bytes."""
        return ":".join([self.tag, *(value for _, value in self._parts())])

    @classmethod
    def unpack(cls, data: str) -> Self:
        """Read the data of this kind of button; StaleButton for anything that `pack` would not write."""
        shape = _SHAPES[cls]
        match = re.fullmatch(":".join([cls.tag, *(f"({part})" for part in shape.values())]), data)
        if match is None:
            raise StaleButton(data[:64])
        kinds = get_type_hints(cls)
        values = [_value(kinds[name], text) for name, text in zip(shape, match.groups(), strict=True)]
        try:
            return cls(*values)
        except ValueError as error:
            raise StaleButton(data[:64]) from error

    def _parts(self) -> list[tuple[str, str]]:
        values = ((f.name, getattr(self, f.name)) for f in fields(self))
        return [(name, str(int(value) if isinstance(value, bool) else value)) for name, value in values]


@dataclass(frozen=True)
class Turn(Button):
    """Turn a remembered search to a page (from 0)."""

    tag = "t1"
    search: int
    page: int


@dataclass(frozen=True)
class Open(Button):
    """Show the card of a paper in the list of a search; `page` is the way back."""

    tag = "o1"
    search: int
    page: int
    key: str


@dataclass(frozen=True)
class Suggest(Button):
    """Ask the n-th suggestion (from 0) of a search that found nothing."""

    tag = "g1"
    search: int
    number: int


@dataclass(frozen=True)
class Save(Button):
    """Put a paper on one's reading list, or take it off."""

    tag = "s1"
    key: str


@dataclass(frozen=True)
class Bibtex(Button):
    """Show a paper's BibTeX entry."""

    tag = "b1"
    key: str


@dataclass(frozen=True)
class Related(Button):
    """List papers near to this one."""

    tag = "r1"
    key: str


@dataclass(frozen=True)
class Topics(Button):
    """Turn the list of topics to a page (from 0)."""

    tag = "l1"
    page: int


@dataclass(frozen=True)
class Browse(Button):
    """List the papers of a topic."""

    tag = "w1"
    topic: str


@dataclass(frozen=True)
class Follow(Button):
    """Subscribe to what a remembered wish names: for `me` in private, or for the place `here`."""

    tag = "f1"
    scope: Literal["me", "here"]
    search: int


@dataclass(frozen=True)
class Drop(Button):
    """End a subscription."""

    tag = "d1"
    subscription: int


@dataclass(frozen=True)
class Set(Button):
    """Set a field of a place's settings; `VALUES` says to what."""

    tag = "c1"
    place: int
    field: str
    value: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not re.fullmatch(VALUES[self.field], self.value):
            raise ValueError(f"{self.field} cannot be {self.value[:40]!r}")


@dataclass(frozen=True)
class Menu(Button):
    """Show a page of a place's settings."""

    tag = "m1"
    place: int
    page: str


@dataclass(frozen=True)
class Forget(Button):
    """Delete what is kept about the person who presses, or leave it."""

    tag = "x1"
    sure: bool


@dataclass(frozen=True)
class Nothing(Button):
    """A label that does nothing when pressed, like the "2/7" between two arrows."""

    tag = "n1"


KINDS: tuple[type[Button], ...] = (
    Turn, Open, Suggest, Save, Bibtex, Related, Topics, Browse, Follow, Drop, Set, Menu, Forget, Nothing,
)  # fmt: skip
_BY_TAG = {kind.tag: kind for kind in KINDS}
_WORDS = {
    "key": KEY,
    "topic": TOPIC,
    "scope": "me|here",
    "field": "|".join(VALUES),
    "value": "[A-Za-z0-9_+/:-]{1,32}",
}


def unpack(data: str) -> Button:
    """The button of any data; StaleButton when it is none of ours or not well-formed."""
    kind = _BY_TAG.get(data.partition(":")[0])
    if kind is None:
        raise StaleButton(data[:64])
    return kind.unpack(data)


def _expression(kind: type[Button], name: str, annotation: object) -> str:
    if annotation is int:
        return NUMBER
    if annotation is bool:
        return "0|1"
    return "|".join(PAGES) if kind is Menu else _WORDS[name]


def _value(annotation: object, text: str) -> str | int | bool:
    if annotation is bool:
        return text == "1"
    return int(text) if annotation is int else text


def _large(value: str) -> bool:
    return value.isdecimal() and int(value) > LARGEST


def _shape(kind: type[Button]) -> dict[str, str]:
    """Field names in order, with the expression of each as it stands in the data."""
    hints = get_type_hints(kind)
    return {f.name: _expression(kind, f.name, hints[f.name]) for f in fields(kind)}


_SHAPES = {kind: _shape(kind) for kind in KINDS}
