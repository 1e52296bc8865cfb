"""The call log: what the bot asked and what it was answered. The token is in none of it."""

from collections import deque
from collections.abc import Iterator
from itertools import takewhile

from playground.clock import Clock, written
from playground.hub import Bell, Hub
from playground.wire import Json, Params, decoded, encoded

_KEPT = 10_000
_NOTHING = b'{"ok":true,"result":[]}'


class Call:
    """One call as it came and was answered; put into words when somebody reads the log."""

    __slots__ = ("answer", "at", "method", "number", "params", "status", "took")

    def __init__(
        self, number: int, method: str, params: Params, status: int, answer: bytes, at: float, took: float
    ) -> None:
        self.number = number
        self.method = method
        self.params = params.kept()
        self.status = status
        self.answer = answer
        self.at = at
        self.took = took

    def shown(self) -> Json:
        """The call as the log tells it; an answer that is no JSON stands there as text."""
        answer = decoded(self.answer) if self.answer.startswith(b"{") else self.answer.decode()
        return self._head() | {"answer": answer}

    def written(self) -> bytes:
        """The same as JSON; the answer stands in it as it was sent."""
        if not self.answer.startswith(b"{"):
            return encoded(self.shown())
        return encoded(self._head())[:-1] + b',"answer":' + self.answer + b"}"

    def _head(self) -> Json:
        return {
            "n": self.number, "id": self.number, "method": self.method, "params": self.params.shown(),
            "status": self.status, "at": written(self.at), "ms": round(self.took, 1),
        }  # fmt: skip


class CallLog:
    """The last calls, numbered from 1."""

    def __init__(self, clock: Clock, hub: Hub) -> None:
        self.last = 0
        self.bell = Bell()
        self._clock = clock
        self._hub = hub
        self._kept: deque[Call] = deque(maxlen=_KEPT)

    def note(self, method: str, params: Params, status: int, answer: bytes, milliseconds: float) -> None:
        """Keep a call; a poll that brought nothing is not worth keeping."""
        if answer == _NOTHING and method == "getUpdates":
            return
        self.last += 1
        call = Call(self.last, method, params, status, answer, self._clock.now(), milliseconds)
        self._kept.append(call)
        self.bell.ring()
        self._hub.tell("call", call.shown, call.written)

    def since(self, number: int, method: str = "") -> list[Json]:
        """The kept calls after `number`, of one method when named (in any case)."""
        named = method.lower()
        found = [one.shown() for one in self._after(number) if not named or one.method.lower() == named]
        found.reverse()
        return found

    def _after(self, number: int) -> Iterator[Call]:
        """The kept calls after `number`, newest first."""
        return takewhile(lambda call: call.number > number, reversed(self._kept))
