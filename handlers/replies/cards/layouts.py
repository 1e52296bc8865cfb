"""The two layouts of a paper card, as data: what stands in bold on top, then labels with their fields.

They mirror the articles that communities publish: `digest` a community account's roundup, `institute` an
institute's list of accepted papers. A field whose value is empty is left out with its label.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import regex

from data.models import Paper
from handlers.replies.cards.latex import readable
from handlers.replies.cards.markup import address, clip, escape, line, link, plain, safe_url, tidy
from handlers.replies.texts import Texts

FIRE = "🔥"
MOST_NAMES = 10
LONG_SUMMARY = 300  # characters; longer ones are folded
LONGEST_READ = 8000  # characters of a text that are looked at; a card holds half of that
LARGEST_NUMBER = 9999
LONGEST_SOUGHT = 150  # characters of a title in a link
_HAN = regex.compile(r"\p{Han}")
_ARXIV = regex.compile(r"[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]+)?")
_DOI = regex.compile(r"10\.[0-9]{4,9}/[^\s<>\"]{1,200}")

Value = Callable[[Paper, Texts], str]


def title(paper: Paper, limit: int = 300) -> str:
    """The paper's own title, readable, in one line; its id when nothing of the title can be seen."""
    return clip(line(readable(paper.title)), limit) or clip(line(paper.id or ""), limit) or paper.key


def headline(paper: Paper, t: Texts, limit: int = 300) -> str:
    """The title in the chat's language where there is one, else the paper's own."""
    chinese = clip(line(readable(paper.title_zh or "")), limit) if t.language == "zh" else ""
    return chinese or title(paper, limit)


def names(paper: Paper, t: Texts, wanted: Sequence[str] | None = None, most: int = MOST_NAMES) -> str:
    """Author names in the chat's script where both are known; `*` marks equal contribution.

    `wanted` are names of `authors` to show instead of all, without the mark. Beyond `most` they are counted.
    """
    local = paper.authors_zh if t.language == "zh" and len(paper.authors_zh) == len(paper.authors) else ()
    spelled = dict(zip(paper.authors, local or paper.authors, strict=True))
    equal = set(paper.equal_contribution) if wanted is None else set()
    asked = paper.authors if wanted is None else wanted
    marked = ((spelled.get(name, name), "*" if name in equal else "") for name in asked[:most])
    shown = [printed for name, star in marked if (printed := _name(name, star))]
    comma = "，" if t.language == "zh" and _HAN.search("".join(shown)) else ", "
    first = comma.join(shown)
    return t("card.more_names", names=first, rest=len(asked) - most) if len(asked) > most else first


def _name(name: str, star: str) -> str:
    """One name in one line, starred once; "" when nothing of it can be seen."""
    printed = clip(line(name), 60).rstrip("*")
    return printed + star if printed else ""


def summary(paper: Paper, t: Texts) -> str:
    """The text about the paper that suits the chat's language, tidied; `**bold**` still in it."""
    order = (paper.summary_zh, paper.abstract, paper.summary_en)
    for text in order if t.language == "zh" else reversed(order):
        shown = tidy(readable((text or "")[:LONGEST_READ]))
        if plain(shown).strip():
            return shown
    return ""


def main_link(paper: Paper) -> str | None:
    """Where the paper is read: its page, else arXiv, its DOI, its PDF."""
    return next(
        (url for url in (safe_url(paper.url), arxiv(paper), doi(paper), safe_url(paper.pdf_url)) if url), None
    )


def find_link(paper: Paper) -> str:
    """Where a paper that came without a link may be found: arXiv's search by its title."""
    asked = urlencode({"searchtype": "title", "query": title(paper, LONGEST_SOUGHT)})
    return f"https://arxiv.org/search/?{asked}"


def arxiv(paper: Paper) -> str | None:
    """The paper's page on arXiv."""
    known = paper.arxiv_id and _ARXIV.fullmatch(paper.arxiv_id)
    return safe_url(f"https://arxiv.org/abs/{paper.arxiv_id}") if known else None


def doi(paper: Paper) -> str | None:
    """The paper's DOI as a link."""
    known = paper.doi and _DOI.fullmatch(paper.doi)
    return safe_url(f"https://doi.org/{paper.doi}") if known else None


def category(paper: Paper) -> str:
    """The venue's label, in one line."""
    return clip(line(paper.category or ""), 60)


def venue(paper: Paper) -> str:
    """Venue and year: "ICML 2025"."""
    year = str(paper.year) if paper.year is not None and 0 < paper.year <= LARGEST_NUMBER else ""
    name = clip(line(paper.venue or ""), 60)
    return name if year and name.endswith(year) else f"{name} {year}".strip()


def _numbered(paper: Paper, t: Texts) -> str:
    number = paper.number if paper.number is not None and 0 <= paper.number <= LARGEST_NUMBER else None
    mark = f" {FIRE}" if paper.featured else ""
    return (f"({number}) " if number is not None else "") + headline(paper, t) + mark


def _own_title(paper: Paper, _: Texts) -> str:
    return escape(title(paper))


def _other_title(paper: Paper, t: Texts) -> str:
    own = title(paper)
    return "" if own == headline(paper, t) else escape(own)


def _category(paper: Paper, _: Texts) -> str:
    return escape(category(paper))


def _authors(paper: Paper, t: Texts) -> str:
    return escape(names(paper, t))


def _corresponding(paper: Paper, t: Texts) -> str:
    return escape(names(paper, t, paper.corresponding))


def _link(paper: Paper, _: Texts) -> str:
    url = main_link(paper)
    return link(url, address(url)) if url else ""


@dataclass(frozen=True)
class Field:
    """A label's key and what stands behind it, as HTML. Without a value: the summary, in the room left."""

    label: str
    value: Value | None


@dataclass(frozen=True)
class Layout:
    """What stands in bold on top, as plain text, and the fields below it in their order."""

    headline: Value
    fields: tuple[Field, ...]


DIGEST = Layout(
    headline=_numbered,
    fields=(
        Field("digest.category", _category),
        Field("digest.title", _other_title),
        Field("digest.authors", _authors),
        Field("digest.link", _link),
        Field("digest.summary", None),
    ),
)
INSTITUTE = Layout(
    headline=lambda _, t: t("institute.headline"),
    fields=(
        Field("institute.title", _own_title),
        Field("institute.authors", _authors),
        Field("institute.corresponding", _corresponding),
        Field("institute.summary", None),
        Field("institute.link", _link),
    ),
)


def chosen(paper: Paper, layout: str) -> Layout:
    """The layout of a name; for `auto` the one of the articles that the paper's fields come from."""
    if layout == "auto":
        layout = "digest" if paper.category or paper.number is not None else "institute"
    return DIGEST if layout == "digest" else INSTITUTE
