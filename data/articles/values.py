"""Values: what the lines of a field mean — names, addresses, paragraphs, a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from data import ids

_SEPARATORS = "，、,;；\n"
_OPENING, _CLOSING = "(（[【", ")）]】"
_STARS = "*＊∗⁎﹡"
_MARKS = _STARS + "†‡§¶#✉¹²³⁴⁵⁶⁷⁸⁹⁰"
_MARKED_CORRESPONDING = re.compile(
    r"[(（[] ?(?:通讯作者|通信作者|corresponding author) ?[)）\]]|✉", re.IGNORECASE
)
_NOTE = re.compile(rf"[(（][^()（）]{{0,40}}[{re.escape(_MARKS)}][^()（）]{{0,40}}[)）]")
_AND_MORE = re.compile(r"(?<=[\u4e00-\u9fff]{2})等人?$")  # 李四等: no given name ends so
_MORE = re.compile(r"(?:等人?|et al\.?)[。.]?", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_HAN_NAME = re.compile(r"[\u3400-\u9fff·• ]+")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
# A list's item may stand on two lines, its label and then ":what it says".
_GOES_ON = (":", "：", ",", "，", "。", "、", ";", "；", ")", "）")
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
    """Read a list of people. A star marks equal contribution; other signs after names are left out."""
    parts = [part for part in _split(_NOTE.sub("", text)) if part and not _MORE.fullmatch(part)]
    starred, corresponding, plain = [], [], []
    for part in parts:
        marked = _MARKED_CORRESPONDING.search(part)
        bare = _name(_MARKED_CORRESPONDING.sub("", part) if marked else part)
        if not bare:
            continue
        plain.append(bare)
        if any(sign in part for sign in _STARS):
            starred.append(bare)
        if marked:
            corresponding.append(bare)
    return Names(tuple(plain), tuple(starred), tuple(corresponding))


def _split(text: str) -> list[str]:
    """Cut at separators outside brackets; names in Chinese characters may be parted by blanks alone."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in _OPENING) - (char in _CLOSING and depth > 0)
        if char == "\n" or (char in _SEPARATORS and not depth):
            parts.append("")
            depth = 0
        else:
            parts[-1] += char
    parts = [re.sub(r"^(?:and|&) +", "", piece.strip()) for part in parts for piece in _pair(part)]
    if len(parts) == 1 and _HAN_NAME.fullmatch(parts[0].translate(_NO_MARKS)):
        blanks = parts[0].split()
        return blanks if all(len(name.translate(_NO_MARKS)) > 1 for name in blanks) else parts
    return parts


def _pair(part: str) -> list[str]:
    """The two names around an `and`."""
    return re.split(r" (?:and|&) ", part)


_NO_MARKS = str.maketrans("", "", _MARKS)


def _name(part: str) -> str:
    bare = _AND_MORE.sub("", " ".join(part.translate(_NO_MARKS).split()).strip("。:：·*_ "))
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

    An item that stands on two lines (`1. label` and `:what it says`) becomes one. Signs of emphasis (`**x**`)
    stay: cards show them as bold. None when nothing stands there.
    """
    blocks: list[list[str]] = [[]]
    for line in lines:
        if not line:
            blocks.append([])
        elif blocks[-1] and line.startswith(_GOES_ON):
            blocks[-1][-1] += line
        else:
            blocks[-1].append(line)
    return "\n\n".join("\n".join(block) for block in blocks if block) or None


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
