"""Papers in and out: merged from their sources, known again, kept apart where they must be."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import papers
from data.models import Paper, Record
from data.records import from_json, to_json
from data.store import Store

FULL = Record(
    id="x-1",
    title="Robust Multi-bit Text Watermark with LLM-based Paraphrasers",
    title_zh="一种文本水印",
    authors=("Ann Lee", "Bo Chen", "Ann Lee"),
    authors_zh=("李安",),
    corresponding=("Bo Chen",),
    equal_contribution=("Ann Lee", "Somebody Else"),
    venue="ICML",
    year=2025,
    category="Poster",
    url="https://icml.cc/virtual/2025/poster/46008",
    pdf_url="https://example.org/a.pdf",
    arxiv_id="2412.03123",
    doi="10.48550/arXiv.2412.03123",
    code_url="https://github.com/example/watermark",
    image_url="https://example.org/a.png",
    abstract="First paragraph.\n\nSecond.",
    summary_zh="概述。",
    summary_en="A summary.",
    topics=("watermarks of all sorts", "safety"),
    number=8,
)


async def save(store: Store, record: Record, source: str, now: datetime) -> str:
    """Save one record in a transaction of its own."""
    async with store.write() as db:
        return await papers.save(db, record, source, None, now)


async def only(store: Store) -> Paper:
    """The one paper of the store."""
    assert await papers.count(store.reader) == 1
    paper = await papers.by_key(store.reader, "1")
    assert paper is not None
    return paper


async def test_a_record_comes_out_unchanged(store: Store, noon: datetime) -> None:
    """Every field of the contract survives, in its order, also names that repeat."""
    assert await save(store, FULL, "test", noon) == "added"
    paper = await only(store)
    out = to_json(paper)
    assert {name: out[name] for name in to_json(FULL)} == to_json(FULL)
    assert (paper.source, paper.added_at) == ("test", noon)


text = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40).filter(
    str.strip
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    record=st.builds(
        Record,
        title=text,
        title_zh=st.none() | text,
        authors=st.lists(text, max_size=4).map(tuple),
        abstract=st.none() | text,
        year=st.none() | st.integers(1900, 2100),
        topics=st.lists(text, max_size=3).map(tuple),
    )
)
async def test_any_record_comes_out_unchanged(store: Store, noon: datetime, record: Record) -> None:
    """Whatever text a record holds, it is what the store gives back."""
    async with store.write() as db:
        for number in range(1, 60):
            await papers.remove(db, number)
    await save(store, record, "any", noon)
    async with store.reader.execute("select max(row) from papers") as rows:
        row = await rows.fetchone()
    assert row is not None
    paper = await papers.by_row(store.reader, row[0])
    assert paper is not None
    out = to_json(paper)
    assert {name: out[name] for name in to_json(record)} == to_json(record)
    async with store.write() as db:
        await papers.remove(db, row[0])


async def test_saying_the_same_again_changes_nothing(store: Store, noon: datetime) -> None:
    """A second import of the same record is unchanged; a fuller one updates."""
    record = Record(title="A Long Enough Title of a Paper", authors=("Ann Lee",))
    assert await save(store, record, "a", noon) == "added"
    assert await save(store, record, "a", noon) == "unchanged"
    assert await save(store, replace(record, year=2025), "a", noon) == "updated"
    assert (await only(store)).year == 2025


async def test_what_an_operator_imports_goes_before_the_shipped_text(store: Store, noon: datetime) -> None:
    """The import's summary is shown; what it does not say stays from the catalogue, in either order."""
    title = "Rethinking the Bias of Foundation Model under Long-tailed Distribution"
    shipped = Record(title=title, authors=("苏冰",), summary_zh="我们的话。", summary_en="Our words.")
    article = Record(title=title, authors=("苏冰",), summary_zh="文章的话。")
    await save(store, shipped, "catalogue", noon)
    await save(store, article, "institute.txt", noon)
    paper = await only(store)
    assert (paper.summary_zh, paper.summary_en, paper.source) == ("文章的话。", "Our words.", "institute.txt")
    await save(store, replace(shipped, summary_zh="我们的新话。"), "catalogue", noon)
    assert (await only(store)).summary_zh == "文章的话。"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"arxiv_id": "2502.00001"}, {"url": "https://arxiv.org/abs/2502.00001v3"}),
        ({"doi": "10.1000/ABC.1"}, {"url": "https://doi.org/10.1000/abc.1"}),
        (
            {"url": "https://icml.cc/virtual/2025/poster/45018"},
            {"url": "http://www.icml.cc/virtual/2025/poster/45018/"},
        ),
        ({"authors": ("Su Bing",)}, {"authors": ("苏冰",)}),
        ({"authors": ("Ann Lee", "Bo Chen")}, {"authors": ("A. Lee",)}),
        ({"authors": ("Ann Lee",), "venue": "ICML", "year": 2025}, {}),
        ({}, {"year": 2025}),
    ],
)
async def test_one_work_is_one_paper(
    store: Store, noon: datetime, first: dict[str, object], second: dict[str, object]
) -> None:
    """By identifier, by title with first author in either script, or by a long title without authors."""
    one = from_json({"title": "Attention Is All You Need, Again"} | _json(first))
    two = from_json({"title": "Attention is All you Need,\n  Again"} | _json(second))
    await save(store, one, "a", noon)
    assert await save(store, two, "b", noon) == "updated"
    assert await papers.count(store.reader) == 1


@pytest.mark.parametrize(
    ("title", "first", "second"),
    [
        ("Attention Is All You Need, Again", {"arxiv_id": "2502.00001"}, {"arxiv_id": "2502.00002"}),
        ("Attention Is All You Need, Again", {"doi": "10.1000/a"}, {"doi": "10.1000/b"}),
        ("Attention Is All You Need, Again", {"authors": ["Ann Lee"]}, {"authors": ["Bo Chen"]}),
        ("A Survey", {"authors": ["Ann Lee"]}, {}),
        ("Attention Is All You Need, Again", {"year": 2024}, {"year": 2025}),
        ("Attention Is All You Need, Again", {"venue": "ICML"}, {"venue": "ACL"}),
    ],
)
async def test_two_works_stay_two(
    store: Store, noon: datetime, title: str, first: dict[str, object], second: dict[str, object]
) -> None:
    """Identifiers that disagree, other authors, a short title or another venue keep them apart."""
    await save(store, from_json({"title": title} | first), "a", noon)
    assert await save(store, from_json({"title": title} | second), "b", noon) == "added"
    assert await papers.count(store.reader) == 2


async def test_four_sources_of_one_paper(store: Store, noon: datetime) -> None:
    """arXiv, a daily list, the venue and an article speak of one work: one paper, four sources."""
    title, ann = "Attention Is All You Need, Again", ("Ann Lee",)
    for source, record in {
        "arxiv": Record(title=title, arxiv_id="2502.00001v2", authors=ann),
        "hf": Record(title="Attention is All you Need,\n  Again", arxiv_id="2502.00001", authors=ann),
        "icml": Record(title=title, url="https://icml.cc/virtual/2025/poster/1", authors=ann),
        "wechat": Record(title="Attention Is All You Need，Again"),
    }.items():  # fmt: skip
        await save(store, record, source, noon)
    await only(store)
    assert await papers.by_source(store.reader) == {"arxiv": 1, "hf": 1, "icml": 1, "wechat": 1}


@pytest.mark.parametrize(
    "asked",
    [
        "x-1", "2412.03123", "https://arxiv.org/pdf/2412.03123v2", "10.48550/arxiv.2412.03123",
        "https://icml.cc/virtual/2025/poster/46008", "1",
    ],
)  # fmt: skip
async def test_a_paper_is_found_by_every_name(store: Store, noon: datetime, asked: str) -> None:
    """Public id, arXiv id, DOI, link and short key all lead to the card."""
    await save(store, FULL, "test", noon)
    paper = await papers.named(store.reader, asked)
    assert paper is not None
    assert paper.title == FULL.title


@pytest.mark.parametrize("asked", ["", "2", "zzzzzzzzzzzzzzzz", "-1", "10.1/none", "' or 1=1 --"])
async def test_an_unknown_name_is_nobody(store: Store, noon: datetime, asked: str) -> None:
    """What names no paper gives none, whatever is typed."""
    await save(store, FULL, "test", noon)
    assert await papers.named(store.reader, asked) is None


async def test_related_papers_share_topics(store: Store, noon: datetime) -> None:
    """Most shared topics first, the paper itself not among them."""
    for title, topics in {"One": ("a", "b"), "Two": ("a",), "Three": ("a", "b"), "Four": ("c",)}.items():
        await save(store, Record(title=title, topics=topics), "test", noon)
    found = await papers.related(store.reader, "1", limit=5)
    assert ([paper.title for paper in found.papers], found.total) == (["Three", "Two"], 2)


async def test_a_removed_paper_leaves_nothing(store: Store, noon: datetime) -> None:
    """Authors, topics, marks and the index entry go with it: the same work is new again."""
    await save(store, FULL, "test", noon)
    async with store.write() as db:
        await papers.remove(db, 1)
    for table in ("papers", "paper_sources", "paper_marks", "authors", "paper_topics", "paper_index"):
        async with store.reader.execute(f"select count(*) from {table}") as rows:  # noqa: S608
            assert tuple(await rows.fetchone() or ()) == (0,), table
    assert await save(store, FULL, "test", noon) == "added"


def test_all_fields_have_a_place_in_json() -> None:
    """A record written and read again is itself, field by field."""
    assert from_json(to_json(FULL)) == FULL
    assert set(to_json(FULL)) == {field.name for field in fields(Record)}


def _json(values: dict[str, object]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


async def test_one_import_that_speaks_twice_of_a_work_loses_nothing(store: Store, noon: datetime) -> None:
    """The later record fills gaps, the first goes before; the same import again changes nothing."""
    title, ann = "Attention Is All You Need, Again", ("Ann Lee",)
    given = [
        Record(title=title, arxiv_id="2502.00001", authors=ann, abstract="Theirs."),
        Record(title=title, authors=ann, venue="ICML", year=2025, abstract="Another's."),
    ]
    for expected in (["added", "updated"], ["unchanged", "unchanged"]):
        told = papers.Told()
        async with store.write() as db:
            outcomes = [await papers.save(db, one, "a", None, noon, told) for one in given]
        assert outcomes == expected
        paper = await only(store)
        assert (paper.abstract, paper.venue, paper.arxiv_id) == ("Theirs.", "ICML", "2502.00001")


async def test_a_changed_record_of_two_replaces_its_old_word(store: Store, noon: datetime) -> None:
    """A file that was mended says the new word; what it still says stays."""
    first = Record(title="Attention Is All You Need, Again", arxiv_id="2502.00001")
    second = Record(title="Attention Is All You Need, Again", arxiv_id="2502.00001", venue="ICML")
    for said in ([first, second], [first, replace(second, venue="ICLR")]):
        told = papers.Told()
        async with store.write() as db:
            for one in said:
                await papers.save(db, one, "a", None, noon, told)
    assert (await only(store)).venue == "ICLR"


@pytest.mark.parametrize("asked", ["p_1", "P_1", "p_x-1"])
async def test_a_paper_is_found_as_links_name_it(store: Store, noon: datetime, asked: str) -> None:
    """`p_` and the short key or the public id, as in deep links."""
    await save(store, FULL, "test", noon)
    paper = await papers.named(store.reader, asked)
    assert paper is not None
    assert paper.title == FULL.title


async def test_a_made_id_is_known_in_any_case(store: Store, noon: datetime) -> None:
    """Base 32 has one case; keyboards have two."""
    await save(store, Record(title="One"), "test", noon)
    paper = await only(store)
    assert await papers.named(store.reader, f"p_{paper.id.upper()}") == paper  # type: ignore[union-attr]


@pytest.mark.parametrize("asked", ["\udcff\udcfe", "p_\ud800", "p_", "_1", "+1", "p_2"])
async def test_what_no_store_can_hold_names_nobody(store: Store, noon: datetime, asked: str) -> None:
    """Undecodable arguments, and keys that only `int` would take."""
    await save(store, FULL, "test", noon)
    assert await papers.named(store.reader, asked) is None
