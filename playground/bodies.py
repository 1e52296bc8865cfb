"""Bodies of calls, read as Telegram's HTTP reader reads them.

Query and body are one list of parameters, and the first of a name counts. What follows a mistake in a JSON
body is passed over, with what came before it kept; a body of no known type is no body. Only what is too
large, or a form that cannot be taken apart, is refused by itself.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote_to_bytes

from aiohttp import BodyPartReader, ClientResponse, MultipartReader, web

from playground.wire import Params, Refusal, Upload, bad

LARGEST_FORM = 1 << 20
"""Bytes that all parameters of a call may take, files aside."""
LARGEST_REPLY = 60 * 1024 * 1024
_MOST_FILES = 100
_LONGEST_NUMBER = 25
_BOUNDARY = re.compile(r'boundary\s*=\s*(?:"([^"]{1,70})"|([^";,\s]{1,70}))', re.IGNORECASE)
_UNESCAPED = {
    f"{high}{low}".encode(): bytes.fromhex(high + low)
    for high in "0123456789abcdefABCDEF"
    for low in "0123456789abcdefABCDEF"
}
_SPACE = re.compile(r"[ \t\r\n]*")
_TOO_LARGE = Refusal(413, "Request Entity Too Large")


async def params_of(request: web.Request) -> Params:
    """A call's parameters from its query and its body, whatever form that has. Raises Telegram's refusals."""
    values: dict[str, object] = {}
    if "?" in request.raw_path:
        _add(values, form(request.rel_url.raw_query_string.encode("utf-8", "surrogateescape")))
    if not request.body_exists:
        return Params(values)
    kind = request.headers.get("Content-Type", "").lower()
    if "multipart/form-data" in kind:
        _check_boundary(kind)
        return Params(values, await _parts(await request.multipart(), request.client_max_size, values))
    if "application/x-www-form-urlencoded" in kind:
        _add(values, form(await _read(request)))
    elif "application/json" in kind:
        _add(values, members(await _read(request)))
    return Params(values)


async def answered(response: ClientResponse) -> Params | None:
    """The parameters in a webhook's answer, which may name a method; None for no body of a known type."""
    values: dict[str, object] = {}
    kind = response.headers.get("Content-Type", "").lower()
    if "multipart/form-data" in kind:
        with suppress(Refusal):
            _check_boundary(kind)
            files = await _parts(MultipartReader(response.headers, response.content), LARGEST_REPLY, values)
            return Params(values, files)
        return None
    body = await response.read()
    if len(body) > LARGEST_FORM:
        return None
    if "application/x-www-form-urlencoded" in kind:
        _add(values, form(body))
    elif "application/json" in kind:
        _add(values, members(body))
    return Params(values) if values else None


def _add(values: dict[str, object], more: Iterator[tuple[str, object]]) -> None:
    for name, value in more:
        values.setdefault(name, value)


async def _read(request: web.Request) -> bytes:
    if (request.content_length or 0) > LARGEST_FORM:
        raise _TOO_LARGE
    try:
        arrived = request.content
        # most bodies came with their head: they need no waiting
        body = arrived.read_nowait() if arrived.is_eof() else await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise _TOO_LARGE from None
    if len(body) > LARGEST_FORM:
        raise _TOO_LARGE
    return body


def form(body: bytes) -> Iterator[tuple[str, str]]:
    """Names and values of a URL-encoded form; bytes that are no UTF-8 become lone surrogates."""
    for part in body.replace(b"+", b" ").split(b"&"):
        if part:
            name, _, value = part.partition(b"=")
            yield _text(name), _text(value)


def _text(encoded: bytes) -> str:
    plain = _unquoted(encoded) if b"%" in encoded else encoded
    return plain.decode("utf-8", "surrogateescape")


def _unquoted(encoded: bytes) -> bytes:
    """With each escape read; a percent sign that begins none stays as it is, and takes the longer way."""
    first, *rest = encoded.split(b"%")
    try:
        return b"".join([first, *[_UNESCAPED[part[:2]] + part[2:] for part in rest]])
    except KeyError:
        return unquote_to_bytes(encoded)


def members(body: bytes) -> Iterator[tuple[str, object]]:
    """Names and values of a JSON object up to its end, or to the first mistake in it."""
    text = body.decode("utf-8", "surrogateescape")
    at = _past_space(text, 0)
    if text[at : at + 1] != "{":
        return
    at = _past_space(text, at + 1)
    while text[at : at + 1] == '"':
        try:
            name, at = _decoder.raw_decode(text, at)
            at = _past_space(text, at)
            if text[at : at + 1] != ":":
                return
            value, at = _decoder.raw_decode(text, _past_space(text, at + 1))
        except (ValueError, RecursionError):
            return
        yield name, "null" if value is None else value
        at = _past_space(text, at)
        if text[at : at + 1] == ",":
            at = _past_space(text, at + 1)


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _first(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of which the first member of a name counts."""
    made = dict(pairs)
    return made if len(made) == len(pairs) else dict(reversed(pairs))


def _whole(digits: str) -> object:
    return int(digits) if len(digits) < _LONGEST_NUMBER else digits


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _real(digits: str) -> object:
    value = float(digits)
    return value if abs(value) != float("inf") else digits


_decoder = json.JSONDecoder(
    object_pairs_hook=_first, parse_int=_whole, parse_float=_real, parse_constant=_no_number, strict=False
)


def _check_boundary(kind: str) -> None:
    if not _BOUNDARY.search(kind):
        raise bad("boundary not found")


async def _parts(form: MultipartReader, room: int, values: dict[str, object]) -> dict[str, Upload]:
    """The files of a multipart form, of `room` bytes at most; its other parts go to `values`."""
    files: dict[str, Upload] = {}
    left = LARGEST_FORM
    try:
        async for part in form:
            if not isinstance(part, BodyPartReader) or not part.name:
                raise bad("field name in multipart/form-data not found")
            content = await _content(part, room if part.filename is not None else left)
            if part.filename is None:
                left -= len(content)
                values.setdefault(part.name, content.decode("utf-8", "surrogateescape"))
                continue
            room -= len(content)
            kind = part.headers.get("Content-Type", "application/octet-stream")
            files.setdefault(part.name, Upload(part.filename, bytes(content), kind))
            if len(files) > _MOST_FILES:
                raise _TOO_LARGE
    except (ValueError, AssertionError):  # what aiohttp raises for parts that are none
        raise bad("can't parse form data headers") from None
    return files


async def _content(part: BodyPartReader, most: int) -> bytearray:
    content = bytearray()
    while chunk := await part.read_chunk():
        content += chunk
        if len(content) > most:
            raise _TOO_LARGE
    return content
