"""From a file to the store: what comes in, comes out."""

from __future__ import annotations

import asyncio
import gzip
import json
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import catalogue, imports, papers
from data.errors import Malformed, Refused, SourceError
from data.models import Counts, Record
from data.records import to_json
from data.store import Store

LINE = '{"title": "Attention Is All You Need", "arxiv_id": "1706.03762"}'
ARTICLE = """论文介绍
论文题目：Attention Is All You Need
作者：张三*，李四
通讯作者：李四
论文概述：一种只用注意力的模型。
论文链接：https://arxiv.org/abs/1706.03762
"""

words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=40)
titles = words.filter(lambda text: text.strip() == text)
records = st.builds(
    Record,
    title=titles,
    title_zh=st.none() | titles,
    authors=st.lists(titles, max_size=4, unique=True).map(tuple),
    venue=st.none() | titles,
    year=st.none() | st.integers(1950, 2100),
    category=st.none() | titles,
    abstract=st.none() | titles,
    topics=st.lists(titles, max_size=3, unique=True).map(tuple),
    number=st.none() | st.integers(1, 500),
)


def lines(*given: Record) -> bytes:
    """Records as a `.jsonl` file."""
    return "\n".join(json.dumps(to_json(record), ensure_ascii=False) for record in given).encode()


@given(st.lists(records, min_size=1, max_size=5))
def test_records_are_read_as_they_were_written(given: list[Record]) -> None:
    """Each field of the contract survives the way through a file."""
    assert imports.read("a.jsonl", lines(*given)).records == tuple(given)


async def test_records_come_out_of_the_store_unchanged(store: Store, noon: datetime) -> None:
    """All shipped records, by way of a file and the store."""
    shipped = catalogue.records()
    reading = imports.read("shipped.jsonl.gz", gzip.compress(lines(*shipped)))
    counts = await imports.save(store, reading.records, reading.source, None, noon)
    stored = await papers.by_rows(store.reader, list(range(1, len(shipped) + 1)))
    assert counts == Counts(added=len(shipped))
    for record, paper in zip(shipped, stored, strict=True):
        out = to_json(paper)
        assert {key: out.get(key) for key in to_json(record)} == to_json(record)


async def test_the_catalogue_is_loaded_once(store: Store, noon: datetime) -> None:
    """The second time costs a look and changes nothing."""
    first = await imports.load_catalogue(store, noon)
    assert first == Counts(added=len(catalogue.records()))
    assert await imports.load_catalogue(store, noon) is None
    assert await papers.count(store.reader) == len(catalogue.records())


async def test_the_same_file_twice_changes_nothing(store: Store, noon: datetime) -> None:
    """The second import counts every paper as unchanged."""
    reading = imports.read("a.jsonl", LINE.encode())
    await imports.save(store, reading.records, reading.source, None, noon)
    assert await imports.save(store, reading.records, reading.source, None, noon) == Counts(unchanged=1)


async def test_an_article_over_the_same_paper_fills_gaps(store: Store, noon: datetime) -> None:
    """One paper stays one; what the first source did not know comes from the second."""
    for name, content in (("a.jsonl", LINE), ("news.txt", ARTICLE)):
        reading = imports.read(name, content.encode())
        await imports.save(store, reading.records, reading.source, None, noon)
    assert await papers.count(store.reader) == 1
    paper = await papers.named(store.reader, "1706.03762")
    assert paper is not None
    assert paper.authors == ("张三", "李四")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("name", ["news.txt", "news.md", "", "NEWS.TXT"])
def test_an_article_is_read_in_every_common_encoding(encoding: str, name: str) -> None:
    """As saved by editors on Windows, macOS and Linux, and from stdin."""
    found = imports.read(name, ARTICLE.encode(encoding))
    assert [record.title for record in found.records] == ["Attention Is All You Need"]


def test_a_saved_page_is_read_like_its_text() -> None:
    """Blocks are lines; scripts, styles and inline tags are none of the text's business."""
    body = "".join(f"<p><span>{line[:3]}</span>{line[3:]}</p>" for line in ARTICLE.splitlines())
    page = (
        f"<html><head><style>p {{}}</style><script>var 论文题目 = 1</script></head><body>{body}</body></html>"
    )
    assert imports.read("page.html", page.encode()).records == imports.read("a.txt", ARTICLE.encode()).records


def test_broken_lines_are_skipped_and_named() -> None:
    """The good ones come in; each bad one is told with its number."""
    content = "\n".join([LINE, "{broken", "", '{"title": 5}', "[]", '{"year": 2025}', LINE])
    found = imports.read("a.jsonl", content.encode())
    assert len(found.records) == 2
    assert [notice.line for notice in found.skipped] == [2, 4, 5, 6]


@pytest.mark.parametrize(
    ("name", "source"),
    [("/x/icml.jsonl.gz", "icml"), ("a.b.txt", "a.b"), ("", "stdin"), ("NEWS.MD", "NEWS")],
)
def test_a_source_bears_the_name_of_its_file(name: str, source: str) -> None:
    """Without folder and ending, so that a file moved elsewhere is the same source."""
    content = gzip.compress(LINE.encode()) if name.endswith("gz") else ARTICLE.encode()
    assert imports.read(name, content).source == source


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b""), ("a.jsonl", b"{}\n"), ("a.txt", b""), ("a.txt", "没有论文的一段话。".encode()),
        ("a.txt", b"\x00\x01\x02binary"), ("a.jsonl.gz", b"no gzip"), ("a.html", b"<p>nothing</p>"),
        ("a.jsonl.gz", gzip.compress(LINE.encode(), mtime=0)[:-6]), ("a.docx", b"PK"), ("", b"\xff\xfe\x00"),
    ],
)  # fmt: skip
def test_what_holds_no_paper_is_refused_with_a_reason(name: str, content: bytes) -> None:
    """One line, and it says what was looked for or what is wrong."""
    with pytest.raises(SourceError) as refused:
        imports.read(name, content)
    assert str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_packed_file_that_grows_beyond_reason_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes must not fill the memory."""
    monkeypatch.setattr(imports, "LARGEST", 1000)
    with pytest.raises(Malformed, match="more than"):
        imports.read("a.jsonl.gz", gzip.compress(b" " * 100_000))


def test_an_unknown_kind_is_refused_by_name() -> None:
    """The refusal lists what can be read."""
    with pytest.raises(Refused, match=r"\.docx.*\.jsonl"):
        imports.read("a.docx", b"PK")


async def test_one_bad_record_harms_no_other(store: Store, noon: datetime) -> None:
    """A lone surrogate cannot be stored: that record is skipped, its neighbors stay."""
    given = [Record(title="First of them"), Record(title="Bad \ud800 one"), Record(title="Last of them")]
    counts = await imports.save(store, given, "x", None, noon)
    assert (counts.added, counts.skipped) == (2, 1)
    assert counts.reasons[0].startswith("record 2: ")
    assert await papers.count(store.reader) == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.sampled_from(["a.txt", "a.jsonl", "a.html", "a.jsonl.gz", ""]))
def test_no_bytes_break_the_reader(content: bytes, name: str) -> None:
    """Anybody's file is read or refused, never more."""
    try:
        found = imports.read(name, content)
    except SourceError:
        return
    assert found.records


def test_reading_needs_no_file(tmp_path: Path) -> None:
    """`read` is pure: a name that exists nowhere is as good as any."""
    assert imports.read(str(tmp_path / "none.jsonl"), LINE.encode()).records[0].arxiv_id == "1706.03762"


async def test_two_records_of_one_work_in_one_file_both_count(store: Store, noon: datetime) -> None:
    """The later fills the first one's gaps, also across transactions; the same file again is unchanged."""
    title, ann = "Attention Is All You Need, Again", ("Ann Lee",)
    others = [Record(title=f"Filler {number}", id=f"f-{number}") for number in range(imports.BATCH)]
    given = [
        Record(title=title, arxiv_id="2502.00001", authors=ann, abstract="Theirs."),
        *others,
        Record(title=title, authors=ann, venue="ICML", year=2025),
    ]
    first = await imports.save(store, given, "a", None, noon)
    assert first == Counts(added=len(given) - 1, updated=1)
    assert await imports.save(store, given, "a", None, noon) == Counts(unchanged=len(given))
    paper = await papers.named(store.reader, "2502.00001")
    assert paper is not None
    assert (paper.abstract, paper.venue) == ("Theirs.", "ICML")


async def test_a_long_import_lets_another_process_write(store: Store, noon: datetime) -> None:
    """A second connection to the file, which waits as SQLite waits, lands its word before the import ends."""
    other = await Store.open(store.path)
    given = [Record(title=f"Filler {number}", id=f"f-{number}") for number in range(imports.BATCH * 12)]
    running = asyncio.create_task(imports.save(store, given, "a", None, noon))
    async with other.write() as db:
        await papers.state(db, "other", "was here")
    assert not running.done()
    assert (await running).added == len(given)
    await other.close()


LATIN = '{"title": "Björn"}'.encode("latin-1")


def test_a_line_in_another_encoding_is_skipped_alone() -> None:
    """Its number is told; the lines around it are read as what they are."""
    chinese = '{"title": "扩散模型"}'.encode()
    found = imports.read("a.jsonl", b"\n".join([chinese, LATIN, chinese]))
    assert [record.title for record in found.records] == ["扩散模型", "扩散模型"]
    assert [notice.line for notice in found.skipped] == [2]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16"])
def test_records_are_read_in_every_common_encoding(encoding: str) -> None:
    """A whole file by one editor."""
    content = '{"title": "扩散模型"}\n{"title": "强化学习"}\n'.encode(encoding)
    assert [record.title for record in imports.read("a.jsonl", content).records] == ["扩散模型", "强化学习"]


def test_files_put_together_keep_every_record() -> None:
    """A byte order mark in the middle is no part of the line."""
    content = b"\n".join([LINE.encode("utf-8-sig")] * 2)
    assert len(imports.read("a.jsonl", content).records) == 2


def test_nul_characters_are_dropped_with_a_warning() -> None:
    """In records and in articles; the line is told."""
    records = imports.read("a.jsonl", f"{LINE}\n\0{LINE}".encode())
    article = imports.read("a.txt", ARTICLE.replace("只用", "只\0用").encode())
    assert len(records.records) == 2
    assert [notice.line for notice in records.warnings] == [2]
    assert [notice.line for notice in article.warnings] == [5]
    assert article.records == imports.read("a.txt", ARTICLE.encode()).records


def test_a_few_bad_bytes_do_not_turn_an_article_into_another_language() -> None:
    """One cut character: the rest reads as it did, and the line is told."""
    spoilt = ARTICLE.encode().replace("只用".encode(), "只用".encode()[:-1])
    found = imports.read("a.txt", spoilt)
    assert found.records[0].authors == ("张三", "李四")
    assert [notice.line for notice in found.warnings] == [5]


def test_what_an_article_lost_before_does_not_count() -> None:
    """Many U+FFFD of its own and one bad byte: it is UTF-8 still."""
    lossy = ARTICLE.replace("模型", "\ufffd" * 30 + "模型").encode()
    found = imports.read("a.txt", lossy.replace("只用".encode(), "只用".encode()[:-1]))
    assert found.records[0].authors == ("张三", "李四")


def test_a_source_name_holds_no_undecodable_bytes() -> None:
    """A file name may: the store could not keep it."""
    assert imports.read("caf\udce9.jsonl", LINE.encode()).source == "caf?"
