"""From bytes to text: UTF-8, UTF-16 with its mark, or the Chinese GB 18030; a few bad bytes spoil no file.

GB 18030 reads almost any bytes as some Chinese text, so it is asked only where UTF-8 fails in many places.
"""

from __future__ import annotations

from collections.abc import Iterator

from data.errors import Malformed
from data.models import Notice

NULS = "NUL characters were dropped"
_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_REPLACED = "\ufffd"
_MANY_NULS = 10  # one byte in so many: no text, or UTF-16 without its mark


def text(content: bytes) -> tuple[str, tuple[Notice, ...]]:
    """The text of a file without NULs, and what was odd. Where bytes were bad, U+FFFD stands.

    Raises Malformed for what is no text in any of the three.
    """
    decoded = _decoded(content)
    if "\0" not in decoded:
        return decoded, ()
    if decoded.count("\0") * _MANY_NULS > len(decoded):
        raise Malformed("it is no text in UTF-8, UTF-16 or GB 18030")
    line = decoded.count("\n", 0, decoded.index("\0")) + 1
    return decoded.replace("\0", ""), (Notice(line, NULS),)


def lines(content: bytes) -> Iterator[str | None]:
    """The lines of a file, each decoded by itself; None for one that cannot be."""
    if content.startswith(_UTF16_MARKS):
        yield from _decoded(content).split("\n")
        return
    whole = content.removeprefix(_UTF8_MARK).split(b"\n")
    encoding = "gb18030" if _is_chinese(whole) else "utf-8"
    for line in whole:
        yield _strict(line, encoding)


def _is_chinese(whole: list[bytes]) -> bool:
    """Whether UTF-8 fails in most lines that are not plain ASCII, and GB 18030 in none."""
    telling = [line for line in whole if not line.isascii()]
    bad = [line for line in telling if _strict(line, "utf-8") is None]
    return len(bad) * 2 > len(telling) and all(_strict(line, "gb18030") is not None for line in telling)


def _decoded(content: bytes) -> str:
    if content.startswith(_UTF16_MARKS):
        return content.decode("utf-16", "replace")
    strict = _strict(content, "utf-8-sig")
    if strict is not None:
        return strict
    mended = content.decode("utf-8-sig", "replace")
    bad = mended.count(_REPLACED) - content.count(_REPLACED.encode())  # articles bring some of their own
    good = sum(not char.isascii() for char in mended) - bad
    if bad * 10 <= good:
        return mended
    chinese = _strict(content, "gb18030")
    if chinese is not None:
        return chinese
    if bad * 20 <= len(mended):
        return mended
    raise Malformed("it is no text in UTF-8, UTF-16 or GB 18030")


def _strict(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None
