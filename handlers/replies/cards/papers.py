"""The card of one paper: after /paper, /search, /daily and in the daily push."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from telegram import InlineKeyboardMarkup, LinkPreviewOptions
from telegram.helpers import create_deep_linked_url

from data.models import Paper
from handlers.replies import bibtex as entries
from handlers.replies import buttons
from handlers.replies.cards import layouts
from handlers.replies.cards.card import Card, Key, keyboard, press, text, visit
from handlers.replies.cards.layouts import Field, Layout
from handlers.replies.cards.markup import (
    LIMIT,
    block,
    bold,
    clip,
    escape,
    folded,
    italic,
    line,
    link,
    plain,
    rich,
    safe_url,
    units,
    visible,
)
from handlers.replies.cards.moments import day
from handlers.replies.texts import Texts

NO_PICTURE = LinkPreviewOptions(is_disabled=True)
SHORTEST_SUMMARY = 80  # units; with less room left it is not begun


def paper(
    paper: Paper,
    t: Texts,
    *,
    layout: str = "auto",
    back: buttons.Turn | None = None,
    note: str = "",
    heading: str = "",
    username: str = "",
) -> Card:
    """The paper in the layout `digest`, `institute` or `auto`.

    `heading` and `note` are plain lines above it, `back` adds the way to the list it was opened from, and
    with the bot's `username` the card carries a link to itself that survives forwarding.
    """
    head = [bold(clip(line(heading), 200))] if line(heading) else []
    head += [italic(clip(line(note), 300))] if line(note) else []
    parts = ["\n".join(head)] if head else []
    foot = _foot(paper, t, username)
    spent = units(visible("\n\n".join([*parts, foot])))
    parts += _body(paper, t, layouts.chosen(paper, layout), LIMIT - spent - 4)
    return Card("\n\n".join([*parts, foot] if foot else parts), _keys(paper, t, back), _picture(paper))


def daily(
    featured: Paper,
    t: Texts,
    *,
    layout: str,
    why: tuple[str, str],
    date: date,
    username: str = "",
) -> Card:
    """The featured paper of a day, with the reason for it: what the push sends and /daily shows."""
    heading = t("daily.heading", date=day(date, t))
    return paper(featured, t, layout=layout, heading=heading, note=reason(why, t), username=username)


def reason(why: tuple[str, str], t: Texts) -> str:
    """Why a paper was chosen, in a sentence; `why` is (kind, value) of the ledger."""
    kind, value = why[0], clip(line(why[1]), 80)
    key = f"why.{kind}"
    return t(key, value=value) if value and t.has(key) else t("why.newest")


def nothing_today(t: Texts) -> Card:
    """There is no paper to feature."""
    return text(t("daily.nothing"))


def bibtex(paper: Paper, t: Texts) -> Card:
    """The paper's BibTeX entry, to copy with a tap."""
    return Card(f"{bold(t('bibtex.heading'))}\n{block(clip(entries.entry(paper), LIMIT - 100))}")


def _body(paper: Paper, t: Texts, layout: Layout, room: int) -> list[str]:
    """The paragraphs of a layout in at most `room` units: the summary takes what the others leave."""
    fields = list(layout.fields)
    spot = next(number for number, field in enumerate(fields) if field.value is None)
    above, below = (_lines(paper, t, part) for part in (fields[:spot], fields[spot + 1 :]))
    others = [bold(layout.headline(paper, t)), above, below]
    spent = units(visible("\n\n".join(others))) + 2
    about = _summary(paper, t, fields[spot], room - spent)
    return [part for part in (*others[:2], about, below) if part]


def _lines(paper: Paper, t: Texts, fields: Sequence[Field]) -> str:
    """The fields that have a value, one a line behind its label."""
    values = ((field.label, field.value(paper, t) if field.value else "") for field in fields)
    return "\n".join(escape(t(label)) + value for label, value in values if value)


def _summary(paper: Paper, t: Texts, field: Field, room: int) -> str:
    content, label = layouts.summary(paper, t), t(field.label)
    room -= units(label) + 1
    if not content or room < SHORTEST_SUMMARY:
        return ""
    shown = rich(content, room)
    if len(plain(content)) > layouts.LONG_SUMMARY:
        return f"{escape(label.rstrip())}\n{folded(shown)}"
    return escape(label.rstrip() + "\n" if "\n" in content else label) + shown


def _foot(paper: Paper, t: Texts, username: str) -> str:
    """Venue and further links in one line: "ICML 2025 · arXiv · PDF · Code"."""
    more = (
        (layouts.arxiv(paper), "card.arxiv"),
        (layouts.doi(paper), "card.doi"),
        (safe_url(paper.pdf_url), "card.pdf"),
        (safe_url(paper.code_url), "card.code"),
        (create_deep_linked_url(username, f"p_{paper.key}") if username else None, "card.share"),
    )
    seen = {layouts.main_link(paper)}
    parts = [escape(layouts.venue(paper))] if layouts.venue(paper) else []
    for url, label in more:
        if url and url not in seen:
            seen.add(url)
            parts.append(link(url, t(label)))
    return " · ".join(parts)


def _keys(paper: Paper, t: Texts, back: buttons.Turn | None) -> InlineKeyboardMarkup | None:
    url = layouts.main_link(paper)
    row: list[Key] = [
        visit(t("button.link"), url) if url else visit(t("button.find"), layouts.find_link(paper))
    ]
    row.append(press(t("button.save"), buttons.Save(paper.key)))
    row.append(press(t("button.bibtex"), buttons.Bibtex(paper.key)))
    row.append(press(t("button.related"), buttons.Related(paper.key)))
    return keyboard(row, [press(t("button.back"), back)] if back else [])


def _picture(paper: Paper) -> LinkPreviewOptions:
    url = safe_url(paper.image_url)
    if url is None:
        return NO_PICTURE
    return LinkPreviewOptions(url=url, prefer_large_media=True, show_above_text=True)
