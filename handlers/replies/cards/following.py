"""Subscriptions: whose they are to be, what was done, and the list with a tap to end each."""

from __future__ import annotations

from collections.abc import Sequence

from data.models import Subscription
from handlers.replies import buttons
from handlers.replies.cards.card import Card, keyboard, press, text, visit
from handlers.replies.cards.markup import bold, clip, escape, line
from handlers.replies.texts import Texts

MOST_SHOWN = 40
LONGEST_LABEL = 70


def choose_scope(t: Texts, *, label: str, search: int, me_link: str | None = None) -> Card:
    """Asked in a group: for this group or for me? `me_link` leads to the bot where it may not write yet.

    `search` is the remembered wish: its words would not fit a button.
    """
    here = press(t("button.for_group"), buttons.Follow("here", search))
    mine = t("button.for_me")
    me = visit(mine, me_link) if me_link else press(mine, buttons.Follow("me", search))
    return Card(escape(t("follow.choose", label=_short(label))), keyboard([here, me]))


def subscribed(t: Texts, *, label: str, kind: str, next_push: str | None = None) -> Card:
    """A new subscription; `next_push` is the next daily paper as text, None where pushes are off."""
    done = t("follow.done", what=_what(t, kind, label))
    after = t("follow.next", when=_short(next_push)) if next_push else t("follow.push_off")
    return Card(f"{escape(done)}\n{escape(after)}")


def already_subscribed(t: Texts, *, label: str, kind: str = "topic") -> Card:
    """The place follows this already."""
    return text(t("follow.already", what=_what(t, kind, label)))


def unsubscribed(t: Texts, *, label: str, kind: str = "topic") -> Card:
    """A subscription has ended."""
    return text(t("follow.ended", what=_what(t, kind, label)))


def no_subscriptions(t: Texts) -> Card:
    """The place follows nothing: how to begin."""
    return Card(escape(t("follow.none")), keyboard([press(t("button.topics"), buttons.Topics(0))]))


def subscriptions(subs: Sequence[Subscription], t: Texts, *, next_push: str | None = None) -> Card:
    """What the place follows; a tap on one ends it."""
    if not subs:
        return no_subscriptions(t)
    lines = [f"• {_what(t, sub.kind, sub.label)}" for sub in subs[:MOST_SHOWN]]
    if len(subs) > MOST_SHOWN:
        lines.append(t("follow.more", count=len(subs) - MOST_SHOWN))
    after = t("follow.next", when=_short(next_push)) if next_push else t("follow.push_off")
    keys = [press(f"✕ {clip(line(sub.label), 30)}", buttons.Drop(sub.id)) for sub in subs[:MOST_SHOWN]]
    rows = [keys[start : start + 2] for start in range(0, len(keys), 2)]
    body = escape("\n".join(lines))
    return Card(f"{bold(t('follow.heading'))}\n{body}\n\n{escape(after)}", keyboard(*rows))


def _what(t: Texts, kind: str, label: str) -> str:
    key = f"follow.{kind}"
    return t(key if t.has(key) else "follow.keyword", label=_short(label))


def _short(label: str) -> str:
    return clip(line(label), LONGEST_LABEL)
