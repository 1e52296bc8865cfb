"""The bot's mail: updates wait until it acknowledges them by asking for later ones, or a webhook takes them.

The rules are getUpdates' own: `offset` acknowledges, a negative one counts from the end, the list of
allowed kinds is remembered and holds for what comes later, and of two polls the older ends with a 409. What
nobody fetches in time is forgotten: a message after a day by the room's clock, a pressed button after 150
seconds, an inline query after 30 (the times of Telegram's own server).
"""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from playground.clock import Clock
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
HOOKED = "Conflict: terminated by setWebhook request"
_DAY = 86_400.0
_LIVES = {"inline_query": 30.0, "chosen_inline_result": 600.0, "callback_query": 150.0,
          "shipping_query": 150.0, "pre_checkout_query": 150.0}  # fmt: skip
_AHEAD = 10
_MOST = 100_000
"""Updates that wait at most; what comes beyond that is lost."""


@dataclass(frozen=True, slots=True, eq=False)
class Mail:
    """An update that waits: until when (the clock's `elapsed`), and the line in which it keeps its order."""

    number: int
    update: Json
    until: float
    line: str


class Mailbox:
    """Updates in order, the kinds that the bot wants, and the poll that waits for them."""

    def __init__(self, activity: Activity, clock: Clock) -> None:
        self.allowed: frozenset[str] = DEFAULT
        self.polled = False
        self.polling = 0
        self.bell = Bell()
        self._activity = activity
        self._clock = clock
        self._waiting: deque[Mail] = deque()
        self._next_id = 1
        self._soonest = 0.0
        self._poll = 0
        self._reason = CONFLICT

    def __len__(self) -> int:
        self._forget_old()
        return len(self._waiting)

    def put(self, kind: str, thing: Json) -> bool:
        """Queue an update unless the bot does not want its kind; whether it was queued."""
        if kind not in self.allowed or len(self) >= _MOST:
            return False
        until = self._clock.elapsed() + _LIVES.get(kind, _DAY)
        self._soonest = min(self._soonest, until) if self._waiting else until
        update: Json = {"update_id": self._next_id, kind: thing}
        self._waiting.append(Mail(self._next_id, update, until, _line(kind, thing, self._next_id)))
        self._next_id += 1
        self._activity.stir()
        self.bell.ring()
        return True

    def allow(self, kinds: list[str]) -> None:
        """Remember the kinds that the bot wants; none that is known means the default set."""
        known = frozenset(kind.lower() for kind in kinds) & frozenset(KINDS)
        self.allowed = known or DEFAULT

    def drop(self) -> None:
        """Forget everything that waits."""
        self._waiting.clear()
        self._activity.stir()

    def first(self, most: int) -> list[Mail]:
        """Of the oldest `most` updates the first of each line: those that a webhook may be given now."""
        self._forget_old()
        heads: dict[str, Mail] = {}
        for mail in _start(self._waiting, most):
            heads.setdefault(mail.line, mail)
        return list(heads.values())

    def taken(self, mail: Mail) -> None:
        """A webhook took this update, or gave it up."""
        if mail in self._waiting:
            self._waiting.remove(mail)
        self._activity.stir()

    def interrupt(self) -> None:
        """End a poll that waits: a webhook was set."""
        self._end_poll(HOOKED)

    async def poll(self, offset: int, limit: int, timeout: float) -> list[Json]:  # noqa: ASYNC109 - the API's own word
        """The next updates, at once or as soon as one comes within `timeout` real seconds."""
        mine = self._end_poll(CONFLICT)
        self.polled = True
        self._acknowledge(offset)
        self.polling += 1
        self._activity.bell.ring()
        try:
            await self._wait(mine, time.monotonic() + timeout)
        finally:
            self.polling -= 1
            self._activity.bell.ring()
        found = [mail.update for mail in _start(self._waiting, limit)]
        if found:
            self._activity.stir()
        return found

    def _end_poll(self, reason: str) -> int:
        self._poll += 1
        self._reason = reason
        self.bell.ring()
        return self._poll

    async def _wait(self, mine: int, deadline: float) -> None:
        """Until an update waits or time is up. Raises the 409 when something has ended this poll."""
        while not len(self) and time.monotonic() < deadline:
            await self.bell.heard(deadline - time.monotonic())
            if mine != self._poll:
                raise Refusal(409, self._reason)

    def _acknowledge(self, offset: int) -> None:
        before = len(self)
        if offset > self._next_id + _AHEAD:
            return  # such an offset is none: the queue's beginning is served
        if offset < 0:
            while len(self._waiting) > -offset:
                self._waiting.popleft()
        while offset > 0 and self._waiting and self._waiting[0].number < offset:
            self._waiting.popleft()
        if len(self._waiting) < before:
            self._activity.stir()

    def _forget_old(self) -> None:
        now = self._clock.elapsed()
        if not self._waiting or now < self._soonest:
            return
        self._waiting = deque(mail for mail in self._waiting if mail.until > now)
        self._soonest = min((mail.until for mail in self._waiting), default=0.0)
        self._activity.stir()


def _start(waiting: deque[Mail], most: int) -> Iterator[Mail]:
    for _, mail in zip(range(most), waiting, strict=False):
        yield mail


def _line(kind: str, thing: Json, number: int) -> str:
    """Who waits for whom: updates of one chat, or of one person's queries, reach a webhook in order."""
    chat = thing.get("chat")
    if isinstance(chat, dict):
        return str(chat.get("id"))
    who = thing.get("from") or thing.get("user")
    return f"{kind} {who.get('id')}" if isinstance(who, dict) else f"{kind} {number}"
