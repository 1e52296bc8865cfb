"""Identifiers: which paper a text, a link or a record means, in one spelling each.

All functions are pure and answer None (or nothing) for what is no identifier. Sources of the forms:
https://info.arxiv.org/help/arxiv_identifier.html and https://www.doi.org/doi-handbook/.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from urllib.parse import unquote

from data.models import Record

# Archives that gave out ids of the form archive/yymmnnn, until March 2007.
_ARCHIVES = (
    r"acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs"
    r"|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol"
    r"|physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con"
)
_LONGEST = 300  # no id or link to one is longer; keeps a pasted page cheap
_VERSION = r"(?:v[0-9]{1,3})?"
_NEW = re.compile(rf"([0-9]{{2}})(0[1-9]|1[0-2])\.([0-9]{{4,5}}){_VERSION}")
_OLD = re.compile(
    rf"({_ARCHIVES})(?:\.[a-z-]{{2,8}})?/((?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])[0-9]{{3}}){_VERSION}"
)
# Four digits after the dot up to 1412, five from 1501 on; the first month was 0704.
_FIRST_MONTH, _FIVE_DIGITS = 704, 1501
_ARXIV_PLACES = re.compile(
    r"(?:[a-z0-9-]+\.)*arxiv\.org/(?:abs|pdf|html|ps|src|e-print|format)/"
    r"|(?:ar5iv\.(?:labs\.arxiv\.)?org|(?:www\.)?alphaxiv\.org)/(?:abs|pdf|html|overview|resources)/"
    r"|(?:www\.)?(?:huggingface\.co|hf\.co)/papers/"
    r"|(?:dx\.|www\.)?doi\.org/10\.48550/arxiv\."
)
_ARXIV_SIGNS = re.compile(r"(?:doi: *)?10\.48550/arxiv\.|arxiv *: *")
_SUBJECT = re.compile(r" *\[[a-z.-]+\].*")

_DOI = re.compile(r"(?<![0-9.])10\.[0-9]{4,9}(?:\.[0-9]+)*/[!-~]+")
_DOI_TAILS = re.compile(r"(?:/(?:full|abstract|pdf|epdf|meta|html))?(?:\.pdf)?$")
_OPENREVIEW = re.compile(
    r"(?:^|//|[^\w.-])(?:www\.|api2?\.)?openreview\.net/(?:forum|pdf|attachment)/?\?(?:[^\s#]{0,200}&)?id=([\w-]{5,40})",
    re.ASCII | re.IGNORECASE,
)
_VENUE_PAGE = re.compile(
    r"(?:^|//|[^\w.-])(?:www\.)?"
    r"((?:icml|neurips|nips|iclr)\.cc|mlsys\.org|(?:virtual\.)?aistats\.org|cvpr\.thecvf\.com|eccv\.ecva\.net)"
    r"/virtual/([12][0-9]{3})/(?:loc/[a-z0-9-]+/)?([a-z][a-z0-9-]*)/([0-9]{1,12})(?![\w-])",
    re.ASCII | re.IGNORECASE,
)

# A link ends where no address goes on: blanks, quotes, Chinese and Japanese signs, full-width and typographic
# punctuation. Non-ASCII letters of other scripts may stand in a path.
_LINK = re.compile(
    r"(https?)[:：]//"
    r"([^\s<>\"`{}|\\^\x00-\x20\x7f-\xbf\u2000-\u206f\u2e80-\uffff\U0001f000-\U0010ffff]+)",
    re.IGNORECASE,
)
_GLUED = ".,;:!?'*~&"
_BRACKETS = {")": "(", "]": "["}


def arxiv(text: str) -> str | None:
    """The arXiv id that the text is or links to, without version and subject class, or None.

    Takes ids (`1706.03762v7`, `arXiv:math.GT/0309136`), links to arXiv, alphaXiv, ar5iv and Hugging Face's
    paper pages, and arXiv's own DOIs; ids that arXiv never gave out (`1706.3762`) are None.
    """
    found = links(text)
    plain = unicodedata.normalize("NFKC", found[0] if found else text).strip().casefold()
    plain = unquote(re.sub(r"^https?://", "", plain[:_LONGEST]))
    place = _ARXIV_PLACES.match(plain)
    if place:
        rest = re.split(r"[?#]", plain[place.end() :], maxsplit=1)[0].rstrip("/").removesuffix(".pdf")
    else:
        sign = _ARXIV_SIGNS.match(plain)
        rest = _SUBJECT.sub("", plain[sign.end() :] if sign else plain).rstrip(".,;")
    return _arxiv_id(rest)


def _arxiv_id(text: str) -> str | None:
    new = _NEW.fullmatch(text)
    if new:
        month, digits = int(new[1] + new[2]), len(new[3])
        right = month >= _FIRST_MONTH and digits == (5 if month >= _FIVE_DIGITS else 4)
        return f"{new[1]}{new[2]}.{new[3]}" if right else None
    old = _OLD.fullmatch(text)
    return f"{old[1]}/{old[2]}" if old else None


def doi(text: str) -> str | None:
    """The first DOI in a text or link, in lower case and without what is glued to it, or None."""
    plain = unquote(text) if "%2f" in text.casefold() else text
    found = _DOI.search(plain)
    if not found:
        return None
    linked = bool(links(plain)) or "doi.org/" in plain.casefold()
    value = re.split(r"[?#]", found[0], maxsplit=1)[0] if linked else found[0]
    value = _unglued(re.split(r'["`{}|\\^]|</', value, maxsplit=1)[0].casefold())
    if linked:
        value = _DOI_TAILS.sub("", value)
    value = value.rstrip("/" + _GLUED)
    return value if value.partition("/")[2] else None


def openreview(text: str) -> str | None:
    """The forum id of an OpenReview link in the text (forum, pdf or attachment), or None."""
    found = _OPENREVIEW.search(text)
    return found[1] if found else None


def venue_page(text: str) -> str | None:
    """A paper's page on a venue's virtual site as `icml.cc/virtual/2025/poster/45018`, or None.

    Scheme, `www.`, a place (`loc/san-diego`), query and what follows the number are left out.
    """
    found = _VENUE_PAGE.search(text)
    if not found:
        return None
    host, year, kind, number = (part.casefold() for part in found.groups())
    host = {"nips.cc": "neurips.cc", "virtual.aistats.org": "aistats.org"}.get(host, host)
    return f"{host}/virtual/{year}/{kind}/{number}"


def strong(record: Record) -> tuple[tuple[str, str], ...]:
    """All ids by which two records are certainly one paper, as (kind, value), each once.

    Kinds are `arxiv`, `doi`, `openreview` and `venue`; they come from `arxiv_id`, `doi`, `url` and `pdf_url`.
    A DOI that arXiv gave is told as `arxiv` alone.
    """
    found: dict[tuple[str, str], None] = {}
    for text in filter(None, (record.arxiv_id, record.doi, record.url, record.pdf_url)):
        number = arxiv(text)
        kinds = (
            ("arxiv", number),
            ("doi", doi(text) if number is None else None),
            ("openreview", openreview(text)),
            ("venue", venue_page(text)),
        )
        found.update({(kind, value): None for kind, value in kinds if value is not None})
    order = ("arxiv", "doi", "openreview", "venue")
    return tuple(sorted(found, key=lambda pair: order.index(pair[0])))


def public(record: Record) -> str:
    """The record's public id: its own, else the arXiv id, else the DOI, else one made from title and author.

    The made one is `pg-` and ten base-32 characters of a hash of the folded title and first author: the same
    for ever, however the title is spaced, cased or punctuated.
    """
    if record.id:
        return record.id
    known = dict(reversed(strong(record)))
    made = known.get("arxiv") or known.get("doi")
    if made:
        return made
    author = record.authors[0] if record.authors else ""
    key = f"{_folded(record.title) or record.title.strip()}\n{_folded(author)}"
    digest = hashlib.sha256(key.encode("utf-8", "replace")).digest()
    return "pg-" + base64.b32encode(digest).decode("ascii").lower()[:10]


def _folded(text: str) -> str:
    """Letters and digits alone; fixed for ever, since ids hang on it, and so not the search's folding."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in plain if char.isalnum())


def names_a_paper(text: str) -> bool:
    """Whether a text is an identifier or link of one paper, and nothing else."""
    words = text.split()
    return len(words) == 1 and any(find(words[0]) for find in (arxiv, doi, openreview, venue_page))


def links(text: str) -> tuple[str, ...]:
    """The http(s) links in free text in their order, each once, without punctuation glued to them."""
    found: dict[str, None] = {}
    for match in _LINK.finditer(text):
        rest = _unglued(match[2])
        if rest and rest[0].isalnum():
            found[f"{match[1]}://{rest}"] = None
    return tuple(found)


def _unglued(text: str) -> str:
    """Cut a link or DOI at the first bracket it did not open, and drop sentence signs from its end."""
    open_brackets: list[str] = []
    for place, char in enumerate(text):
        if char in _BRACKETS.values():
            open_brackets.append(char)
        elif char in _BRACKETS and (not open_brackets or open_brackets.pop() != _BRACKETS[char]):
            text = text[:place]
            break
    text = text.rstrip(_GLUED)
    while text and text[-1] in _BRACKETS.values():
        text = text[:-1].rstrip(_GLUED)
    return text
