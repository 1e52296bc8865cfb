"""The index asked: candidates for an FTS5 query, how many there are, and lists without words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from data.ask import Plain
from data.search.filters import Filters
from data.search.judge import Candidate

FEW = 100  # papers that are judged whatever bm25 says
JUDGED = 50
_COUNTED = 1_000  # rows that are sooner gone through here than counted by another question
_NEWEST = "year desc, row desc"


@dataclass(frozen=True, slots=True)
class Head:
    """The best candidates of a question, and how many papers there are in all."""

    best: list[Candidate]
    total: int


def head(db: Plain, match: str, filters: Filters) -> Head:
    """Every paper found where they are few, else the best by bm25; with their tokens.

    bm25 walks the whole list of every word that was asked for, however few papers hold them all: where all
    can be judged it is not needed.
    """
    found = db.execute(
        f"select rowid from paper_index where paper_index match :match{_limits(filters)}",
        _values(match, filters),
    )
    rows = found.fetchmany(FEW + 1)
    if len(rows) <= FEW:
        return Head(_candidates(db, [(row[0], 0.0) for row in rows]), len(rows))
    more = found.fetchmany(_COUNTED)
    found.close()
    ranked = db.execute(f"{_ranked(filters)} limit {JUDGED}", _values(match, filters)).fetchall()
    total = len(rows) + len(more) if len(more) < _COUNTED else count(db, match, filters)
    return Head(_candidates(db, ranked), total)


def _candidates(db: Plain, ranked: Sequence[tuple[int, float]]) -> list[Candidate]:
    """What the judge needs to know of these rows."""
    if not ranked:
        return []
    ranks = dict(ranked)
    rows = db.execute(
        f"""select i.rowid, i.title, i.authors, i.topics, i.summary, i.venue,
                papers.featured, coalesce(papers.year, 0)
            from paper_index i join papers on papers.row = i.rowid
            where i.rowid in ({", ".join(map(str, ranks))})"""
    )
    return [Candidate(row[0], ranks[row[0]], row[1:6], bool(row[6]), row[7]) for row in rows]


def tail(db: Plain, match: str, filters: Filters, limit: int, offset: int) -> list[int]:
    """The rows from `offset` on in the order of bm25."""
    rows = db.execute(
        f"select row from ({_ranked(filters)} limit :limit offset :offset)",
        _values(match, filters) | {"limit": limit, "offset": offset},
    )
    return [row[0] for row in rows]


def count(db: Plain, match: str, filters: Filters) -> int:
    """How many papers there are in all."""
    rows = db.execute(
        f"select count(*) from paper_index where paper_index match :match{_limits(filters)}",
        _values(match, filters),
    )
    return int(next(iter(rows))[0])


def newest(db: Plain, filters: Filters, without: str, limit: int, offset: int) -> list[int]:
    """The rows that the filters leave, newest first."""
    rows = db.execute(
        f"select row from papers {_where(filters, without)} order by {_NEWEST} limit :limit offset :offset",
        _values(filters.match, filters) | {"without": without, "limit": limit, "offset": offset},
    )
    return [row[0] for row in rows]


def count_all(db: Plain, filters: Filters, without: str) -> int:
    """How many papers the filters leave."""
    rows = db.execute(
        f"select count(*) from papers {_where(filters, without)}",
        _values(filters.match, filters) | {"without": without},
    )
    return int(next(iter(rows))[0])


def marked(db: Plain, kind: str, value: str) -> list[int]:
    """The rows of papers that bear an identifier."""
    rows = db.execute(
        "select paper from paper_marks where kind = :kind and value = :value order by paper",
        {"kind": kind, "value": value},
    )
    return [row[0] for row in rows]


def _ranked(filters: Filters) -> str:
    return (
        "select rowid as row, rank from paper_index where paper_index match :match"
        f"{_limits(filters)} order by rank, rowid desc"
    )


def _limits(filters: Filters) -> str:
    where = f" and rowid in (select row from papers where {filters.where})" if filters.where else ""
    but = f" and rowid not in ({', '.join(map(str, filters.but))})" if filters.but else ""
    return where + but


def _where(filters: Filters, without: str) -> str:
    entries = "row {} in (select rowid from paper_index where paper_index match {})"
    conditions = [
        filters.where,
        entries.format("", ":match") if filters.match else "",
        entries.format("not", ":without") if without else "",
    ]
    kept = [condition for condition in conditions if condition]
    return f"where {' and '.join(kept)}" if kept else ""


def _values(match: str, filters: Filters) -> dict[str, str | int]:
    return {"match": match} | (filters.values or {})
