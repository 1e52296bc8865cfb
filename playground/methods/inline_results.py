"""One result of an inline query: what the person sees of it, and the message that it would become.

A result is text, a place, a contact or a file. Files are named by an id that the bot knows, or by an address;
an address is loaded when somebody sends the result, so that answering is quick.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from playground import rules
from playground.attachments import CAPTIONED, Details, kind_of
from playground.entities import units
from playground.formatted import Formatted
from playground.inline import Result
from playground.methods import contents, files, input_media, shared
from playground.wire import Json, Params, Refusal, bad
from playground.world import World

_LONGEST_ID = 64
_FILES = {
    "audio": ("audio", "audio"), "document": ("document", "document"), "gif": ("gif", "animation"),
    "mpeg4_gif": ("mpeg4", "animation"), "photo": ("photo", "photo"), "sticker": ("sticker", "sticker"),
    "video": ("video", "video"), "voice": ("voice", "voice"),
}  # fmt: skip
"""By the result's type: how its fields begin, and the kind of file that they name."""
_REQUIRED = {
    "article": ("title",), "contact": ("phone_number", "first_name"), "document": ("title",),
    "game": ("game_short_name",), "location": ("latitude", "longitude", "title"),
    "venue": ("latitude", "longitude", "title", "address"), "video": ("title",), "voice": ("title",),
}  # fmt: skip
_TITLES = {"article": "ARTICLE_TITLE_EMPTY", "document": "FILE_TITLE_EMPTY", "video": "VIDEO_TITLE_EMPTY"}
_MIMES = {"document": ("application/pdf", "application/zip"), "video": ("video/mp4", "text/html")}
_NO_WORDS = Formatted("", [])


@dataclass(frozen=True)
class _Message:
    """What a result would become."""

    words: Formatted = _NO_WORDS
    link_preview: Json | None = None
    media: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    load: Callable[[], Awaitable[Json]] | None = None


def read(world: World, given: object) -> Result:
    """A result of an answer. Raises Telegram's refusals."""
    if not isinstance(given, dict):
        raise _unread("Inline query result must be an object")
    fields = Params(given)
    try:
        kind = _kind(given)
        message = _content(world, given, kind)
        caption = shared.words(world, fields, "caption", "caption_entities")
        markup = rules.markup(fields) if given.get("reply_markup") is not None else None
    except Refusal as refusal:
        sentence = input_media.said(refusal)
        raise (refusal if re.fullmatch(r"[A-Z0-9_]+", sentence) else _unread(sentence)) from None
    _check(fields, kind, message)
    if message is None:
        message = _own(world, fields, kind, caption)
    described = {str(name): value for name, value in given.items() if name not in _UNTOLD}
    return Result(
        described, message.words, markup, message.link_preview, message.media, message.extra, message.load
    )


_UNTOLD = ("input_message_content", "reply_markup")


def _unread(reason: str) -> Refusal:
    return bad(f"can't parse inline query result: {reason}")


def _missing(name: str) -> Refusal:
    return bad(f'Can\'t find field "{name}"')


def _kind(given: dict[str, object]) -> str:
    """The result's type, when everything that it needs is there."""
    for name in ("type", "id"):
        if name not in given:
            raise _missing(name)
    kind = str(given["type"]).lower()
    if kind not in _FILES and kind not in _REQUIRED:
        raise bad(f'type "{given["type"]}" is unsupported for the inline query result')
    for name in _REQUIRED.get(kind, ()):
        if name not in given:
            raise _missing(name)
    if kind in _FILES:
        _check_file(given, kind)
    return kind


def _check_file(given: dict[str, object], kind: str) -> None:
    start = _FILES[kind][0]
    by_url = bool(given.get(f"{start}_url")) and kind != "sticker"
    if not by_url and not given.get(f"{start}_file_id"):
        raise _missing(f"{start}_file_id")
    for name in {"document": ("mime_type",), "video": ("mime_type",), "audio": ("title",)}.get(kind, ()):
        if by_url and name not in given:
            raise _missing(name)


def _content(world: World, given: dict[str, object], kind: str) -> _Message | None:
    """The content that stands in for what the result shows; None where it has none."""
    content = given.get("input_message_content")
    if content is None:
        old = Params(given)  # results of before Bot API 2.0 hold the text themselves
        if old.text("message_text"):
            return _text(world, old)
        if kind == "article":
            raise _missing("message_text")
        return None
    if not isinstance(content, dict):
        raise bad('field "input_message_content" must be of type Object')
    found = _given(world, content)
    if found is None and kind == "article":
        raise bad("Input message content is not specified")
    return found


def _given(world: World, content: dict[str, object]) -> _Message | None:
    """A text, venue, location or contact, in this order; None when it is none of them."""
    fields = Params(content)
    if fields.text("message_text"):
        return _text(world, fields)
    if {"latitude", "longitude"} <= content.keys():
        if {"title", "address"} <= content.keys():
            return _Message(media=contents.venue(fields))
        return _Message(media={"location": contents.location(fields)})
    if "phone_number" in content:
        if "first_name" not in content:
            raise _missing("first_name")
        return _Message(media={"contact": contents.contact(fields)})
    return None


def _text(world: World, fields: Params) -> _Message:
    words = shared.words(world, fields, "message_text", "entities")
    return _Message(words, shared.preview(fields))


def _check(fields: Params, kind: str, message: _Message | None) -> None:
    """What Telegram's servers check once everything is read."""
    if not 1 <= len(fields.text("id").encode()) <= _LONGEST_ID:
        raise bad("RESULT_ID_INVALID")
    if kind in _TITLES and not fields.text("title").strip():
        raise bad(_TITLES[kind])
    if kind == "game":
        raise bad("GAME_BOT_INVALID")
    if message is None or message.media:
        return
    if not message.words.text:
        raise bad("MESSAGE_EMPTY")
    if units(message.words.text) > rules.TEXT:
        raise bad("MESSAGE_TOO_LONG")


def _own(world: World, fields: Params, kind: str, caption: Formatted) -> _Message:
    """The message of a result that sends what it shows."""
    if kind == "location":
        return _Message(media={"location": contents.location(fields)})
    if kind == "venue":
        return _Message(media=contents.venue(fields))
    if kind == "contact":
        return _Message(media={"contact": contents.contact(fields)})
    if units(caption.text) > rules.CAPTION:
        raise bad("MEDIA_CAPTION_TOO_LONG")
    start, file = _FILES[kind]
    above = fields.boolean("show_caption_above_media") and file in input_media.LARGE
    extra: Json = {"show_caption_above_media": True} if above else {}
    named = (fields.text(f"{start}_url") if kind != "sticker" else "") or fields.text(f"{start}_file_id")
    if "." not in named:
        media = files.known(world, named, file)
        return _Message(caption if kind_of(media) in CAPTIONED else _NO_WORDS, media=media, extra=extra)
    _check_address(fields, kind, named)
    load = partial(files.taken, world, named, file, _details(fields, start))
    return _Message(caption, extra=extra, load=load)


def _check_address(fields: Params, kind: str, named: str) -> None:
    if kind in _MIMES and not fields.text("mime_type").startswith(_MIMES[kind]):
        raise bad(f"unallowed {kind} MIME type")
    thumbnail = fields.text("thumbnail_url") or fields.text("thumb_url")
    if kind == "photo" and not thumbnail:
        raise bad("PHOTO_THUMB_URL_EMPTY")
    for address in (named, thumbnail):
        if address and not re.match(r"(https?://)?[^\s/:@]+(:\d+)?(/|\?|#|$)", address, re.IGNORECASE):
            raise bad("WEBDOCUMENT_URL_INVALID")


def _details(fields: Params, start: str) -> Details:
    return Details(
        fields.integer(f"{start}_width"), fields.integer(f"{start}_height"),
        fields.integer(f"{start}_duration"), fields.text("title"), fields.text("performer"),
    )  # fmt: skip
