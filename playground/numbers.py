"""Numbers in texts as Telegram's server reads them: checked, or cut and wrapped where it does not check."""

import re

_EXACT = re.compile(r"0|-?[1-9][0-9]{0,18}", re.ASCII)
_LENIENT = re.compile(r"-?[0-9]*", re.ASCII)
_LAST = (1 << 63) - 1


def exact(text: str) -> int | None:
    """A 64-bit number written in its shortest form, or None."""
    if not _EXACT.fullmatch(text):
        return None
    number = int(text)
    return number if -_LAST - 1 <= number <= _LAST else None


def lenient(text: str) -> int:
    """The digits at the beginning as a 32-bit number that wraps around; 0 when there are none."""
    found = _LENIENT.match(text)
    digits = (found[0] if found else "").lstrip("-")[-40:]
    value = int(digits or "0") * (-1 if text.startswith("-") else 1)
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)
