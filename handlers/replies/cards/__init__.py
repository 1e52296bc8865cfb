"""What the bot shows: pure functions from models to a `Card`. Telegram's HTML is made here and nowhere else.

Handlers use this package as one module: `cards.paper(...)`, `cards.results(...)`.
"""

from handlers.replies.cards.card import Card, listing, text
from handlers.replies.cards.following import (
    already_subscribed,
    choose_scope,
    no_subscriptions,
    subscribed,
    subscriptions,
    unsubscribed,
)
from handlers.replies.cards.greetings import forget, forgotten, help, privacy, start, welcome  # noqa: A004
from handlers.replies.cards.lists import how_to_search, nothing, results, topics, unknown_paper
from handlers.replies.cards.moments import day, moment
from handlers.replies.cards.papers import bibtex, daily, nothing_today, paper
from handlers.replies.cards.preferences import (
    ask_zone,
    bad_hour,
    bad_zone,
    setting_changed,
    settings,
)

__all__ = [
    "Card",
    "already_subscribed",
    "ask_zone",
    "bad_hour",
    "bad_zone",
    "bibtex",
    "choose_scope",
    "daily",
    "day",
    "forget",
    "forgotten",
    "help",
    "how_to_search",
    "listing",
    "moment",
    "no_subscriptions",
    "nothing",
    "nothing_today",
    "paper",
    "privacy",
    "results",
    "setting_changed",
    "settings",
    "start",
    "subscribed",
    "subscriptions",
    "text",
    "topics",
    "unknown_paper",
    "unsubscribed",
    "welcome",
]
