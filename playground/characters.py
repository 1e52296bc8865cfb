"""Which characters are letters and numbers to Telegram, whose table is newer than Python's and has quirks.

`characters.txt` holds runs of code points in hexadecimal, as Telegram's own library answers for each of them;
a test asks it again at the edges of every run.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from pathlib import Path

_MANY = 4096


@cache
def runs() -> tuple[tuple[int, int, str], ...]:
    """First and last code point and kind ("letter", "digit", "number") of each run, in order."""
    found: list[tuple[int, int, str]] = []
    for line in Path(__file__).with_suffix(".txt").read_text("ascii").splitlines():
        kind, *spans = line.split()
        for span in spans:
            first, _, last = span.partition("-")
            found.append((int(first, 16), int(last or first, 16), kind))
    return tuple(sorted(found))


@cache
def _starts() -> tuple[int, ...]:
    return tuple(first for first, _, _ in runs())


@lru_cache(maxsize=_MANY)
def _kind(character: str) -> str:
    code = ord(character)
    at = bisect_right(_starts(), code) - 1
    return runs()[at][2] if at >= 0 and code <= runs()[at][1] else ""


def is_letter(character: str) -> bool:
    """A letter; nothing (the text's edge) is none."""
    return bool(character) and _kind(character) == "letter"


def is_word(character: str) -> bool:
    """A letter, a number of any kind, or an underscore; nothing (the text's edge) is none."""
    return bool(character) and (character == "_" or _kind(character) != "")


def is_tag(character: str) -> bool:
    """What a hashtag is made of: letters, decimal digits, and a few others."""
    if not character:
        return False
    odd = character in ("_", "\u200c", "\xb7") or "\u0d80" <= character <= "\u0dff"
    return odd or _kind(character) in ("letter", "digit")
