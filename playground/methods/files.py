"""Files of a call: uploaded, named by id or by URL; getFile tells where a kept one can be fetched.

Telegram takes a multipart field of the parameter's name, `attach://<field>`, the id of a file that it knows,
or an address. This room has no network: addresses on this machine are loaded, all others cannot be reached.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace

from playground import measures, rules
from playground.attachments import KINDS, PLAIN, Details, attach
from playground.downloads import Unfetched, fetched
from playground.methods.shared import Method
from playground.wire import Json, Params, Refusal, Upload, bad
from playground.world import World

GETTABLE = 20 * 1024 * 1024
_ATTACHED = "attach://"
_UNKNOWN = "wrong remote file identifier specified: "
_BY_URL = {
    "photo": (5 * 1024 * 1024, ("image/",)),
    "document": (GETTABLE, ("application/pdf", "application/zip", "image/gif")),
    "video": (GETTABLE, ("video/mp4",)),
    "animation": (GETTABLE, ("image/gif", "video/mp4")),
    "audio": (GETTABLE, ("audio/mpeg", "audio/mp4", "audio/x-m4a")),
    "voice": (GETTABLE, ("audio/ogg",)),
    "sticker": (GETTABLE, ("image/webp", "video/webm", "application/x-tgsticker")),
}
"""How many bytes Telegram loads from an address, and as which types; video notes take no address."""
_SAID = {
    "WEBPAGE_CURL_FAILED": "failed to get HTTP URL content",
    "WEBPAGE_MEDIA_EMPTY": "wrong type of the web page content",
}
Source = Upload | str
"""An upload, or the id or address of a file."""


class Spoiled(Refusal):
    """Telegram's inner servers could do nothing with a file; `reason` is their word for it."""

    def __init__(self, reason: str) -> None:
        super().__init__(400, f"Bad Request: {_SAID.get(reason, reason)}")
        self.reason = reason


def source(params: Params, field: str, given: str | None = None) -> Source | None:
    """The file that a parameter (or `given`, an InputMedia's text) brings or names, or None."""
    text = params.text(field) if given is None else given
    if text.startswith(_ATTACHED):
        return params.files.get(text.removeprefix(_ATTACHED))
    return text.strip() or (params.files.get(field) if given is None else None)


def thumbnail(params: Params, given: str = "") -> Upload | None:
    """The uploaded thumbnail of a call; it cannot be named by id or address."""
    for text in (given, params.text("thumbnail"), params.text("thumb")):
        if text.startswith(_ATTACHED) and text.removeprefix(_ATTACHED) in params.files:
            return params.files[text.removeprefix(_ATTACHED)]
    return params.files.get("thumbnail") or params.files.get("thumb")


async def taken(world: World, file: Source, kind: str, details: Details = PLAIN, *,
                as_file: bool = False) -> Json:  # fmt: skip
    """What a message with this file carries; a GIF is an animation unless it is sent `as_file`.

    Raises Telegram's refusals.
    """
    if isinstance(file, str):
        if "." not in file:
            return known(world, file, kind, as_file=as_file)
        file, details = await _loaded(file, kind), replace(details, thumbnail=None)
    _check(file, kind)
    moving = kind == "document" and not as_file and file.content.startswith(b"GIF8")
    return attach(world, file, "animation" if moving else kind, details)


def known(world: World, identity: str, kind: str, *, as_file: bool = False) -> Json:
    """The media of a file that is already here. Photos are photos only; other kinds pass as themselves."""
    file = world.files.get(identity)
    if file is None:
        raise bad(_UNKNOWN + _why_unknown(identity))
    if file.kind != kind and {file.kind, kind} & {"photo", "thumbnail"}:
        word = KINDS[kind].word + ("AsFile" if as_file and kind == "document" else "")
        raise bad(f"can't use file of type {KINDS[file.kind].word} as {word}")
    return file.media


def _why_unknown(identity: str) -> str:
    """What TDLib finds wrong with a file id that is none."""
    bare = identity.rstrip("=")
    if len(bare) % 4 == 1:
        return "Wrong string length"
    if not re.fullmatch(r"[A-Za-z0-9_-]+", bare):
        return "Wrong character in the string"
    raw = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if urlsafe_b64encode(raw).decode().rstrip("=") != bare:
        return "Wrong padding in the string"
    return "can't unserialize it" + ("" if raw[-1] in (2, 3, 4) else ". Wrong last symbol")


def _check(upload: Upload, kind: str) -> None:
    size = len(upload.content)
    if not size:
        raise bad("file must be non-empty")
    if size > rules.UPLOAD:
        raise Refusal(413, "Request Entity Too Large")
    if kind != "photo":
        return
    if size > rules.PHOTO:
        raise bad(
            f"file of size {size} bytes is too big for a photo; the maximum size is {rules.PHOTO} bytes"
        )
    sides = measures.picture(upload.content)
    if sides is None:
        raise Spoiled("IMAGE_PROCESS_FAILED")
    if sum(sides) > rules.PHOTO_SIDES or max(sides) > rules.PHOTO_RATIO * min(sides):
        raise Spoiled("PHOTO_INVALID_DIMENSIONS")


async def _loaded(address: str, kind: str) -> Upload:
    if "://" in address and not re.match(r"https?://", address, re.IGNORECASE):
        raise bad("invalid file HTTP URL specified: Unsupported URL protocol")
    if kind not in _BY_URL:
        raise Spoiled("WEBPAGE_MEDIA_EMPTY")
    most, types = _BY_URL[kind]
    try:
        upload = await fetched(address, most)
    except Unfetched:
        raise Spoiled("WEBPAGE_CURL_FAILED") from None
    if not upload.content or not upload.mime.startswith(types):
        raise Spoiled("WEBPAGE_MEDIA_EMPTY")
    return upload


def get_file(world: World, params: Params) -> object:
    """The API's getFile: where a file can be fetched."""
    given = params.text("file_id").strip()
    if not given:
        raise bad("file_id not specified")
    file = world.files.get(given)
    if file is None:
        raise bad("invalid file_id")
    size = len(file.upload.content)
    if size > GETTABLE:
        raise bad("file is too big")
    answer: Json = {
        "file_id": file.id, "file_unique_id": file.unique_id, "file_size": size, "file_path": file.path,
    }  # fmt: skip
    return answer


METHODS: dict[str, Method] = {"getFile": get_file}
