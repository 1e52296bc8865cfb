"""Questions about papers, and the one way in: `save`, which merges what several sources say of one work."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime

from data import ask, identity, ids, topics
from data.ask import Plain
from data.models import Found, Paper, Record
from data.records import stored, to_json
from data.search import entries
from data.store import Connection

# Whose word goes first where two sources fill one field: what an operator imports, then what we ship.
RANKS = {"catalogue": 0}
IMPORTED = 10

_PLAIN = (
    "title", "title_zh", "venue", "year", "category", "number", "url", "pdf_url", "arxiv_id", "doi",
    "code_url", "image_url", "abstract", "summary_zh", "summary_en",
)  # fmt: skip
_LISTS = ("authors", "authors_zh", "corresponding", "equal_contribution", "topics")
LONGEST_KEY = 11  # base-36 digits of 2**53
Told = dict[int, list[str]]  # what one import has said so far: the words of its records by row
_NAMES = ("row", "id", *_PLAIN, *_LISTS, "source", "source_url", "added_at", "votes")
_COLUMNS = ", ".join(_NAMES)


async def by_rows(db: Connection, rows: Sequence[int]) -> list[Paper]:
    """The papers of these rows, in the order asked; rows that are gone are left out."""
    return await ask.whole(db, read, rows) if rows else []


def read(db: Plain, rows: Sequence[int]) -> list[Paper]:
    """The same, as a part of a question of many parts (see `ask.whole`)."""
    query = f"select {_COLUMNS} from papers where row in (select value from json_each(:rows))"
    found = db.execute(query, {"rows": json.dumps(list(rows))}) if rows else ()
    papers = {row[0]: _paper(row) for row in found}
    return [papers[row] for row in rows if row in papers]


async def by_row(db: Connection, row: int) -> Paper | None:
    """The paper of a row, or None when it is gone."""
    found = await by_rows(db, [row])
    return found[0] if found else None


async def by_key(db: Connection, key: str) -> Paper | None:
    """The paper of a short key (row number in base 36), or None."""
    row = _row(key)
    return await by_row(db, row) if row is not None else None


async def named(db: Connection, text: str) -> Paper | None:
    """The paper that a person names: public id, arXiv id, DOI, link, or short key, also after `p_`.

    Text that no store can hold (undecodable arguments come as lone surrogates) names none.
    """
    text = text.strip()
    if any("\ud800" <= char <= "\udfff" for char in text):
        return None
    bare = text[2:] if text[:2].casefold() == "p_" else None
    return await _named(db, text) or (await _named(db, bare) if bare else None)


async def _named(db: Connection, text: str) -> Paper | None:
    asked: list[tuple[str, str | None]] = [
        ("id", text),
        ("id", text.casefold() if text.casefold().startswith("pg-") else None),
        ("arxiv", ids.arxiv(text)),
        ("doi", ids.doi(text)),
        ("openreview", ids.openreview(text)),
        ("venue", ids.venue_page(text)),
    ]
    for kind, value in asked:
        if value:
            row = await _bearer(db, kind, value)
            if row is not None:
                return await by_row(db, row)
    return await by_key(db, text.casefold())


async def count(db: Connection) -> int:
    """How many papers there are."""
    return (await ask.number(db, "select count(*) from papers")) or 0


async def by_source(db: Connection) -> dict[str, int]:
    """How many papers each source speaks of."""
    query = "select source, count(*) from paper_sources group by source order by source"
    return {row[0]: row[1] for row in await ask.every(db, query)}


async def by_topic(db: Connection) -> dict[str, int]:
    """How many papers each topic has, by topic key."""
    query = "select topic, count(*) from paper_topics where topic is not null group by topic"
    return {row[0]: row[1] for row in await ask.every(db, query)}


async def related(db: Connection, key: str, *, limit: int, offset: int = 0) -> Found:
    """A page of the papers that share topics with one (by its key): most shared first, then the newest."""
    query = """select other.paper, count(*) over () from paper_topics mine
        join paper_topics other on other.topic = mine.topic and other.paper != mine.paper
        join papers on papers.row = other.paper
        where mine.paper = :row group by other.paper
        order by count(*) desc, featured desc, year desc, other.paper desc limit :limit offset :offset"""
    values = {"row": _row(key) or 0, "limit": limit, "offset": offset}
    found = [(row[0], row[1]) for row in await ask.every(db, query, values)]
    total = found[0][1] if found else 0
    return Found(papers=tuple(await by_rows(db, [row for row, _ in found])), total=total, offset=offset)


async def fact(db: Connection, name: str) -> str | None:
    """A fact about the store itself (which catalogue was loaded), or None."""
    row = await ask.first(db, "select value from facts where name = :name", {"name": name})
    return row[0] if row else None


async def state(db: Connection, name: str, value: str) -> None:
    """Note a fact about the store itself."""
    await db.execute("insert or replace into facts values (:name, :value)", {"name": name, "value": value})


async def save(
    db: Connection,
    record: Record,
    source: str,
    source_url: str | None,
    now: datetime,
    told: Told | None = None,
) -> str:
    """Take a record in: "added", "updated" or "unchanged". Call it inside `store.write()`.

    A work that is known (see `identity`) keeps its row and public id; what each source says is kept apart,
    and the paper's fields are merged anew. The search index follows within the same transaction.
    A new word of a source replaces its old one, but for what the same import said before: that is in `told`,
    which is added to.
    """
    return await ask.whole(db, take, record, source, source_url, now, {} if told is None else told)


def take(db: Plain, record: Record, source: str, source_url: str | None, now: datetime, told: Told) -> str:
    """The same, as a part of a write of many parts (see `ask.whole`)."""
    word = json.dumps(to_json(record), ensure_ascii=False, sort_keys=True)
    row = _sayer(db, record, source, word) or identity.known(db, record)
    outcome = "updated"
    if row is None:
        row, outcome = _new(db, record, source, now), "added"
    elif word in _said(db, row, source):
        told.setdefault(row, []).append(word)
        return "unchanged"
    words = [*told.get(row, ()), word]
    _say(db, row, source, source_url, words, now)
    _merge(db, row)
    told[row] = words
    return outcome


def _say(db: Plain, row: int, source: str, source_url: str | None, words: list[str], now: datetime) -> None:
    """Keep what a source says of a paper: a record, or a list of them where it says several."""
    kept = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
    db.execute(
        "insert or replace into paper_sources values (:paper, :source, :url, :rank, :word, :now)",
        {
            "paper": row, "source": source, "url": source_url, "rank": RANKS.get(source, IMPORTED),
            "word": kept, "now": now.isoformat(timespec="seconds"),
        },
    )  # fmt: skip


async def remove(db: Connection, row: int) -> None:
    """Delete a paper with everything that hangs on it, its index entry too."""
    await ask.whole(db, entries.drop, row)
    await db.execute("delete from papers where row = :row", {"row": row})


def merged(records: Iterable[Record]) -> Record:
    """One record from several, best first: the first that fills a field gives it.

    Authors come as one block (names, corresponding, equal contribution) from one source: two sources spell
    the same people differently.
    """
    result, *others = records
    for other in others:
        gaps: dict[str, object] = {}
        for field in fields(Record):
            ours, theirs = getattr(result, field.name), getattr(other, field.name)
            if ours in (None, ()) and theirs not in (None, ()) and _may_fill(field.name, result, theirs):
                gaps[field.name] = theirs
        result = replace(result, **gaps)  # type: ignore[arg-type]
    return result


def _may_fill(name: str, result: Record, theirs: object) -> bool:
    if name in ("corresponding", "equal_contribution") and result.authors:
        assert isinstance(theirs, tuple)
        return set(theirs) <= set(result.authors)
    return True


def _new(db: Plain, record: Record, source: str, now: datetime) -> int:
    public = ids.public(record)
    if db.execute("select 1 from papers where id = :id", {"id": public}).fetchone():
        # Two works may share title and first author and still be kept apart by their identifiers.
        public = f"{public}-{(db.execute('select max(row) from papers').fetchone()[0] or 0) + 1}"
    cursor = db.execute(
        "insert into papers (id, title, source, added_at) values (:id, :title, :source, :now)",
        {"id": public, "title": record.title, "source": source, "now": now.isoformat(timespec="seconds")},
    )
    assert cursor.lastrowid is not None
    _mark(db, cursor.lastrowid, [("id", public)])
    return cursor.lastrowid


def _merge(db: Plain, row: int) -> None:
    """Write the merged fields, marks, authors, topics and index entry of a paper from its sources."""
    query = """select source, source_url, record from paper_sources where paper = :row
        order by rank desc, source"""
    said = db.execute(query, {"row": row}).fetchall()
    sources = [
        (source, url, one) for source, url, kept in said for one in map(stored, _several(json.loads(kept)))
    ]
    record = merged(one for _, _, one in sources)
    for _, _, one in sources:
        _mark(db, row, identity.marks(one))
    subjects = record.topics or topics.assign(record)
    keys = tuple(dict.fromkeys(topic.key if (topic := topics.match(name)) else name for name in subjects))
    _write(db, row, replace(record, topics=subjects), sources[0][0], sources[0][1])
    _list(db, row, record.authors, keys)
    entries.put(db, row, record, keys)


def _write(db: Plain, row: int, record: Record, source: str, url: str | None) -> None:
    label = (record.category or "").casefold()
    values: dict[str, object] = {name: getattr(record, name) for name in _PLAIN}
    values |= {name: json.dumps(getattr(record, name), ensure_ascii=False) for name in _LISTS}
    values |= {"source": source, "source_url": url, "featured": "spotlight" in label or "oral" in label}
    sets = ", ".join(f"{name} = :{name}" for name in values)
    db.execute(f"update papers set {sets} where row = :row", values | {"row": row})


def _mark(db: Plain, row: int, marks: Iterable[tuple[str, str]]) -> None:
    db.executemany(
        "insert or ignore into paper_marks values (:kind, :value, :paper)",
        [{"kind": kind, "value": value, "paper": row} for kind, value in marks],
    )


def _list(db: Plain, row: int, authors: tuple[str, ...], keys: tuple[str, ...]) -> None:
    db.execute("delete from authors where paper = :row", {"row": row})
    db.executemany(
        "insert into authors values (:paper, :position, :name)",
        [{"paper": row, "position": position, "name": name} for position, name in enumerate(authors)],
    )
    db.execute("delete from paper_topics where paper = :row", {"row": row})
    db.executemany(
        "insert into paper_topics values (:paper, :topic)", [{"paper": row, "topic": key} for key in keys]
    )


def _paper(row: Sequence[object]) -> Paper:
    values = dict(zip(_NAMES, row, strict=True))
    for name in _LISTS:
        kept = str(values[name])
        values[name] = tuple(json.loads(kept)) if kept != "[]" else ()
    values["added_at"] = datetime.fromisoformat(str(values["added_at"])).astimezone(UTC)
    return Paper(**values)  # type: ignore[arg-type]


def _said(db: Plain, row: int, source: str) -> list[str]:
    query = "select record from paper_sources where paper = :row and source = :source"
    found = db.execute(query, {"row": row, "source": source}).fetchone()
    return _words(found[0]) if found else []


def _sayer(db: Plain, record: Record, source: str, word: str) -> int | None:
    """The row of which the source said this very word before, however little the word tells of its paper."""
    query = """select paper_marks.paper, record from paper_marks
        join paper_sources on paper_sources.paper = paper_marks.paper and source = :source
        where kind = :kind and value = :value order by paper_marks.paper"""
    kind, value = identity.marks(record)[-1]
    found = db.execute(query, {"source": source, "kind": kind, "value": value})
    return next((row for row, kept in found if word in _words(kept)), None)


def _words(kept: str) -> list[str]:
    return [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in _several(json.loads(kept))]


def _several(kept: object) -> list[object]:
    return kept if isinstance(kept, list) else [kept]


async def _bearer(db: Connection, kind: str, value: str) -> int | None:
    query = "select min(paper) from paper_marks where kind = :kind and value = :value"
    return await ask.number(db, query, {"kind": kind, "value": value})


def _row(key: str) -> int | None:
    if not (key.isascii() and key.isalnum() and len(key) <= LONGEST_KEY):
        return None  # `int` would take signs, blanks and underscores too
    row = int(key, 36)
    return row if 0 < row < 2**53 else None
