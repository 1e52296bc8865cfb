"""Dress: what people put around labels and headings — signs, emoji, tags — and how they write numbers."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

_SIGNS = regex.compile(
    r"(?:[-*+•·‣∙●○◉◎▪◦◆◇■□★☆※→⇒>#~=|_]|[\p{So}\p{Sk}\p{Extended_Pictographic}][\uFE0F\u200D]*) *",
    regex.VERSION1,
)
_MOST_SIGNS = 8
_TAG = regex.compile(
    r"</?(?:b|strong|em|i|u|span|p|font|section|div|h[1-6]|li|ul|ol|br|blockquote|code)"
    r"(?: [^<>=]{1,30}=[^<>]{0,300})? ?/?>",
    regex.IGNORECASE,
)
_CIRCLED = "[①-⑳㉑-㉟㊱-㊿❶-❿⓫-⓴⓵-⓾➀-➉➊-➓⑴-⒇⒈-⒛]"
_HAN = "[一二三四五六七八九十]{1,3}"
_NUMBER = regex.compile(rf"{_CIRCLED}|{_HAN}|[0-9]|🔟")
_FIRST = 24  # signs and words before a number take no more
_CLOSED = r"[)）】\]、.．:：|｜丨]"
# How an entry is numbered besides `(1)` and `1.`; each pattern's first group is the number.
_NUMBERED = tuple(
    regex.compile(pattern, regex.IGNORECASE)
    for pattern in (
        rf"({_CIRCLED}) *{_CLOSED}? *",
        rf"((?:[0-9]\uFE0F?\u20E3)+|🔟) *{_CLOSED}? *",
        rf"[(（【\[]? *({_HAN}) *{_CLOSED} *",
        rf"(?:第|论文|Paper|No\.?) *([0-9]{{1,3}}|{_HAN}) *(?:篇(?:论文)?)?(?: *{_CLOSED} *| +|$)",
        r"([0-9]{1,3})(?: *[|｜丨/／] *| [-–—] )(?![0-9])",
        r"([0-9]{1,2}) +(?![年月日号篇个项名])(?=\S)",
    )
)
_DIGITS = {char: value for value, char in enumerate("一二三四五六七八九", start=1)}


def untagged(text: str) -> str:
    """The line without tags of form, where it begins with one, or with signs and one."""
    if "<" not in text[:16] or not any(map(_TAG.match, (text, *unsigned(text)))):
        return text
    return _TAG.sub("", text).strip()


def unsigned(text: str) -> list[str]:
    """The line with one, two, … of its leading signs taken off."""
    found: list[str] = []
    while len(found) < _MOST_SIGNS and (sign := _SIGNS.match(text)):
        text = text[sign.end() :]
        found.append(text)
    return found


@lru_cache(maxsize=256)
def heading(text: str) -> str:
    """A heading without signs around it, its number written `(1)` where it stands in another form."""
    plain = regex.sub(r"^#{1,6} +", "", untagged(text))
    plain = plain.removeprefix("**").removesuffix("**").strip()
    if not _NUMBER.search(plain[:_FIRST]):
        return plain
    for bare in (plain, *unsigned(plain)[-1:]):
        for form in _NUMBERED:
            found = form.match(bare)
            if found and (number := _value(found[1])):
                return f"({number}) {bare[found.end() :]}"
    bare = next(iter(unsigned(plain)[-1:]), plain)
    return bare if regex.match(r"[0-9(（【\[]", bare) else plain


def _value(number: str) -> int:
    """The number that digits of any form write; 0 when they write none."""
    if number == "🔟":
        return 10
    if len(number) == 1 and regex.match(_CIRCLED, number):
        return int(unicodedata.numeric(number))
    digits = "".join(char for char in number if char in "0123456789")
    if digits:
        return int(digits)
    tens, ten, ones = number.partition("十")
    if not ten:
        return _DIGITS.get(number, 0)
    return _DIGITS.get(tens, 1 if not tens else 0) * 10 + _DIGITS.get(ones, 0)
