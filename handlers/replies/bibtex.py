"""A paper as a BibTeX entry that survives any title: specials escaped, formulas kept, an ASCII key."""

from __future__ import annotations

import unicodedata

import regex

from data.models import Paper

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
MOST_AUTHORS = 100


def entry(paper: Paper) -> str:
    """The entry in UTF-8, its fields one a line; `@misc` where no venue is known."""
    kind = "inproceedings" if paper.venue else "misc"
    lines = [f"  {name} = {{{value}}}," for name, value in _fields(paper) if value]
    return "\n".join([f"@{kind}{{{key(paper)},", *lines, "}"])


def key(paper: Paper) -> str:
    """Surname, year and the title's first telling word in ASCII: `chen2025rethinking`."""
    first = paper.authors[0] if paper.authors else ""
    surname = first.partition(",")[0] if "," in first else (first.split() or [""])[-1]
    words = regex.findall(r"[a-z0-9]+", _ascii(paper.title))
    word = next((word for word in words if word not in _SMALL), "")
    year = str(paper.year) if paper.year and 0 < paper.year <= 9999 else ""  # noqa: PLR2004 - four digits
    found = "".join(regex.findall("[a-z]+", _ascii(surname)))[:30] + year + word[:30]
    return found if found.strip("0123456789") else f"paper{paper.key}"


def escaped(text: str) -> str:
    """Text as BibTeX and LaTeX take it: formulas stay, all else is literal."""
    parts = _MATH.split(_line(text))
    return "".join(part if number % 2 else _literal(part) for number, part in enumerate(parts))


def _fields(paper: Paper) -> list[tuple[str, str]]:
    shown = paper.authors[:MOST_AUTHORS]
    people = [_person(name) for name in shown if _line(name)] + (
        ["others"] if len(paper.authors) > len(shown) else []
    )
    return [
        ("title", _guarded(paper.title)),
        ("author", " and ".join(people)),
        ("booktitle", escaped(paper.venue or "")),
        ("year", str(paper.year or "")),
        ("eprint", _plain(paper.arxiv_id)),
        ("archiveprefix", "arXiv" if paper.arxiv_id else ""),
        ("doi", _plain(paper.doi)),
        ("url", _plain(paper.url)),
    ]


def _guarded(title: str) -> str:
    """The title with capitals inside words held in braces, so that styles keep LLM and ImageNet."""
    parts = _MATH.split(_line(title))
    return "".join(part if number % 2 else _held(part) for number, part in enumerate(parts))


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
    return str(regex.sub(r"[\s{}\\]", lambda match: f"%{ord(match[0]):02X}", (text or "").strip()))


def _line(text: str) -> str:
    return " ".join(regex.sub(r"\p{C}", " ", text).split())


def _ascii(text: str) -> str:
    folded = unicodedata.normalize(
        "NFKD", text.casefold().replace("ø", "o").replace("ł", "l").replace("ß", "ss")
    )
    return folded.encode("ascii", "ignore").decode()
