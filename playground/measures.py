"""How large a picture is and how long a recording lasts, read from the first bytes that tell it.

Only headers are read, nothing is decoded: a damaged file may pass. What tells nothing gives None or 0.
"""

from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))
_OPUS_RATE = 48_000
_BITRATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0)
"""Kilobits a second of MPEG-1 layer 3, by the number in a frame's head."""
_BOXES_INSIDE = frozenset({b"moov", b"trak", b"mdia"})

Size = tuple[int, int]
"""Width and height in pixels."""


def picture(content: bytes) -> Size | None:
    """The size of a JPEG, PNG, GIF, WebP or BMP; None for anything else."""
    if content.startswith(_PNG) and content[12:16] == b"IHDR":
        return _positive(int.from_bytes(content[16:20]), int.from_bytes(content[20:24]))
    if content.startswith((b"GIF87a", b"GIF89a")):
        return _positive(_little(content[6:8]), _little(content[8:10]))
    if content.startswith(b"BM"):
        return _positive(_little(content[18:22]), abs(int.from_bytes(content[22:26], "little", signed=True)))
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return _webp(content)
    return _jpeg(content) if content.startswith(b"\xff\xd8") else None


def _jpeg(content: bytes) -> Size | None:
    """From part to part up to the frame, past a small picture that may lie in the camera's notes."""
    at = 2
    while content[at : at + 1] == b"\xff" and at + 9 <= len(content):
        kind = content[at + 1]
        if kind in _JPEG_FRAMES:
            return _positive(
                int.from_bytes(content[at + 7 : at + 9]), int.from_bytes(content[at + 5 : at + 7])
            )
        if kind == 0xFF:  # noqa: PLR2004 - a fill byte
            at += 1
        else:
            at += 2 if kind in _JPEG_ALONE else 2 + max(int.from_bytes(content[at + 2 : at + 4]), 2)
    return None


def picture_type(content: bytes) -> str:
    """The MIME type of a picture that `picture` can measure, or ""."""
    starts = {_PNG: "png", b"GIF8": "gif", b"\xff\xd8": "jpeg", b"BM": "bmp", b"RIFF": "webp"}
    found = next((kind for start, kind in starts.items() if content.startswith(start)), "")
    return f"image/{found}" if found and picture(content) else ""


def _webp(content: bytes) -> Size | None:
    if content[12:16] == b"VP8X":
        return _positive(_little(content[24:27]) + 1, _little(content[27:30]) + 1)
    if content[12:16] == b"VP8L":
        bits = _little(content[21:25])
        return _positive((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if content[12:16] == b"VP8 ":
        return _positive(_little(content[26:28]) & 0x3FFF, _little(content[28:30]) & 0x3FFF)
    return None


def film(content: bytes) -> Size | None:
    """The size of an MP4's first picture track; None for anything else."""
    for kind, body in _boxes(content):
        end = len(body)
        if kind == b"tkhd" and end >= 8:  # noqa: PLR2004 - two numbers of 16.16 bits at the end
            size = _positive(
                int.from_bytes(body[end - 8 : end - 4]) >> 16, int.from_bytes(body[end - 4 : end]) >> 16
            )
            if size:
                return size
    return None


def duration(content: bytes) -> int:
    """Whole seconds of an MP4, Ogg Opus, WAV or MP3 recording; 0 when they cannot be told."""
    for read in (_mp4_seconds, _ogg_seconds, _wav_seconds, _mp3_seconds):
        seconds = read(content)
        if seconds > 0:
            return round(seconds)
    return 0


def _mp4_seconds(content: bytes) -> float:
    for kind, body in _boxes(content):
        if kind == b"mvhd":
            long = body[:1] == b"\x01"
            scale = int.from_bytes(body[20:24] if long else body[12:16])
            length = int.from_bytes(body[24:32] if long else body[16:20])
            return length / scale if scale else 0.0
    return 0.0


def _ogg_seconds(content: bytes) -> float:
    last = content.rfind(b"OggS")
    if not content.startswith(b"OggS") or b"OpusHead" not in content[:64]:
        return 0.0
    return _little(content[last + 6 : last + 14]) / _OPUS_RATE


def _wav_seconds(content: bytes) -> float:
    at = content.find(b"data", 12)
    if not content.startswith(b"RIFF") or content[8:12] != b"WAVE" or at < 0:
        return 0.0
    rate = _little(content[28:32])
    return _little(content[at + 4 : at + 8]) / rate if rate else 0.0


def _mp3_seconds(content: bytes) -> float:
    """By the bit rate of the first frame, as if it held for all of them."""
    start = 0
    if content.startswith(b"ID3") and len(content) >= 10:  # noqa: PLR2004 - the tag's own head
        start = 10 + sum(
            (byte & 0x7F) << shift for byte, shift in zip(content[6:10], (21, 14, 7, 0), strict=True)
        )
    head = content[start : start + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xFE != 0xFA:  # noqa: PLR2004 - MPEG-1 layer 3
        return 0.0
    rate = _BITRATES[head[2] >> 4]
    return (len(content) - start) * 8 / (rate * 1000) if rate else 0.0


def _boxes(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The boxes of an MP4 in order, those that hold others first; nothing for what is no MP4."""
    if content[4:8] != b"ftyp":
        return
    waiting = [(0, len(content))]
    while waiting:
        at, end = waiting.pop()
        if at + 8 > end:
            continue
        size, kind, head = int.from_bytes(content[at : at + 4]), content[at + 4 : at + 8], 8
        if size == 1:
            size, head = int.from_bytes(content[at + 8 : at + 16]), 16
        size = end - at if size == 0 else size
        if size < head:
            continue
        stop = min(at + size, end)
        waiting.append((stop, end))
        if kind in _BOXES_INSIDE:
            waiting.append((at + head, stop))
        else:
            yield kind, content[at + head : stop] if kind != b"mdat" else b""


def _little(raw: bytes) -> int:
    return int.from_bytes(raw, "little")


def _positive(width: int, height: int) -> Size | None:
    return (width, height) if width > 0 and height > 0 else None
