"""The application, put together: read it from top to bottom and you know what runs."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from zoneinfo import ZoneInfo

from telegram import LinkPreviewOptions
from telegram.ext import Application, ContextTypes, Defaults, JobQueue

from bot import config as settings
from bot import errors, outbox, push
from bot.config import Config
from bot.life import Life, tidy
from bot.pace import Limiter, Pace
from bot.wire import Line, Wire
from handlers import families
from handlers.context import App, Context, Desk

EACH = timedelta(seconds=60)
EACH_BY_PLAYGROUND = timedelta(seconds=1)  # its clock may be moved over an hour at any moment
OUTBOX_EACH = timedelta(seconds=2)
BEAT_EACH = timedelta(seconds=10)
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
    pace, line, life = Pace(), Line(), Life(config)
    near = config.api_url is not None and settings.is_loopback(config.api_url)
    builder = Application.builder().token(settings.token(config))
    if config.api_url:
        builder = builder.base_url(f"{config.api_url}/bot").base_file_url(f"{config.api_url}/file/bot")
    app: App = (
        builder.request(Wire(loopback=near, line=line))  # type: ignore[assignment]
        .get_updates_request(Wire(connections=2, loopback=near, line=line))
        .rate_limiter(Limiter(pace))
        .job_queue(Schedule(pace))
        .defaults(_defaults())
        .context_types(ContextTypes(context=Context, bot_data=Desk))
        .post_init(life.open)
        .post_shutdown(life.close)
        .build()
    )
    families.register(app)
    app.add_error_handler(errors.caught)
    _schedule(app, life, by_playground=config.clock_url is not None)
    return app


def _defaults() -> Defaults:
    return Defaults(
        parse_mode="HTML",
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        allow_sending_without_reply=True,
        tzinfo=ZoneInfo("UTC"),
    )


def _schedule(app: App, life: Life, *, by_playground: bool) -> None:
    jobs = app.job_queue
    assert jobs is not None
    each = EACH_BY_PLAYGROUND if by_playground else EACH
    jobs.run_repeating(push.tick, each, first=1, name="push", job_kwargs=JOB)
    jobs.run_repeating(outbox.empty, OUTBOX_EACH, first=1, name="outbox", job_kwargs=JOB)
    jobs.run_once(life.publish, 0, name="menus", job_kwargs=JOB)
    jobs.run_repeating(life.beat, BEAT_EACH, first=1, name="pulse", job_kwargs=JOB)
    jobs.run_repeating(tidy, TIDY_EACH, first=timedelta(minutes=5), name="tidy", job_kwargs=JOB)
