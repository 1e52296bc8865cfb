"""The room's clock: it starts at wall time and runs; tests fix it and move it.

Two questions are asked of it. `now` is the date that messages carry. `elapsed` is how much time has
passed for limits: real time, plus every forward move, so that a moved clock also ends a flood pause and a
fixed clock does not make one last for ever.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime

_LAST = datetime(9999, 1, 1, tzinfo=UTC).timestamp()


class Clock:
    """A clock that runs from the wall's time until somebody sets, fixes or advances it."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._fixed_at: float | None = None
        self._jumps = 0.0
        self.zone: str | None = None
        """The IANA zone in which the page shows the time at first; None: the browser's."""
        self.watchers: list[Callable[[], None]] = []
        """Told each time somebody sets, fixes or releases the hands."""

    @property
    def fixed(self) -> bool:
        """Whether the clock stands still."""
        return self._fixed_at is not None

    def now(self) -> float:
        """Seconds since 1970 in the room."""
        return self._fixed_at if self._fixed_at is not None else time.time() + self._offset

    def elapsed(self) -> float:
        """Seconds that count for limits: only differences mean something, and it never goes back."""
        return time.monotonic() + self._jumps

    def iso(self) -> str:
        """The room's time as ISO 8601 in UTC."""
        return written(self.now())

    def set(self, moment: float) -> None:
        """Move the hands to `moment` (seconds since 1970); a fixed clock stays fixed there.

        Raises ValueError for what is no date of the years 1970 to 9998.
        """
        if not 0 <= moment < _LAST:
            raise ValueError("the clock shows dates of the years 1970 to 9998")
        self._jumps += max(0.0, moment - self.now())
        self._offset = moment - time.time()
        if self._fixed_at is not None:
            self._fixed_at = moment
        self._told()

    def advance(self, seconds: float) -> None:
        """Move the hands by `seconds`, forward or back."""
        self.set(self.now() + seconds)

    def fix(self) -> None:
        """Stop the clock where it stands."""
        self._fixed_at = self.now()
        self._told()

    def run(self) -> None:
        """Let a fixed clock run on from where it stands."""
        if self._fixed_at is not None:
            self._offset = self._fixed_at - time.time()
            self._fixed_at = None
        self._told()

    def _told(self) -> None:
        for watcher in self.watchers:
            watcher()


def written(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def moment(text: str) -> float:
    """Seconds since 1970 of an ISO 8601 time; a time without offset is UTC. Raises ValueError."""
    parsed = datetime.fromisoformat(text)
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()
