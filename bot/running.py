"""The bot's run in the foreground: connect, open, poll, and end in order at the first stop signal.

python-telegram-bot's `run_polling` raises SystemExit at each signal, wherever the loop is at that moment; a
second one, or one during the start, leaves the store open, and its threads keep the process for ever. Here a
signal only sets an event.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from telegram import Update
from telegram.error import InvalidToken, NetworkError, RetryAfter, TelegramError

from bot import app as assembly
from bot import config as settings
from bot import delivery, logs
from bot.config import Config, WrongSetting
from bot.wire import pause
from handlers.context import App

# Only what a family handles: less is sent, and no update piles up unread.
UPDATES = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
POLL = timedelta(seconds=30)
LONGEST_WAIT = 30.0  # seconds between tries to reach Telegram


def run(config: Config) -> None:
    """Run until told to stop. Raises PapergramError for what keeps the bot from starting."""
    settings.token(config)  # the reason without the logs' noise
    logs.set_up(config.log_level, config.log_format, settings.secrets_of(config))
    try:
        asyncio.run(live(config))
    except InvalidToken:
        raise WrongSetting("Telegram refuses PAPERGRAM_TOKEN: take it again from @BotFather") from None


async def live(config: Config) -> None:
    """Live from the first call to the last; a stop is obeyed at each step."""
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C cancels us there
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    app = assembly.build(config)
    assert app.post_init is not None
    assert app.post_shutdown is not None
    try:
        if await _unless(stop, _connect(app)):
            await app.post_init(app)
            if await _unless(stop, _listen(app, config)):
                await app.start()
                await stop.wait()
    finally:
        await _end(app)
        await app.post_shutdown(app)


async def _unless(stop: asyncio.Event, step: Coroutine[Any, Any, None]) -> bool:
    """Do a step that may wait for the network; False when the stop came first, and the step was given up."""
    doing, stopping = asyncio.create_task(step), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if not doing.done():
            doing.cancel()
            await asyncio.wait({doing})
    if doing.cancelled():
        return False
    doing.result()
    return not stop.is_set()


async def _connect(app: App) -> None:
    """Ask Telegram who we are until it answers; `bot/wire.py` tells that it does not."""
    wait = 1.0
    while True:
        try:
            return await app.initialize()
        except RetryAfter as error:
            await asyncio.sleep(pause(error))
        except NetworkError:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _listen(app: App, config: Config) -> None:
    """Begin to take updates: by polling, or by webhook where one is set."""
    assert app.updater is not None

    def failed(error: TelegramError) -> None:
        app.create_task(app.process_error(update=None, error=error))

    if not config.webhook_url:
        await app.updater.start_polling(
            timeout=POLL, allowed_updates=UPDATES, bootstrap_retries=-1, error_callback=failed
        )
        return
    host, _, port = config.listen.rpartition(":")
    await app.updater.start_webhook(
        listen=host.strip("[]"), port=int(port), url_path=settings.webhook_path(config),
        webhook_url=config.webhook_url, secret_token=settings.webhook_secret(config),
        allowed_updates=UPDATES, bootstrap_retries=-1,
    )  # fmt: skip


async def _end(app: App) -> None:
    """Take no more updates, finish those under way, let posts finish, close the connections."""
    assert app.updater is not None
    delivery.pace(app.bot).stop()  # first: an answer that sits out a pause would hold up all the rest
    if app.updater.running:
        await app.updater.stop()
    if app.running:
        await app.stop()
    await app.shutdown()
