"""The way from a file to the store: bytes to records, records to papers.

`read` is pure and says what it could not take; `save` writes in short transactions, so that an import of
thousands of papers never keeps a chat waiting.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import PurePath

from data import articles, catalogue, papers
from data.errors import Malformed, PapergramError, Refused
from data.models import Counts, Group, Notice, Record
from data.records import from_json, to_json
from data.store import Connection, Store

CATALOGUE = "catalogue"
BATCH = 50  # papers a transaction: some ten milliseconds
LARGEST = 512 * 1024 * 1024  # bytes of an unpacked file
_SURE = ("utf-8-sig", "gb18030")  # read in this order; what neither reads is no text
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
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
    """Take records in. One that cannot be stored is skipped with its reason; the others are unharmed."""
    counts = Counts()
    for start in range(0, len(records), BATCH):
        batch = records[start : start + BATCH]
        async with store.write() as db:
            for number, record in enumerate(batch, start + 1):
                counts = _counted(counts, number, await _one(db, record, source, source_url, now))
    return counts


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


async def _one(db: Connection, record: Record, source: str, source_url: str | None, now: datetime) -> str:
    """The outcome of `papers.save`, or the reason why the record was not taken."""
    await db.execute("savepoint record")
    try:
        outcome = await papers.save(db, record, source, source_url, now)
    except (PapergramError, UnicodeError, OverflowError) as error:
        await db.execute("rollback to record")
        outcome = f"{record.title[:60]!a}: {error}"
    await db.execute("release record")
    return outcome


def _counted(counts: Counts, number: int, outcome: str) -> Counts:
    if outcome in ("added", "updated", "unchanged"):
        return replace(counts, **{outcome: getattr(counts, outcome) + 1})
    return replace(
        counts, skipped=counts.skipped + 1, reasons=(*counts.reasons, f"record {number}: {outcome}")
    )


def _article(content: bytes) -> Reading:
    article = articles.read(_text(content))
    return Reading(source="", records=article.records, warnings=article.warnings, groups=article.groups)


def _page(content: bytes) -> Reading:
    """An article saved from the browser: its visible text, a line for each block."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415  # only where a page is read

    tree = LexborHTMLParser(_text(content))
    for node in tree.css("script, style, noscript, template"):
        node.decompose()
    for node in tree.css(_BLOCKS):
        node.insert_before("\n")
        node.insert_after("\n")
    article = articles.read(tree.body.text() if tree.body else "")
    return Reading(source="", records=article.records, warnings=article.warnings, groups=article.groups)


def _lines(content: bytes) -> Reading:
    """Records, one a line. A broken line is skipped and told with its number."""
    records: list[Record] = []
    skipped: list[Notice] = []
    for number, line in enumerate(_text(content).split("\n"), 1):
        if not line.strip():
            continue
        try:
            records.append(from_json(json.loads(line)))
        except (Malformed, RecursionError) as error:
            skipped.append(Notice(number, f"skipped: {error}"))
        except ValueError as error:
            skipped.append(Notice(number, f"skipped: no JSON ({error})"))
    return Reading(source="", records=tuple(records), skipped=tuple(skipped))


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
    plain = PurePath(name).name
    for ending in (".jsonl.gz", *_READERS):
        if plain.casefold().endswith(ending):
            return plain[: -len(ending)] or plain
    return plain if plain.strip("-") else "stdin"


def _text(content: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or the Chinese GB 18030."""
    encodings = (_BOMS[content[:2]],) if content[:2] in _BOMS else _SURE
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Malformed("it is no text in UTF-8, UTF-16 or GB 18030")


def _unpacked(content: bytes) -> bytes:
    """A gzip file's content, also of several members. Raises Malformed for a broken or a huge one."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(content)) as file:
            unpacked = file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Malformed(f"the packed file is damaged: {error}") from error
    if len(unpacked) > LARGEST:
        raise Malformed(f"the packed file holds more than {LARGEST >> 20} MB")
    return unpacked
