"""Titles and abstracts hold LaTeX; here it becomes what a reader would say aloud.

Only `$…$` and accents are touched: a percent sign or a price in plain text stays what it is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

# As pandoc tells formulas from prices: no blank inside the dollars, no digit behind them.
_MATH = re.compile(r"(?<![\\$])\$(?=[^\s$])((?:\\.|[^$\\\n]){1,200}?)(?<=[^\s\\])\$(?![0-9])")
_ACCENT = re.compile(r"""\\(?:["'`^~=.]|[uvHcr](?=[{ ]))\s?(?:\{\\?[A-Za-z]\}|\\?[A-Za-z])""")
_ESCAPED = re.compile(r"\\([&%#_$])")
_LETTERS = re.compile("[\U0001d400-\U0001d7ff]")
DEEPEST = 12


def readable(text: str) -> str:
    """The text with its formulas and accents written out; what cannot be read stays as it is."""
    if "\\" not in text and "$" not in text:
        return text
    text = _MATH.sub(lambda match: _written(match[1]) or match[0], text)
    return _ESCAPED.sub(r"\1", _ACCENT.sub(lambda match: _written(match[0]) or match[0], text))


@lru_cache(maxsize=2048)
def _written(formula: str) -> str:
    """Formula to text; "" when nothing is left of it or it is nested beyond sense."""
    if formula.count("{") > DEEPEST or r"\input" in formula or r"\include" in formula:
        return ""
    safe = re.sub(r"(?<!\\)%", r"\%", formula)
    shown = LatexNodes2Text(math_mode="text").latex_to_text(safe).strip()
    return _LETTERS.sub(lambda match: unicodedata.normalize("NFKC", match[0]), shown)
