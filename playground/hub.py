"""What happens is told: a numbered stream of events for windows and for those who wait.

Nothing in the playground sleeps to wait for something: it listens to a `Bell`. What an event tells is put
into words only when a window reads it, once for all windows: a room without windows spends nothing on them.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from itertools import takewhile

from playground.wire import Json, encoded

_KEPT = 5000


class Bell:
    """Wakes everybody who waits, each time it rings."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._awaited = False

    def ring(self) -> None:
        """Wake all who wait now."""
        if self._awaited:
            self._event.set()
            self._event = asyncio.Event()
            self._awaited = False

    async def heard(self, seconds: float) -> bool:
        """True when it rang within `seconds` of real time."""
        self._awaited = True
        try:
            await asyncio.wait_for(self._event.wait(), max(0.0, seconds))
        except TimeoutError:
            return False
        return True


class Event:
    """One thing that happened: its number, kind and JSON, which may be made when it is first asked for."""

    __slots__ = ("_data", "_line", "_written", "kind", "number")

    def __init__(
        self,
        number: int,
        kind: str,
        data: Json | Callable[[], Json],
        written: Callable[[], bytes] | None = None,
    ) -> None:
        self.number = number
        self.kind = kind
        self._data = data
        self._line = b""
        self._written = written

    @property
    def data(self) -> Json:
        """What it tells."""
        if not isinstance(self._data, dict):
            self._data = self._data()
        return self._data

    @property
    def line(self) -> bytes:
        """The event as server-sent events write it."""
        if not self._line:
            head = f"id: {self.number}\nevent: {self.kind}\ndata: "
            body = self._written() if self._written else encoded(self.data)
            self._line = head.encode() + body + b"\n\n"
        return self._line


class Hub:
    """The stream of events; the last few thousand stay for windows that come back."""

    def __init__(self) -> None:
        self.number = 0
        self.bell = Bell()
        self._kept: deque[Event] = deque(maxlen=_KEPT)

    def tell(
        self, kind: str, data: Json | Callable[[], Json], written: Callable[[], bytes] | None = None
    ) -> int:
        """Number and keep an event, and wake the listeners; its number back.

        A function as `data` is asked when somebody reads the event, so what it says is never older than then.
        `written` gives the same as JSON, where that costs less than to write it anew.
        """
        self.number += 1
        self._kept.append(Event(self.number, kind, data, written))
        self.bell.ring()
        return self.number

    def since(self, number: int) -> list[Event] | None:
        """The events after `number`, or None when some of them are no longer kept."""
        if number > self.number or (self._kept and number < self._kept[0].number - 1):
            return None
        new = list(takewhile(lambda event: event.number > number, reversed(self._kept)))
        new.reverse()
        return new


class Activity:
    """Is the bot at work? Counts its calls under way and remembers when it last stirred."""

    def __init__(self) -> None:
        self.bell = Bell()
        self.under_way = 0
        self._stirred = time.monotonic()

    def begin(self) -> None:
        """A call of the bot begins."""
        self.under_way += 1
        self.stir()

    def end(self) -> None:
        """A call of the bot is answered."""
        self.under_way -= 1
        self.stir()

    def stir(self) -> None:
        """The bot did something."""
        self._stirred = time.monotonic()
        self.bell.ring()

    def still_for(self) -> float:
        """Real seconds since the bot last stirred; 0 while a call is under way."""
        return 0.0 if self.under_way else time.monotonic() - self._stirred
