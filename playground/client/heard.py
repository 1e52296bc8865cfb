"""What the client tells of the room: messages as a chat shows them, and what an act brought."""

from dataclasses import dataclass, field
from typing import cast

from playground.wire import Json


@dataclass(frozen=True)
class Button:
    """A button under a message: its words, its data or link, and its place."""

    text: str
    data: str
    url: str
    row: int
    col: int


@dataclass(frozen=True)
class Heard:
    """A message as the chat shows it; `raw` is the whole of it in Telegram's form."""

    raw: Json

    @property
    def id(self) -> int:
        """The message's id."""
        return a_number(self.raw.get("message_id"))

    @property
    def chat(self) -> int:
        """The id of its chat."""
        return a_number(an_object(self.raw.get("chat")).get("id"))

    @property
    def text(self) -> str:
        """Its text or caption, or ""."""
        return str(self.raw.get("text", self.raw.get("caption", "")))

    @property
    def by_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.raw.get("by_bot") is True

    @property
    def thread(self) -> int | None:
        """Its thread or topic."""
        return cast("int | None", self.raw.get("message_thread_id"))

    @property
    def reply_to(self) -> int | None:
        """The id of the message that it replies to."""
        return cast("int | None", an_object(self.raw.get("reply_to_message")).get("message_id"))

    @property
    def entities(self) -> list[Json]:
        """Its entities in Telegram's form."""
        return cast("list[Json]", self.raw.get("entities", self.raw.get("caption_entities", [])))

    @property
    def buttons(self) -> list[Button]:
        """Its inline buttons, row by row."""
        rows = cast("list[list[Json]]", an_object(self.raw.get("reply_markup")).get("inline_keyboard", []))
        return [
            Button(str(b["text"]), str(b.get("callback_data", "")), str(b.get("url", "")), row, col)
            for row, line in enumerate(rows)
            for col, b in enumerate(line)
        ]


@dataclass(frozen=True)
class Said:
    """What was said, and what the bot answered to it."""

    message: Heard
    answers: list[Heard]
    messages: list[Heard] = field(default_factory=list)
    """All that was said at once: the parts of a long text, or the files of an album."""

    @property
    def answer(self) -> Heard:
        """The only answer. Raises AssertionError when there is none or more than one."""
        assert self.answers, "the bot gave no answer in the time that was waited"
        assert len(self.answers) == 1, [one.text for one in self.answers]
        return self.answers[0]


@dataclass(frozen=True)
class Pressed:
    """What pressing a button brought: the toast (None when the query was not answered), and messages."""

    toast: str | None
    alert: bool
    url: str
    answers: list[Heard]


def said(body: Json) -> Said:
    """What was said and answered, of a control request's answer."""
    answers, messages = all_heard(body.get("answers", [])), all_heard(body.get("messages", []))
    return Said(Heard(an_object(body["message"])), answers, messages)


def all_heard(messages: object) -> list[Heard]:
    """Messages of a list in an answer."""
    return [Heard(one) for one in cast("list[Json]", messages)]


def an_object(value: object) -> Json:
    """The value when it is an object, else an empty one."""
    return cast("Json", value) if isinstance(value, dict) else {}


def a_number(value: object) -> int:
    """The value when it is a whole number, else 0."""
    return value if isinstance(value, int) else 0
