"""Flood limits, as the Bots FAQ tells them.

About 30 messages a second in all, 20 a minute to one group, 1 a second in one chat with short bursts.
Beyond that a 429 says how long to wait; who goes on sending meanwhile is refused again, and waits longer.

Edits share the limits of their chat with messages, and opening a forum topic counts as one; answers to
pressed buttons have no limit (Telegram's developer in tdlib/td#2592 and tdlib/telegram-bot-api#648).
Deletions, pins, questions and edits of inline messages are not counted: nothing is known of them.
"""

import math
from collections import defaultdict, deque

from playground.clock import Clock
from playground.wire import Refusal

ALL_A_SECOND = 30
GROUP_A_MINUTE = 20
BURST = 5
"""Messages that one chat takes at once before one a second holds."""
LONGEST = 300


class _Window:
    """At most `most` messages in any `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: deque[float] = deque()

    def wait(self, now: float, messages: int = 1) -> float:
        """Seconds until so many more fit (at most those that ever fit); 0 when they fit now."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        over = len(self.times) + messages - self.most
        return (
            self.times[min(over, len(self.times)) - 1] + self.seconds - now
            if over > 0 and self.times
            else 0.0
        )


class Flood:
    """Counts what the bot sends, refuses what is too much. Switched off it only lets pass."""

    def __init__(self, clock: Clock) -> None:
        self.on = True
        self._clock = clock
        self._all = _Window(ALL_A_SECOND, 1.0)
        self._groups: dict[int, _Window] = defaultdict(lambda: _Window(GROUP_A_MINUTE, 60.0))
        self._chats: dict[int, _Window] = defaultdict(lambda: _Window(BURST, float(BURST)))
        self._paused: dict[int, float] = {}

    def pass_or_refuse(self, chat: int, messages: int = 1) -> None:
        """Count messages that go to a chat at once. Raises a 429 Refusal when they are too much.

        An album is a burst of one, but each of its messages counts against the limits in all and in groups.
        """
        if not self.on:
            return
        now = self._clock.elapsed()
        until = self._paused.get(chat, 0.0)
        if now < until:
            self._refuse(chat, now, min(until - now + 1, LONGEST))
        windows = [(self._all, messages), (self._chats[chat], 1)]
        if chat < 0:
            windows.append((self._groups[chat], messages))
        wait = max(window.wait(now, many) for window, many in windows)
        if wait > 0:
            self._refuse(chat, now, wait)
        for window, many in windows:
            window.times.extend([now] * many)

    def pauses(self) -> dict[int, float]:
        """The chats that are paused now, and the seconds that are left of each pause."""
        now = self._clock.elapsed()
        return {chat: until - now for chat, until in self._paused.items() if until > now and self.on}

    def forgive(self) -> None:
        """Forget what was sent and every pause."""
        self._all.times.clear()
        self._groups.clear()
        self._chats.clear()
        self._paused.clear()

    def _refuse(self, chat: int, now: float, wait: float) -> None:
        seconds = math.ceil(wait)
        self._paused[chat] = now + seconds
        text = f"Too Many Requests: retry after {seconds}"
        raise Refusal(429, text, {"retry_after": seconds})
