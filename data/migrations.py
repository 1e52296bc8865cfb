"""The store's shape, grown by numbered steps. A step that has shipped is never edited: add one at the end.

Each step runs in a transaction of its own and is recorded by name, statement by statement
(`executescript` would end the transaction silently).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import aiosqlite

from data.errors import StoreError

Step = Callable[[aiosqlite.Connection], Awaitable[None]]


async def apply(db: aiosqlite.Connection) -> None:
    """Bring the open file up to date; one that is costs a look and no lock.

    Raises StoreError for a file of another program or a newer version.
    """
    done = await _done(db)
    unknown = done - {step.__name__ for step in STEPS}
    if unknown:
        raise StoreError(f"the store was made by a newer Papergram ({min(unknown)}): update the program")
    for step in STEPS:
        if step.__name__ not in done:
            await _run(db, step)


async def _done(db: aiosqlite.Connection) -> set[str]:
    """The steps that the file has; read without a lock, so that a store in use opens at once."""
    async with db.execute("select name from sqlite_master where type = 'table'") as rows:
        tables = {row[0] async for row in rows}
    if tables and "migrations" not in tables:
        raise StoreError("the file is a database of another program: name another one in PAPERGRAM_DB")
    if not tables:
        return set()
    async with db.execute("select name from migrations") as rows:
        return {row[0] async for row in rows}


async def _run(db: aiosqlite.Connection, step: Step) -> None:
    """Take one step, unless another process took it while we waited for the lock."""
    await db.execute("begin immediate")
    try:
        if step.__name__ not in await _done(db):
            await db.execute(
                "create table if not exists migrations (name text primary key, applied_at text not null)"
            )
            await step(db)
            await db.execute(
                "insert into migrations values (:name, datetime('now'))", {"name": step.__name__}
            )
        await db.execute("commit")
    except BaseException:
        await db.execute("rollback")
        raise


async def m001_papers(db: aiosqlite.Connection) -> None:
    """Papers merged from their sources, and the marks by which one is known again.

    Lists of names stand in `papers` as JSON, as they are shown; `authors` and `paper_topics` hold what is
    asked for: who wrote what, which papers a topic has.
    """
    await db.execute(
        """create table papers (
            row integer primary key autoincrement,
            id text not null unique,
            title text not null, title_zh text, venue text, year integer, category text, number integer,
            url text, pdf_url text, arxiv_id text, doi text, code_url text, image_url text,
            abstract text, summary_zh text, summary_en text,
            authors text, authors_zh text, corresponding text, equal_contribution text, topics text,
            source text not null, source_url text, added_at text not null,
            votes integer not null default 0,
            featured integer not null default 0)"""
    )
    await db.execute(
        """create table paper_sources (
            paper integer not null references papers(row) on delete cascade,
            source text not null, source_url text, rank integer not null, record text not null,
            seen_at text not null, primary key (paper, source)) without rowid"""
    )
    await db.execute(
        """create table paper_marks (
            kind text not null, value text not null,
            paper integer not null references papers(row) on delete cascade,
            primary key (kind, value, paper)) without rowid"""
    )
    await db.execute("create index paper_marks_paper on paper_marks (paper)")
    await db.execute(
        """create table authors (
            paper integer not null references papers(row) on delete cascade, position integer not null,
            name text not null,
            primary key (paper, position)) without rowid"""
    )
    await db.execute(
        """create table paper_topics (
            paper integer not null references papers(row) on delete cascade, topic text not null,
            primary key (paper, topic)) without rowid"""
    )
    await db.execute("create index paper_topics_topic on paper_topics (topic, paper)")
    await db.execute("create index papers_year on papers (year)")
    await db.execute("create index papers_best on papers (featured desc, votes desc, year desc, row desc)")
    await db.execute("create table facts (name text primary key, value text not null) without rowid")


async def m002_places(db: aiosqlite.Connection) -> None:
    """Places, what they follow, what they were sent; what people keep and asked."""
    await db.execute(
        """create table places (
            id integer primary key autoincrement,
            chat integer not null, thread integer not null default 0,
            kind text not null, title text not null default '', language text not null,
            push integer not null, hour text not null, zone text not null,
            weekdays integer not null default 127,
            layout text not null default 'auto', silent integer not null default 0,
            everyone integer not null default 0, active integer not null default 1, added_by integer,
            due integer, due_date text, last_date text, unique (chat, thread))"""
    )
    await db.execute("create index places_due on places (due) where due is not null and active")
    await db.execute(
        """create table subscriptions (
            id integer primary key autoincrement,
            place integer not null references places(id) on delete cascade,
            kind text not null, value text not null, label text not null, unique (place, kind, value))"""
    )
    await db.execute(
        """create table pushes (
            place integer not null references places(id) on delete cascade, date text not null,
            state text not null, paper integer references papers(row) on delete set null,
            why_kind text not null default 'newest', why_value text not null default '',
            reason text, message integer, due integer, changed_at integer not null,
            primary key (place, date)) without rowid"""
    )
    await db.execute("create index pushes_state on pushes (state, changed_at)")
    await db.execute("create index pushes_paper on pushes (place, paper)")
    await db.execute(
        """create table saved (
            person integer not null, paper integer not null references papers(row) on delete cascade,
            saved_at integer not null, primary key (person, paper)) without rowid"""
    )
    await db.execute(
        """create table searches (
            id integer primary key autoincrement, kind text not null, text text not null,
            asker integer, chat integer not null, asked_at integer not null)"""
    )
    await db.execute("create index searches_age on searches (asked_at)")
    await db.execute(
        """create table outbox (
            id integer primary key autoincrement, kind text not null, chat integer not null,
            body text not null, due integer not null)"""
    )
    await db.execute("create index outbox_due on outbox (due)")


async def m003_index(db: aiosqlite.Connection) -> None:
    """The search index: folded tokens by paper row, its vocabulary, and which entries changed in which order.

    The tokens are cut by `data.fold`, so the tokenizer only parts them at blanks. `index_changes` lets a
    reader bring what it knows of the vocabulary up to date without reading all of it.
    """
    await db.execute(
        """create virtual table paper_index using fts5(
            title, authors, topics, summary, venue, tokenize = "ascii tokenchars '+#'")"""
    )
    await db.execute(
        "insert into paper_index (paper_index, rank) values ('rank', 'bm25(10.0, 8.0, 3.0, 1.0, 2.0)')"
    )
    await db.execute("create virtual table paper_words using fts5vocab(paper_index, 'row')")
    await db.execute(
        """create table index_changes (
            id integer primary key autoincrement, paper integer not null unique, fresh integer not null)"""
    )


async def m004_forgotten(db: aiosqlite.Connection) -> None:
    """The last date that a forgotten place had a push, for two days: a return must bring no second one."""
    await db.execute(
        """create table forgotten (
            chat integer not null, thread integer not null, last_date text not null,
            primary key (chat, thread)) without rowid"""
    )


STEPS: tuple[Step, ...] = (m001_papers, m002_places, m003_index, m004_forgotten)
