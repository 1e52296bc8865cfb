"""Faults on demand: what can go wrong between a bot and Telegram, for chosen calls, a number of times.

Refusing kinds answer instead of the method. `slow` and `broken` do what was asked and then answer late or
not at all: exactly the case in which a bot must not send again.
"""

from dataclasses import dataclass, field

from playground.wire import Json, Params, Refusal

KINDS = ("429", "403", "400", "400-migrate", "5xx-json", "502-html", "slow", "broken")


@dataclass
class Fault:
    """One fault that waits for its calls. `match` names parameters and the values they must have."""

    id: int
    method: str
    kind: str
    times: int = 1
    match: dict[str, str] = field(default_factory=dict)
    retry_after: int = 5
    seconds: float = 5.0
    description: str = ""
    chat: int = 0

    def meets(self, method: str, params: Params) -> bool:
        """Whether it strikes this call. `*` means every method but getUpdates."""
        named = self.method.lower()
        if named != method.lower() and not (named == "*" and method.lower() != "getupdates"):
            return False
        return all(params.text(name) == value for name, value in self.match.items())

    def refusal(self) -> Refusal | None:
        """The refusal to answer with, or None for a kind that is no refusal."""
        match self.kind:
            case "429":
                text = f"Too Many Requests: retry after {self.retry_after}"
                return Refusal(429, self.description or text, {"retry_after": self.retry_after})
            case "403":
                return Refusal(403, self.description or "Forbidden: bot was blocked by the user")
            case "400":
                return Refusal(400, self.description or "Bad Request: chat not found")
            case "400-migrate":
                text = "Bad Request: group chat was upgraded to a supergroup chat"
                return Refusal(400, self.description or text, {"migrate_to_chat_id": self.chat})
            case "5xx-json":
                return Refusal(500, self.description or "Internal Server Error")
            case _:
                return None

    def shown(self) -> Json:
        """The fault as the control side tells it."""
        return {
            "id": self.id, "method": self.method, "kind": self.kind, "times": self.times,
            "match": self.match, "retry_after": self.retry_after, "seconds": self.seconds,
            "description": self.description, "chat": self.chat,
        }  # fmt: skip


class Faults:
    """The faults that wait, oldest first."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self._next = 1

    def add(self, fault: Fault) -> Fault:
        """Let a fault wait for its calls; it gets a number."""
        fault.id = self._next
        self._next += 1
        self.waiting.append(fault)
        return fault

    def strike(self, method: str, params: Params) -> Fault | None:
        """The fault that strikes this call, one time fewer to come; None when all is well."""
        for fault in self.waiting:
            if fault.meets(method, params):
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

    def remove(self, identity: int) -> bool:
        """Take one fault away; False when none of this number waits."""
        before = len(self.waiting)
        self.waiting = [fault for fault in self.waiting if fault.id != identity]
        return len(self.waiting) < before

    def clear(self) -> None:
        """No more faults."""
        self.waiting.clear()
