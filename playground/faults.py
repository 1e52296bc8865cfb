"""Faults on demand: what can go wrong between a bot and Telegram, for chosen calls, a number of times.

Refusing kinds answer instead of the method, and so do a proxy's pages; `broken-before` breaks the line
before anything is done. `slow` and `broken` do what was asked and then answer late or not at all: exactly
the case in which a bot must not send again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from playground.wire import Json, Params, Refusal, whole

KINDS = (
    "429", "403", "400", "400-migrate", "5xx-json", "5xx-html", "502-html", "slow", "broken", "broken-before",
)  # fmt: skip
PAGES = ("5xx-html", "502-html")
_REASONS = {
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
}  # fmt: skip


@dataclass
class Fault:
    """One fault that waits for its calls. `match` names parameters and the values they must have.

    A name with dots reaches into objects and lists: `reply_parameters.message_id`. `status` is the code of
    the 5xx kinds; 0 means the usual one, 500 of Telegram and 502 of a proxy.
    """

    id: int
    method: str
    kind: str
    times: int = 1
    match: dict[str, str] = field(default_factory=dict)
    retry_after: int = 5
    seconds: float = 5.0
    description: str = ""
    chat: int = 0
    status: int = 0

    def meets(self, method: str, params: Params, chat_named: Callable[[str], str] = str) -> bool:
        """Whether it strikes this call. `*` means every method but getUpdates.

        `chat_named` gives the id of an @username, so that a chat is met however the bot names it.
        """
        named = self.method.lower()
        if named != method.lower() and not (named == "*" and method.lower() != "getupdates"):
            return False
        return all(_is(params, name, value, chat_named) for name, value in self.match.items())

    @property
    def code(self) -> int:
        """The status of its answer where it is one of the 5xx kinds."""
        return self.status or (502 if self.kind in PAGES else 500)

    @property
    def page(self) -> str | None:
        """What a proxy before Telegram answers, or None for a kind that is no page."""
        if self.kind not in PAGES:
            return None
        title = f"{self.code} {_REASONS.get(self.code, 'Bad Gateway')}"
        return f"<html>\r\n<head><title>{title}</title></head>\r\n<body>{title}</body>\r\n</html>\r\n"

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
                return Refusal(
                    self.code, self.description or _REASONS.get(self.code, "Internal Server Error")
                )
            case _:
                return None

    def shown(self) -> Json:
        """The fault as the control side tells it."""
        return {
            "id": self.id, "method": self.method, "kind": self.kind, "times": self.times,
            "match": self.match, "retry_after": self.retry_after, "seconds": self.seconds,
            "description": self.description, "chat": self.chat, "status": self.status,
        }  # fmt: skip


def _is(params: Params, name: str, value: str, chat_named: Callable[[str], str]) -> bool:
    """Whether a parameter, or what lies inside it by a dotted name, has this value as text."""
    first, *steps = name.split(".")
    inner = Params({name: params.values.get(first)})
    for step in steps:
        try:
            found = inner.thing(name)
        except ValueError:
            return False
        if isinstance(found, list):
            found = dict(enumerate(found))
            place = whole(step)
            inner = Params({name: None if place is None else found.get(place)})
        else:
            inner = Params({name: found.get(step) if isinstance(found, dict) else None})
    text = inner.text(name).strip()
    return text == value or (
        name.endswith("chat_id") and bool(text) and chat_named(text) == chat_named(value)
    )


class Faults:
    """The faults that wait, oldest first."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self.chat_named: Callable[[str], str] = str
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
            if fault.meets(method, params, self.chat_named):
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
