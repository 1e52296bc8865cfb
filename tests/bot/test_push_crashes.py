"""Whatever is cut off wherever: each place and local date is posted at most once, and none is forgotten."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import push
from bot.delivery import Gone, Later, Outcome, Refused, Sent, Unsure
from data import papers, places, pushes
from data.models import Place, Record
from data.store import Store

START = datetime(2027, 3, 26, 0, 0, tzinfo=UTC)  # two days before Europe's clocks change
ZONES = ("Europe/Berlin", "Asia/Shanghai", "America/New_York", "Pacific/Kiritimati")
HOURS = ("02:30", "09:00", "23:59", "00:00")

# What Telegram did with a post, and what the bot heard of it.
ANSWERS: dict[str, tuple[bool, Outcome]] = {
    "sent": (True, Sent(1)),
    "slow": (True, Unsure("read timeout")),
    "page": (False, Unsure("a proxy's page")),
    "flood": (False, Later(1, "429")),
    "down": (False, Later(1, "no connection")),
    "rights": (False, Refused("no-rights")),
    "kicked": (False, Gone("kicked")),
}

steps = st.one_of(
    st.tuples(st.just("tick"), st.sampled_from(sorted(ANSWERS)), st.sampled_from(["", "claimed", "posted"])),
    st.tuples(st.just("wait"), st.integers(-180, 1500), st.just("")),  # minutes; clocks are also set back
    st.tuples(st.just("set"), st.sampled_from(ZONES), st.sampled_from(HOURS)),
    st.tuples(st.just("back"), st.just(""), st.just("")),
)


class Crash(Exception):
    """The process is killed here."""


class Life:
    """A store, the posts that really stand in its chat, and the clock."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = START
        self.posted: Counter[date] = Counter()

    async def meet(self) -> None:
        """One place and enough papers."""
        async with self.store.write() as db:
            await places.meet(db, Place(id=0, chat=-1001, zone=ZONES[0], hour=HOURS[0]), self.now)
            for number in range(12):
                await papers.save(db, Record(title=f"Paper number {number} of them"), "test", None, self.now)

    async def place(self) -> Place:
        """The place as it is now."""
        found = await places.by_id(self.store.reader, 1)
        assert found is not None
        return found

    async def step(self, kind: str, first: object, second: object) -> None:
        """Live one step."""
        if kind == "tick":
            await self.tick(str(first), str(second))
        elif kind == "wait":
            self.now += timedelta(minutes=int(str(first)))
        elif kind == "set":
            async with self.store.write() as db:
                changed = replace(await self.place(), zone=str(first), hour=str(second))
                await places.change(db, changed, self.now)
        else:
            async with self.store.write() as db:
                await places.meet(db, await self.place(), self.now)

    async def tick(self, answer: str, crash: str) -> None:
        """A tick of `bot.push`, killed after the claim or after the post; then the next start."""
        try:
            for place in await places.due(self.store.reader, self.now):
                await self.push(place, answer, crash)
        except Crash:
            async with self.store.write() as db:
                await pushes.interrupted(db, self.now)

    async def push(self, place: Place, answer: str, crash: str) -> None:
        """The walk of one place, each write in its own transaction."""
        async with self.store.write() as db:
            ready = await push.begin(db, place, self.now)
        if ready is None:
            return
        if crash == "claimed":
            raise Crash
        arrived, outcome = ANSWERS[answer]
        self.posted[ready.push.date] += arrived
        if crash == "posted":
            raise Crash
        async with self.store.write() as db:
            await push.end(db, ready.place, ready.push.date, outcome, self.now)


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    """A store with one place and its papers, to copy."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        asyncio.run(_made(path))
        yield path


async def _made(path: Path) -> None:
    store = await Store.open(path)
    await Life(store).meet()
    await store.close()


@settings(max_examples=40, deadline=None)
@given(course=st.lists(steps, max_size=25))
def test_no_date_is_posted_twice(template: Path, course: list[tuple[str, object, object]]) -> None:
    """Ticks, kills, settings and clocks in any order; and after it all, a calm day has its paper."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(template, Path(folder) / "papers.db"))
        asyncio.run(_lived(path, course))


async def _lived(path: Path, course: list[tuple[str, object, object]]) -> None:
    store = await Store.open(path)
    try:
        life = Life(store)
        for step in course:
            await life.step(*step)
            assert max(life.posted.values(), default=0) <= 1, life.posted
        await _calm(life)
    finally:
        await store.close()


async def _calm(life: Life) -> None:
    """Two days without trouble, a look each half hour: a paper goes out, and the ledger knows every post."""
    await life.step("back", "", "")
    before = life.posted.total()
    for _ in range(2 * 48 + 4):
        life.now += timedelta(minutes=30)
        await life.tick("sent", "")
    assert max(life.posted.values()) <= 1, life.posted
    had = await pushes.recent(life.store.reader, 1, 100)
    states = {row.date: row.state for row in had}
    assert life.posted.total() > before or len(had) >= 12
    for day, posts in life.posted.items():
        assert posts == 0 or states[day] in ("sent", "uncertain")
