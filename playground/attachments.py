"""Files that messages carry: how one is kept, and what it is then in Telegram's form.

Every kind of file has ids of its own shape, as Telegram's have, and the same bytes always have the same
unique id. Nothing is converted: a photo's smaller sizes hold the bytes of the whole, and a GIF stays one.
"""

import hashlib
import mimetypes
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace

from playground import measures
from playground.wire import Json, Upload
from playground.world import StoredFile, World

_SIDES = (("s", 90), ("m", 320), ("x", 800), ("y", 1280), ("w", 2560))
_THUMBNAIL = 200 * 1024 - 1
_ROUND = 240
_VECTOR = 512
_LONGEST_ENDING = 8
_VERSION = 4
_TYPES = mimetypes.MimeTypes()
"""Python's own table, without what this machine adds to it."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: its number and word inside Telegram, and the folder that getFile tells."""

    number: int
    word: str
    folder: str


KINDS = {
    "thumbnail": Kind(0, "Thumbnail", "thumbnails"),
    "photo": Kind(2, "Photo", "photos"),
    "voice": Kind(3, "VoiceNote", "voice"),
    "video": Kind(4, "Video", "videos"),
    "document": Kind(5, "Document", "documents"),
    "sticker": Kind(8, "Sticker", "stickers"),
    "audio": Kind(9, "Audio", "music"),
    "animation": Kind(10, "Animation", "animations"),
    "video_note": Kind(13, "VideoNote", "video_notes"),
}
SENT = tuple(kind for kind in KINDS if kind != "thumbnail")
"""The kinds that a message can carry."""
CAPTIONED = ("photo", "video", "animation", "audio", "document", "voice")
ALONE = ("document", "audio")
"""The kinds that stand in an album only among their like."""


@dataclass(frozen=True)
class Details:
    """What the sender says of a file; a kind takes what it knows, and what is 0 or "" is read from it."""

    width: int = 0
    height: int = 0
    duration: int = 0
    title: str = ""
    performer: str = ""
    emoji: str = ""
    thumbnail: Upload | None = None


PLAIN = Details()


def kind_of(media: Json) -> str:
    """The kind of file that a message's media is, or ""."""
    return next((kind for kind in SENT if kind in media and (kind != "document" or len(media) == 1)), "")


def attach(world: World, upload: Upload, kind: str, details: Details = PLAIN) -> Json:
    """Keep a new file; what a message with it carries, in Telegram's form."""
    if kind != "document":  # many clients send pictures without their type
        upload = replace(upload, mime=measures.picture_type(upload.content) or upload.mime)
    if kind == "photo":
        return _photo(world, upload)
    if kind == "sticker" and _sticker_form(upload.content) is None:
        kind = "document"  # Telegram makes a plain file of what is no sticker
    file = keep(world, upload, kind)
    told = _DESCRIBED[kind](upload, details)
    body: Json = {"file_id": file.id, "file_unique_id": file.unique_id, **told}
    body |= _thumbnail(world, kind, details.thumbnail)
    body["file_size"] = len(upload.content)
    file.media = {kind: body}
    if kind == "animation":
        file.media["document"] = {name: value for name, value in body.items() if name not in _ANIMATED}
    return file.media


_ANIMATED = frozenset({"width", "height", "duration"})


def keep(world: World, upload: Upload, kind: str, size: str = "") -> StoredFile:
    """Keep a file under a new id."""
    number, known = len(world.files) + 1, KINDS[kind]
    digest = hashlib.sha256(upload.content + size.encode()).digest()
    whole = bytes((known.number, 0, 2, 2)) + number.to_bytes(8) + digest[:20] + bytes((_VERSION,))
    unique = bytes((known.number, 0, 3)) + digest[20:29]
    file = StoredFile(
        _coded(whole), f"{known.folder}/file_{number}{_ending(kind, upload)}", upload, kind, _coded(unique)
    )
    world.files[file.id] = file
    return file


def _coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _ending(kind: str, upload: Upload) -> str:
    if kind in ("photo", "thumbnail"):
        return ".jpg"
    if kind == "voice":
        return {"audio/mpeg": ".mp3", "audio/mp4": ".m4a"}.get(_mime(upload, "audio/ogg"), ".oga")
    dot = upload.name.rfind(".")
    ending = upload.name[dot:] if dot > 0 else ""
    good = ending[1:].isalnum() and ending.isascii() and len(ending) <= _LONGEST_ENDING
    return ending if good else {"sticker": ".webp", "video_note": ".mp4", "video": ".mp4"}.get(kind, "")


def _photo(world: World, upload: Upload) -> Json:
    """A photo in the sizes that Telegram makes of it, up to the first that holds it whole."""
    width, height = measures.picture(upload.content) or (1, 1)
    files, sizes = [], []
    for name, side in _SIDES:
        scale = min(1.0, side / max(width, height))
        file = keep(world, upload, "photo", name)
        files.append(file)
        sizes.append({
            "file_id": file.id, "file_unique_id": file.unique_id, "file_size": len(upload.content),
            "width": max(1, round(width * scale)), "height": max(1, round(height * scale)),
        })  # fmt: skip
        if side >= max(width, height):
            break
    media: Json = {"photo": sizes}
    for file in files:
        file.media = media
    return media


def _thumbnail(world: World, kind: str, upload: Upload | None) -> Json:
    """The picture of a file that has one; Telegram silently leaves out what is none, or too large."""
    if upload is None or kind in ("voice", "sticker") or not 0 < len(upload.content) <= _THUMBNAIL:
        return {}
    size = measures.picture(upload.content)
    if size is None:
        return {}
    file = keep(world, replace(upload, mime=measures.picture_type(upload.content)), "thumbnail")
    told = {
        "file_id": file.id, "file_unique_id": file.unique_id, "file_size": len(upload.content),
        "width": size[0], "height": size[1],
    }  # fmt: skip
    return {"thumbnail": told, "thumb": told}


def _document(upload: Upload, details: Details) -> Json:
    return {**_named(upload), "mime_type": _mime(upload, "application/octet-stream")}


def _video(upload: Upload, details: Details) -> Json:
    width, height = _frame(upload, details)
    return {
        "duration": details.duration or measures.duration(upload.content), "width": width, "height": height,
        **_named(upload), "mime_type": _mime(upload, "video/mp4", "video/"),
    }  # fmt: skip


def _animation(upload: Upload, details: Details) -> Json:
    moving = upload.mime == "image/gif"  # Telegram makes a film of it; here it stays what it is
    return _video(upload, details) | {"mime_type": upload.mime if moving else _mime(upload, "video/mp4")}


def _audio(upload: Upload, details: Details) -> Json:
    told: Json = {"duration": details.duration or measures.duration(upload.content)}
    told |= {name: text for name in ("performer", "title") if (text := getattr(details, name))}
    return told | {**_named(upload), "mime_type": _mime(upload, "audio/mpeg", "audio/")}


def _voice(upload: Upload, details: Details) -> Json:
    mime = _mime(upload, "audio/ogg")
    return {
        "duration": details.duration or measures.duration(upload.content),
        "mime_type": mime if mime in ("audio/mpeg", "audio/mp4") else "audio/ogg",
    }


def _video_note(upload: Upload, details: Details) -> Json:
    length = details.width or (measures.film(upload.content) or (_ROUND, 0))[0]
    return {"duration": details.duration or measures.duration(upload.content), "length": length}


def _sticker(upload: Upload, details: Details) -> Json:
    form = _sticker_form(upload.content)
    width, height = measures.picture(upload.content) or (_VECTOR, _VECTOR)
    told: Json = {"width": width, "height": height}
    if details.emoji:
        told["emoji"] = details.emoji
    return told | {"is_animated": form == "animated", "is_video": form == "video", "type": "regular"}


_DESCRIBED = {
    "document": _document, "video": _video, "animation": _animation, "audio": _audio, "voice": _voice,
    "video_note": _video_note, "sticker": _sticker,
}  # fmt: skip


def _sticker_form(content: bytes) -> str | None:
    """Static WebP, animated TGS (a gzip), video WebM; None for what is no sticker."""
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "static"
    if content.startswith(b"\x1f\x8b"):
        return "animated"
    return "video" if content.startswith(b"\x1a\x45\xdf\xa3") else None


def _frame(upload: Upload, details: Details) -> measures.Size:
    found = measures.film(upload.content) or measures.picture(upload.content) or (0, 0)
    return details.width or found[0], details.height or found[1]


def _named(upload: Upload) -> Json:
    name = re.sub(r'[\x00-\x1f<>:"|?*]', "_", upload.name.replace("\\", "/").rpartition("/")[2]).strip()
    return {"file_name": name} if name else {}


def _mime(upload: Upload, usual: str, start: str = "") -> str:
    """By the name's ending, else as the upload says; the usual one where that does not fit the kind."""
    guessed = _TYPES.guess_type(upload.name)[0]
    said = "" if upload.mime == "application/octet-stream" else upload.mime
    mime = guessed or said or usual
    return mime if mime.startswith(start) else usual
