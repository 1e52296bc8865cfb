"""The card of a paper: the articles' layouts, and whatever a paper may hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.models import Paper
from handlers.replies import buttons, cards, texts
from handlers.replies.cards import Card
from handlers.replies.cards.latex import readable
from handlers.replies.cards.markup import line

Judge = Callable[[Card], Any]
Make = Callable[..., Paper]
ZH, EN = texts.of("zh"), texts.of("en")
LONG = "A sentence of an abstract that goes on. " * 20

NASTY = ["<b>", "</a>", "&amp;", "&", "**", "$\\frac{", "}$", "\x00", "\u202e", "\u2066", "\u200b"]
NASTY += ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "🔥", "界", "שלום", "\n\n", "- item\n", "%", "`"]
NASTY += ["_", "e\u0301", "\ud83d", " ", "word"]
HOSTILE = st.one_of(
    st.text(st.characters(codec=None), max_size=80),
    st.lists(st.sampled_from(NASTY), max_size=40).map("".join),
)
LONGER = st.builds(lambda text, times: text * times, HOSTILE, st.sampled_from([1, 1, 60, 500])).map(
    lambda text: text[:20000]
)
URLS = st.one_of(
    st.none(),
    HOSTILE,
    st.sampled_from(["javascript:alert(1)", 'https://a.org/?q="><b>&x', "https://a.org/" + "x" * 900]),
)
NAMES = st.builds(
    lambda names, times: tuple(names * times)[:400], st.lists(HOSTILE, max_size=4), st.sampled_from([1, 100])
)
MAYBE = st.none() | HOSTILE
FIELDS = st.fixed_dictionaries({
    "title": LONGER, "title_zh": MAYBE, "authors": NAMES, "authors_zh": NAMES, "corresponding": NAMES,
    "equal_contribution": NAMES, "venue": MAYBE, "year": st.none() | st.integers(), "category": MAYBE,
    "number": st.none() | st.integers() | st.just(10**5000), "url": URLS, "pdf_url": URLS, "code_url": URLS,
    "image_url": URLS, "arxiv_id": MAYBE, "doi": MAYBE, "abstract": st.none() | LONGER,
    "summary_zh": st.none() | LONGER, "summary_en": st.none() | LONGER,
})  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    fields=FIELDS,
    layout=st.sampled_from(["auto", "digest", "institute"]),
    t=st.sampled_from(["zh", "en"]).map(texts.of),
    heading=HOSTILE,
    note=HOSTILE,
)
def test_any_paper_makes_a_card(
    make: Make, judge: Judge, fields: dict[str, Any], layout: str, t: texts.Texts, heading: str, note: str
) -> None:
    """Telegram takes the card of any paper, and its title is in it as it stands in the paper."""
    paper = make(**fields)
    back = buttons.Turn(2**53, 2**53)
    card = cards.paper(paper, t, layout=layout, back=back, heading=heading, note=note, username="PaperBot")
    shown = judge(card)
    assert line(readable(paper.title))[:20].rstrip("\u200d") in shown.text
    assert judge(cards.bibtex(paper, t)).those("Pre")
    why = ("topic", heading)
    assert judge(cards.daily(paper, t, layout=layout, why=why, date=date(2026, 12, 1))).text.strip()


def test_digest_mirrors_the_article(
    make: Make, judge: Judge, rows: Callable[[Card], list[list[str]]]
) -> None:
    """The first entry of the community digest, field by field in its order, with the fire of a Spotlight."""
    paper = make(
        title="Elucidating the Design Space of Multimodal Protein Language Models",
        title_zh="多模态蛋白质语言模型的设计空间",
        category="Spotlight",
        number=2,
        url="https://icml.cc/virtual/2025/poster/44312",
        venue="ICML",
        year=2025,
        summary_zh="一句话。",
        summary_en="One sentence.",
    )
    card = cards.paper(paper, ZH)
    shown = judge(card)
    assert shown.text == (
        "(2) 多模态蛋白质语言模型的设计空间 🔥\n\n"
        "论文类别：Spotlight\n"
        "论文英文标题：Elucidating the Design Space of Multimodal Protein Language Models\n"
        "论文链接：icml.cc/virtual/2025/poster/44312\n\n"
        "介绍：一句话。\n\n"
        "ICML 2025"
    )
    assert shown.those("Bold") == ["(2) 多模态蛋白质语言模型的设计空间 🔥"]
    assert rows(card) == [["原文", "收藏", "BibTeX", "相关"]]


def test_digest_in_english_has_the_english_title_on_top(make: Make, judge: Judge) -> None:
    """The bold line is the paper's own title, so no Title line repeats it."""
    paper = make(
        title_zh="可控学习", category="Poster", number=3, authors=("Ann Lee", "Bo Li"), summary_en="Short."
    )
    assert judge(cards.paper(paper, EN)).text == (
        "(3) Generalization Analysis for Controllable Learning\n\n"
        "Category: Poster\nAuthors: Ann Lee, Bo Li\n\nSummary: Short."
    )


def test_institute_mirrors_the_article(make: Make, judge: Judge) -> None:
    """An entry of the institute's list: 论文介绍 in bold, the star of equal contribution, its five fields."""
    paper = make(
        title="SPACE: Your Genomic Profile Predictor is a Powerful DNA Foundation Model",
        authors=("杨钊", "朱基炜", "苏冰"),
        equal_contribution=("杨钊", "朱基炜"),
        corresponding=("苏冰",),
        summary_zh="一句话。",
        url="https://a.org/space/",
    )
    shown = judge(cards.paper(paper, ZH))
    assert shown.text == (
        "论文介绍\n\n"
        "论文题目：SPACE: Your Genomic Profile Predictor is a Powerful DNA Foundation Model\n"
        "作者：杨钊*，朱基炜*，苏冰\n"
        "通讯作者：苏冰\n\n"
        "论文概述：一句话。\n\n"
        "论文链接：a.org/space"
    )
    assert shown.those("Bold") == ["论文介绍"]


def test_institute_in_english(make: Make, judge: Judge) -> None:
    """The same layout with English labels."""
    paper = make(authors=("A",), corresponding=("A",), abstract="Short.", url="https://a.org/x")
    assert judge(cards.paper(paper, EN, layout="institute")).text == (
        "Paper\n\nTitle: Generalization Analysis for Controllable Learning\nAuthors: A\n"
        "Corresponding author: A\n\nSummary: Short.\n\nLink: a.org/x"
    )


@pytest.mark.parametrize(
    ("t", "given", "expected"),
    [
        (ZH, {"summary_zh": "中", "abstract": "abs", "summary_en": "en"}, "中"),
        (ZH, {"abstract": "abs", "summary_en": "en"}, "abs"),
        (ZH, {"summary_en": "en", "abstract": " \u200b"}, "en"),
        (EN, {"summary_zh": "中", "abstract": "abs", "summary_en": "en"}, "en"),
        (EN, {"summary_zh": "中", "abstract": "abs"}, "abs"),
        (EN, {"summary_zh": "中"}, "中"),
    ],
)
def test_the_summary_suits_the_language(
    make: Make, judge: Judge, t: texts.Texts, given: dict[str, str], expected: str
) -> None:
    """The chat's language first, then the abstract, then the other language."""
    assert judge(cards.paper(make(**given), t)).text.endswith(("：" if t is ZH else ": ") + expected)


def test_a_long_summary_is_folded_with_its_paragraphs(make: Make, judge: Judge) -> None:
    """Beyond 300 characters it stands in an expandable quote; bold words and blank lines stay."""
    text = LONG + "\n\n1. **first** item\n2. second"
    shown = judge(cards.paper(make(abstract=text), EN))
    assert shown.those("ExpandableBlockQuote") == [" ".join(LONG.split()) + "\n\n1. first item\n2. second"]
    assert shown.those("Bold") == ["Paper", "first"]


def test_field_case_escaping(make: Make, judge: Judge) -> None:
    """b01: every field is escaped exactly once."""
    shown = judge(
        cards.paper(
            make(
                title="When p<0.05 Lies: A/B Tests & <Noise>",
                authors=("Ana & Bo <ab@example.org>",),
                abstract="if a<b and b>c then R&D; &lt;tag&gt; stays literal",
            ),
            EN,
        )
    )
    assert shown.text.splitlines()[2:4] == [
        "Title: When p<0.05 Lies: A/B Tests & <Noise>",
        "Authors: Ana & Bo <ab@example.org>",
    ]
    assert shown.text.endswith("if a<b and b>c then R&D; &lt;tag&gt; stays literal")


def test_field_case_long_fields(make: Make, judge: Judge) -> None:
    """b08: the title is cut with an ellipsis, ten authors are named and 390 counted, the rest is summary."""
    shown = judge(
        cards.paper(make(title="X " * 300, authors=("Firstname Lastname",) * 400, abstract="长" * 20000), EN)
    ).text
    assert shown.splitlines()[2].endswith("X…")
    assert shown.splitlines()[3] == "Authors: " + ", ".join(["Firstname Lastname"] * 10) + " + 390"
    assert shown.endswith("长…")
    assert len(shown) > 3900


def test_field_case_link_punctuation(make: Make, judge: Judge) -> None:
    """b11: a link ends where its entity ends, whatever follows it."""
    paper = make(url="https://arxiv.org/abs/2401.00001", code_url="https://github.com/example/repo")
    assert judge(cards.paper(paper, ZH)).those("TextUrl") == ["arxiv.org/abs/2401.00001", "代码"]


def test_all_links_of_a_merged_paper(
    make: Make, judge: Judge, rows: Callable[[Card], list[list[str]]]
) -> None:
    """b53: page, arXiv, DOI, PDF and code are all there, none twice."""
    paper = make(
        url="https://a.org/x",
        arxiv_id="2401.00001",
        doi="10.1145/3292500.3330701",
        pdf_url="https://arxiv.org/pdf/2401.00001",
        code_url="https://github.com/example/repo",
        venue="ICML 2025",
        year=2025,
    )
    shown = judge(cards.paper(paper, EN, username="PaperBot"))
    assert shown.text.splitlines()[-1] == "ICML 2025 · arXiv · DOI · PDF · Code · Share"
    only = cards.paper(make(arxiv_id="hep-th/9711200"), EN)
    assert judge(only).those("TextUrl") == ["arxiv.org/abs/hep-th/9711200"]
    assert rows(only)[0][0] == "Open"


def test_no_link_from_a_script(make: Make, judge: Judge, rows: Callable[[Card], list[list[str]]]) -> None:
    """An address that is none of the web is left out with its label and its button."""
    card = cards.paper(make(url="javascript:alert(1)", image_url="data:image/png;base64,x"), EN)
    assert "javascript" not in judge(card).text
    assert rows(card) == [["Find it", "Save", "BibTeX", "Related"]]
    assert card.preview is not None
    assert card.preview.is_disabled is True


def test_a_paper_without_a_link_can_be_looked_for(make: Make) -> None:
    """The first button then searches arXiv for the title, whatever stands in it."""
    card = cards.paper(make(title='Q&A: 100% of "x"?', url=None), EN)
    assert card.keyboard is not None
    assert card.keyboard.inline_keyboard[0][0].url == (
        "https://arxiv.org/search/?searchtype=title&query=Q%26A%3A+100%25+of+%22x%22%3F"
    )


def test_a_picture_stands_above_the_text(make: Make) -> None:
    """By link preview, large: a photo's caption would hold only 1,024 characters."""
    preview = cards.paper(make(image_url="https://a.org/core.png"), ZH).preview
    assert preview is not None
    assert (preview.url, preview.prefer_large_media, preview.show_above_text) == (
        "https://a.org/core.png",
        True,
        True,
    )


def test_names_in_the_script_of_the_chat(make: Make, judge: Judge) -> None:
    """Where both spellings are known, Chinese chats read Han characters; the stars follow the person."""
    paper = make(
        authors=("Bing Su", "Zhao Yang"),
        authors_zh=("苏冰", "杨钊"),
        equal_contribution=("Zhao Yang",),
        corresponding=("Bing Su",),
    )
    assert judge(cards.paper(paper, ZH)).text.splitlines()[3:] == ["作者：苏冰，杨钊*", "通讯作者：苏冰"]
    assert judge(cards.paper(paper, EN)).text.splitlines()[3:] == [
        "Authors: Bing Su, Zhao Yang*",
        "Corresponding author: Bing Su",
    ]


@pytest.mark.parametrize(
    ("given", "digest"),
    [({"number": 1}, True), ({"category": "Poster"}, True), ({"number": 0}, True), ({}, False)],
)
def test_auto_follows_the_source(make: Make, judge: Judge, given: dict[str, Any], digest: bool) -> None:
    """A number or a category speaks for the digest, else the institute's layout is taken."""
    assert (not judge(cards.paper(make(**given), ZH)).text.startswith("论文介绍")) is digest


def test_daily_says_when_and_why(make: Make, judge: Judge) -> None:
    """Heading with the date, the reason below it, then the same card."""
    why = ("topic", "生成模型 <b>")
    shown = judge(cards.daily(make(), ZH, layout="auto", why=why, date=date(2026, 12, 1))).text
    assert shown.startswith(
        "今日论文 · 12月1日 周二\n入选理由：这里订阅了主题“生成模型 <b>”。\n\n论文介绍\n\n"
    )


@pytest.mark.parametrize("t", [ZH, EN])
@pytest.mark.parametrize(
    "kind", ["topic", "keyword", "author", "venue", "featured", "votes", "newest", "new kind"]
)
def test_every_reason_is_a_sentence(judge: Judge, make: Make, t: texts.Texts, kind: str) -> None:
    """Each kind of the ledger is explained, also one that this version does not know."""
    card = cards.daily(make(), t, layout="auto", why=(kind, "x"), date=date(2026, 12, 1))
    assert judge(card).text.splitlines()[1].endswith(("。", "."))


def test_the_way_back_stands_last(make: Make, rows: Callable[[Card], list[list[str]]]) -> None:
    """« leads to the list that the card was opened from."""
    card = cards.paper(make(), EN, back=buttons.Turn(12, 3))
    assert card.keyboard is not None
    assert card.keyboard.inline_keyboard[-1][0].callback_data == "t1:12:3"
    assert rows(card)[-1] == ["« Back"]
