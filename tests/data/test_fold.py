"""Text made comparable: `fold`, `terms`, `joined`."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.fold import fold, joined, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Björn Ommer", "bjorn ommer"),
        ("Bjo\u0308rn", "bjorn"),
        ("Łukasz Kaiser", "lukasz kaiser"),
        ("VELIČKOVIĆ", "velickovic"),
        ("Nguyễn Thị Minh", "nguyen thi minh"),
        ("Søren Kierkegaard", "soren kierkegaard"),
        ("Straße", "strasse"),
        ("Đorđe", "dorde"),
        ("İstanbul", "istanbul"),
        ("Œuvre: Æsop", "oeuvre: aesop"),
    ],
)
def test_accents_fold(text: str, expected: str) -> None:
    """Accents and letters that Unicode does not take apart become plain letters."""
    assert fold(text) == expected


@pytest.mark.parametrize("dash", list("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d"))
def test_dashes_are_one(dash: str) -> None:
    """Every dash is the same dash."""
    assert fold(f"fine{dash}tuning") == "fine-tuning"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eﬃcient ﬁne", "efficient fine"),
        ("ＧＰＴ－４", "gpt-4"),
        ("\u3000fine-tuning\u3000", "fine-tuning"),
        ("a\n  b\tc", "a b c"),
        ("dif\u200bfu\u00adsion\ufeff", "diffusion"),
        ("a\x00b\ud800", "ab"),
    ],
)
def test_forms_fold(text: str, expected: str) -> None:
    """Ligatures, full-width letters, odd blanks and what cannot be seen make no difference."""
    assert fold(text) == expected


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("強化學習", "强化学习"),
        ("後門攻擊", "后门攻击"),
        ("係統", "系统"),
        ("系統級優化", "系统级优化"),
        ("蛋白質", "蛋白质"),
    ],
)
def test_traditional_is_simplified(traditional: str, simplified: str) -> None:
    """Traditional characters fold to the simplified ones, which stay."""
    assert (fold(traditional), fold(simplified)) == (simplified, simplified)


def test_a_character_folds_alike_everywhere() -> None:
    """A character of a title folds as it does alone, so that a part of the title finds it."""
    title = "乾燥環境下的後髮與發展"
    assert fold(title) == "".join(map(fold, title))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"$\epsilon$-Greedy", ["epsilon", "greedy"]),
        ("ε-greedy", ["epsilon", "greedy"]),
        (r"100% Na\"ive $k$-NN", ["100", "naive", "k", "nn"]),
        (r"50% of $x\%$ and more", ["50", "of", "x", "and", "more"]),
        (r"\'{E}cole \v{C}ech \L{}ukasz", ["ecole", "cech", "lukasz"]),
        (r"\emph{Deep} nets", ["deep", "nets"]),
        ("from $100 to $200", ["from", "100", "to", "200"]),
        (r"$\mathcal{O}(\sqrt{T})$ Regret", ["o", "t", "regret"]),
    ],
)
def test_latex_is_read(text: str, expected: list[str]) -> None:
    """Formulas and accents in LaTeX are read as what they show; a % never eats the rest (b09)."""
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("扩散模型", ["扩", "散", "模", "型"]),
        ("基于LLM的水印", ["基", "于", "llm", "的", "水", "印"]),
        ("GPT-4", ["gpt", "4"]),
        ("SE(3)-Transformer", ["se", "3", "transformer"]),
        ("C++ and C#, not C", ["c++", "and", "c#", "not", "c"]),
        ("don't O'Brien BERT's", ["dont", "obrien", "bert"]),
        ("a_b", ["a", "b"]),
        ("ガード", ["ガ", "ー", "ド"]),
        ("한국어 처리", ["한국어", "처리"]),
        ("!?🔥", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    """Latin words are whole, Han and kana single, signs part."""
    assert terms(text) == expected


def test_hyphened_words_are_also_joined() -> None:
    """A word with hyphens is also known as written together."""
    assert joined("Multi-lingual chain‐of‐thought for GPT-4") == ["multilingual", "chainofthought", "gpt4"]


@given(st.text())
def test_any_text_folds(text: str) -> None:
    """Folding never fails, and what it gives can be stored as UTF-8 and holds no control characters."""
    folded = fold(text)
    folded.encode()
    assert [c for c in folded if unicodedata.category(c) in ("Cc", "Cs")] == []


@given(st.text(alphabet="\\${}^_%\"'abO 0\n", max_size=300))
def test_any_latex_folds(text: str) -> None:
    """Broken LaTeX is read as far as it goes; every token has letters or digits, or is C++ or C#."""
    assert all(any(c.isalnum() for c in term) for term in terms(text))


@given(st.text())
def test_terms_of_folded_text_are_the_same(text: str) -> None:
    """Without LaTeX, raw and folded text give the same tokens."""
    plain = text.replace("$", "").replace("\\", "")
    assert terms(fold(plain)) == terms(plain)
