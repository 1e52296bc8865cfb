"""All families, in the order in which Telegram's updates are offered to them."""

from __future__ import annotations

from handlers import (
    browse,
    daily,
    membership,
    paper,
    privacy,
    search,
    settings,
    stale,
    start,
    subscribe,
)
from handlers.context import App

# Order matters at the end: `start` also takes the commands that nobody knows, `stale` the presses.
FAMILIES = (membership, search, paper, daily, browse, subscribe, settings, privacy, start, stale)


# In the order in which people should read their commands.
LISTED = (search, daily, browse, subscribe, paper, settings, privacy, start)


def register(app: App) -> None:
    """Wire every family into the application, and tell it the commands of all of them."""
    app.bot_data.commands = tuple(command for family in LISTED for command in family.COMMANDS)
    for family in FAMILIES:
        family.register(app)
