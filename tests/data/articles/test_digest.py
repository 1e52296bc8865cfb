"""The community account's digest, as a whole and oddity by oddity."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from data.articles import digest
from data.models import Group

Text = Callable[[str], str]

ENTRY = (
    "({number}) {headline}\n\n论文类别:{category}\n\n论文英文标题:{title}\n\n"
    "论文链接:https://icml.cc/virtual/2025/poster/{number}\n\n介绍:\n\n{told}\n\n核心图片:\n\n"
)


def entry(
    number: int = 1,
    headline: str = "标题",
    category: str = "Poster",
    title: str = "A Title",
    told: str = "第一段。\n\n第二段。",
) -> str:
    """One entry in the digest's layout."""
    return ENTRY.format(number=number, headline=headline, category=category, title=title, told=told)


@pytest.mark.parametrize("field", ["number", "title", "category", "url"])
def test_every_fact(text: Text, expected: dict[str, Any], field: str) -> None:
    """All 15 papers are found in their order, with number, title, category and link."""
    values = [getattr(record, field) for record in digest.read(text("digest")).records]
    assert values == [paper[field] for paper in expected["digest"]["papers"]]
    assert len(values) == 15


def test_headlines_become_chinese_titles(text: Text) -> None:
    """The headline after the number is the Chinese title, without the fire."""
    whole = text("digest")
    for record in digest.read(whole).records:
        assert record.title_zh
        assert re.search(rf"\({record.number}\)\s{re.escape(record.title_zh)}( 🔥)?$", whole, re.MULTILINE)


def test_no_authors_are_guessed(text: Text) -> None:
    """The digest names nobody."""
    assert {record.authors for record in digest.read(text("digest")).records} == {()}


def test_paragraphs_and_lists_are_kept(text: Text, expected: dict[str, Any]) -> None:
    """Paragraphs are divided by a blank line; each item of a list is one line, label and text together."""
    told = [record.summary_zh or "" for record in digest.read(text("digest")).records]
    assert [summary.count("\n\n") + 1 for summary in told] == [
        paper["blocks"] for paper in expected["digest"]["papers"]
    ]
    items = [len(re.findall(r"^(?:\d\. |• )", summary, re.MULTILINE)) for summary in told]
    assert items == [paper.get("items", 0) for paper in expected["digest"]["papers"]]
    assert [line for summary in told for line in summary.split("\n") if line[:1] in (*":,。", " ")] == []


def test_texts_end_before_the_picture(text: Text) -> None:
    """No placeholder, label, end sign or advertisement stands in a text."""
    told = "".join(record.summary_zh or "" for record in digest.read(text("digest")).records)
    assert [
        word
        for word in ("核心图片", "论文类别", "介绍:", "完 --", "推荐阅读", "交流群", "🔥")
        if word in told
    ] == []


def test_odd_letters_and_bold_signs_are_kept(text: Text) -> None:
    """A stray kana is the article's own, and so is emphasis."""
    records = digest.read(text("digest")).records
    assert "多模たPLM" in (records[1].summary_zh or "")
    assert [record.number for record in records if re.search(r"\*\*[^*]+\*\*", record.summary_zh or "")] == [
        1,
        13,
    ]


def test_nothing_to_warn_of(text: Text, expected: dict[str, Any]) -> None:
    """The digest is clean."""
    assert [notice.line for notice in digest.read(text("digest")).warnings] == expected["digest"][
        "warned_lines"
    ]


def test_the_directory_is_read(text: Text, expected: dict[str, Any]) -> None:
    """Keywords and names of the community's groups, without links."""
    groups = digest.read(text("digest")).groups
    assert [[group.keyword, group.name] for group in groups] == expected["digest"]["groups"]
    assert {group.link for group in groups} == {None}


def test_venue_and_year_come_from_the_head(text: Text, expected: dict[str, Any]) -> None:
    """25 and 15 papers are no years; ICML 2025 is."""
    article = digest.read(text("digest"))
    wanted = (expected["digest"]["venue"], expected["digest"]["year"])
    assert {(record.venue, record.year) for record in article.records} == {wanted}


def test_split_items_are_joined_exactly(skeleton: Text) -> None:
    """`1. label` and `:text` become one line, items stand one under the other."""
    told = digest.read(skeleton("digest")).records[13].summary_zh or ""
    assert told.split("\n\n")[3] == (
        "1. 代码与权重会在整理之后放出:作者还列出了目前没有解决的情形。为此需要一个便宜而且可靠的度量。\n"
        "2. 关键在于让模型（model）自己决定看哪里:"
        "训练只用一张显卡,大约两天就能完成。最后一节谈到它能用在什么地方。"
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(":", "：").replace("https：", "https:"),
        lambda text: text.replace(":", ": ").replace("https: ", "https:"),
        lambda text: text.replace("(", "（").replace(")", "）"),
        lambda text: text.replace("(1)", "1.").replace("(2)", "2、"),
        lambda text: text.replace("(1)", "(１)").replace("(2)", "（２）"),
        lambda text: text.replace("\n(", "\n### (").replace("论文类别:", "**论文类别:** "),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace("\n\n", ""),
        lambda text: text.replace("\n", "\r\n    "),
        lambda text: text.replace("\n核心图片:\n", ""),
        lambda text: text + "-- 完 --\n\n1.旧文章\n\n(3) 不是论文\n\ncc\u00a0| 交流群",
        lambda text: text + "一句没有标记的广告。\n",
        lambda text: re.sub(r"(?m)^(论文..|论文英文标题|介绍|核心图片):", r"\1：：", text),
        lambda text: text.replace("\n", "\n\n"),
        *(
            lambda text, one=one, two=two: text.replace("(1)", one).replace("(2)", two)
            for one, two in (
                ("①", "②"),
                ("⑴ ", "⑵ "),
                ("1️⃣ ", "2️⃣ "),
                ("01 ", "02 "),
                ("01 | ", "02 | "),
                ("1/", "2/"),
                ("1 - ", "2 - "),
                ("一、", "二、"),
                ("（一）", "（二）"),
                ("论文1：", "论文2："),
                ("论文一 ", "论文二 "),
                ("第1篇：", "第2篇："),
                ("🔹 (1)", "🔹 (2)"),
                ("<b>(1)", "<b>(2)"),
            )
        ),
        *(
            lambda text, sign=sign: re.sub(r"(?m)^(?=论文|介绍|核心)", sign, text)
            for sign in ("🔹 ", "◆ ", "▶", "● ", "• ", "★ ", "<p>", "※", "1. ", "(3) ")
        ),
        *(
            lambda text, around=around: re.sub(r"(?m)^(论文..|论文英文标题|介绍|核心图片):", around, text)
            for around in (r"*\1*：", r"`\1`：", r"「\1」：", r"<b>\1</b>：", r"### \1\n\n", r"🔹 **\1**：")
        ),
    ],
)
def test_form_does_not_matter(change: Callable[[str], str]) -> None:
    """Colons, brackets, digits, decoration, line ends, lost breaks, a tail: the same papers."""
    text = entry(1, "一：二 🔥", "Spotlight", "A: B") + entry(2, "三", "Poster", "C")
    first, second = digest.read("某某 ICML 2025\n\n" + change(text)).records
    assert (first.number, first.category, first.title.replace("：", ":"), first.url) == (
        1, "Spotlight", "A: B", "https://icml.cc/virtual/2025/poster/1",
    )  # fmt: skip
    assert (first.title_zh or "").replace("：", ":").replace(" ", "") == "一:二"
    assert (second.number, second.title, second.title_zh) == (2, "C", "三")
    assert [(record.summary_zh or "").replace("\n", "") for record in (first, second)] == [
        "第一段。第二段。"
    ] * 2


def test_items_with_brackets_open_no_entry() -> None:
    """(1) and (2) inside a text look like headlines and are none."""
    told = "要点如下:\n\n(1) 其一\n(2) 其二\n\n(3) 其三"
    (record,) = digest.read(entry(told=told)).records
    assert record.summary_zh == told


def test_without_an_english_title_the_headline_stands_in() -> None:
    """A lost 论文英文标题 costs no paper; the line is named."""
    article = digest.read(
        entry(1, title="One") + entry(2, "三", title="Gone").replace("论文英文标题:Gone\n\n", "")
    )
    assert [(record.title, record.title_zh) for record in article.records] == [("One", "标题"), ("三", None)]
    assert [(notice.line, notice.text) for notice in article.warnings] == [
        (17, "no 论文英文标题: the headline stands as the title")
    ]


@pytest.mark.parametrize("lost", ["(2) 标题\n\n", "论文类别:Poster\n\n", "介绍:\n\n", "核心图片:\n\n"])
def test_one_line_missing_costs_no_paper(lost: str) -> None:
    """Whichever line an entry lacks, all three papers are found, each with its own link."""
    middle = entry(2, title="Two").replace(lost, "")
    records = digest.read(entry(1, title="One") + middle + entry(3, title="Three")).records
    assert [(record.title, record.url) for record in records] == [
        (title, f"https://icml.cc/virtual/2025/poster/{number}")
        for number, title in enumerate(("One", "Two", "Three"), start=1)
    ]
    assert [record.summary_zh for record in records] == ["第一段。\n\n第二段。"] * 3


def test_a_picture_is_its_address() -> None:
    """A link under 核心图片 is the picture; a caption belongs to nothing."""
    text = entry() + "![](https://example.org/a.png)\n图一:说明\n"
    (record,) = digest.read(text).records
    assert record.image_url == "https://example.org/a.png"
    assert record.summary_zh == "第一段。\n\n第二段。"


def test_a_directory_with_links() -> None:
    """An invitation's link is kept apart from the group's name."""
    article = digest.read(entry() + "-- 完 --\n• cc | 大模型群 https://t.me/+abc\nCC | 另一个群\n普通 | 文字")
    assert article.groups == (Group("cc", "大模型群", "https://t.me/+abc"),)


def test_a_numbered_heading_that_became_no_paper_is_told() -> None:
    """Unknown labels cost a paper its place and never its mention; items of lists are none."""
    told = "要点如下:\n\n1. 其一\n2. 其二\n3. 其三"
    lost = entry(3, title="Three").replace(":", "=")
    for text, lines in (
        (entry(1) + entry(2, told=told) + lost + entry(4), [35]),
        (entry(1) + entry(2, told=told) + lost, [35]),
        (lost.replace("(3)", "(1)") + entry(2), [1]),
        (entry(1) + entry(3), [17]),
        (entry(1, told=told) + entry(2, told=told), []),
    ):
        assert [notice.line for notice in digest.read(text).warnings] == lines


def test_a_label_below_the_picture_is_no_picture() -> None:
    """核心图片 takes a link on a line of its own only."""
    (record,) = digest.read(entry() + "来自 某处= https://example.org/a\nhttps://example.org/b.png\n").records
    assert record.image_url == "https://example.org/b.png"


@pytest.mark.parametrize("blank", [" ", ""])
def test_a_digest_on_one_line(skeleton: Text, blank: str) -> None:
    """Without any line break no paper is lost, not even the first."""
    whole = digest.read(skeleton("digest")).records
    records = digest.read(re.sub(r"\n+", blank, skeleton("digest"))).records
    assert [replace(record, summary_zh=None) for record in records] == [
        replace(record, summary_zh=None) for record in whole
    ]


def test_a_page_with_a_block_for_each_line(skeleton: Text) -> None:
    """Twice the blank lines: items of lists and what they say are joined all the same."""
    whole = digest.read(skeleton("digest")).records
    assert digest.read(skeleton("digest").replace("\n", "\n\n")).records == whole


@pytest.mark.parametrize("number", ["{}. ", "({}) ", "{}、", "{}️⃣ ", "论文{}：\n"])
def test_a_number_before_the_title_label(number: str) -> None:
    """Entries without a headline are counted by what stands before 论文题目."""
    text = "".join(
        f"{number.format(place)}论文题目：{title}\n作者：王一\n论文概述：话。\n\n"
        for place, title in ((1, "A"), (2, "B"))
    )
    records = digest.read(text).records
    assert [(record.number, record.title, record.summary_zh) for record in records] == [
        (1, "A", "话。"), (2, "B", "话。"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "told",
    [
        "要点:\n\n1. 代码：已开源\n2. 摘要：短",
        "当 a<b 且 x <p and q> 0 时。",
        "• 1. 其一\n• 2. 其二",
        "3 个模型。\n一、其一",
    ],
)
def test_a_text_that_looks_dressed_is_kept(told: str) -> None:
    """Items, comparisons and signs inside a text are its own."""
    (record,) = digest.read(entry(told=told)).records
    assert record.summary_zh == told


def test_references_after_the_end_are_no_paper() -> None:
    """[1] with a link and 作者：编辑部 look like an entry and are credits."""
    tail = "参考资料\n[1] https://arxiv.org/abs/2501.00001\n作者：编辑部\n论文链接：https://bad.example/x\n"
    article = digest.read(entry() + tail)
    assert ([record.title for record in article.records], article.warnings) == (["A Title"], ())
