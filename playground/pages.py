"""Pages of a transcript: the ids of a chat's messages in order, of all of them and of each thread.

A window reads a long chat page by page. Looking through all its messages for each page would take longer
with everything that is said, so the ids are kept here; ids of deleted messages go when many are in the way.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol

from playground.wire import Json

EVERY = -1
"""Asked for as thread: the messages of all threads."""
_IN_THE_WAY = 500
"""Deleted messages that a page may have to step over before they are forgotten."""


class Placed(Protocol):
    """A message as far as its place matters: the thread it stands in, and what hangs on it."""

    thread: int | None
    markup: Json | None


class Pages:
    """The order of one chat's messages. It takes up new ones when it is asked."""

    def __init__(self) -> None:
        self._next = 1
        self._all: list[int] = []
        self._threads: dict[int | None, list[int]] = defaultdict(list)
        self._keyboards: list[int] = []

    def _forget(self) -> None:
        self._next = 1
        self._all.clear()
        self._threads.clear()
        self._keyboards.clear()

    def before(self, kept: Mapping[int, Placed], next_id: int, end: int, limit: int,
               thread: int | None = EVERY) -> list[int]:  # fmt: skip
        """Up to `limit` ids below `end`, newest first; of one thread unless it is EVERY (None: General)."""
        ids = self._of(kept, next_id, thread)
        return self._living(kept, (ids[at] for at in range(bisect_left(ids, end) - 1, -1, -1)), limit)

    def after(self, kept: Mapping[int, Placed], next_id: int, start: int, limit: int,
              thread: int | None = EVERY) -> list[int]:  # fmt: skip
        """Up to `limit` ids above `start`, oldest first."""
        ids = self._of(kept, next_id, thread)
        return self._living(kept, (ids[at] for at in range(bisect_right(ids, start), len(ids))), limit)

    def keyboards(self, kept: Mapping[int, Placed], next_id: int) -> list[int]:
        """The ids of messages that change the keyboard under the input line, newest first."""
        self._take_up(kept, next_id)
        return self._living(kept, reversed(self._keyboards), next_id)

    def _of(self, kept: Mapping[int, Placed], next_id: int, thread: int | None) -> list[int]:
        self._take_up(kept, next_id)
        return self._all if thread == EVERY else self._threads.get(thread, [])

    def _take_up(self, kept: Mapping[int, Placed], next_id: int) -> None:
        for identity in range(self._next, next_id):
            message = kept.get(identity)
            if message is None:
                continue
            self._all.append(identity)
            self._threads[message.thread].append(identity)
            if message.markup and "inline_keyboard" not in message.markup:
                self._keyboards.append(identity)
        self._next = next_id

    def _living(self, kept: Mapping[int, Placed], ids: Iterable[int], limit: int) -> list[int]:
        found: list[int] = []
        gone = 0
        for identity in ids:
            if len(found) == limit:
                break
            if identity in kept:
                found.append(identity)
            else:
                gone += 1
        if gone > _IN_THE_WAY:  # the next page starts anew, with the messages that are left
            self._forget()
        return found
