"""Which paper a place gets: the best that it has not had, and always the same one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from data import featured, imports, papers, places, pushes
from data.models import Place, Record
from data.store import Store

DAY = date(2026, 12, 1)
PLAIN = Record(title="Plain Work on Plain Things", venue="ICLR", year=2024)
OLD_ORAL = Record(title="An Older Talk about Graphs", category="Oral", year=2023)
SPOTLIGHT = Record(title="Bright Ideas for Diffusion", category="Spotlight", year=2025, authors=("Su Bing",))
NEWEST = Record(title="Newest Work on Speech", year=2026, authors=("Ann Lee", "杨钊"))


async def filled(store: Store, now: datetime, *given: Record) -> dict[str, int]:
    """Papers in the store; their rows by title."""
    await imports.save(store, given, "test", None, now)
    count = await papers.count(store.reader)
    return {paper.title: paper.row for paper in await papers.by_rows(store.reader, range(1, count + 1))}


@pytest.fixture
async def place(store: Store, noon: datetime) -> Place:
    """A group."""
    async with store.write() as db:
        return await places.meet(db, Place(id=0, chat=-1001), noon)


@pytest.fixture
async def rows(store: Store, noon: datetime) -> dict[str, int]:
    """The four papers above."""
    return await filled(store, noon, PLAIN, OLD_ORAL, SPOTLIGHT, NEWEST)


async def follow(store: Store, place: Place, kind: str, value: str, label: str = "") -> None:
    """Subscribe a place."""
    async with store.write() as db:
        await places.follow(db, place.id, kind, value, label or value)


async def order(store: Store, place: Place) -> list[str]:
    """All titles in the order in which the place would get them."""
    had: list[int] = []
    titles: list[str] = []
    while chosen := await featured.choose(store.reader, place, DAY, had):
        had.append(chosen[0])
        paper = await papers.by_row(store.reader, chosen[0])
        assert paper is not None
        titles.append(paper.title)
    return titles


async def test_spotlights_and_orals_go_first_then_the_newest(
    store: Store, place: Place, rows: dict[str, int]
) -> None:
    """Among each, the newer year."""
    assert await order(store, place) == [r.title for r in (SPOTLIGHT, OLD_ORAL, NEWEST, PLAIN)]


async def test_votes_go_before_age(store: Store, place: Place, rows: dict[str, int]) -> None:
    """Of two plain papers the one that people like."""
    async with store.write() as db:
        await db.execute("update papers set votes = 3 where row = :row", {"row": rows[PLAIN.title]})
    assert (await order(store, place))[2:] == [PLAIN.title, NEWEST.title]


@pytest.mark.parametrize(
    ("kind", "value", "label"),
    [
        ("keyword", "speech", "speech"), ("keyword", "语 音", "语音"), ("author", "yang zhao", "Yang Zhao"),
        ("author", "杨 钊", "杨钊"), ("author", "ann lee", "Ann Lee"),
        ("keyword", "newest work", '"Newest Work"'),
    ],
)  # fmt: skip
async def test_what_was_subscribed_goes_first_of_all(
    store: Store, place: Place, rows: dict[str, int], kind: str, value: str, label: str
) -> None:
    """Before a Spotlight; words by the glossary in both languages, authors by pinyin too."""
    await follow(store, place, kind, value, label)
    assert await featured.choose(store.reader, place, DAY) == (rows[NEWEST.title], (kind, label))


async def test_a_topic_and_a_venue_can_be_subscribed(
    store: Store, place: Place, rows: dict[str, int]
) -> None:
    """The venue by its name; a topic by its key."""
    await follow(store, place, "venue", "iclr", "ICLR")
    assert await featured.choose(store.reader, place, DAY) == (rows[PLAIN.title], ("venue", "ICLR"))


async def test_the_best_of_what_was_subscribed_goes_first(
    store: Store, place: Place, rows: dict[str, int]
) -> None:
    """Subscriptions are equal among each other: the Spotlight wins, whatever was subscribed first."""
    await follow(store, place, "keyword", "speech")
    await follow(store, place, "keyword", "diffusion")
    chosen = await featured.choose(store.reader, place, DAY)
    assert chosen == (rows[SPOTLIGHT.title], ("keyword", "diffusion"))


async def test_unwanted_words_are_left_out(store: Store, place: Place, rows: dict[str, int]) -> None:
    """Neither as featured nor by a subscription."""
    await follow(store, place, featured.EXCLUDED, "diffusion")
    await follow(store, place, "keyword", "ideas")
    assert SPOTLIGHT.title not in await order(store, place)


@pytest.mark.parametrize(
    "value", ['"', "*", "NOT", "a OR", "title:x", "-x", "NEAR(", "'; drop", "\x00", "()"]
)
async def test_no_subscription_is_read_as_syntax(
    store: Store, place: Place, rows: dict[str, int], value: str
) -> None:
    """Whatever somebody subscribed to, the day has its paper."""
    for kind in ("keyword", "author", "venue", "topic", featured.EXCLUDED):
        await follow(store, place, kind, value)
    assert await featured.choose(store.reader, place, DAY) is not None


async def test_the_day_s_paper_is_fixed_at_its_first_showing(
    store: Store, place: Place, rows: dict[str, int], noon: datetime
) -> None:
    """A better one that comes later, or a new subscription, changes tomorrow, not today."""
    first = await featured.today(store, place, DAY, noon)
    await filled(store, noon, replace(SPOTLIGHT, title="Brighter Ideas Still", year=2027))
    await follow(store, place, "keyword", "speech")
    assert await featured.today(store, place, DAY, noon) == first


async def test_a_shown_paper_is_not_shown_on_another_day(
    store: Store, place: Place, rows: dict[str, int], noon: datetime
) -> None:
    """Four days, four papers, and on the fifth none."""
    days = [DAY + timedelta(days=number) for number in range(5)]
    shown = [await featured.today(store, place, day, noon) for day in days]
    assert [push.paper for push in shown[:4] if push] == [
        rows[record.title] for record in (SPOTLIGHT, OLD_ORAL, NEWEST, PLAIN)
    ]
    assert shown[4] is None


async def test_a_skipped_date_wastes_no_paper(
    store: Store, place: Place, rows: dict[str, int], noon: datetime
) -> None:
    """What was chosen and never went out is the next day's again."""
    first = await featured.today(store, place, DAY, noon)
    async with store.write() as db:
        await pushes.skip(db, place.id, DAY, "late", noon, noon)
    second = await featured.today(store, place, DAY + timedelta(days=1), noon)
    assert first is not None
    assert second is not None
    assert second.paper == first.paper


async def test_an_empty_store_has_no_paper(store: Store, place: Place, noon: datetime) -> None:
    """None, and nothing is written."""
    assert await featured.today(store, place, DAY, noon) is None
    assert await pushes.of(store.reader, place.id, DAY) is None


async def test_the_plainest_choice_scans_no_table(store: Store, place: Place, rows: dict[str, int]) -> None:
    """With hundreds of thousands of papers the first of the index is enough."""
    had = "select paper from pushes where place = 1"
    query = "explain query plan select row from papers where row not in ({}) order by {} limit 1"
    query = query.format(had, featured.BEST)
    async with store.reader.execute(query) as found:
        steps = [str(step[3]) async for step in found]
    assert any("papers_best" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)
