"""`papergram search` and `papergram show`: the same questions as in a chat."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from time import perf_counter

from bot.config import Config
from bot.verbs.printing import document, opened, say
from data import imports, index, papers
from data.errors import Refused
from data.models import Found, Paper
from data.query import parse
from data.records import to_json
from data.store import Connection, Store

MOST_AUTHORS = 6


async def search(config: Config, text: str, *, limit: int, offset: int, as_json: bool) -> None:
    """One page of hits, as JSON or for people."""
    async with _filled(config) as store:
        found = await index.find(store.reader, parse(text), limit=limit, offset=offset)
    if as_json:
        hits = [to_json(paper) for paper in found.papers]
        document({"query": text, "total": found.total, "offset": found.offset, "papers": hits})
    else:
        _show(found, text)


async def batch(config: Config, *, limit: int) -> None:
    """A query a line in, a JSON object a line out, each at once; one open store for all."""
    # Nothing else runs here, so the wait for a line may block; asyncio's own handler would leave it waiting.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    async with _filled(config) as store:
        reader = store.reader  # always the same: what it read once it holds
        while line := sys.stdin.buffer.readline():
            answer = await _answer(reader, line.decode("utf-8", "replace").strip(), limit)
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            sys.stdout.flush()


async def show(config: Config, name: str, *, as_json: bool) -> None:
    """One paper: its record as JSON, or its card as text. Raises Refused for an unknown one."""
    async with opened(config) as store:
        paper = await papers.named(store.reader, name)
    if paper is None:
        raise Refused(f"no paper is known by {name!r}")
    if as_json:
        document(to_json(paper))
    else:
        say(_card(paper, config.language or "zh"))


async def _answer(db: Connection, text: str, limit: int) -> dict[str, object]:
    if not text:
        return {"ids": [], "ms": 0}
    start = perf_counter()
    found = await index.find(db, parse(text), limit=limit)
    return {
        "ids": [paper.id for paper in found.papers],
        "ms": round((perf_counter() - start) * 1000, 3),
    }


@asynccontextmanager
async def _filled(config: Config) -> AsyncIterator[Store]:
    """The store; one that did not exist, or is an empty file, is made and gets the shipped papers."""
    fresh = not config.db.exists() or (config.db.is_file() and config.db.stat().st_size == 0)
    async with opened(config, make=True) as store:
        if fresh:
            await imports.load_catalogue(store, datetime.now(UTC))
        yield store


def _show(found: Found, text: str) -> None:
    if found.corrected:
        say(f"showing results for: {found.corrected}", "")
    for number, paper in enumerate(found.papers, found.offset + 1):
        say(*_entry(number, paper), "")
    if found.papers:
        last = found.offset + len(found.papers)
        say(f"{found.offset + 1}–{last} of {found.total}")
        return
    say(f"nothing found for: {text}" if found.total == 0 else f"no more than {found.total} are there")
    if found.suggestions:
        say("did you mean: " + "; ".join(found.suggestions))


def _entry(number: int, paper: Paper) -> list[str]:
    names = ", ".join(paper.authors[:MOST_AUTHORS]) + (" …" if len(paper.authors) > MOST_AUTHORS else "")
    where = " ".join(str(part) for part in (paper.venue, paper.year, paper.category) if part)
    lines = [f"{number}. {paper.title}", paper.title_zh, names, where, paper.url, f"id: {paper.id}"]
    head, *rest = filter(None, lines)
    return [head, *(f"   {line}" for line in rest)]


def _card(paper: Paper, language: str) -> str:
    """The card of the chat without its markup."""
    from handlers.replies import cards, texts  # noqa: PLC0415  # costs the Telegram library's start
    from handlers.replies.cards.markup import visible  # noqa: PLC0415

    return visible(cards.paper(paper, texts.of(language)).text)
