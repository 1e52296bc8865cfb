"""The command menus: who sees which commands, made from the registry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.ext import ExtBot

from handlers.command import ADMINS, PRIVATE, Command
from handlers.replies import texts

LANGUAGES = ((None, "en"), ("zh", "zh"), ("en", "en"))  # Telegram's language code, ours


def visible(commands: Iterable[Command], *, private: bool, admin: bool) -> list[Command]:
    """The commands of a menu: in private everyone's and one's own, in a group everyone's and its admins'."""
    return [
        command
        for command in commands
        if (command.audience != PRIVATE or private) and (command.audience != ADMINS or admin or private)
    ]


async def publish(bot: ExtBot[Any], commands: Iterable[Command], language: str | None = None) -> None:
    """Set every menu: three scopes, each for speakers of Chinese, of English, and of anything else.

    `language`, the operator's, speaks to those whose language is neither.
    """
    scopes: tuple[tuple[BotCommandScope, bool, bool], ...] = (
        (BotCommandScopeAllPrivateChats(), True, True),
        (BotCommandScopeAllGroupChats(), False, False),
        (BotCommandScopeAllChatAdministrators(), False, True),
    )
    for scope, private, admin in scopes:
        for code, ours in LANGUAGES:
            t = texts.of(ours if code or not language else language)
            menu = [BotCommand(c.name, t(c.key)) for c in visible(commands, private=private, admin=admin)]
            await bot.set_my_commands(menu, scope=scope, language_code=code)
