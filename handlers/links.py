"""Deep links that carry what is wanted: `want_` and the words themselves, with nothing to look up.

A number of a remembered search would let anybody walk through what others typed.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

WANT = "want_"
LONGEST = 64  # Telegram's limit of a payload


def wanting(text: str) -> str | None:
    """The payload for words to follow; None where they do not fit."""
    payload = WANT + urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return payload if len(payload) <= LONGEST else None


def wanted(payload: str) -> str | None:
    """The words of such a payload; None for any other, or a damaged one."""
    if not payload.startswith(WANT):
        return None
    packed = payload.removeprefix(WANT)
    try:
        return urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
    except ValueError:
        return None
