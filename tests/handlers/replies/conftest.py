"""Telegram's own parser as judge of every card: tdjson, offline."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
import tdjson

from data.models import Paper
from handlers.replies import buttons
from handlers.replies.cards import Card


@dataclass(frozen=True)
class Shown:
    """What Telegram would show: plain text and the kinds of its entities with their pieces of text."""

    text: str
    entities: list[tuple[str, str]]

    def those(self, kind: str) -> list[str]:
        """The pieces of text of one kind of entity."""
        return [piece for name, piece in self.entities if name == kind]


def parsed(markup: str) -> Shown:
    """Parse as the Bot API server does; a refusal fails the test."""
    question = {
        "@type": "parseTextEntities",
        "text": markup,
        "parse_mode": {"@type": "textParseModeHTML"},
    }
    answer: dict[str, Any] = json.loads(tdjson.td_execute(json.dumps(question).encode()))
    assert answer["@type"] == "formattedText", f"{answer} for {markup[:500]}"
    wide = answer["text"].encode("utf-16-le")
    return Shown(
        answer["text"],
        [
            (
                entity["type"]["@type"].removeprefix("textEntityType"),
                wide[entity["offset"] * 2 : (entity["offset"] + entity["length"]) * 2].decode("utf-16-le"),
            )
            for entity in answer["entities"]
        ],
    )


def judged(card: Card) -> Shown:
    """What the card shows, after all of Telegram's limits were held against it."""
    shown = parsed(card.text)
    assert shown.text.strip()
    assert len(shown.text.encode("utf-16-le")) // 2 <= 4096
    assert len(shown.entities) <= 100
    assert len(card.text) <= 30000
    rows = card.keyboard.inline_keyboard if card.keyboard else ()
    assert all(1 <= len(row) <= 8 for row in rows)
    assert sum(len(row) for row in rows) <= 100
    for button in (button for row in rows for button in row):
        assert button.text.strip()
        if button.url:
            assert button.url.startswith(("https://", "http://"))
        else:
            assert isinstance(button.callback_data, str)
            assert 1 <= len(button.callback_data.encode()) <= 64
            assert buttons.unpack(button.callback_data).pack() == button.callback_data
    return shown


@pytest.fixture(scope="session", autouse=True)
def quiet() -> None:
    """Keep TDLib from writing its log."""
    question = {"@type": "setLogVerbosityLevel", "new_verbosity_level": 0}
    tdjson.td_execute(json.dumps(question).encode())


@pytest.fixture(scope="session")
def judge() -> Callable[[Card], Shown]:
    """Hold a card against Telegram's limits and read it."""
    return judged


@pytest.fixture(scope="session")
def parse() -> Callable[[str], Shown]:
    """Read HTML as Telegram does."""
    return parsed


@pytest.fixture(scope="session")
def make() -> Callable[..., Paper]:
    """A stored paper of the given fields."""

    def paper(**given: Any) -> Paper:
        fields: dict[str, Any] = {
            "title": "Generalization Analysis for Controllable Learning",
            "id": "pg-0123456789",
            "row": 4520,
            "source": "article",
            "added_at": datetime(2026, 12, 1, tzinfo=UTC),
        }
        return Paper(**{**fields, **given})

    return paper


def labels(card: Card) -> list[list[str]]:
    """The texts of a card's buttons, row by row."""
    return [[button.text for button in row] for row in card.keyboard.inline_keyboard] if card.keyboard else []


@pytest.fixture(scope="session")
def rows() -> Callable[[Card], list[list[str]]]:
    """Read the texts of a card's buttons."""
    return labels
