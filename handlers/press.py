"""Button presses on their way to a handler: only data that our buttons write today gets through."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from telegram import Update
from telegram.ext import CallbackQueryHandler

from handlers.context import Context
from handlers.replies.buttons import Button, StaleButton

B = TypeVar("B", bound=Button)
Handler = Callable[[Update, Context], Coroutine[Any, Any, None]]


def on(kind: type[Button], callback: Handler) -> CallbackQueryHandler[Context, None]:
    """A handler for one kind of button. Old, forged and foreign data falls through to the last net."""

    def ours(data: object) -> bool:
        try:
            kind.unpack(str(data))
        except StaleButton:
            return False
        return True

    return CallbackQueryHandler(callback, pattern=ours)


def of(update: Update, kind: type[B]) -> B:
    """The pressed button; its data has been judged by `on`."""
    assert update.callback_query is not None
    return kind.unpack(str(update.callback_query.data))
