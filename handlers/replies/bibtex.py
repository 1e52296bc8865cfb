"""A paper as a BibTeX entry that survives any title: specials escaped, formulas kept, an ASCII key."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import regex

from data.models import Paper
from data.names import pinyin

_MATH = regex.compile(r"(?<![\\$])(\$(?=[^\s$])(?:\\.|[^$\\\n]){1,200}?(?<=[^\s\\])\$(?![0-9]))")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_CAPITALS = regex.compile(r"[\p{L}\p{N}]*(?:\p{Ll}|\p{N}|\p{Lu})\p{Lu}[\p{L}\p{N}-]*")
_SMALL = {
    "a",
    "an",
    "the",
    "on",
    "in",
    "of",
    "for",
    "to",
    "and",
    "with",
    "from",
    "by",
    "via",
    "is",
    "are",
    "at",
    "as",
}
MOST_AUTHORS = 50
LAST_YEAR = 9999


def entry(paper: Paper) -> str:
    """The entry in UTF-8, its fields one a line; `@misc` where no venue is known."""
    kind = "inproceedings" if paper.venue else "misc"
    lines = [f"  {name} = {{{value}}}," for name, value in _fields(paper) if value]
    return "\n".join([f"@{kind}{{{key(paper)},", *lines, "}"])


def key(paper: Paper) -> str:
    """Surname, year and the title's first telling word in ASCII: `chen2025rethinking`."""
    words = regex.findall(r"[a-z0-9]+", _ascii(paper.title))
    word = next((word for word in words if word not in _SMALL), "")
    surname = "".join(regex.findall("[a-z]+", _ascii(_surname(paper))))[:30]
    found = f"{surname}{_year(paper)}{word[:30]}" if surname else f"{word[:30]}{_year(paper)}"
    return found if found[:1].isalpha() else f"paper{paper.key}"


def escaped(text: str) -> str:
    """Text as BibTeX and LaTeX take it: formulas stay, all else is literal."""
    return _each(text, _literal)


def _fields(paper: Paper) -> list[tuple[str, str]]:
    shown = paper.authors[:MOST_AUTHORS]
    people = [_person(name) for name in shown if _line(name)] + (
        ["others"] if len(paper.authors) > len(shown) else []
    )
    return [
        ("title", _guarded(paper.title) or escaped(paper.id or paper.key)),
        ("author", " and ".join(people)),
        ("booktitle", escaped(paper.venue or "")),
        ("year", _year(paper)),
        ("eprint", _plain(paper.arxiv_id)),
        ("archiveprefix", "arXiv" if paper.arxiv_id else ""),
        ("doi", _plain(paper.doi)),
        ("url", _plain(paper.url)),
    ]


def _surname(paper: Paper) -> str:
    """The first author's surname: before a comma, by pinyin where the name is Chinese, else the last word."""
    first = _line(paper.authors[0]) if paper.authors else ""
    if "," in first:
        return first.partition(",")[0]
    readings = pinyin(first) if regex.search(r"\p{Han}", first) else []
    return readings[0][0] if readings else first.rpartition(" ")[2]


def _year(paper: Paper) -> str:
    return str(paper.year) if paper.year and 0 < paper.year <= LAST_YEAR else ""


def _guarded(title: str) -> str:
    """The title with capitals inside words held in braces, so that styles keep LLM and ImageNet."""
    return _each(title, _held)


def _each(text: str, write: Callable[[str], str]) -> str:
    """The text with all but its formulas rewritten; a formula that would end the field is none."""
    parts = _MATH.split(_line(text))
    return "".join(
        part if number % 2 and _balanced(part) else write(part) for number, part in enumerate(parts)
    )


def _balanced(formula: str) -> bool:
    depth = 0
    for brace in regex.findall(r"[{}]", regex.sub(r"\\.", "", formula)):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _held(part: str) -> str:
    out, end = [], 0
    for match in _CAPITALS.finditer(part):
        out += [_literal(part[end : match.start()]), "{", _literal(match[0]), "}"]
        end = match.end()
    return "".join([*out, _literal(part[end:])])


def _person(name: str) -> str:
    """A name; one that holds the word "and" is an organization and stands in braces."""
    literal = _literal(_line(name))
    return f"{{{literal}}}" if regex.search(r"\band\b", literal) else literal


def _literal(text: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in text)


def _plain(text: str | None) -> str:
    """An address or id as it is; braces and blanks, which would end the field, percent-encoded."""
    seen = regex.sub(r"\p{C}", "", text or "").strip()
    return str(regex.sub(r"[\s{}\\]", lambda match: f"%{ord(match[0]):02X}", seen))


def _line(text: str) -> str:
    return " ".join(regex.sub(r"\p{C}", " ", text).split())


def _ascii(text: str) -> str:
    folded = unicodedata.normalize(
        "NFKD", text.casefold().replace("ø", "o").replace("ł", "l").replace("ß", "ss")
    )
    return folded.encode("ascii", "ignore").decode()
