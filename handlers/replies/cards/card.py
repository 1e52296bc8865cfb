"""The card itself, its rows of buttons, and the plainest cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions

from handlers.replies.buttons import Button
from handlers.replies.cards.markup import LIMIT, bold, clip, escape, line, tidy, units, visible

Key = InlineKeyboardButton  # shorter, and ours to say what it means
WIDEST_LABEL = 60


@dataclass(frozen=True)
class Card:
    """A reply: Telegram HTML of less than 4096 units after parsing, its buttons, and its picture."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    preview: LinkPreviewOptions | None = None


def press(label: str, button: Button) -> Key:
    """A button that comes back to the bot."""
    return Key(_label(label), callback_data=button.pack())


def visit(label: str, url: str) -> Key:
    """A button that opens a `safe_url` or a link of Telegram's own."""
    return Key(_label(label), url=url)


def keyboard(*rows: Sequence[Key]) -> InlineKeyboardMarkup | None:
    """The rows that hold a button, or None when no row does."""
    kept = [list(row) for row in rows if row]
    return InlineKeyboardMarkup(kept) if kept else None


def text(sentence: str) -> Card:
    """One plain sentence, whatever it holds."""
    return Card(escape(clip(tidy(sentence), LIMIT)))


def listing(
    heading: str, lines: Sequence[str], *, foot: str = "", rows: Sequence[Sequence[Key]] = ()
) -> Card:
    """A heading and plain lines below it; lines beyond the limit give way to an ellipsis."""
    top, bottom = bold(clip(line(heading), 200)), escape(clip(tidy(foot), 600))
    room = LIMIT - units(visible(top + bottom)) - 8
    kept: list[str] = []
    for entry in lines:
        shown = escape(clip(tidy(entry), 400))
        room -= units(visible(shown)) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(shown)
    return Card("\n\n".join(part for part in (top, "\n".join(kept), bottom) if part), keyboard(*rows))


def _label(label: str) -> str:
    return clip(line(label), WIDEST_LABEL) or "…"
