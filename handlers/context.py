"""What every handler is handed: the typed context and the services behind it, filled once by `bot/app.py`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from telegram.ext import Application, CallbackContext, ExtBot, JobQueue

from data.store import Store
from handlers.command import Command


class Clock(Protocol):
    """The time that the bot lives by: the wall's, or that of a playground."""

    async def now(self) -> datetime:
        """The present instant, aware, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The store, the clock and what the operator set. `language` is None where people's own decides."""

    store: Store
    clock: Clock
    owners: frozenset[int] = frozenset()
    language: str | None = None
    zone: str = "Asia/Shanghai"
    hour: str = "09:00"


class Desk:
    """The application's `bot_data`: the registry of commands, the services once the start has opened them."""

    def __init__(self) -> None:
        self.commands: tuple[Command, ...] = ()
        self.services: Services | None = None
        self.admins: dict[int, tuple[datetime, frozenset[int]]] = {}
        self.seen: datetime | None = None  # the schedule's last look at the clock


class Context(CallbackContext[ExtBot[Any], dict[Any, Any], dict[Any, Any], Desk]):
    """A handler's context; services are its properties."""

    @property
    def services(self) -> Services:
        """All services at once."""
        services = self.bot_data.services
        assert services is not None, "the application was not started by its post_init"
        return services

    @property
    def store(self) -> Store:
        """The paper store."""
        return self.services.store

    async def now(self) -> datetime:
        """The present instant by the bot's clock."""
        return await self.services.clock.now()


App = Application[ExtBot[Any], Context, dict[Any, Any], dict[Any, Any], Desk, JobQueue[Context]]
