"""What people type, understood: `query.parse`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.models import Query
from data.query import LONGEST, parse


def asked(text: str) -> dict[str, tuple[str | int, ...]]:
    """The parts of a query that are there, without its text."""
    query = parse(text)
    return {name: getattr(query, name) for name in Query.__slots__ if name != "text" and getattr(query, name)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("diffusion models", {"words": ("diffusion", "models")}),
        ("author:苏冰", {"authors": ("苏冰",)}),
        ("作者：苏冰", {"authors": ("苏冰",)}),
        ('author:"Bing Su" diffusion', {"authors": ("Bing Su",), "words": ("diffusion",)}),
        ("author: 苏冰", {"authors": ("苏冰",)}),
        ('author:"Su, Bing"', {"authors": ("Su, Bing",)}),
        ("VENUE:icml", {"venues": ("icml",)}),
        ("会议:ICML 年份:2025", {"venues": ("ICML",), "years": (2025,)}),
        ("year:2025年", {"years": (2025,)}),
        ("year:2023-2025", {"years": (2023, 2024, 2025)}),
        ("year:2024,2025", {"years": (2024, 2025)}),
        ("主题:强化学习 类型:Spotlight", {"topics": ("强化学习",), "categories": ("Spotlight",)}),
        ("type:spotlight,oral", {"categories": ("spotlight", "oral")}),
        ("has:code 有：摘要", {"has": ("code", "abstract")}),
        ('"chain of thought" llm', {"phrases": ("chain of thought",), "words": ("llm",)}),
        ("“思维 链”", {"phrases": ("思维 链",)}),
        ("「思维链」", {"phrases": ("思维链",)}),
        ('"never closed', {"phrases": ("never closed",)}),
        ("-protein diffusion", {"without": ("protein",), "words": ("diffusion",)}),
        ('diffusion -"language model"', {"words": ("diffusion",), "without": ("language model",)}),
        ("long-tailed", {"words": ("long-tailed",)}),
        ("title:x", {"words": ("title", "x")}),
        ("Position: Spectral GNNs", {"words": ("Position", "Spectral", "GNNs")}),
        ("year:soon", {"words": ("year", "soon")}),
        ("icml 2025 watermark", {"words": ("icml", "2025", "watermark")}),
        ("2025年 水印", {"words": ("2025", "水印")}),
        ("扩散，模型！", {"words": ("扩散", "模型")}),
        ("@PaperBot 扩散 模型", {"words": ("扩散", "模型")}),
        ("C++ (diffusion)", {"words": ("C++", "diffusion")}),
        ("S. Bing", {"words": ("S.", "Bing")}),
        ("https://arxiv.org/abs/2401.00001", {"words": ("https://arxiv.org/abs/2401.00001",)}),
    ],
)
def test_parts(text: str, expected: dict[str, tuple[str | int, ...]]) -> None:
    """Filters, phrases, words to leave out and words are told apart, in both languages."""
    assert asked(text) == expected


@pytest.mark.parametrize(
    "text", ["", " ", '"', "*", "(", ")", "^", "\u0000", "\\", "-x", "🔥", '""', "\u200b"]
)
def test_nothing_is_asked(text: str) -> None:
    """What holds no word and no filter is empty: the place for a hint (b39)."""
    assert parse(text).empty


@pytest.mark.parametrize(
    "text", ["NOT", "AND", "a OR", "NEAR(", "{a b}:c", "don't stop", "100%", "a_b", "GPT-4"]
)
def test_operators_are_words(text: str) -> None:
    """What other programs take for operators are words like any other (b39)."""
    assert not parse(text).empty


def test_text_is_what_was_typed() -> None:
    """The text is kept, but for what cannot be seen."""
    assert parse(" Na\u00efve\u200b  <b>k-NN</b>\x00 ").text == "Naïve <b>k-NN</b>"


@given(st.text())
def test_any_text_is_understood(text: str) -> None:
    """No text raises."""
    assert len(parse(text).text) <= LONGEST


@given(st.text(alphabet='author:yea作者年份：“”"「」-－ 2025x,', max_size=40))
def test_any_mix_of_signs_is_understood(text: str) -> None:
    """Filters and quotes in any disorder raise nothing, and years are years."""
    assert all(1900 <= year <= 2099 for year in parse(text).years)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-has:url", {"without": ("has:url",)}),
        ('-author:"Su Bing" x', {"without": ("authors:Su Bing",), "words": ("x",)}),
        ("-year:2024-2026", {"without": ("years:2024-2026",)}),
        ("-title:x", {"without": ("title x",)}),
        ("icml2025 ICML25", {"words": ("icml", "2025", "ICML")}),
        ("has:wings", {"has": ("wings",)}),
        ("有：翅膀", {"words": ("有", "翅膀")}),
    ],
)
def test_what_is_left_out_and_venues_with_years(
    text: str, expected: dict[str, tuple[str | int, ...]]
) -> None:
    """A filter to leave out keeps its field; a venue's year is a word; an unknown has: stays a filter."""
    assert asked(text) == expected


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2020-", 2020, 2099),
        (">2020", 2021, 2099),
        (">=2020", 2020, 2099),
        ("<2020", 1900, 2019),
        ("2020年以后", 2020, 2099),
    ],
)
def test_open_ranges_of_years(value: str, first: int, last: int) -> None:
    """All years since or until one."""
    assert parse(f"year:{value}").years == tuple(range(first, last + 1))
