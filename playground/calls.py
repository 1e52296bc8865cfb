"""The call log: what the bot asked and what it was answered. The token is in none of it."""

from collections import deque

from playground.clock import Clock
from playground.hub import Bell, Hub
from playground.wire import Json

_KEPT = 10_000


class CallLog:
    """The last calls, numbered from 1."""

    def __init__(self, clock: Clock, hub: Hub) -> None:
        self.last = 0
        self.bell = Bell()
        self._clock = clock
        self._hub = hub
        self._kept: deque[Json] = deque(maxlen=_KEPT)

    def note(self, method: str, params: Json, status: int, answer: object, milliseconds: float) -> None:
        """Keep a call; a poll that brought nothing is not worth keeping."""
        if method == "getUpdates" and isinstance(answer, dict) and answer.get("result") == []:
            return
        self.last += 1
        call: Json = {
            "n": self.last,
            "id": self.last, "method": method, "params": params, "status": status, "answer": answer,
            "at": self._clock.iso(), "ms": round(milliseconds, 1),
        }  # fmt: skip
        self._kept.append(call)
        self.bell.ring()
        self._hub.tell("call", call)

    def since(self, number: int, method: str = "") -> list[Json]:
        """The kept calls after `number`, of one method when named (in any case)."""
        return [call for call in self._kept if _after(call, number) and _is(call, method)]


def _after(call: Json, number: int) -> bool:
    n = call["n"]
    return isinstance(n, int) and n > number


def _is(call: Json, method: str) -> bool:
    return not method or str(call["method"]).lower() == method.lower()
