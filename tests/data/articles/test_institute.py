"""The institute's list, as a whole and oddity by oddity."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from data.articles import institute
from data.errors import Refused
from data.models import Record

Text = Callable[[str], str]

ENTRY = "论文介绍\n\n论文题目：{title}\n\n作者：{authors}\n\n通讯作者：{leads}\n\n论文概述：{told}\n\n"


def entry(
    title: str = "A Title", authors: str = "王一，李二三", leads: str = "李二三", told: str = "一句话。"
) -> str:
    """One entry in the institute's layout."""
    return ENTRY.format(title=title, authors=authors, leads=leads, told=told)


def only(text: str) -> Record:
    """The one paper of an article."""
    (record,) = institute.read(text).records
    return record


def test_every_title_in_order(text: Text, expected: dict[str, Any]) -> None:
    """All 19 papers are found, in the article's order."""
    titles = [record.title for record in institute.read(text("institute")).records]
    assert titles == [paper["title"] for paper in expected["institute"]["papers"]]
    assert len(titles) == 19


@pytest.mark.parametrize("field", ["authors", "corresponding", "equal_contribution"])
def test_every_name(text: Text, expected: dict[str, Any], field: str) -> None:
    """People stand under the right label, in their order, without stars; no label, no names."""
    names = [list(getattr(record, field)) for record in institute.read(text("institute")).records]
    assert names == [paper.get(field, []) for paper in expected["institute"]["papers"]]


def test_names_singled_out_are_authors(text: Text) -> None:
    """Who corresponds or contributed equally stands among the authors too."""
    for record in institute.read(text("institute")).records:
        assert {*record.corresponding, *record.equal_contribution} <= {*record.authors}


def test_summaries_are_whole_and_apart(text: Text, expected: dict[str, Any]) -> None:
    """Each text is Chinese, keeps its paragraphs, and holds nothing of its neighbors' labels."""
    records = institute.read(text("institute")).records
    told = [record.summary_zh or "" for record in records]
    assert [summary.count("\n\n") + 1 for summary in told] == [
        paper["blocks"] for paper in expected["institute"]["papers"]
    ]
    assert [
        label for label in ("论文介绍", "论文题目", "作者：", "论文概述") for text in told if label in text
    ] == []
    assert {record.summary_en for record in records} == {None}


def test_unreadable_runs_are_dropped_and_told(text: Text, expected: dict[str, Any]) -> None:
    """No U+FFFD is left, the text around it is, and a warning names the line."""
    article = institute.read(text("institute"))
    assert "\ufffd" not in "".join(record.summary_zh or "" for record in article.records)
    assert [notice.line for notice in article.warnings] == expected["institute"]["warned_lines"]
    assert article.warnings[0].text == "dropped 88 unreadable characters: U+FFFD"
    told = article.records[14].summary_zh or ""
    assert "（UniMoMo）。" in told
    assert "（graphs of blocks）" in told


def test_venue_and_year_come_from_the_head(text: Text, expected: dict[str, Any]) -> None:
    """The head names ICML 2025 beside several dates; every paper gets it."""
    article = institute.read(text("institute"))
    wanted = (expected["institute"]["venue"], expected["institute"]["year"])
    assert (article.venue, article.year) == wanted
    assert {(record.venue, record.year) for record in article.records} == {wanted}


def test_nothing_is_made_up(text: Text) -> None:
    """The list gives no number, category, link or Chinese title, and none is invented."""
    for record in institute.read(text("institute")).records:
        bare = replace(
            record,
            authors=(),
            corresponding=(),
            equal_contribution=(),
            venue=None,
            year=None,
            summary_zh=None,
        )
        assert bare == Record(title=record.title)


def test_filler_is_kept_to_the_character(skeleton: Text) -> None:
    """Dropping unreadable runs leaves the rest exactly as it stood."""
    told = institute.read(skeleton("institute")).records[18].summary_zh
    assert told == (
        "环肽是本段的话题。我们写下CP-Composer——一个占位的框架，靠可以拼起来的约束来生成。点与边都有几何上的条件。"
        "练的时候只看直的，用的时候再看弯的。成功率在38%到84%之间。"
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("：", ":"),
        lambda text: text.replace("：", " ： "),
        lambda text: text.replace("：", "：\u00a0"),
        lambda text: text.replace("：", "：\n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace("\n\n", ""),
        lambda text: "某某 2025-05-14 公布" + text.replace("\n\n", ""),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "   \n\u3000"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("论文介绍\n\n", ""),
        lambda text: text.replace("论文介绍", "论文介绍："),
        lambda text: text.replace("作者", "作 者"),
        lambda text: text.replace("论文题目：", "**论文题目：** ").replace("\n作者：", "\n**作者**："),
        lambda text: text.replace("论文题目：", "【论文题目】").replace("\n作者：", "\n【作者】"),
        lambda text: text.replace("论文题目：", "### 论文题目\n\n").replace("论文概述：", "**论文概述**\n\n"),
        lambda text: text.replace("通讯作者：", "研究方向：某某\n\n通讯作者："),
        lambda text: text + "— END —\n\n编辑：某人\n\n别的话。",
        lambda text: text + "往期推荐\n\n论文之外的话。",
        lambda text: text.replace("：", "：："),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: re.sub(r"(?m)^(?=论文题|作|通|论文概)", "1. ", text),
        *(
            lambda text, sign=sign: re.sub(r"(?m)^(?=论文题|作|通|论文概)", sign, text)
            for sign in ("🔹 ", "◆ ", "▶", "▶️ ", "● ", "• ", "★ ", "✨", "→ ", "1️⃣ ", "🔹 ● ")
        ),
        *(
            lambda text, around=around: re.sub(r"(?m)^(论文题目|作者|通讯作者|论文概述)：", around, text)
            for around in (
                r"*\1*：",
                r"`\1`：",
                r"`\1：` ",
                r"「\1」：",
                r"『\1』",
                r"<b>\1</b>：",
                r"<b>\1：</b>",
                r"<p><strong>\1</strong>：",
                r"🔹 **\1**：",
                r"🔹 【\1】",
            )
        ),
    ],
)
def test_form_does_not_matter(change: Callable[[str], str]) -> None:
    """Colons, blanks, line ends, a byte order mark, lost breaks, bold labels, a tail: the same papers."""
    text = entry("A: First") + entry("B (Second)", "Ann Lee, 赵四", "赵四", "第一段。\n\n第二段。")
    first, second = institute.read(change(text)).records
    assert (first.title, first.authors, first.corresponding) == ("A: First", ("王一", "李二三"), ("李二三",))
    assert (second.title, second.authors, second.corresponding) == (
        "B (Second)",
        ("Ann Lee", "赵四"),
        ("赵四",),
    )
    assert first.summary_zh == "一句话。"
    assert (second.summary_zh or "").replace("\n", "") == "第一段。第二段。"


@pytest.mark.parametrize(
    ("typed", "authors", "equal"),
    [
        ("王一，李二、赵三,钱四;孙五；周六", ("王一", "李二", "赵三", "钱四", "孙五", "周六"), ()),
        ("杨钊*，朱基炜＊，苏冰", ("杨钊", "朱基炜", "苏冰"), ("杨钊", "朱基炜")),
        ("*Ann Lee, Bob Ray∗ and Cy Wu", ("Ann Lee", "Bob Ray", "Cy Wu"), ("Ann Lee", "Bob Ray")),
        ("王一 李二三 赵四", ("王一", "李二三", "赵四"), ()),
        ("王　一，李二三", ("王一", "李二三"), ()),
        ("王一*，李二*（*同等贡献）", ("王一", "李二"), ("王一", "李二")),
        (
            "Stefano Ermon，马剑竹，J. R. R. de la Cruz",
            ("Stefano Ermon", "马剑竹", "J. R. R. de la Cruz"),
            (),
        ),
        ("王一，李二三等", ("王一", "李二三"), ()),
        ("王一，李二，等", ("王一", "李二"), ()),
        ("Ann Lee (MIT, CSAIL), Bob Ray", ("Ann Lee", "Bob Ray"), ()),
        ("程传奇1，关健1,2，武威3*，严睿", ("程传奇", "关健", "武威", "严睿"), ("武威",)),
        ("程传奇¹，关健¹,²*，武威", ("程传奇", "关健", "武威"), ("关健",)),
        ("王一^{1,*}，李二<sup>2</sup>，Ann Lee3", ("王一", "李二", "Ann Lee"), ("王一",)),
        ("王一a，李二b", ("王一", "李二"), ()),
        ("王一/李二|赵三｜钱四", ("王一", "李二", "赵三", "钱四"), ()),
        ("王一（共一），李二(共一)，赵三（人大）", ("王一", "李二", "赵三"), ("王一", "李二")),
        ("王一1，李二2\n1 某某大学，2 某某研究院", ("王一", "李二"), ()),
        ("Wei Wu (武威), Bob Ray", ("Wei Wu (武威)", "Bob Ray"), ()),
        ("，，王一，，", ("王一",), ()),
        ("", (), ()),
    ],
)
def test_authors_as_people_write_them(typed: str, authors: tuple[str, ...], equal: tuple[str, ...]) -> None:
    """All separators part names; stars of any shape become the list of equal contribution."""
    record = only(entry(authors=typed, leads=""))
    assert (record.authors, record.equal_contribution) == (authors, equal)


def test_leads_named_behind_their_names() -> None:
    """（通讯作者） behind a name is as good as a line of its own."""
    record = only("论文题目：T\n作者：王一，李二三（通讯作者）\n论文概述：话。")
    assert (record.authors, record.corresponding) == (("王一", "李二三"), ("李二三",))


def test_a_lead_who_is_no_author_is_told() -> None:
    """The name stays as the article has it, and a warning names the line."""
    article = institute.read(entry(authors="王一", leads="王二"))
    assert article.records[0].corresponding == ("王二",)
    assert [(notice.line, notice.text) for notice in article.warnings] == [
        (7, "王二 corresponds but is not among the authors")
    ]


def test_a_chinese_title_below_its_label() -> None:
    """A colon in a title makes no label of its first words."""
    assert only("论文题目：\n扩散模型摘要：一个综述\n\n作者：王一").title == "扩散模型摘要：一个综述"
    assert only("论文题目：扩散模型摘要：一个综述\n作者：王一").title == "扩散模型摘要：一个综述"


def test_both_titles_of_a_paper() -> None:
    """The English one is the paper's own, whichever comes first."""
    for text in (
        "论文题目：题目\n英文题目：The Title\n作者：王一",
        "英文题目：The Title\n中文题目：题目\n作者：王一",
    ):
        assert (only(text).title, only(text).title_zh) == ("The Title", "题目")


def test_an_entry_without_a_title_is_left_out_and_told() -> None:
    """One broken entry costs one paper, and its line is named."""
    broken = entry("Gone").replace("论文题目：Gone\n\n", "")
    article = institute.read(entry("One") + broken + entry("Two"))
    assert [record.title for record in article.records] == ["One", "Two"]
    assert [(notice.line, notice.text[:33]) for notice in article.warnings] == [
        (11, "left out an entry without a title")
    ]


def test_a_summary_without_its_label_is_taken_and_told() -> None:
    """Text after the last label is the summary, even where 论文概述 was lost."""
    article = institute.read(entry("One").replace("论文概述：", "") + entry("Two"))
    assert article.records[0].summary_zh == "一句话。"
    assert [(notice.line, notice.text) for notice in article.warnings] == [
        (9, "took text without a label as the summary")
    ]


@pytest.mark.parametrize("lost", ["作者：王一，李二三\n\n", "通讯作者：李二三\n\n", "论文概述：一句话。\n\n"])
def test_one_line_missing_costs_one_field(lost: str) -> None:
    """An entry that lacks a line keeps its other fields, and its neighbors lose nothing."""
    whole = only(entry("One"))
    article = institute.read(entry("One").replace(lost, "") + entry("Two"))
    assert article.records[1] == replace(whole, title="Two")
    assert article.records[0].title == "One"
    changed = [
        name for name in ("authors", "corresponding", "summary_zh") if not getattr(article.records[0], name)
    ]
    assert len(changed) == 1


def test_words_like_labels_inside_a_text_stay_there() -> None:
    """A label in the middle of a summary is a word of it."""
    told = "这里写着“作者：某人”，还有论文链接：没有。\n\n简介：也是一段。"
    record = only(entry(told=told))
    assert record.summary_zh == told


def test_links_and_code_are_told_apart() -> None:
    """Links end before glued punctuation; a code host's link is the code."""
    links = "论文链接：https://arxiv.org/abs/2401.00001。代码：https://github.com/example/repo.\n"
    record = only("论文题目：T\n" + links)
    assert record.url == "https://arxiv.org/abs/2401.00001"
    assert record.arxiv_id == "2401.00001"
    assert record.code_url == "https://github.com/example/repo"


@pytest.mark.parametrize(
    ("typed", "url", "pdf", "number", "doi"),
    [
        ("arXiv:2401.00001v2", "https://arxiv.org/abs/2401.00001", None, "2401.00001", None),
        ("arxiv.org/pdf/2401.00001.", "https://arxiv.org/pdf/2401.00001", "https://arxiv.org/pdf/2401.00001",
         "2401.00001", None),
        ("10.1145/3292500.3330701", "https://doi.org/10.1145/3292500.3330701", None, None,
         "10.1145/3292500.3330701"),
        ("[页](https://openreview.net/forum?id=AbCd1234)", "https://openreview.net/forum?id=AbCd1234", None,
         None, None),
        ("待公布", None, None, None, None),
    ],
)  # fmt: skip
def test_links_in_any_dress(
    typed: str, url: str | None, pdf: str | None, number: str | None, doi: str | None
) -> None:
    """Ids alone, links without a scheme and Markdown links become addresses; words do not."""
    record = only(f"论文题目：T\n\n论文链接：{typed}\n")
    assert (record.url, record.pdf_url, record.arxiv_id, record.doi) == (url, pdf, number, doi)


def test_texts_go_by_language_and_label() -> None:
    """English text goes to the English summary, an abstract's label to the abstract."""
    record = only("论文题目：T\n\n论文概述：We study how papers are read (论文).\n\n摘要：短短一句。")
    assert record.summary_en == "We study how papers are read (论文)."
    assert record.summary_zh is None
    assert record.abstract == "短短一句。"


def test_without_a_paper_it_is_refused() -> None:
    """What was looked for is said in one sentence."""
    with pytest.raises(Refused, match="no paper found: looked for entries with 论文题目"):
        institute.read("环境异常 完成验证后即可继续访问")


@pytest.mark.parametrize(
    "tail",
    [
        "某某大学某某学院\n",
        "某某学院\n\n2025年5月14日\n",
        "以上就是本次全部内容,感谢阅读!\n欢迎投稿至 a@b.cn\n声明：本文版权归原作者所有\n",
        "感谢您的阅读\n",
        "文｜某人\n图｜某人\n",
        "更多论文请关注某某学院公众号。\n",
        "参考资料 [1] https://arxiv.org/abs/2501.00001 作者：编辑部\n",
        "参考资料\n[1] https://arxiv.org/abs/2501.00001\n作者：编辑部\n论文链接：https://bad.example/x\n关注我们。\n",
        "作者：编辑部\n",
        "编辑：某人\n来源：某某学院\n",
        "某某学院\n\n编辑：某人\n",
    ],
)
def test_what_signs_an_article_belongs_to_no_paper(tail: str) -> None:
    """A name, a date, thanks, credits and references make no paper and are no part of the last summary."""
    records = institute.read(entry("One") + entry("Two", told="第一段。\n\n第二段。") + tail).records
    assert [(record.title, record.summary_zh, record.url) for record in records] == [
        ("One", "一句话。", None), ("Two", "第一段。\n\n第二段。", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "told",
    [
        "第一段。\n\n还有一段没有句号，但是说了话。",
        "有三点：\n\n1. 其一\n\n3. 其三",
        "没有句号的一段",
        "一段。\n\n为什么？",
    ],
)
def test_a_last_paragraph_stays(told: str) -> None:
    """Sentences, items of a list and a text of one line are the paper's own."""
    article = institute.read(entry(told=told))
    assert (article.records[0].summary_zh, article.warnings) == (told, ())


def test_a_line_that_signs_is_told() -> None:
    """What is left out is named by its line."""
    article = institute.read(entry() + "某某学院")
    assert [(notice.line, notice.text) for notice in article.warnings] == [
        (11, "left out a line that signs the article")
    ]


def test_a_heading_whose_labels_nobody_knows_is_told() -> None:
    """论文介绍 over lines that became no paper never goes unsaid."""
    lost = "论文介绍\n\nTopic= A Title\n\nBy= 王一\n\n"
    article = institute.read(entry("One") + lost + entry("Two"))
    assert [record.title for record in article.records] == ["One", "Two"]
    assert [(notice.line, notice.text[:32]) for notice in article.warnings] == [
        (11, "a heading that became no paper: ")
    ]


@pytest.mark.parametrize("blank", [" ", ""])
def test_an_article_on_one_line(skeleton: Text, blank: str) -> None:
    """Without any line break all papers are found, and the head still names venue and year."""
    whole = institute.read(skeleton("institute")).records
    records = institute.read(re.sub(r"\n+", blank, skeleton("institute"))).records
    assert [replace(record, summary_zh=None) for record in records] == [
        replace(record, summary_zh=None) for record in whole
    ]
