"""`papergram run`: the bot against the real Telegram, until it is told to stop."""

from __future__ import annotations

from telegram.error import InvalidToken

from bot import app, logs
from bot import config as settings
from bot.config import Config, WrongSetting


def run(config: Config) -> None:
    """Run in the foreground. Raises PapergramError for what keeps it from starting."""
    settings.token(config)  # the reason without the logs' noise
    logs.set_up(config.log_level, config.log_format, settings.secrets_of(config))
    try:
        app.run(config)
    except InvalidToken:
        raise WrongSetting("Telegram refuses PAPERGRAM_TOKEN: take the token again from @BotFather") from None
