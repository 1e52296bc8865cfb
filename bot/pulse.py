"""The schedule's pulse: when it last ticked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Pulse:
    """When the schedule last ticked, by a clock that only runs forward."""

    beaten_at: float = field(default_factory=time.monotonic)

    def beat(self) -> None:
        """The schedule ticked."""
        self.beaten_at = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the last tick."""
        return time.monotonic() - self.beaten_at
