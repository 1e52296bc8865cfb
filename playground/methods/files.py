"""Files: what was uploaded is kept in memory, told by getFile and fetched from /file/bot<token>/."""

import re

from playground import rules
from playground.methods.shared import Method
from playground.wire import Json, Params, Upload, bad
from playground.world import StoredFile, World

_GETTABLE = 20 * 1024 * 1024
_PNG_HEAD, _GIF_HEAD = 24, 10
_JPEG_FRAME = re.compile(rb"\xff[\xc0-\xc2]..\x08(..)(..)", re.DOTALL)


def keep(world: World, upload: Upload, folder: str) -> StoredFile:
    """Keep a file under a new id."""
    number = len(world.files) + 1
    file = StoredFile(
        f"PLAYGROUND-{folder}-{number:08d}", f"{folder}/file_{number}{_ending(upload.name)}", upload
    )
    world.files[file.id] = file
    return file


def media(file: StoredFile, kind: str) -> Json:
    """A kept file as a message's document or photo, in Telegram's form."""
    told: Json = {"file_id": file.id, "file_unique_id": file.id[-8:], "file_size": len(file.upload.content)}
    if kind == "photo":
        width, height = size(file.upload.content)
        return {"photo": [told | {"width": width, "height": height}]}
    return {"document": told | {"file_name": file.upload.name, "mime_type": file.upload.mime}}


def size(content: bytes) -> tuple[int, int]:
    """Width and height of a PNG, GIF or JPEG; a square of 512 for what tells none."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= _PNG_HEAD:
        return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    if content.startswith((b"GIF87a", b"GIF89a")) and len(content) >= _GIF_HEAD:
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    frame = _JPEG_FRAME.search(content) if content.startswith(b"\xff\xd8") else None
    if frame:
        return int.from_bytes(frame[2]), int.from_bytes(frame[1])
    return 512, 512


def _ending(name: str) -> str:
    dot = name.rfind(".")
    ending = name[dot:] if dot > 0 else ""
    return ending if ending[1:].isalnum() and len(ending) < 9 else ""  # noqa: PLR2004 - longer is no ending


def taken(world: World, params: Params, name: str) -> StoredFile:
    """The file that a send call brings or names."""
    text = params.text(name)
    attached = params.files.get(text.removeprefix("attach://")) if text.startswith("attach://") else None
    upload = params.files.get(name) or attached
    if upload is not None:
        if not upload.content:
            raise bad("file must be non-empty")
        if len(upload.content) > rules.UPLOAD:
            raise bad("file is too big")
        return keep(world, upload, f"{name}s")
    if not text:
        raise bad(f"there is no {name} in the request")
    if text in world.files:
        return world.files[text]
    if text.startswith(("http://", "https://")):
        raise bad("failed to get HTTP URL content")
    raise bad("wrong remote file identifier specified: Wrong string length")


def get_file(world: World, params: Params) -> object:
    """The API's getFile: where a file can be fetched."""
    given = params.text("file_id")
    if not given:
        raise bad("file_id not specified")
    file = world.files.get(given)
    if file is None:
        raise bad("invalid file_id")
    size = len(file.upload.content)
    if size > _GETTABLE:
        raise bad("file is too big")
    answer: Json = {
        "file_id": file.id, "file_unique_id": file.id[-8:], "file_size": size, "file_path": file.path,
    }  # fmt: skip
    return answer


METHODS: dict[str, Method] = {"getFile": get_file}
