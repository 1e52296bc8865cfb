"""Deep links that carry words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.helpers import create_deep_linked_url

from handlers import links


@given(st.text(max_size=60))
def test_words_come_back(text: str) -> None:
    """A payload that fits Telegram's limit and alphabet gives its words back."""
    payload = links.wanting(text) if text else None
    if payload is not None:
        assert create_deep_linked_url("papergram_bot", payload).endswith(payload)
        assert links.wanted(payload) == text


@pytest.mark.parametrize("payload", ["", "want_", "want_1", "want_%%%", "sub_diffusion", "want_/w"])
def test_damaged_payloads_say_nothing(payload: str) -> None:
    """Forged payloads give no words, or none that mean anything."""
    assert not links.wanted(payload)
