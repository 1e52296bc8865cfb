"""What travels: JSON objects, a call's parameters in any of Telegram's forms, and refusals.

Telegram takes the same parameters as query, form, multipart or JSON; numbers and objects may come as text.
`Params` reads them by the kind that a method wants, as forgivingly as Telegram does.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import orjson

Json = dict[str, object]
"""A JSON object on its way in or out."""


_LONGEST_NUMBER = 20
_LONGEST_KEPT = 16_384
_OWN_SENTENCE = frozenset({"text", "caption"})
_encoder = json.JSONEncoder(separators=(",", ":"))


def encoded(body: object) -> bytes:
    """JSON as Telegram writes it: nothing between its parts, and no character beyond ASCII."""
    try:
        quick = orjson.dumps(body)
    except TypeError:  # half a surrogate, or a number beyond 64 bits
        quick = b""
    return quick if quick.isascii() and quick else _encoder.encode(body).encode("ascii")


class Refusal(Exception):
    """Telegram says no: an error code, its sentence, and now and then parameters."""

    def __init__(self, code: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> Json:
        """The answer's JSON."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad(description: str, parameters: Json | None = None) -> Refusal:
    """A 400 with Telegram's prefix."""
    return Refusal(400, f"Bad Request: {description}", parameters)


def forbidden(description: str) -> Refusal:
    """A 403 with Telegram's prefix."""
    return Refusal(403, f"Forbidden: {description}")


@dataclass(frozen=True)
class Explained:
    """A result with the sentence that stands beside it in the answer."""

    result: object
    description: str


@dataclass(frozen=True)
class Upload:
    """A file that came with a multipart call."""

    name: str
    content: bytes
    mime: str


def decoded(text: str | bytes) -> object:
    """JSON decoded strictly: what no standard reader takes (NaN, endless nesting) raises ValueError."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _check_text(body: object) -> None:
    try:
        orjson.dumps(body)
    except TypeError:  # also a number beyond 64 bits, which is no matter of text
        json.dumps(body, ensure_ascii=False).encode()


def whole(text: str) -> int | None:
    """The whole number that a text of ASCII digits is, perhaps with a sign; None for everything else."""
    text = text.strip()
    digits = text[1:] if text[:1] in ("-", "+") else text
    good = digits.isascii() and digits.isdigit() and len(digits) < _LONGEST_NUMBER
    return int(text) if good else None


class Params:
    """A call's parameters, read by kind. Names are kept as sent; a missing one reads as empty."""

    def __init__(self, values: Mapping[str, object], files: Mapping[str, Upload] | None = None) -> None:
        self.values = dict(values)
        self.files = dict(files) if files else {}

    def __contains__(self, name: str) -> bool:
        return name in self.values or name in self.files

    def text(self, name: str) -> str:
        """The parameter as text; what came as another JSON value is written as JSON."""
        value = self.values.get(name, "")
        if isinstance(value, str):
            return value
        return "" if value is None else json.dumps(value, ensure_ascii=False)

    def integer(self, name: str, default: int = 0) -> int:
        """The parameter as a whole number; what is none reads as `default`, as Telegram does."""
        number = whole(self.text(name))
        return default if number is None else number

    def boolean(self, name: str) -> bool:
        """True for true, yes and 1 in any case."""
        return self.text(name).strip().lower() in {"true", "yes", "1"}

    def thing(self, name: str) -> object:
        """The parameter as JSON, decoded where it came as text; None when empty.

        Raises ValueError, also for text in it that is no UTF-8.
        """
        value = self.values.get(name)
        if isinstance(value, str):
            value = decoded(value) if value.strip() else None
        if isinstance(value, dict | list):
            _check_text(value)
        return value

    def check_text(self) -> None:
        """Raise UnicodeError for text that is no UTF-8, but where the method has a sentence of its own."""
        for name, value in self.values.items():
            if isinstance(value, str) and not value.isascii() and name not in _OWN_SENTENCE:
                value.encode()

    def kept(self) -> "Params":
        """The same as it may be kept for long: files as words, and of an endless text the beginning."""
        long = any(isinstance(one, str) and len(one) > _LONGEST_KEPT for one in self.values.values())
        if not self.files and not long:
            return self
        return Params({name: _begun(value) for name, value in self.shown().items()})

    def shown(self) -> Json:
        """The parameters as the call log shows them: files by name and size."""
        files = {name: f"<file {up.name}, {len(up.content)} bytes>" for name, up in self.files.items()}
        return {name: _opened(value) for name, value in self.values.items()} | files


def _begun(value: object) -> object:
    long = isinstance(value, str) and len(value) > _LONGEST_KEPT
    return f"{str(value)[:_LONGEST_KEPT]}… ({len(str(value))} characters)" if long else value


def _opened(value: object) -> object:
    """A JSON-encoded object or list shown as itself."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return decoded(value)
        except ValueError:
            return value
    return value
