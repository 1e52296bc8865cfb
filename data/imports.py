"""The way from a file to the store: bytes to records, records to papers.

`read` is pure and says what it could not take; `save` writes in short transactions with pauses between, so
that an import of thousands of papers keeps neither a chat nor another process waiting.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import PurePath
from time import perf_counter

from data import articles, ask, catalogue, decoding, papers
from data.ask import Plain
from data.errors import Malformed, PapergramError, Refused
from data.models import Counts, Group, Notice, Record
from data.records import from_json, to_json
from data.search import entries
from data.store import Store

CATALOGUE = "catalogue"
BATCH = 50  # papers a transaction: some tens of milliseconds
PAUSE = (
    0.25  # of a transaction's time: other processes ask for the lock again and again, at least each 100 ms
)
MANY = 500  # papers after which the search index is worth merging
LARGEST = 200 * 1000 * 1000  # bytes of an unpacked file
_BLOCKS = "p, div, section, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre, table, ul, ol, br"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a file holds: records in their order, and community groups.

    `warnings` tell what could not be taken as it stood, `skipped` the lines that gave no record.
    """

    source: str
    records: tuple[Record, ...]
    warnings: tuple[Notice, ...] = ()
    skipped: tuple[Notice, ...] = ()
    groups: tuple[Group, ...] = ()


def read(name: str, content: bytes) -> Reading:
    """Read a file by its name's ending, or by its first characters where that says nothing.

    Raises SourceError when nothing in it is usable; the message says what was looked for.
    """
    ending = _ending(name, content)
    reader = _READERS.get(ending)
    if reader is None:
        raise Refused(f"files of the kind {ending} cannot be read; known are {', '.join(sorted(_READERS))}")
    reading = reader(content)
    if not reading.records:
        raise Refused("no paper in it" + _first(reading))
    return replace(reading, source=_source(name))


async def save(
    store: Store, records: Sequence[Record], source: str, source_url: str | None, now: datetime
) -> Counts:
    """Take records in. One that cannot be stored is skipped with its reason; the others are unharmed.

    Records that speak of one work fill each other's gaps, the first goes before.
    """
    counts, told = Counts(), papers.Told()
    for start in range(0, len(records), BATCH):
        batch = records[start : start + BATCH]
        began = perf_counter()
        # each but the last lands without waiting for the disk: after a power cut an import is run again
        async with store.write(lasting=start + BATCH >= len(records)) as db:
            outcomes = await ask.whole(db, _outcomes, batch, source, source_url, now, told)
        for number, outcome in enumerate(outcomes, start + 1):
            counts = _counted(counts, number, outcome)
        if start + BATCH < len(records):
            await asyncio.sleep((perf_counter() - began) * PAUSE)
    if counts.added + counts.updated >= MANY:
        await _merge(store)
    return counts


async def _merge(store: Store) -> None:
    """Leave the search index as quick as one built at once, in short transactions."""
    async with store.write() as db:
        await entries.merge_all(db)
    more = True
    while more:
        began = perf_counter()
        async with store.write(lasting=False) as db:
            more = await entries.merge(db)
        await asyncio.sleep((perf_counter() - began) * PAUSE)


async def load_catalogue(store: Store, now: datetime) -> Counts | None:
    """Take the shipped papers in; None when these very ones were loaded before."""
    shipped = catalogue.records()
    words = json.dumps([to_json(record) for record in shipped], ensure_ascii=False, sort_keys=True)
    version = hashlib.sha256(words.encode()).hexdigest()[:16]
    if await papers.fact(store.reader, CATALOGUE) == version:
        return None
    counts = await save(store, shipped, CATALOGUE, None, now)
    async with store.write() as db:
        await papers.state(db, CATALOGUE, version)
    return counts


def _outcomes(
    db: Plain, records: Sequence[Record], source: str, source_url: str | None, now: datetime,
    told: papers.Told,
) -> list[str]:  # fmt: skip
    """For each record what `papers.save` says of it, or the reason why it was not taken."""
    outcomes = []
    for record in records:
        db.execute("savepoint record")
        try:
            outcome = papers.take(db, record, source, source_url, now, told)
        except (PapergramError, UnicodeError, OverflowError) as error:
            db.execute("rollback to record")
            outcome = f"{record.title[:60]!a}: {error}"
        db.execute("release record")
        outcomes.append(outcome)
    return outcomes


def _counted(counts: Counts, number: int, outcome: str) -> Counts:
    if outcome in ("added", "updated", "unchanged"):
        return replace(counts, **{outcome: getattr(counts, outcome) + 1})
    return replace(
        counts, skipped=counts.skipped + 1, reasons=(*counts.reasons, f"record {number}: {outcome}")
    )


def _article(content: bytes) -> Reading:
    return _roundup(*decoding.text(content))


def _roundup(text: str, odd: tuple[Notice, ...]) -> Reading:
    article = articles.read(text)
    warnings = (*odd, *article.warnings)
    return Reading(source="", records=article.records, warnings=warnings, groups=article.groups)


def _page(content: bytes) -> Reading:
    """An article saved from the browser: its visible text, a line for each block."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415  # only where a page is read

    text, odd = decoding.text(content)
    tree = LexborHTMLParser(text)
    for node in tree.css("script, style, noscript, template"):
        node.decompose()
    for node in tree.css(_BLOCKS):
        node.insert_before("\n")
        node.insert_after("\n")
    return _roundup(tree.body.text() if tree.body else "", odd)


def _lines(content: bytes) -> Reading:
    """Records, one a line. A broken line is skipped and told with its number."""
    records: list[Record] = []
    skipped: list[Notice] = []
    warnings: list[Notice] = []
    for number, line in enumerate(decoding.lines(content), 1):
        if line is not None and "\0" in line:
            warnings.append(Notice(number, decoding.NULS))
        try:
            records += _record(line)
        except (Malformed, RecursionError) as error:
            skipped.append(Notice(number, f"skipped: {error}"))
        except ValueError as error:
            skipped.append(Notice(number, f"skipped: no JSON ({error})"))
    return Reading(source="", records=tuple(records), warnings=tuple(warnings), skipped=tuple(skipped))


def _record(line: str | None) -> Iterator[Record]:
    """The record of a line, none of a blank one."""
    if line is None:
        raise Malformed("it is no UTF-8")
    plain = line.replace("\0", "").strip("\ufeff \t\r")  # files put together keep their marks
    if plain:
        yield from_json(json.loads(plain))


def _first(reading: Reading) -> str:
    odd = (*reading.skipped, *reading.warnings)
    return f": line {odd[0].line} {odd[0].text}" if odd else ""


def _packed(content: bytes) -> Reading:
    return _lines(_unpacked(content))


_READERS: Mapping[str, Callable[[bytes], Reading]] = {
    ".txt": _article, ".md": _article, ".html": _page, ".htm": _page, ".jsonl": _lines,
    ".jsonl.gz": _packed,
}  # fmt: skip


def _ending(name: str, content: bytes) -> str:
    lowered = PurePath(name).name.casefold()
    if lowered.endswith(".jsonl.gz"):
        return ".jsonl.gz"
    if suffix := PurePath(lowered).suffix:
        return suffix
    return _guessed(content)


def _guessed(content: bytes) -> str:
    if content[:2] == b"\x1f\x8b":
        return ".jsonl.gz"
    first = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return {b"{": ".jsonl", b"<": ".html"}.get(first, ".txt")


def _source(name: str) -> str:
    """The source's name: the file's, without folder and ending."""
    plain = PurePath(name).name.encode("utf-8", "replace").decode()  # file names may hold any bytes
    for ending in (".jsonl.gz", *_READERS):
        if plain.casefold().endswith(ending):
            return plain[: -len(ending)] or plain
    return plain if plain.strip("-") else "stdin"


def _unpacked(content: bytes) -> bytes:
    """A gzip file's content, also of several members. Raises Malformed for a broken or a huge one."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(content)) as file:
            unpacked = file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Malformed(f"the packed file is damaged: {error}") from error
    if len(unpacked) > LARGEST:
        raise Malformed(f"the packed file holds more than {LARGEST // 1_000_000} MB")
    return unpacked
