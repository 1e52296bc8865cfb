"""`papergram import`: files in, counts out."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.config import Config
from bot.verbs.printing import document, opened, say, warn
from data import ids, imports
from data.errors import PapergramError, Refused, Unreachable
from data.imports import Reading
from data.models import Counts
from data.records import to_json

MOST_REASONS = 20  # lines on stderr for one source
_LINK = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one source: for JSON, for people, and what could not be taken as it stood."""

    json: dict[str, object]
    sentence: str
    notices: tuple[str, ...] = ()
    refused: bool = False


async def run(config: Config, sources: Sequence[str], *, dry_run: bool, as_json: bool, quiet: bool) -> bool:
    """Import each source by itself; False when one was refused or held nothing."""
    reports = []
    for source in sources:
        report = await _one(config, source, dry_run=dry_run)
        reports.append(report)
        if report.refused:
            warn(report.sentence)
            continue
        _warn(source, report.notices, quiet=quiet)
        if not as_json:
            say(report.sentence)
    if as_json and len(sources) > 1:
        named = zip(sources, reports, strict=True)
        document({"sources": [{"source": source} | report.json for source, report in named]})
    elif as_json and not reports[0].refused:
        document(reports[0].json)
    return not any(report.refused for report in reports)


async def _one(config: Config, source: str, *, dry_run: bool) -> Report:
    try:
        reading = imports.read("" if source == "-" else source, _content(source))
        return _seen(source, reading) if dry_run else await _saved(config, source, reading)
    except PapergramError as error:
        return Report({"error": str(error)}, f"{source}: {error}", refused=True)


def _seen(source: str, reading: Reading) -> Report:
    """The report of a dry run."""
    found = [
        {"id": ids.public(record), **to_json(record), "source": reading.source} for record in reading.records
    ]
    notices = sorted((*reading.warnings, *reading.skipped), key=lambda notice: notice.line)
    return Report(
        {
            "source": reading.source,
            "papers": found,
            "warnings": [{"line": notice.line, "text": notice.text} for notice in notices],
        },
        "\n".join([f"{source}: {len(found)} papers", *(f"  {record.title}" for record in reading.records)]),
        tuple(f"line {notice.line}: {notice.text}" for notice in notices),
    )


async def _saved(config: Config, source: str, reading: Reading) -> Report:
    async with opened(config, make=True) as store:
        counts = await imports.save(store, reading.records, reading.source, None, datetime.now(UTC))
    notices = sorted((*reading.warnings, *reading.skipped), key=lambda notice: notice.line)
    told = [f"line {notice.line}: {notice.text}" for notice in notices]
    skipped = counts.skipped + len(reading.skipped)
    return Report(
        {
            "added": counts.added, "updated": counts.updated, "unchanged": counts.unchanged,
            "skipped": skipped,
        },
        f"{source}: {_sentence(counts, skipped)}",
        (*told, *counts.reasons),
    )  # fmt: skip


def _sentence(counts: Counts, skipped: int) -> str:
    return (
        f"{counts.added} papers added, {counts.updated} updated, {counts.unchanged} unchanged,"
        f" {skipped} skipped"
    )


def _warn(source: str, notices: Sequence[str], *, quiet: bool) -> None:
    if quiet:
        return
    warn(*(f"{source}: {notice}" for notice in notices[:MOST_REASONS]))
    if len(notices) > MOST_REASONS:
        warn(f"{source}: and {len(notices) - MOST_REASONS} more")


def _content(source: str) -> bytes:
    """The bytes of a file, or of stdin for `-`. Raises SourceError with what to do."""
    if source == "-":
        return sys.stdin.buffer.read()
    if _LINK.match(source):
        raise Refused("links are not read yet: save the page and import the file")
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        raise Unreachable("no such file") from None
    except OSError as error:
        raise Unreachable(error.strerror or "it cannot be read") from error
