"""Choosing a layout, odd characters, venues, and what holds for any text at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from data import articles
from data.articles import lines, values, venues
from data.errors import Refused
from data.models import Article, Record

Text = Callable[[str], str]


@pytest.mark.parametrize("name", ["institute", "digest"])
def test_the_layout_is_recognized(text: Text, name: str) -> None:
    """Each article is read by its own layout."""
    assert articles.read(text(name)).layout == name


def test_of_two_layouts_the_one_that_tells_more() -> None:
    """A digest that says 论文题目 is still a digest: its headlines and numbers are kept."""
    article = articles.read("(1) 标题\n\n论文类别:Oral\n\n论文题目:A Title\n\n介绍:\n\n话。\n\n核心图片:")
    assert article.records == (
        Record(title="A Title", title_zh="标题", category="Oral", summary_zh="话。", number=1),
    )


def test_two_hundred_entries_within_a_second(skeleton: Text) -> None:
    """Ten articles' worth of entries is read at once."""
    long = skeleton("institute") * 11
    start = time.process_time()
    article = articles.read(long)
    assert time.process_time() - start < 1
    assert len(article.records) == 209


@pytest.mark.parametrize(
    "text", ["", "环境异常 完成验证后即可继续访问", "作者：某人\n\n介绍：一篇游记", "(1) 其一\n(2) 其二"]
)
def test_no_paper_is_refused_with_what_was_looked_for(text: str) -> None:
    """One sentence names the labels of both layouts."""
    with pytest.raises(Refused) as refusal:
        articles.read(text)
    assert str(refusal.value).startswith("no paper found: looked for entries with 论文题目")
    assert "论文英文标题" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("raw", "clean", "dropped"),
    [
        ("设计\ufffd\ufffd对于", "设计对于", "\ufffd\ufffd"),
        ("one\ufffdtwo", "one two", "\ufffd"),
        ("one \ufffd\ufffd two", "one two", "\ufffd\ufffd"),
        ("end.\ufffdNext", "end. Next", "\ufffd"),
        ("\ufffd头 尾\ufffd", "头 尾", "\ufffd\ufffd"),
        ("zero\u200bwidth", "zerowidth", "\u200b"),
        ("a\ue000b", "a b", "\ue000"),
        ("bell\x07s", "bell s", "\x07"),
        ("\u202eright\u202c", "right", "\u202e\u202c"),
        ("mid\ufeffdle", "middle", "\ufeff"),
        ("pic\ufffcture", "pic ture", "\ufffc"),
        ("lone\ud800", "lone", "\ud800"),
        ("tab\tand\u00a0blank\u3000", "tab and blank", ""),
        ("👩\u200d👩\u200d👧 🔥\ufe0f", "👩\u200d👩\u200d👧 🔥\ufe0f", ""),
        ("a\u200d🔥", "a🔥", "\u200d"),
        ("نامه\u200cای", "نامه\u200cای", ""),
        ("Naïve Ω-nets", "Naïve Ω-nets", ""),
    ],
)
def test_odd_characters_are_dropped_and_kept_in_mind(raw: str, clean: str, dropped: str) -> None:
    """What nobody can read goes, words stay apart, and what emoji and scripts need stays."""
    assert lines.clean(raw, 7) == lines.Line(7, clean, dropped)


def test_a_byte_order_mark_at_the_start_is_no_oddity() -> None:
    """Only a stray one is told of, with its line."""
    article = articles.read("\ufeff论文题目：One\r\n\r\n论文概述：一\ufeff二。\u200b")
    assert [(notice.line, notice.text) for notice in article.warnings] == [
        (3, "dropped 2 unreadable characters: U+200B, U+FEFF")
    ]
    assert article.records[0].summary_zh == "一二。"


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("5月1日，ICML 2025结果公布，2025-05-14", ("ICML", 2025)),
        ("在 NeurIPS2024 上", ("NeurIPS", 2024)),
        ("国际机器学习大会（ICML 2025）", ("ICML", 2025)),
        ("国际机器学习大会 2025", ("ICML", 2025)),
        ("NIPS'16 回顾", ("NeurIPS", 2016)),
        ("2025年CVPR收录", ("CVPR", 2025)),
        ("ＩＣＭＬ　２０２５", ("ICML", 2025)),
        ("去年的 ICLR 2024 之后，ICML 2025 来了：ICML 2025", ("ICML", 2025)),
        ("ICLR 2025 与 ICML 2025", ("ICLR", 2025)),
        ("ICML 25篇论文", ("ICML", None)),
        ("ICML 2025-05-14 公布", ("ICML", None)),
        ("ICML 2025年5月公布", ("ICML", None)),
        ("见 www.example.org 2025", (None, None)),
        ("Oracle 2025, the NICLR 2025", (None, None)),
        ("2025年7月13日", (None, None)),
        ("", (None, None)),
    ],
)
def test_venues_are_named_beside_their_year(head: str, named: tuple[str | None, int | None]) -> None:
    """The most often named wins, then the first; a date's year is not the venue's."""
    assert venues.named(head) == named


def test_an_entry_may_name_its_own_venue() -> None:
    """What the entry says goes before the head."""
    text = "ICML 2025\n\n论文题目：A\n会议：NeurIPS 2024\n\n论文题目：B\n作者：王一"
    assert [(record.venue, record.year) for record in articles.read(text).records] == [
        ("NeurIPS", 2024), ("ICML", 2025),
    ]  # fmt: skip


PIECES = (
    *(
        "论文介绍",
        "论文题目：",
        "作者：",
        "通讯作者:",
        "论文概述：",
        "(1) ",
        "论文类别:",
        "论文英文标题:",
        "论文链接:",
    ),
    *("介绍:", "核心图片:", "\n", "\n\n", "-- 完 --", "🔥", "https://", "*", "**", "，", "（"),
)


def test_a_link_tells_the_venue_too() -> None:
    """A page on a venue's own site says where and when, where no head does."""
    text = "论文题目：A\n论文链接：https://neurips.cc/virtual/2024/poster/1"
    (record,) = articles.read(text).records
    assert (record.venue, record.year) == ("NeurIPS", 2024)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(PIECES),
            st.text(max_size=12),
        ),
        max_size=40,
    ).map("".join)
)
@example("論文\ud800")
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but Refused is ever raised; what is read can be encoded, and lines exist."""
    with suppress(Refused):
        article = articles.read(text)
        assert all(record.title for record in article.records)
        assert str(article).encode()
        assert all(1 <= notice.line <= len(text) + 1 for notice in article.warnings)


@pytest.mark.parametrize(
    "piece",
    [
        *("作者：", "核心图片:(1) 论文类别:", "论文介绍论文题目：", "(1) \n", "\ufffd \u200b", " " * 9 + "é"),
        *("2025 年 ", "https://a/(", "ICML ", "王一，", "x | y群\n", "**论文题目：**", "\u200d👩", "[("),
    ],
)
def test_hostile_repetition_is_read_in_time(piece: str) -> None:
    """Thirty thousand characters of anything take no longer than an article."""
    text = "论文题目：A\n作者：王一\n论文链接：" + piece * (30_000 // len(piece))
    start = time.process_time()
    articles.read(text + "\n论文概述：话。" + piece * 300)
    assert time.process_time() - start < 5


HAN = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏"
WORD = st.text("ABCDEFGabcdefg0123456789-+/", min_size=1, max_size=9).filter(
    lambda word: word.strip("0123456789-+/")
)
TITLE = st.lists(WORD, min_size=1, max_size=8).map(lambda words: f"{words[0]}: {' '.join(words)}")
LETTERS = st.text("abcdefgé-", min_size=1, max_size=9)
NAME = st.text(HAN, min_size=2, max_size=4) | st.builds("A{} B{}".format, LETTERS, LETTERS)
PARAGRAPH = st.lists(st.text(HAN, min_size=3, max_size=20), min_size=1, max_size=4).map(
    lambda parts: "，".join(parts) + "。"
)
TOLD = st.lists(PARAGRAPH, min_size=1, max_size=4).map("\n\n".join)


@st.composite
def listed(draw: st.DrawFn) -> Record:
    """A paper as the institute's list can tell of it."""
    authors = tuple(draw(st.lists(NAME, min_size=1, max_size=6, unique=True)))
    some = st.lists(st.sampled_from(authors), max_size=3, unique=True)
    return Record(
        title=draw(TITLE),
        authors=authors,
        corresponding=tuple(draw(some)),
        equal_contribution=tuple(sorted(draw(some), key=authors.index)),
        summary_zh=draw(TOLD),
    )


@st.composite
def digested(draw: st.DrawFn) -> Record:
    """A paper as the digest can tell of it."""
    return Record(
        title=draw(TITLE),
        title_zh=draw(st.text(HAN, min_size=2, max_size=20)),
        category=draw(st.sampled_from(["Poster", "Spotlight", "Oral"])),
        url=f"https://icml.cc/virtual/2025/poster/{draw(st.integers(1, 99999))}",
        summary_zh=draw(TOLD),
    )


FORM = st.fixed_dictionaries(
    {
        "colon": st.sampled_from([":", "：", " : ", "： "]),
        "comma": st.sampled_from(["，", "、", ",", ", ", ";", "；"]),
        "gap": st.sampled_from(["\n\n", "\n", "\r\n\r\n", "\n \n\n"]),
        "indent": st.sampled_from(["", "    ", "\u3000"]),
    }
)


def listing(record: Record, form: dict[str, str]) -> str:
    """Write a paper as the institute does."""
    starred = [name + "*" * (name in record.equal_contribution) for name in record.authors]
    fields = [("论文题目", record.title), ("作者", form["comma"].join(starred))]
    if record.corresponding:
        fields.append(("通讯作者", form["comma"].join(record.corresponding)))
    fields.append(("论文概述", record.summary_zh or ""))
    return form["gap"].join(
        ["论文介绍", *(form["indent"] + label + form["colon"] + text for label, text in fields)]
    )


def digesting(record: Record, number: int, form: dict[str, str]) -> str:
    """Write a paper as the digest does."""
    headline = f"({number}) {record.title_zh}{'' if record.category == 'Poster' else ' 🔥'}"
    fields = [
        ("论文类别", record.category),
        ("论文英文标题", record.title),
        ("论文链接", record.url),
        ("介绍", ""),
    ]
    labeled = [f"{form['indent']}{label}{form['colon']}{text}" for label, text in fields]
    return form["gap"].join([headline, *labeled, record.summary_zh or "", "核心图片" + form["colon"]])


@settings(max_examples=60, deadline=None)
@given(st.lists(listed(), min_size=1, max_size=5), FORM)
def test_a_random_list_is_read_back(records: list[Record], form: dict[str, str]) -> None:
    """Papers written in the institute's layout come back as they were."""
    text = "".join(listing(record, form) + form["gap"] for record in records)
    assert articles.read(text) == Article(layout="institute", records=tuple(records))


@settings(max_examples=60, deadline=None)
@given(st.lists(digested(), min_size=1, max_size=5), FORM)
def test_a_random_digest_is_read_back(records: list[Record], form: dict[str, str]) -> None:
    """Papers written in the digest's layout come back as they were, numbered."""
    text = "".join(digesting(record, number, form) + form["gap"] for number, record in enumerate(records, 1))
    article = articles.read(text)
    assert [record.number for record in article.records] == list(range(1, len(records) + 1))
    assert [(r.title, r.title_zh, r.category, r.url, r.summary_zh) for r in article.records] == [
        (r.title, r.title_zh, r.category, r.url, r.summary_zh) for r in records
    ]
    assert (article.layout, article.warnings) == ("digest", ())


@settings(deadline=None)
@given(st.text())
def test_names_are_never_empty(text: str) -> None:
    """Whatever stands behind 作者, every name holds something, and starred ones are among them."""
    people = values.names(text)
    assert all(name.strip() for name in people.all)
    assert {*people.starred, *people.corresponding} <= {*people.all}
