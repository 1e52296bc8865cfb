"""What a person wants to follow, understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import wishes
from data.wishes import Wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("difusion models", Wish("topic", "diffusion", "Diffusion and flow models")),
        ("topic:diffusion", Wish("topic", "diffusion", "Diffusion and flow models")),
        ("author:苏冰", Wish("author", "苏 冰", "苏冰")),
        ("作者：苏冰", Wish("author", "苏 冰", "苏冰")),
        ("venue:ICML", Wish("venue", "icml", "ICML")),
        ("protein folding", Wish("keyword", "protein folding", "protein folding")),
        ("-survey", Wish("without", "survey", "survey")),
        ("topic:xyzzy", Wish("keyword", "xyzzy", "xyzzy")),
    ],
)
def test_what_is_wanted(text: str, wish: Wish) -> None:
    """Topics fuzzily, authors and venues by their label, words as they are, a minus as not wanted."""
    assert wishes.understand(text) == wish


@pytest.mark.parametrize("text", ["", "  ", "the", "的", "author:", "topic:", "!?", "🔥", "\u200b"])
def test_what_says_nothing_is_no_wish(text: str) -> None:
    """Stop words, lone labels and symbols are asked back."""
    assert wishes.understand(text) is None


@given(st.text(max_size=120))
def test_any_text_is_understood_or_not(text: str) -> None:
    """Never an exception; a wish always has a value to look for."""
    wish = wishes.understand(text)
    assert wish is None or wish.value
