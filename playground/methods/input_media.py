"""What a call says of the file it sends: as parameters, or as the InputMedia objects of albums and edits."""

from dataclasses import dataclass

from playground import rules
from playground.attachments import CAPTIONED, Details, kind_of
from playground.entities import units
from playground.formatted import Formatted
from playground.methods import files, shared
from playground.methods.files import Source
from playground.methods.sending import Content
from playground.wire import Json, Params, Refusal, bad
from playground.world import World

_LONGEST, _WIDEST = 86_400, 10_000
LARGE = ("photo", "video", "animation")
"""The kinds that can be hidden under a spoiler and can stand below their caption."""
_TYPES = ("photo", "video", "animation", "audio", "document")
_ELSEWHERE = ("voice_note",)
_FIELDS = ("type", "media", "caption", "parse_mode", "thumbnail", "thumb", "title", "performer")
_FLAGS = ("has_spoiler", "show_caption_above_media", "disable_content_type_detection", "supports_streaming")


@dataclass(frozen=True)
class Item:
    """One file to send: its kind, where it comes from, its caption and what is said of it."""

    kind: str
    source: Source
    words: Formatted
    extra: Json
    details: Details
    as_file: bool = False
    """Whether Telegram must not make something else of a document than a plain file."""

    @property
    def above(self) -> bool:
        """Whether the caption stands above it."""
        return "show_caption_above_media" in self.extra

    async def content(self, world: World) -> Content:
        """The message's content, its file kept or found. Raises Telegram's refusals."""
        if units(self.words.text) > rules.CAPTION:
            raise bad("message caption is too long")
        media = await files.taken(world, self.source, self.kind, self.details, as_file=self.as_file)
        kind = kind_of(media)
        words = self.words if kind in CAPTIONED else Formatted("", [])
        return Content(words, media, self.extra if kind in LARGE else {})


def of_call(world: World, params: Params, kind: str, source: Source) -> Item:
    """The file of a method of its own, such as sendPhoto."""
    words = shared.words(world, params, "caption", "caption_entities")
    as_file = params.boolean("disable_content_type_detection")
    return Item(kind, source, words, _extra(params, kind), _details(params, params, kind), as_file)


def read(world: World, params: Params, given: object, *, album: bool = False) -> Item:
    """An InputMedia object of a call, whose uploads lie in the call. Raises Telegram's refusals."""
    if not isinstance(given, dict):
        raise _unread("expected an Object")
    fields = Params(given)
    _check_types(given)
    try:
        words = shared.words(world, fields, "caption", "caption_entities")
    except Refusal as refusal:
        raise _unread(said(refusal)) from None
    source = files.source(params, "media", fields.text("media"))
    if source is None:
        raise _unread("media not found")
    if "type" not in given:
        raise _unread('Can\'t find field "type"')
    kind = fields.text("type")
    if album and kind == "animation":
        raise _unread(f'type "{kind}" can\'t be used in sendMediaGroup')
    if kind not in _TYPES:
        raise _unread(f'type "{kind}" is {"not allowed" if kind in _ELSEWHERE else "unsupported"}')
    as_file = album or fields.boolean("disable_content_type_detection")
    return Item(kind, source, words, _extra(fields, kind), _details(fields, params, kind), as_file)


def said(refusal: Refusal) -> str:
    """A refusal's sentence as it stands inside another one."""
    sentence = refusal.description.removeprefix("Bad Request: ")
    return sentence[:1].upper() + sentence[1:]


def _unread(reason: str) -> Refusal:
    return bad(f"can't parse InputMedia: {reason}")


def _check_types(given: dict[object, object]) -> None:
    for name in _FIELDS:
        if not isinstance(given.get(name, ""), str):
            raise _unread(f'Field "{name}" must be of type String')
    for name in _FLAGS:
        if not isinstance(given.get(name, False), bool):
            raise _unread(f'Field "{name}" must be of type Boolean')


def _extra(fields: Params, kind: str) -> Json:
    extra: Json = {}
    if kind in LARGE and fields.boolean("has_spoiler"):
        extra["has_media_spoiler"] = True
    if kind in LARGE and fields.boolean("show_caption_above_media"):
        extra["show_caption_above_media"] = True
    return extra


def _details(fields: Params, call: Params, kind: str) -> Details:
    named = fields.text("thumbnail") or fields.text("thumb")
    return Details(
        _within(fields.integer("length" if kind == "video_note" else "width"), _WIDEST),
        _within(fields.integer("height"), _WIDEST), _within(fields.integer("duration"), _LONGEST),
        fields.text("title").strip(), fields.text("performer").strip(), fields.text("emoji"),
        files.thumbnail(call, named),
    )  # fmt: skip


def _within(number: int, most: int) -> int:
    return min(max(number, 0), most)
