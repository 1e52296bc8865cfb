"""Text made comparable, one way for index and query: what looks or means the same becomes the same.

`fold` keeps it one text; `terms` cuts it into the tokens that the index holds: Latin words and numbers whole,
Han and kana as single characters (SQLite's own tokenizers find nothing inside Chinese text).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Protocol

# Letters that no Unicode rule takes apart.
_LETTERS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "œ": "oe", "æ": "ae", "ħ": "h", "ŧ": "t",
    "ı": "i", "ŋ": "ng", "ə": "e", "ɨ": "i", "ſ": "s", "ƒ": "f", "−": "-", "\u2044": "/", "·": " ",
}  # fmt: skip
HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3040-\u30ff\u31f0-\u31ff"
_APOSTROPHES = "'\u2018\u2019\u02bc\u02b9\u02bb`\u00b4"
_ANY_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_APOSTROPHE = re.compile(rf"(?<=\w)[{_APOSTROPHES}](?:s\b)?")
_ANY_HAN = re.compile(f"[{HAN}]")
_BLANKS = re.compile(r"\s+")
_GREEK = re.compile(r"(\w?)(?<![\u0370-\u03ff])([\u03b1-\u03c9])(?![\u0370-\u03ff])(?=(\w?))")
# A letter's own sign may follow C (C++, C#); elsewhere plus and number signs part words.
_TERM = re.compile(rf"[{HAN}{KANA}]|(?<![^\W_])(?:[a-z]\+\+|[cf]#)(?![^\W_])|[^\W_{HAN}{KANA}]+", re.UNICODE)
_HYPHENED = re.compile(rf"(?<![^\W_{HAN}{KANA}])[^\W_{HAN}{KANA}]+(?:-[^\W_{HAN}{KANA}]+)+")
_LONGEST_JOINED = 30

_MATH = re.compile(r"\$([^$\n]{1,200})\$")
_MARKUP = re.compile(r"[\\^_{}]")
_ACCENT = re.compile(
    r"""\\(?:["'`^~=.]\s*|[uvHtcdbkr](?=[\s{\\]))\s*(?:\{\s*\\?([A-Za-z]{1,2})\s*\}|\\?([A-Za-z]))"""
)
_LETTER = re.compile(r"\\(aa|ae|oe|ss|AA|AE|OE|[oOlLij])(?![A-Za-z])(?:\{\}|\s)?")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*(?=\{)")
_BRACES = re.compile(r"[{}]")
_DEEPEST = 8  # braces inside braces; a person's formula needs three


class _Reader(Protocol):
    def latex_to_text(self, latex: str) -> str: ...


class _Characters(dict[int, str]):
    """What each character becomes; worked out when it is first met (for `str.translate`)."""

    _MOST = 30_000  # more than all characters in use; bounds what hostile text can fill

    def __missing__(self, code: int) -> str:
        folded = _character(chr(code))
        if len(self) < self._MOST:
            self[code] = folded
        return folded


_CHARACTERS = _Characters()


def fold(text: str) -> str:
    """The text in one spelling: compatibility forms, case, accents, script, dashes, blanks and LaTeX folded.

    Traditional characters become simplified ones, one by one: the same character always folds the same way,
    whatever stands beside it. Control, zero-width and other unprintable characters are dropped.
    """
    if "$" in text or "\\" in text:
        text = _without_latex(text)
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().split())  # nothing else of it folds
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold().translate(_CHARACTERS)
    if not text.isascii():
        text = _GREEK.sub(_greek, text)
    return _BLANKS.sub(" ", text).strip()


def terms(text: str) -> list[str]:
    """The tokens of a text in their order, as the index holds them. Takes raw or folded text."""
    return _TERM.findall(_without_apostrophes(fold(text)))


def joined(text: str) -> list[str]:
    """The other spelling of each hyphenated word, written together: "multi-lingual" gives "multilingual"."""
    if "-" not in text and text.isascii():
        return []
    folded = _without_apostrophes(fold(text))
    words = (found.replace("-", "") for found in _HYPHENED.findall(folded))
    return [word for word in words if len(word) <= _LONGEST_JOINED]


def has_han(text: str) -> bool:
    """Whether a Han character stands in it."""
    return _ANY_HAN.search(text) is not None


def is_single(term: str) -> bool:
    """Whether a token is a Han or kana character, which says little alone."""
    return len(term) == 1 and not term.isascii() and re.match(f"[{HAN}{KANA}]", term) is not None


def _character(character: str) -> str:
    if character in _LETTERS:
        return _LETTERS[character]
    kind = unicodedata.category(character)
    if character.isspace():
        return " "
    if kind == "Pd":
        return "-"
    if kind[0] == "C" or _is_accent(character) or _selects(character):
        return ""
    if _ANY_HAN.match(character):
        return _simplified(character)
    bare = "".join(c for c in unicodedata.normalize("NFD", character) if not _is_accent(c))
    return "".join(_LETTERS.get(c, c) for c in unicodedata.normalize("NFC", bare))


def _is_accent(character: str) -> bool:
    return "\u0300" <= character <= "\u036f"


def _selects(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _simplified(character: str) -> str:
    return _converter()(character)


@cache
def _converter() -> Callable[[str], str]:
    from opencc import OpenCC  # noqa: PLC0415  # 30 ms and 7 MB: only where Han text is met

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert


def _greek(found: re.Match[str]) -> str:
    # A single Greek letter is read by its name: "ε-Greedy" is "epsilon-greedy".
    before, letter, after = found.groups()
    name = unicodedata.name(letter).split(" WITH ")[0].split()[-1].lower().replace("lamda", "lambda")
    return f"{before and before + ' '}{name}{' ' if after else ''}"


def _without_apostrophes(folded: str) -> str:
    return _APOSTROPHE.sub("", folded) if _ANY_APOSTROPHE.search(folded) else folded


def _without_latex(text: str) -> str:
    text = _MATH.sub(lambda found: _math(found[1]), text)
    if "\\" not in text:
        return text
    text = _ACCENT.sub(lambda found: found[1] or found[2], text)
    text = _LETTER.sub(lambda found: {"aa": "a", "AA": "a"}.get(found[1], found[1]), text)
    if _COMMAND.search(text):
        text = _BRACES.sub(" ", _COMMAND.sub(" ", text))
    return text


def _math(formula: str) -> str:
    if not _MARKUP.search(formula):
        return formula
    if formula.count("{") > _DEEPEST:
        return _BRACES.sub(" ", formula)
    return _reader().latex_to_text(formula.replace("%", r"\%"))


@cache
def _reader() -> _Reader:
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415  # 60 ms: few titles hold formulas

    reader: _Reader = LatexNodes2Text(math_mode="text")
    return reader
