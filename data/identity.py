"""One work, many lives: by which marks a paper is known again.

Strong marks are identifiers (DOI, arXiv id without version, OpenReview forum, the venue's own page, a public
id given in the record). The weak mark is the folded title; it counts with the first author, or, where a side
names no authors, alone if it is long enough, venue and year do not disagree, and exactly one paper fits.
Strong marks of one kind that disagree always keep two papers apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from data import ids, names
from data.articles import venues
from data.ask import Plain
from data.fold import fold, terms
from data.models import Record

TITLE = "title"
LONG_TITLE = 4  # words: "Attention" or "Model Editing Survey" name many papers


@dataclass(frozen=True, slots=True)
class _Known:
    row: int
    venue: str | None
    year: int | None
    author: str | None


@lru_cache(maxsize=64)  # asked for thrice while one record is taken in
def marks(record: Record) -> tuple[tuple[str, str], ...]:
    """All (kind, value) marks of a record, the folded title last.

    A public id shaped like an arXiv id or a DOI is one, unless the record bears another of that kind.
    """
    given = (("id", record.id),) if record.id else ()
    strong = ids.strong(record)
    kinds = {kind for kind, _ in strong}
    shaped = tuple((kind, value) for kind, value in _shaped(record.id or "") if kind not in kinds)
    return (*given, *strong, *shaped, (TITLE, " ".join(terms(record.title))))


def _shaped(public: str) -> tuple[tuple[str, str], ...]:
    arxiv = ids.arxiv(public)
    if arxiv:
        return (("arxiv", arxiv),)
    doi = ids.doi(public)
    return (("doi", doi),) if doi and public.strip().casefold().endswith(doi) else ()


def known(db: Plain, record: Record) -> int | None:
    """The row of the stored paper that the record speaks of, or None when it is a new one."""
    *strong, (_, title) = marks(record)
    for kind, value in strong:
        for row in _bearers(db, kind, value):
            if not _disagree(db, row, strong, but=(kind, value)):
                return row
    return _weakly(db, record, strong, title)


def _weakly(db: Plain, record: Record, strong: list[tuple[str, str]], title: str) -> int | None:
    fits = [
        paper
        for row in _bearers(db, TITLE, title)
        if not _disagree(db, row, strong) and _fits(record, paper := _facts(db, row), title)
    ]
    return fits[0].row if len(fits) == 1 else None


def _fits(record: Record, paper: _Known, title: str) -> bool:
    if record.authors and paper.author:
        return names.same(record.authors[0], paper.author)
    return len(title.split()) >= LONG_TITLE and _agree(
        _held(record.venue, record.year), _held(paper.venue, paper.year)
    )


def _held(venue: str | None, year: int | None) -> tuple[str | None, int | None]:
    """Venue and year by which two spellings compare: "ICML 2025 poster" is ICML of 2025."""
    name, named_year = venues.named(venue or "")
    return fold(name or venue or "") or None, year if year is not None else named_year


def _agree(ours: tuple[object, object], theirs: tuple[object, object]) -> bool:
    return all(None in pair or pair[0] == pair[1] for pair in zip(ours, theirs, strict=True))


def _bearers(db: Plain, kind: str, value: str) -> list[int]:
    query = "select paper from paper_marks where kind = :kind and value = :value order by paper"
    return [row[0] for row in db.execute(query, {"kind": kind, "value": value})]


def _disagree(db: Plain, row: int, strong: list[tuple[str, str]], but: tuple[str, str] | None = None) -> bool:
    """Whether the paper bears, of some kind, only other values than the record does."""
    theirs: dict[str, set[str]] = {}
    query = "select kind, value from paper_marks where paper = :row and kind not in ('title', 'id')"
    for kind, value in db.execute(query, {"row": row}):
        theirs.setdefault(kind, set()).add(value)
    return any(
        kind in theirs and value not in theirs[kind]
        for kind, value in strong
        if kind != "id" and (kind, value) != but
    )


def _facts(db: Plain, row: int) -> _Known:
    query = """select papers.row, venue, year, authors.name from papers
        left join authors on authors.paper = papers.row and authors.position = 0 where papers.row = :row"""
    return _Known(*db.execute(query, {"row": row}).fetchone())
