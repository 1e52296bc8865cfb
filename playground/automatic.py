"""What Telegram finds in a text by itself: commands, mentions, hashtags, cashtags, links and addresses."""

import re

from playground.entities import Entity, units

_WORD = r"[^\W]"
_COMMAND = re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>@])")
_MENTION = re.compile(r"(?<!\w)@(?:[a-zA-Z0-9_]{4,32}|gif|vid|pic)(?!\w)")
_HASHTAG = re.compile(r"(?<![\w\u200c·#])#(?=[\w\u200c·]*[^\W\d_])[\w\u200c·]{1,256}(?![\w\u200c·]*#)")
_CASHTAG = re.compile(r"(?<![\w$])\$(?:1INCH|[A-Z]{1,8})(?![\w$])")
_ADDRESS = re.compile(r"(?<![\w.+-])[a-zA-Z0-9_.+-]{1,64}@(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,8}(?!\w)")
_URL = re.compile(
    r"(?<![\w@/#])(?:(?:https?|ftp)://)?(?:[\w~-]+\.)+[^\W\d_]{2,24}(?::\d{1,5})?(?:[/?#][^\s<>\"«»]*)?"
)
_ORDER = (
    ("email", _ADDRESS), ("url", _URL), ("bot_command", _COMMAND), ("mention", _MENTION),
    ("hashtag", _HASHTAG), ("cashtag", _CASHTAG),
)  # fmt: skip


def found(text: str) -> list[Entity]:
    """The automatic entities of a text, in order, none over another."""
    spans: list[tuple[int, int, str]] = []
    for kind, pattern in _ORDER:
        for match in pattern.finditer(text):
            end = match.start() + len(match[0].rstrip(".:;,('?!`"))
            if not any(start < end and match.start() < stop for start, stop, _ in spans):
                spans.append((match.start(), end, kind))
    return [Entity(kind, units(text[:start]), units(text[start:end])) for start, end, kind in sorted(spans)]
