"""The bot's start and end: what is opened before the first update, and closed after the last."""

from __future__ import annotations

from contextlib import AsyncExitStack

import structlog
from telegram.error import TelegramError

from bot.clock import PlaygroundClock, WallClock
from bot.config import Config, WrongSetting
from bot.pulse import Pulse
from data import imports, places, pushes, tidying
from data.store import Store
from handlers import menus
from handlers.context import App, Clock, Context, Services

log = structlog.get_logger("papergram")


class Life:
    """One run of the bot."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._pulse = Pulse()
        self._opened = AsyncExitStack()

    async def open(self, app: App) -> None:
        """Open the store, fill it where it is new, and see what the last run left."""
        config = self._config
        store = await Store.open(config.db)
        self._opened.push_async_callback(store.close)
        clock = self._clock()
        app.bot_data.services = Services(
            store=store, clock=clock, owners=config.owners, language=config.language, zone=config.timezone,
            hour=config.push_time,
        )  # fmt: skip
        now = await clock.now()
        await imports.load_catalogue(store, now)
        async with store.write() as db:
            left = await pushes.interrupted(db, now)
        for row in left:
            log.error("push uncertain: cut off before its answer", place=row.place, date=str(row.date))
        if config.health_port:
            await self._serve(store, config.health_port)
        await _tell(app, store)

    async def close(self, _: App) -> None:
        """Close what was opened. An open store keeps the process alive: its threads wait for work."""
        await self._opened.aclose()

    async def publish(self, context: Context) -> None:
        """Tell Telegram the command menus. Runs as a job: nine calls that no start should wait for."""
        try:
            await menus.publish(context.bot, context.bot_data.commands, self._config.language)
        except TelegramError as error:  # a menu is a convenience
            log.warning("command menus not set", reason=str(error))

    async def beat(self, _: Context) -> None:
        """The schedule ticks. Runs as a job."""
        self._pulse.beat()

    def _clock(self) -> Clock:
        if not self._config.clock_url:
            return WallClock()
        clock = PlaygroundClock(self._config.clock_url)
        self._opened.push_async_callback(clock.close)
        return clock

    async def _serve(self, store: Store, port: int) -> None:
        from bot import health  # noqa: PLC0415  # a quarter of a second of aiohttp, for those who ask for it

        try:
            runner = await health.serve(store, self._pulse, port)
        except OSError as error:
            raise WrongSetting(
                f"PAPERGRAM_HEALTH_PORT {port} cannot be used: {error.strerror}; name another port"
            ) from error
        self._opened.push_async_callback(runner.cleanup)


async def tidy(context: Context) -> None:
    """Forget what is kept for a time only. Runs as a job."""
    now = await context.now()
    async with context.store.write() as db:
        await tidying.by_age(db, now)


async def _tell(app: App, store: Store) -> None:
    count, due = await places.count(store.reader)
    me = app.bot.bot
    log.info(
        "ready", bot=me.username, places=count, pushes=due, store=str(store.path),
        privacy_mode="off" if me.can_read_all_group_messages else "on",
    )  # fmt: skip
