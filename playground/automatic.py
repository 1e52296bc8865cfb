"""What Telegram finds in a text by itself: commands, mentions, hashtags, cashtags, links and addresses.

Card numbers are found too, because they keep other entities away; bots are not told of them. Times (`12:30`)
are entities for people's clients only. Of entities over one another the earliest and longest stays.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from playground.characters import is_letter, is_tag, is_word
from playground.entities import Entity
from playground.urls import tg_links, urls

Span = tuple[int, int, str]
"""Begin and end in characters, and the kind."""
_HASH_MOST = 256
_SLASH = re.compile(r"/(?<![/<>a-zA-Z0-9_]/)(?=[a-zA-Z0-9_])")
"""Where a command may begin: of a link's slashes almost none."""
_COMMAND = re.compile(r"/([a-zA-Z0-9_]+)(?:@([a-zA-Z0-9_]*))?")
_MENTION = re.compile(r"@([a-zA-Z0-9_]*)")
_SHORT_NAMES = frozenset({"gif", "nft", "pic", "ufc", "vid"})
_CHAT = re.compile(r"@[a-zA-Z0-9_]{3,32}")
"""A tag may name the chat in which it is meant: `#papers@channel`."""
_NAME = re.compile(r"[a-zA-Z0-9_]")
_CASHTAG = re.compile(r"\$(1INCH|[A-Z]{0,9})")
_TIME = re.compile(r"[\d:]+", re.ASCII)
_TIMES = (
    re.compile(r"(\d{1,4}):([0-5]\d)", re.ASCII),
    re.compile(r"(\d{1,2}):([0-5]?\d):([0-5]\d)", re.ASCII),
)
_DIGITS = re.compile(r"[0-9]")
_CLOSING = frozenset("/<>")
_CARD = re.compile(r"[0-9](?:[ -]*[0-9]){12}")


def found(text: str, *, times: bool = False) -> list[Entity]:
    """The automatic entities of a text, in order, none over another; with `times` as people's clients do."""
    kept: list[Span] = []
    spans = _all(text, times)
    if not spans:
        return []
    for span in sorted(spans, key=_order):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    places = _units(text)
    return [Entity(kind, places[begin], places[end] - places[begin]) for begin, end, kind in kept]


def _order(span: Span) -> tuple[int, int]:
    return span[0], -span[1]


def _all(text: str, times: bool) -> list[Span]:
    spans: list[Span] = []
    for sign, finder in _FINDERS:
        if sign in text:
            spans += finder(text)
    spans += _cards(text)
    return [*spans, *_times(text)] if times else spans


def _units(text: str) -> Sequence[int]:
    """For each place between characters, its UTF-16 place."""
    if text.isascii() or max(text) <= "\uffff":
        return range(len(text) + 1)
    places, now = [0], 0
    for character in text:
        now += 2 if character > "\uffff" else 1
        places.append(now)
    return places


def _before(text: str, at: int) -> str:
    return text[at - 1] if at else ""


def _after(text: str, at: int) -> str:
    return text[at] if at < len(text) else ""


def _mentions(text: str) -> Iterator[Span]:
    for begin in _places(text, "@"):
        match = _MENTION.match(text, begin)
        name = match[1] if match else ""
        good = 4 <= len(name) <= 32 or name.lower() in _SHORT_NAMES  # noqa: PLR2004 - Telegram's own lengths
        if match and good and not is_word(_before(text, begin)) and not is_word(_after(text, match.end())):
            yield begin, match.end(), "mention"


def _commands(text: str) -> Iterator[Span]:
    after = 0
    for slash in _SLASH.finditer(text):
        begin = slash.start()
        if begin < after or _closes(_before(text, begin)):
            continue
        match = _COMMAND.match(text, begin)
        if match is None:
            continue
        after = match.end()
        name = match[2]
        good = len(match[1]) <= 64 and (name is None or 3 <= len(name) <= 32)  # noqa: PLR2004
        if good and not _closes(_after(text, match.end())):
            yield begin, match.end(), "bot_command"


def _closes(character: str) -> bool:
    """Whether a command may not stand beside this character."""
    return character in _CLOSING or is_word(character)


def _hashtags(text: str) -> Iterator[Span]:
    for begin in _places(text, "#"):
        if is_tag(_before(text, begin)):
            continue
        end = begin + 1
        while is_tag(_after(text, end)):
            end += 1
        tag = text[begin + 1 : min(end, begin + 1 + _HASH_MOST)]
        chat = _CHAT.match(text, end) if end - begin - 1 == len(tag) else None
        has_letter = any(map(is_letter, tag))
        if has_letter and _after(text, chat.end() if chat else end) != "#":
            yield begin, chat.end() if chat else begin + 1 + len(tag), "hashtag"


def _cashtags(text: str) -> Iterator[Span]:
    for begin in _places(text, "$"):
        match = _CASHTAG.match(text, begin)
        before = _before(text, begin)
        if match is None or not 1 <= len(match[1]) <= 8 or before == "$" or is_tag(before):  # noqa: PLR2004
            continue
        chat = _CHAT.match(text, match.end())
        short = chat is not None and not _NAME.match(text, chat.end())
        end = chat.end() if chat and short else match.end()
        after = _after(text, end)
        if after != "$" and not is_tag(after):
            yield begin, end, "cashtag"


def _times(text: str) -> Iterator[Span]:
    for match in _TIME.finditer(text) if ":" in text else ():
        begin, end = match.span()
        alone = not is_word(_before(text, begin)) and not is_word(_after(text, end))
        if alone and any(form.fullmatch(match[0]) for form in _TIMES):
            yield begin, end, "media_timestamp"


def _cards(text: str) -> Iterator[Span]:
    first = _CARD.search(text)
    at = first.start() if first else len(text)
    while (start := _DIGITS.search(text, at)) is not None:
        begin = start.start()
        before = _before(text, begin)
        end = _card_end(text, begin)
        at = max(end, begin + 1)
        if before and (before in ".,+-_" or is_letter(before)):
            at = begin + len(text[begin:]) - len(text[begin:].lstrip("0123456789 -"))
            continue
        number = text[begin:end].rstrip(" -")
        after = _after(text, begin + len(number))
        digits = re.sub(r"[ -]", "", number)
        closed = bool(after) and (after in "-_" or is_letter(after))
        if 13 <= len(digits) <= 19 and len(number) <= 2 * len(digits) - 1 and not closed and _is_card(digits):  # noqa: PLR2004
            yield begin, begin + len(number), "bank_card"


def _card_end(text: str, begin: int) -> int:
    count, at = 0, begin
    while at < len(text) and text[at] in "0123456789 -":
        if text[at] == " " and 16 <= count <= 19 and count == at - begin:  # noqa: PLR2004
            break
        count += text[at].isdigit()
        at += 1
    return at


def _is_card(digits: str) -> bool:
    """Luhn's sum, and the lengths that the issuers use."""
    doubled = [int(d) if i % 2 == 0 else sum(divmod(2 * int(d), 10)) for i, d in enumerate(reversed(digits))]
    if sum(doubled) % 10:
        return False
    for fits, lengths in _ISSUERS:
        if fits(digits):
            return len(digits) in lengths
    return True


_ISSUERS: tuple[tuple[Callable[[str], bool], frozenset[int]], ...] = (
    (lambda d: d[0] == "4", frozenset({13, 16, 18, 19})),
    (lambda d: 51 <= int(d[:2]) <= 55 or 2221 <= int(d[:4]) <= 2720, frozenset({16})),  # noqa: PLR2004
    (lambda d: d[:2] in ("34", "37"), frozenset({15})),
    (lambda d: d[:2] in ("62", "81"), frozenset({16, 17, 18, 19})),
    (lambda d: 2200 <= int(d[:4]) <= 2204, frozenset({16})),  # noqa: PLR2004
)


_FINDERS: tuple[tuple[str, Callable[[str], Iterator[Span]]], ...] = (
    ("@", _mentions), ("/", _commands), ("#", _hashtags), ("$", _cashtags), (".", urls), ("://", tg_links),
)  # fmt: skip
"""What to look for, by the sign without which there is none."""


def _places(text: str, character: str) -> Iterator[int]:
    at = text.find(character)
    while at >= 0:
        yield at
        at = text.find(character, at + 1)
