"""Values: what the lines of a field mean — names, addresses, paragraphs, a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from data import ids

_SEPARATORS = "，、,;；|｜丨\n"
_OPENING, _CLOSING = "(（[【", ")）]】"
_STARS = "*＊∗⁎﹡⋆"
_MARKS = _STARS + "†‡§¶#✉📧📩✝‖∥◊♠♣♦♥¹²³⁴⁵⁶⁷⁸⁹⁰⁺\ufe0f"
_MARKED_CORRESPONDING = re.compile(
    r"[(（[] ?(?:共同)?(?:通讯|通信|corresponding)(?: ?(?:作者|authors?))? ?[)）\]]|[✉📧📩]", re.IGNORECASE
)
_MARKED_EQUAL = re.compile(
    r"[(（[] ?(?:共一|(?:共同|并列)第?一作者?|共同第一|同等贡献|equal(?: contribution)?) ?[)）\]]",
    re.IGNORECASE,
)
# What else stands in brackets behind a name: an affiliation, a degree, a role.
_ASIDE = re.compile(r" ?[(（\[【]([^()（）\[\]【】]*)[)）\]】]$")
_RAISED = re.compile(r"<sup>.{0,60}?</sup>|\$?\^\{[^{}]{0,60}\}\$?|\$\^[^$]{0,20}\$|\^\d{1,2}", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<=\w|\.)[\d ]*\d$")
_PLACE = re.compile(r"\d{1,2} ?[^\W\d]")
_LETTERED = re.compile(r"(?<=[\u4e00-\u9fff])[a-z]$")
_NOTE = re.compile(rf"[(（][^()（）]{{0,40}}[{re.escape(_MARKS)}][^()（）]{{0,40}}[)）]")
_AND_MORE = re.compile(r"(?<=[\u4e00-\u9fff]{2})等人?$")  # 李四等: no given name ends so
_MORE = re.compile(r"(?:等人?|et al\.?)[。.]?", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_HAN_NAME = re.compile(r"[\u3400-\u9fff·• ]+")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
# A list's item may stand on two lines, its label and then ":what it says".
_GOES_ON = (":", "：", ",", "，", "。", "、", ";", "；", ")", "）")
_ITEM = re.compile(r"(?:(\d{1,2})[.、．]|[•●▪◦·]) ?(?!\d)")
_CODE_HOSTS = ("github.com/", "gitlab.com/", "gitee.com/", "bitbucket.org/", "codeberg.org/")
_BARE = re.compile(r"(?<![\w@.])(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}/[!-~]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Names:
    """Authors in their order, and those that a sign singles out."""

    all: tuple[str, ...] = ()
    starred: tuple[str, ...] = ()
    corresponding: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a paper is to be found."""

    url: str | None = None
    pdf_url: str | None = None
    code_url: str | None = None
    arxiv_id: str | None = None
    doi: str | None = None


def names(text: str) -> Names:
    """Read a list of people.

    A star or （共一） marks equal contribution; numbers, other signs and notes behind names are left out.
    """
    plainly = _NOTE.sub("", _RAISED.sub(lambda found: _only_marks(found[0]), text))
    plain: list[str] = []
    starred, corresponding = [], []
    for part in _people(_split(plainly)):
        bare = _name(_MARKED_EQUAL.sub("", _MARKED_CORRESPONDING.sub("", part)))
        if not bare and not plain:
            continue
        if bare:
            plain.append(bare)
        bare = plain[-1]  # 王一1,2*: a sign behind a comma is that of the name before it
        if any(sign in part for sign in _STARS) or _MARKED_EQUAL.search(part):
            starred.append(bare)
        if _MARKED_CORRESPONDING.search(part):
            corresponding.append(bare)
    return Names(tuple(plain), tuple(dict.fromkeys(starred)), tuple(dict.fromkeys(corresponding)))


def _people(parts: list[str]) -> list[str]:
    """The parts that name somebody: among plain names `1 某大学` is what a number behind them refers to."""
    named = [part for part in parts if part and not _MORE.fullmatch(part)]
    plain = [part for part in named if not _PLACE.match(part)]
    return plain if any(part.strip("0123456789") for part in plain) else named


def _only_marks(raised: str) -> str:
    return "".join(char for char in raised if char in _MARKS)


def _split(text: str) -> list[str]:
    """Cut at separators outside brackets; names in Chinese characters may be parted by blanks alone."""
    parts, depth = [""], 0
    separators = _SEPARATORS + ("" if "://" in text else "/／")
    for char in text:
        depth += (char in _OPENING) - (char in _CLOSING and depth > 0)
        if char == "\n" or (char in separators and not depth):
            parts.append("")
            depth = 0
        else:
            parts[-1] += char
    parts = [re.sub(r"^(?:and|&) +", "", piece.strip()) for part in parts for piece in _pair(part)]
    if len(parts) == 1 and _HAN_NAME.fullmatch(parts[0].translate(_NO_NUMBERS)):
        blanks = parts[0].split()
        return blanks if all(len(name.translate(_NO_NUMBERS)) > 1 for name in blanks) else parts
    return parts


def _pair(part: str) -> list[str]:
    """The two names around an `and`."""
    return re.split(r" (?:and|&) ", part)


_NO_MARKS = str.maketrans("", "", _MARKS)
_NO_NUMBERS = str.maketrans("", "", _MARKS + "0123456789")


def _name(part: str) -> str:
    bare = " ".join(part.translate(_NO_MARKS).split()).strip("。:：·*_ ")
    aside = _ASIDE.search(bare)
    if aside and not (_HAN_NAME.fullmatch(aside[1]) and bare[:1].isascii()):
        bare = bare[: aside.start()].strip()
    bare = _AND_MORE.sub("", _LETTERED.sub("", _NUMBERED.sub("", bare)))
    if not bare.strip("0123456789 "):
        return ""
    for opening, closing in zip(_OPENING, _CLOSING, strict=True):
        if bare.count(opening) != bare.count(closing):
            bare = bare.strip(opening + closing + " ")
    # 张 三: a name of two characters, stretched to the width of three.
    return bare.replace(" ", "") if _HAN_NAME.fullmatch(bare) else bare


def addresses(text: str, code: str = "") -> Addresses:
    """Read a field of links: the paper's page, its pdf, its code, and the ids that they name."""
    found = ids.links(text) or _bare(text)
    homes = [link for link in (*ids.links(code), *_bare(code), *found) if _is_code(link)]
    pages = [link for link in found if not _is_code(link)]
    pdfs = [link for link in pages if _is_pdf(link)]
    return Addresses(
        url=pages[0] if pages else None,
        pdf_url=pdfs[0] if pdfs else None,
        code_url=next(iter(homes), None) or next(iter(ids.links(code)), None),
        arxiv_id=next(filter(None, map(ids.arxiv, pages)), None),
        doi=next(filter(None, map(ids.doi, pages)), None),
    )


def _bare(text: str) -> tuple[str, ...]:
    """A link written without its scheme, or an id alone, as a link."""
    if not text or "://" in text:
        return ()
    number, doi = ids.arxiv(text), ids.doi(text)
    if number and "/" not in text.partition(number)[0]:
        return (f"https://arxiv.org/abs/{number}",)
    found = _BARE.search(text)
    if found:
        return ids.links(f"https://{found[0]}")
    return (f"https://doi.org/{doi}",) if doi else ()


def _is_code(link: str) -> bool:
    return link.partition("://")[2].removeprefix("www.").casefold().startswith(_CODE_HOSTS)


def _is_pdf(link: str) -> bool:
    path = link.partition("?")[0].casefold()
    return path.endswith((".pdf", "/pdf")) or "arxiv.org/pdf/" in path


def paragraphs(lines: Iterable[str]) -> str | None:
    """Running text: paragraphs divided by a blank line, items of a list on lines of their own.

    An item that stands on two lines (`1. label` and `:what it says`) becomes one; blank lines inside an item
    and between items are none. Signs of emphasis (`**x**`)
    stay: cards show them as bold. None when nothing stands there.
    """
    blocks: list[list[str]] = [[]]
    for line in lines:
        if not line:
            blocks.append([])
            continue
        before = next((block for block in reversed(blocks) if block), None)
        if before and line.startswith(_GOES_ON):
            before[-1] += line
        elif before and not blocks[-1] and _next_item(before[-1], line):
            before.append(line)
        else:
            blocks[-1].append(line)
    return "\n\n".join("\n".join(block) for block in blocks if block) or None


def _next_item(before: str, line: str) -> bool:
    """Whether two lines with a blank one between them are neighbors in one list."""
    first, second = _ITEM.match(before), _ITEM.match(line)
    if not first or not second:
        return False
    return not (first[1] and second[1]) or int(second[1]) == int(first[1]) + 1


def single(text: str) -> str:
    """One line of a field: a title or a label, without what decorates it."""
    plain = " ".join(text.split())
    for opening, closing in (("**", "**"), ("《", "》"), ("__", "__")):
        inner = plain.removeprefix(opening).removesuffix(closing).strip()
        if plain.startswith(opening) and plain.endswith(closing) and opening not in inner:
            plain = inner
    return plain


def chinese(text: str) -> bool:
    """Whether a text's language is Chinese: more characters of it than Latin words."""
    return len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text))


def holds_chinese(text: str) -> bool:
    """Whether any Chinese character stands in the text."""
    return _HAN.search(text) is not None
