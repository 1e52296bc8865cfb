"""The index asked: candidates for an FTS5 query, how many there are, and lists without words."""

from __future__ import annotations

from data.search.filters import Filters
from data.search.judge import Candidate
from data.store import Connection

JUDGED = 50
_NEWEST = "year desc, row desc"


async def head(db: Connection, match: str, filters: Filters) -> list[Candidate]:
    """The best fifty by bm25, with their tokens."""
    rows = await db.execute_fetchall(
        f"""with best as materialized ({_ranked(filters)} limit {JUDGED})
            select best.row, best.rank, i.title, i.authors, i.topics, i.summary, i.venue,
                   papers.featured, coalesce(papers.year, 0)
            from best join paper_index i on i.rowid = best.row join papers on papers.row = best.row""",
        _values(match, filters),
    )
    return [Candidate(row[0], row[1], tuple(row[2:7]), bool(row[7]), row[8]) for row in rows]


async def tail(db: Connection, match: str, filters: Filters, limit: int, offset: int) -> list[int]:
    """The rows from `offset` on in the order of bm25."""
    rows = await db.execute_fetchall(
        f"select row from ({_ranked(filters)} limit :limit offset :offset)",
        _values(match, filters) | {"limit": limit, "offset": offset},
    )
    return [row[0] for row in rows]


async def count(db: Connection, match: str, filters: Filters) -> int:
    """How many papers there are in all."""
    rows = await db.execute_fetchall(
        f"select count(*) from paper_index where paper_index match :match{_limits(filters)}",
        _values(match, filters),
    )
    return int(next(iter(rows))[0])


async def newest(db: Connection, filters: Filters, without: str, limit: int, offset: int) -> list[int]:
    """The rows that the filters leave, newest first."""
    rows = await db.execute_fetchall(
        f"select row from papers {_where(filters, without)} order by {_NEWEST} limit :limit offset :offset",
        _values(filters.match, filters) | {"without": without, "limit": limit, "offset": offset},
    )
    return [row[0] for row in rows]


async def count_all(db: Connection, filters: Filters, without: str) -> int:
    """How many papers the filters leave."""
    rows = await db.execute_fetchall(
        f"select count(*) from papers {_where(filters, without)}",
        _values(filters.match, filters) | {"without": without},
    )
    return int(next(iter(rows))[0])


async def marked(db: Connection, kind: str, value: str) -> list[int]:
    """The rows of papers that bear an identifier."""
    rows = await db.execute_fetchall(
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
