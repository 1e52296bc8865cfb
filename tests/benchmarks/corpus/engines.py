"""The engines beside which our search is measured: one process, a query a line in, a JSON line out.

`python engines.py ENGINE CORPUS STORE` builds what the engine needs in the folder STORE when it is not there,
then answers queries from stdin as `papergram search --batch` does: `{"ids": […], "ms": …}`.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter

from rapidfuzz import fuzz, process, utils

Answer = Callable[[str], list[str]]
LIMIT = 10
_WORD = re.compile(r"\w+")


def papers(corpus: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """Id, title, authors, abstract and venue of each paper of the corpus."""
    with gzip.open(corpus / "acl-papers.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            names = " , ".join((*one["authors"], *one.get("authors_zh", ())))
            venue = f"{one.get('venue', '')} {one.get('year', '')}"
            yield one["id"], one["title"], names, one.get("abstract", ""), venue


def _fts5(corpus: Path, store: Path, name: str, tokenize: str) -> sqlite3.Connection:
    path = store / f"{name}.db"
    if not path.exists():
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part)) as db:
            db.execute("create table ids (row integer primary key, id text)")
            columns = "title, authors, abstract, venue"
            db.execute(f"create virtual table papers using fts5({columns}, tokenize='{tokenize}')")
            for row, (key, *texts) in enumerate(papers(corpus), 1):
                db.execute("insert into ids values (?, ?)", (row, key))
                db.execute(f"insert into papers (rowid, {columns}) values (?, ?, ?, ?, ?)", (row, *texts))  # noqa: S608
            db.execute("insert into papers (papers) values ('optimize')")
            db.commit()
            db.execute("vacuum")
        part.rename(path)
    return sqlite3.connect(path)


def _ask(db: sqlite3.Connection, match: str) -> list[str]:
    rows = db.execute(
        "select id from papers join ids on ids.row = papers.rowid where papers match ? "
        "order by bm25(papers) limit ?",
        (match, LIMIT),
    )
    return [row[0] for row in rows]


def bare(corpus: Path, store: Path) -> Answer:
    """FTS5 as it comes: each word quoted, all required."""
    db = _fts5(corpus, store, "bare", "unicode61 remove_diacritics 2")
    return lambda text: _ask(db, " AND ".join(f'"{word}"' for word in _quoted(text)))


def porter(corpus: Path, store: Path) -> Answer:
    """The usual cascade: stems, all words, the last as a beginning, else any word."""
    db = _fts5(corpus, store, "porter", "porter unicode61 remove_diacritics 2")

    def answer(text: str) -> list[str]:
        words = [f'"{word}"' for word in _quoted(text)]
        if not words:
            return []
        all_words = " AND ".join(words)
        return _ask(db, all_words) or _ask(db, f"{all_words} *") or _ask(db, " OR ".join(words))

    return answer


def _quoted(text: str) -> list[str]:
    return [word.replace('"', "") for word in text.split() if word.strip('"')]


def scan(corpus: Path, store: Path) -> Answer:
    """The token_set_ratio of rapidfuzz over every title."""
    known = [(key, utils.default_process(title)) for key, title, *_ in papers(corpus)]
    titles = [title for _, title in known]

    def answer(text: str) -> list[str]:
        best = process.extract(
            text, titles, scorer=fuzz.token_set_ratio, processor=utils.default_process, limit=LIMIT
        )
        return [known[place][0] for _, _, place in best]

    return answer


def tantivy(corpus: Path, store: Path) -> Answer:
    """tantivy: all words, each with one or two slips, else any; only where it is installed."""
    import tantivy as engine  # noqa: PLC0415 - optional

    folder = store / "tantivy"
    schema = engine.SchemaBuilder().add_text_field("id", stored=True, tokenizer_name="raw")
    for field in ("title", "authors", "abstract", "venue"):
        schema = schema.add_text_field(field)
    schema = schema.build()
    fresh = not folder.exists()
    folder.mkdir(exist_ok=True)
    index = engine.Index(schema, path=str(folder))
    if fresh:
        writer = index.writer(100_000_000)
        for key, title, names, abstract, venue in papers(corpus):
            writer.add_document(
                engine.Document(id=key, title=title, authors=names, abstract=abstract, venue=venue)
            )
        writer.commit()
        writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    fields = ["title", "authors", "abstract", "venue"]
    slips = dict.fromkeys(fields, (False, 1, True))

    def answer(text: str) -> list[str]:
        plain = " ".join(_WORD.findall(text))
        for conjunction in (True, False):
            query = index.parse_query(
                plain, fields, fuzzy_fields=slips, conjunction_by_default=conjunction,
                field_boosts={"title": 10.0, "authors": 8.0},
            )  # fmt: skip
            hits = searcher.search(query, LIMIT).hits
            if hits:
                return [searcher.doc(address)["id"][0] for _, address in hits]
        return []

    return answer


ENGINES = {"bare": bare, "porter": porter, "scan": scan, "tantivy": tantivy}


def main() -> None:
    """Say that it is ready, then answer line by line."""
    name, corpus, store = sys.argv[1:]
    answer = ENGINES[name](Path(corpus), Path(store))
    print("ready", flush=True)
    for line in sys.stdin:
        start = perf_counter()
        ids = answer(line.strip())
        ms = (perf_counter() - start) * 1000
        print(json.dumps({"ids": ids, "ms": round(ms, 3)}), flush=True)


if __name__ == "__main__":
    main()
