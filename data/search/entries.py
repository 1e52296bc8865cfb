"""What the search index holds of each paper, kept right within the caller's write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from data import topics
from data.ask import Plain
from data.fold import joined, terms
from data.models import Record
from data.names import BREAK, spellings
from data.search.filters import category, topic_token
from data.store import Connection

_MERGED = 500  # pages a step: some tens of milliseconds
_MOST_AUTHORS = 2_000  # the largest collaborations; bounds an entry


def put(db: Plain, row: int, record: Record, keys: Sequence[str] = ()) -> None:
    """Index a paper anew. `keys` are its topics: keys of the catalogue's topics, or any names."""
    known = db.execute("select 1 from index_changes where paper = :row", {"row": row}).fetchone()
    if known:
        db.execute("delete from paper_index where rowid = :row", {"row": row})
    db.execute(
        """insert into paper_index (rowid, title, authors, topics, summary, venue)
           values (:row, :title, :authors, :topics, :summary, :venue)""",
        {"row": row} | entry(record, keys),
    )
    _changed(db, row, fresh=not known)


def drop(db: Plain, row: int) -> None:
    """Take a paper out of the index; nothing happens where it is not in it."""
    db.execute("delete from paper_index where rowid = :row", {"row": row})
    _changed(db, row, fresh=False)


async def merge(db: Connection) -> bool:
    """One step of merging the index's parts into one; whether another is worth while.

    After many additions each word stands in several parts, and a question walks all of them.
    Source: https://www.sqlite.org/fts5.html#the_merge_command
    """
    before = db.total_changes
    await db.execute(f"insert into paper_index (paper_index, rank) values ('merge', {_MERGED})")
    return db.total_changes - before > 1


async def merge_all(db: Connection) -> None:
    """Let `merge` take in all parts, however unlike in size."""
    await db.execute(f"insert into paper_index (paper_index, rank) values ('merge', -{_MERGED})")


async def check(db: Connection) -> list[int]:
    """The rows of papers that the index misses, and of entries whose paper is gone."""
    rows = await db.execute_fetchall(
        """select row from papers where row not in (select rowid from paper_index)
           union select rowid from paper_index where rowid not in (select row from papers) order by 1"""
    )
    return [row[0] for row in rows]


def entry(record: Record, keys: Iterable[str] = ()) -> dict[str, str]:
    """A paper's text by column of the index, as tokens divided by blanks."""
    people = (*record.authors[:_MOST_AUTHORS], *record.authors_zh[:_MOST_AUTHORS])
    names = dict.fromkeys(spelling for name in people for spelling in spellings(name))
    return {
        "title": _text(record.title, record.title_zh, hyphens=True),
        "authors": f" {BREAK} ".join(names),
        "topics": _topics(record, keys),
        "summary": _text(record.abstract, record.summary_zh, record.summary_en),
        "venue": " ".join((*terms(record.venue or ""), str(record.year or ""), category(record))).strip(),
    }


def _changed(db: Plain, row: int, *, fresh: bool) -> None:
    db.execute(
        "insert or replace into index_changes (paper, fresh) values (:row, :fresh)",
        {"row": row, "fresh": fresh},
    )


def _text(*texts: str | None, hyphens: bool = False) -> str:
    parts = [" ".join(terms(text)) for text in texts if text]
    if hyphens:
        parts.append(" ".join(word for text in texts if text for word in joined(text)))
    return f" {BREAK} ".join(part for part in parts if part)


def _topics(record: Record, keys: Iterable[str]) -> str:
    words: dict[str, None] = {}
    for key in keys:
        topic = topics.by_key(key)
        names = (topic.zh, topic.en) if topic else (key,)
        words.update(dict.fromkeys([" ".join(terms(name)) for name in names]))
        if topic:
            words[topic_token(topic.key)] = None
    words.update(dict.fromkeys(" ".join(terms(name)) for name in record.topics if not topics.by_key(name)))
    return f" {BREAK} ".join(filter(None, words))
