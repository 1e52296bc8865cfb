"""Lines of an article, cleaned of what nobody can read and still knowing where they stood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

# Unreadable: the replacement character, placeholders of lost pictures, private use, control characters, lone
# surrogates, noncharacters. Invisible: format characters, bidi controls and zero-width ones among them.
_UNREADABLE = r"[\uFFFD\uFFFC\p{Co}\p{Cs}\p{Noncharacter_Code_Point}[\p{Cc}--[\t]]]"
_INVISIBLE = r"[\p{Cf}--[\u0600-\u0605\u06DD\u070F\u08E2]]"  # those in brackets are visible Arabic signs
# A joiner that makes one emoji of several, one that Indic and Persian spelling needs, the tags of a flag.
_NEEDED = (
    r"(?<=[\p{Extended_Pictographic}\uFE0F\U0001F3FB-\U0001F3FF])\u200D(?=\p{Extended_Pictographic})"
    r"|(?<=[[\p{L}\p{M}]--[\p{Latin}\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]])[\u200C\u200D](?=[\p{L}\p{M}])"
    r"|(?<=\U0001F3F4[\U000E0020-\U000E007F]{0,7})[\U000E0020-\U000E007F]"
)
_ODD = regex.compile(rf"((?:(?!{_NEEDED})(?:{_UNREADABLE}|{_INVISIBLE}))+)( *)", regex.VERSION1)
_ENDS = regex.compile(r"\r\n|[\r\n]")
_BREAKS = regex.compile(r"[\v\f\u0085\u2028\u2029]")  # break a line for the reader's eye, not for an editor
_BLANKS = regex.compile(r"[\p{Zs}\t]", regex.VERSION1)
_UNREADABLE_ONE = regex.compile(_UNREADABLE, regex.VERSION1)
_BEFORE = regex.compile(r"[\p{Latin}\p{Nd}.,;:!?)\]%]$", regex.VERSION1)
_AFTER = regex.compile(r"[\p{Latin}\p{Nd}(\[]", regex.VERSION1)


@dataclass(frozen=True, slots=True)
class Line:
    """Readable text without outer blanks; `number` counts from 1 in the article as given.

    `dropped` are the odd characters taken out of it, in their order.
    """

    number: int
    text: str
    dropped: str = ""

    def told(self) -> str:
        """One sentence on what was dropped, or nothing."""
        if not self.dropped:
            return ""
        kinds = ", ".join(sorted({f"U+{ord(char):04X}" for char in self.dropped}))
        many = len(self.dropped)
        return f"dropped {many} unreadable character{'s' if many > 1 else ''}: {kinds}"


def read(text: str) -> Iterator[Line]:
    """Cut an article into lines; all kinds of blanks become plain ones, a byte order mark is no oddity."""
    for number, raw in enumerate(_ENDS.split(text.removeprefix("\ufeff")), start=1):
        for piece in _BREAKS.split(raw) if _BREAKS.search(raw) else (raw,):
            yield clean(piece, number)


def clean(raw: str, number: int = 1) -> Line:
    """Drop odd characters from one line; words that they kept apart stay apart."""
    plain = _BLANKS.sub(" ", raw)
    if plain.isascii() and plain.isprintable():
        return Line(number, plain.strip())
    dropped: list[str] = []

    def drop(found: regex.Match[str]) -> str:
        dropped.append(found[1])
        before, after = plain[found.start() - 1 : found.start()], plain[found.end() : found.end() + 1]
        if found[2]:
            return "" if before == " " else " "
        apart = _UNREADABLE_ONE.search(found[1]) and _BEFORE.match(before) and _AFTER.match(after)
        return " " if apart else ""

    return Line(number, _ODD.sub(drop, plain).strip(), "".join(dropped))
