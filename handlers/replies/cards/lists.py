"""Answers that list things: results with their pages, what to try when there are none, topics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from data.models import Found, Paper, Topic
from handlers.replies import buttons
from handlers.replies.cards import layouts
from handlers.replies.cards.card import Card, Key, keyboard, press, text
from handlers.replies.cards.markup import LIMIT, bold, clip, code, escape, italic, line, units, visible
from handlers.replies.texts import Texts

ROW = 5
TOPICS_A_PAGE = 10
MOST_SUGGESTIONS = 5
MOST_BRIDGES = 4
LONGEST_ASKED = 100


def results(found: Found, t: Texts, *, asked: str, search: int, page: int, size: int = 5) -> Card:
    """One page (from 0) of an answer: numbered papers, a button for each, and the way to other pages.

    `asked` is what the list is about; `search` the remembered search that the buttons refer to.
    """
    head = [bold(t("results.heading", asked=_echo(asked), count=found.total)), *_how(found, t)]
    room = (LIMIT - units(visible("\n".join(head)))) // max(len(found.papers), 1) - 2
    first = found.offset + 1
    entries = [_entry(number, paper, t, room) for number, paper in enumerate(found.papers, first)]
    opens = [
        press(str(number), buttons.Open(search, page, paper.key))
        for number, paper in enumerate(found.papers, first)
    ]
    rows = [opens[start : start + ROW] for start in range(0, len(opens), ROW)]
    turns = _pages(page, -(-found.total // size), lambda number: buttons.Turn(search, number))
    return Card("\n\n".join(["\n".join(head), *entries]), keyboard(*rows, turns))


def nothing(found: Found, t: Texts, *, asked: str, search: int) -> Card:
    """Nothing was found: what emptied the answer, suggestions to tap, and what else to try."""
    offers = [clip(line(offer), LONGEST_ASKED) for offer in found.suggestions[:MOST_SUGGESTIONS]]
    parts = [t("results.nothing", asked=_echo(asked))]
    if found.emptied_by:
        parts.append(t("results.emptied_by", filter=_echo(found.emptied_by)))
    parts.append(t("results.did_you_mean") if offers else t("results.hint"))
    rows = [[press(offer, buttons.Suggest(search, number))] for number, offer in enumerate(offers)]
    return Card("\n".join(escape(part) for part in parts), keyboard(*rows))


def how_to_search(t: Texts) -> Card:
    """/search without words: what can be typed, by examples that a tap copies."""
    return Card("\n".join([bold(t("how.heading")), *_examples(t), "", escape(t("how.more"))]))


def unknown_paper(t: Texts, asked: str) -> Card:
    """No paper goes by this id, link or key; where nothing was named, how to name one."""
    return text(t("paper.unknown", asked=_echo(asked)) if line(asked) else t("paper.how"))


def topics(topics: Sequence[tuple[Topic, int]], t: Texts, *, page: int) -> Card:
    """A page (from 0) of topics with their numbers of papers, each a button that lists them."""
    if not topics:
        return text(t("topics.none"))
    pages = -(-len(topics) // TOPICS_A_PAGE)
    page = min(max(page, 0), pages - 1)
    shown = topics[page * TOPICS_A_PAGE : (page + 1) * TOPICS_A_PAGE]
    keys = [press(f"{name(topic, t)} · {count}", buttons.Browse(topic.key)) for topic, count in shown]
    rows = [keys[start : start + 2] for start in range(0, len(keys), 2)]
    words = f"{bold(t('topics.heading'))}\n{escape(t('topics.how'))}"
    return Card(words, keyboard(*rows, _pages(page, pages, buttons.Topics)))


def name(topic: Topic, t: Texts) -> str:
    """A topic in the chat's language."""
    return topic.zh if t.language == "zh" else topic.en


def _how(found: Found, t: Texts) -> list[str]:
    """How the answer came about: met in part only, a mended spelling, glossary bridges."""
    lines = [italic(t("results.corrected", query=_echo(found.corrected)))] if found.corrected else []
    if found.loose:
        lines.append(italic(t("results.loose")))
    pairs = [f"{_echo(asked)} → {_echo(met)}" for asked, met in found.by[:MOST_BRIDGES]]
    return [*lines, italic(t("results.bridge", pairs=" · ".join(pairs)))] if pairs else lines


def _entry(number: int, paper: Paper, t: Texts, room: int) -> str:
    """Number and title, the paper's own title where that is another, then who, where and what."""
    side = max(room // 3 - 4, 20)
    lines = [f"{number}. {bold(layouts.headline(paper, t, side))}"]
    own = layouts.title(paper, side)
    if layouts.headline(paper, t) != layouts.title(paper):
        lines.append(escape(own))
    kind = f"{layouts.category(paper)} {layouts.FIRE}" if paper.featured else layouts.category(paper)
    facts = [layouts.names(paper, t, most=3), layouts.venue(paper), kind]
    about = clip(" · ".join(fact for fact in facts if fact), side)
    return "\n".join([*lines, escape(about)] if about else lines)


def _pages(page: int, pages: int, button: Callable[[int], buttons.Button]) -> list[Key]:
    """‹ 2/7 › where there is more than one page; at an end its arrow is left out."""
    if pages < 2:  # noqa: PLR2004 - one page needs no turning
        return []
    back = [press("‹", button(page - 1))] if page > 0 else []
    on = [press("›", button(page + 1))] if page + 1 < pages else []
    return [*back, press(f"{page + 1}/{pages}", buttons.Nothing()), *on]


def _examples(t: Texts) -> list[str]:
    keys = ("words", "both", "author", "venue", "phrase", "topic")
    return [f"{code(t(f'how.{key}'))}  {escape(t(f'how.{key}_means'))}" for key in keys]


def _echo(text: str | None) -> str:
    return clip(line(text or ""), LONGEST_ASKED)
