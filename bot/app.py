"""The application, put together: read it from top to bottom and you know what runs."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from telegram import LinkPreviewOptions, Update
from telegram.error import TelegramError
from telegram.ext import Application, ContextTypes, Defaults, JobQueue

from bot import config as settings
from bot import errors, outbox, push
from bot.clock import PlaygroundClock, WallClock
from bot.config import Config
from bot.pace import Limiter, Pace
from bot.wire import Wire
from data import imports, places, pushes, tidying
from data.store import Store
from handlers import families, menus
from handlers.context import App, Context, Desk, Services

log = structlog.get_logger("papergram")

# Only what a family handles: less is sent, and no update piles up unread.
UPDATES = (
    Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER,
)  # fmt: skip
EACH = timedelta(seconds=60)
EACH_BY_PLAYGROUND = timedelta(seconds=1)  # its clock may be moved over an hour at any moment
OUTBOX_EACH = timedelta(seconds=2)
TIDY_EACH = timedelta(hours=6)
LONGEST_STOP = 7.0  # seconds until a post under way is given up at the end
# Never missed for being late, never two at once.
JOB = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}


class Schedule(JobQueue[Context]):
    """The job queue, which at the end lets posts under way finish and begins no new ones."""

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self._pace = pace

    async def stop(self, wait: bool = True) -> None:
        """Stop within a few seconds; a post given up on stays `sending` and is told at the next start."""
        self._pace.stop()
        try:
            await asyncio.wait_for(super().stop(wait), LONGEST_STOP)
        except TimeoutError:
            await super().stop(wait=False)


def build(config: Config) -> App:
    """The application, ready to run. Raises WrongSetting where no token is set."""
    pace = Pace()
    near = config.api_url is not None and settings.is_loopback(config.api_url)
    builder = Application.builder().token(settings.token(config))
    if config.api_url:
        builder = builder.base_url(f"{config.api_url}/bot").base_file_url(f"{config.api_url}/file/bot")
    app: App = (
        builder.request(Wire(loopback=near))  # type: ignore[assignment]
        .get_updates_request(Wire(connections=2, loopback=near))
        .rate_limiter(Limiter(pace))
        .job_queue(Schedule(pace))
        .defaults(_defaults())
        .context_types(ContextTypes(context=Context, bot_data=Desk))
        .post_init(lambda app: _open(app, config))
        .post_shutdown(_close)
        .build()
    )
    families.register(app)
    app.add_error_handler(errors.caught)
    _schedule(app, config)
    return app


def run(config: Config) -> None:
    """Run until told to stop: by polling, or by webhook where one is set."""
    app = build(config)
    kept: dict[str, Any] = {"allowed_updates": list(UPDATES), "bootstrap_retries": -1}
    if not config.webhook_url:
        app.run_polling(timeout=timedelta(seconds=30), **kept)
        return
    host, _, port = config.listen.rpartition(":")
    app.run_webhook(
        listen=host.strip("[]"), port=int(port), url_path=settings.webhook_path(config),
        webhook_url=config.webhook_url, secret_token=settings.webhook_secret(config), **kept,
    )  # fmt: skip


def _defaults() -> Defaults:
    return Defaults(
        parse_mode="HTML",
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        allow_sending_without_reply=True,
        tzinfo=ZoneInfo("UTC"),
    )


def _schedule(app: App, config: Config) -> None:
    jobs = app.job_queue
    assert jobs is not None
    each = EACH_BY_PLAYGROUND if config.clock_url else EACH
    jobs.run_repeating(push.tick, each, first=1, name="push", job_kwargs=JOB)
    jobs.run_repeating(outbox.empty, OUTBOX_EACH, first=1, name="outbox", job_kwargs=JOB)
    jobs.run_repeating(_tidy, TIDY_EACH, first=timedelta(minutes=5), name="tidy", job_kwargs=JOB)


async def _open(app: App, config: Config) -> None:
    """Open the store, see what the last run left, tell Telegram the menus."""
    store = await Store.open(config.db)
    clock = PlaygroundClock(config.clock_url) if config.clock_url else WallClock()
    app.bot_data.services = Services(
        store=store, clock=clock, owners=config.owners, language=config.language, zone=config.timezone,
        hour=config.push_time,
    )  # fmt: skip
    now = await clock.now()
    await imports.load_catalogue(store, now)
    async with store.write() as db:
        left = await pushes.interrupted(db, now)
    for row in left:
        log.error("push uncertain: cut off between claim and answer", place=row.place, date=str(row.date))
    await _publish(app, config)
    count, due = await places.count(store.reader)
    me = app.bot
    log.info(
        "ready", bot=me.username, places=count, pushes=due, store=str(config.db),
        privacy_mode="off" if me.bot.can_read_all_group_messages else "on",
        inline="on" if me.bot.supports_inline_queries else "off",
    )  # fmt: skip


async def _publish(app: App, config: Config) -> None:
    try:
        await menus.publish(app.bot, app.bot_data.commands, config.language)
    except TelegramError as error:  # a menu is a convenience: no reason not to start
        log.warning("command menus not set", reason=str(error))


async def _tidy(context: Context) -> None:
    """Forget what is kept for a time only."""
    now = await context.now()
    async with context.store.write() as db:
        await tidying.by_age(db, now)


async def _close(app: App) -> None:
    services = app.bot_data.services
    if services is None:
        return
    await services.store.close()
    if isinstance(services.clock, PlaygroundClock):
        await services.clock.close()
