"""How fast the bot may speak: one pace for everything it sends, answers first.

Telegram's own limits are about 30 messages a second in all, 20 a minute to one group, and one a second in one
chat with short bursts (Bots FAQ). What is not an answer keeps below them: 25 a second in all, one a second a
chat, 20 a minute a group. Answers go first: they count, so that the rest makes room for them, but wait for
nothing save a pause and the limit in all. After a 429 nothing at all is sent until its pause has ended.

python-telegram-bot's own limiter repeats a send by itself, and lets other calls through a pause as soon as
any call ends; both would break what delivery promises.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog
from telegram.error import RetryAfter, TelegramError
from telegram.ext import BaseRateLimiter

from bot.wire import pause

Call = Callable[..., Coroutine[Any, Any, Any]]
Seconds = Callable[[], float]

PUSHES_A_SECOND = 25
ALL_A_SECOND = 29
GROUP_A_MINUTE = 20
SECOND, MINUTE = 1.0, 60.0
LEFT_FOR_ANSWERS = 2  # of a group's twenty
LONGEST_REST = 60.0
MARGIN = 0.05  # seconds: Telegram's window and ours do not begin together
PUSH = "push"  # rate_limit_args of a send that has had its turn
ONCE = "once"  # rate_limit_args of an answer that is not worth a pause

log = structlog.get_logger("papergram.pace")


class NotMade(TelegramError):
    """A call given up before it was made: Telegram asked for a pause, and it may not wait so long."""


@dataclass
class _Sent:
    """When something was sent: the last instants, oldest first, of the last minute."""

    times: deque[float] = field(default_factory=deque)

    def add(self, now: float) -> None:
        self.times.append(now)
        while self.times and self.times[0] < now - MINUTE - SECOND:
            self.times.popleft()

    def wait(self, most: int, span: float, now: float) -> float:
        """Seconds until one more fits into `most` in any `span` seconds."""
        return self.times[-most] + span - now if len(self.times) >= most else 0.0


class Pace:
    """Says when a send may go. `seconds` is a clock that only runs forward."""

    def __init__(self, seconds: Seconds | None = None) -> None:
        self._seconds = seconds or (lambda: asyncio.get_running_loop().time())
        self._all = _Sent()
        self._chats: dict[int, _Sent] = {}
        self._held_until = 0.0
        self._rest_until = 0.0
        self._rests = 0
        self._stopped = asyncio.Event()

    @property
    def stopped(self) -> bool:
        """Whether the process is ending: nothing new begins."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """The process is ending: turns are had no more, and answers wait for no pause."""
        self._stopped.set()

    async def idle(self, seconds: float) -> bool:
        """Let so many seconds pass; False, and at once, when the process is ending."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)
        return not self.stopped

    def hold(self, seconds: float) -> None:
        """Telegram asked for a pause: nothing is sent until it has ended."""
        self._held_until = max(self._held_until, self._seconds() + seconds + MARGIN)

    def rest(self) -> float:
        """Telegram could not be reached: pushes wait, longer each time in a row. The seconds are returned.

        What fails during a rest was under way when it began: it is the same trouble, and counts no more.
        """
        now = self._seconds()
        if now >= self._rest_until:
            self._rest_until = now + min(LONGEST_REST, 2.0**self._rests)
            self._rests += 1
        return self._rest_until - now

    def well(self) -> None:
        """A send was answered: the next rest is short again."""
        self._rests = 0

    async def turn(self, chat: int) -> bool:
        """Wait until something that is no answer may go to the chat. False when the process is ending."""
        while not self.stopped:
            seconds = self.wait(chat)
            if seconds <= 0:
                self._count(chat)
                return True
            await self.idle(seconds)
        return False

    async def answer(self, chat: int | None, *, patient: bool = True) -> None:
        """Wait until an answer may go. `chat` is None for calls that send nothing.

        Raises NotMade in a pause of Telegram's when the process is ending, or where it is not `patient`.
        """
        while (wait := self._answer_wait(chat)) > 0:
            pause_left = self._held_until - self._seconds()
            if pause_left > 0 and (self.stopped or not patient):
                raise NotMade(
                    f"not sent: telegram asked for a pause, {pause_left:.0f} seconds of it are left"
                )
            # At the end only the limit in all is left to wait for: parts of a second.
            await (asyncio.sleep(wait) if self.stopped else self.idle(wait))
        if chat is not None:
            self._count(chat)

    def wait(self, chat: int) -> float:
        """Seconds until something that is no answer may go to the chat; not above 0 when it may go now."""
        now = self._seconds()
        waits = [self._held_until - now, self._rest_until - now, self._all.wait(PUSHES_A_SECOND, SECOND, now)]
        if sent := self._chats.get(chat):
            waits.append(sent.wait(1, SECOND + MARGIN, now))
            if chat < 0:
                waits.append(sent.wait(GROUP_A_MINUTE - LEFT_FOR_ANSWERS, MINUTE + MARGIN, now))
        return max(waits)

    def _answer_wait(self, chat: int | None) -> float:
        now = self._seconds()
        pause = self._held_until - now
        return pause if chat is None else max(pause, self._all.wait(ALL_A_SECOND, SECOND, now))

    def _count(self, chat: int) -> None:
        now = self._seconds()
        self._all.add(now)
        self._chats.setdefault(chat, _Sent()).add(now)
        if len(self._chats) > 1000:  # noqa: PLR2004  # now and then forget who was not written to lately
            self._chats = {c: s for c, s in self._chats.items() if s.times[-1] > now - MINUTE - SECOND}


class Limiter(BaseRateLimiter[str]):
    """Sends everything of the bot's at one pace, and begins the pause when Telegram asks for one."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def process_request(
        self,
        callback: Call,
        args: Any,  # noqa: ANN401  # the library's own shape
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: str | None,
    ) -> Any:  # noqa: ANN401
        """Make one call of the bot's in its turn; an answer is tried once more after a short pause."""
        if rate_limit_args == PUSH:
            return await self._try(callback, args, kwargs)
        await self.pace.answer(_chat(endpoint, data), patient=rate_limit_args != ONCE)
        try:
            return await self._try(callback, args, kwargs)
        except RetryAfter as error:
            if rate_limit_args == ONCE or pause(error) > LONGEST_REST:
                raise
        await self.pace.answer(_chat(endpoint, data))
        return await self._try(callback, args, kwargs)

    async def _try(self, callback: Call, args: Any, kwargs: dict[str, Any]) -> Any:  # noqa: ANN401
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as error:
            self.pace.hold(pause(error))
            log.warning("telegram asks for a pause", seconds=pause(error))
            raise


def _chat(endpoint: str, data: dict[str, Any]) -> int | None:
    """The chat of a call that counts as a message, else None: looking and deleting are not counted."""
    if not endpoint.lower().startswith(("send", "copy", "forward", "edit")):
        return None
    chat = data.get("chat_id")
    return chat if isinstance(chat, int) else 0
