"""The bot's mail: updates wait until it acknowledges them by asking for later ones.

The rules are getUpdates' own: `offset` acknowledges, a negative one counts from the end, the list of
allowed kinds is remembered and holds for what comes later, and of two polls the older ends with a 409.
"""

import time
from collections import deque

from playground.hub import Activity, Bell
from playground.wire import Json, Refusal

KINDS = (
    "message", "edited_message", "channel_post", "edited_channel_post", "business_connection",
    "business_message", "edited_business_message", "deleted_business_messages", "guest_message",
    "message_reaction", "message_reaction_count", "inline_query", "chosen_inline_result", "callback_query",
    "shipping_query", "pre_checkout_query", "purchased_paid_media", "poll", "poll_answer", "my_chat_member",
    "chat_member", "chat_join_request", "chat_boost", "removed_chat_boost", "managed_bot",
)  # fmt: skip
ASKED_FOR = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
DEFAULT = frozenset(KINDS) - ASKED_FOR

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


class Mailbox:
    """Updates in order, the kinds that the bot wants, and the poll that waits for them."""

    def __init__(self, activity: Activity) -> None:
        self.allowed: frozenset[str] = DEFAULT
        self.polled = False
        self.polling = 0
        self._activity = activity
        self._waiting: deque[Json] = deque()
        self._next_id = 1
        self._bell = Bell()
        self._poll = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, kind: str, thing: Json) -> bool:
        """Queue an update unless the bot does not want its kind; whether it was queued."""
        if kind not in self.allowed:
            return False
        self._waiting.append({"update_id": self._next_id, kind: thing})
        self._next_id += 1
        self._activity.stir()
        self._bell.ring()
        return True

    def allow(self, kinds: list[str]) -> None:
        """Remember the kinds that the bot wants; none named means the default set."""
        known = frozenset(kinds) & frozenset(KINDS)
        self.allowed = known or DEFAULT

    def drop(self) -> None:
        """Forget everything that waits."""
        self._waiting.clear()
        self._activity.stir()

    async def first(self) -> Json:
        """The oldest update, as soon as there is one; it waits on until it is taken."""
        while not self._waiting:
            await self._bell.heard(60.0)
        return self._waiting[0]

    def taken(self, update: Json) -> None:
        """A webhook took this update."""
        if self._waiting and self._waiting[0] is update:
            self._waiting.popleft()
        self._activity.stir()

    async def poll(self, offset: int, limit: int, timeout: float) -> list[Json]:  # noqa: ASYNC109 - the API's own word
        """The next updates, at once or as soon as one comes within `timeout` real seconds."""
        self._poll += 1
        mine = self._poll
        self._bell.ring()
        self.polled = True
        self._acknowledge(offset)
        self.polling += 1
        self._activity.bell.ring()
        try:
            await self._wait(mine, time.monotonic() + timeout)
        finally:
            self.polling -= 1
            self._activity.bell.ring()
        found = [update for update, _ in zip(self._waiting, range(limit), strict=False)]
        if found:
            self._activity.stir()
        return found

    async def _wait(self, mine: int, deadline: float) -> None:
        """Until an update waits or time is up. Raises the 409 when another poll has come."""
        while not self._waiting and time.monotonic() < deadline:
            await self._bell.heard(deadline - time.monotonic())
            if mine != self._poll:
                raise Refusal(409, CONFLICT)

    def _acknowledge(self, offset: int) -> None:
        before = len(self._waiting)
        self._forget(offset)
        if len(self._waiting) < before:
            self._activity.stir()

    def _forget(self, offset: int) -> None:
        if offset < 0:
            while len(self._waiting) > -offset:
                self._waiting.popleft()
            return
        while offset > 0 and self._waiting and _number(self._waiting[0]) < offset:
            self._waiting.popleft()


def _number(update: Json) -> int:
    number = update["update_id"]
    assert isinstance(number, int)
    return number
