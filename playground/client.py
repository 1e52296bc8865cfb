"""A client of the control side, for tests and other programs: people speak, press and wait.

Every method is one request of README.md. What the playground cannot do raises `Refused` with its sentence.
"""

from dataclasses import dataclass
from types import TracebackType
from typing import Self, cast

import httpx

from playground.wire import Json

_SLACK = 30.0
"""Seconds that a request may take beyond the time it was asked to wait."""


class Refused(Exception):
    """The playground says what was wrong with the request."""


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
        return _number(self.raw.get("message_id"))

    @property
    def chat(self) -> int:
        """The id of its chat."""
        return _number(_object(self.raw.get("chat")).get("id"))

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
        return cast("int | None", _object(self.raw.get("reply_to_message")).get("message_id"))

    @property
    def entities(self) -> list[Json]:
        """Its entities in Telegram's form."""
        return cast("list[Json]", self.raw.get("entities", self.raw.get("caption_entities", [])))

    @property
    def buttons(self) -> list[Button]:
        """Its inline buttons, row by row."""
        rows = cast("list[list[Json]]", _object(self.raw.get("reply_markup")).get("inline_keyboard", []))
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

    @property
    def answer(self) -> Heard:
        """The only answer. Raises AssertionError when there is none or more than one."""
        assert len(self.answers) == 1, [one.text for one in self.answers]
        return self.answers[0]


@dataclass(frozen=True)
class Pressed:
    """What pressing a button brought: the toast (None when the query was not answered), and messages."""

    toast: str | None
    alert: bool
    url: str
    answers: list[Heard]


class Playground:
    """One running playground at an address; use it as an async context manager."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        # plain HTTP on loopback: reading certificates would only cost a tenth of a second
        self._http = httpx.AsyncClient(base_url=self.address, trust_env=False, verify=False)  # noqa: S501

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    # --- looking

    async def state(self) -> Json:
        """The whole state: token, bot, clock, people, chats."""
        return await self.get("state")

    async def messages(self, chat: int, *, thread: int | None = None, limit: int = 100) -> list[Heard]:
        """The newest messages of a chat, oldest first."""
        found = await self.get(f"chats/{chat}/messages", thread=thread, limit=limit)
        return _heard(found["messages"])

    async def commands(self, chat: int, person: int | str) -> list[Json]:
        """The command menu that a person sees in a chat."""
        return cast("list[Json]", (await self.get(f"chats/{chat}/commands", person=person))["commands"])

    async def calls(self, method: str = "", *, since: int = 0) -> list[Json]:
        """The bot's calls, oldest first, of one method when named."""
        return cast("list[Json]", (await self.get("calls", method=method or None, since=since))["calls"])

    # --- people

    async def say(self, chat: int, person: int | str, text: str, *, thread: int | None = None,
                  reply_to: int | None = None, speaker: str | int | None = None, wait: float = 0,
                  silence: float | None = None) -> Said:  # fmt: skip
        """Say something; with `wait` (seconds) the bot's answers come back too."""
        return _said(await self.post(
            "say", wait, chat=chat, person=person, text=text, thread=thread, reply_to=reply_to,
            wait=wait, silence=silence, **{"as": speaker},
        ))  # fmt: skip

    async def upload(
        self, chat: int, person: int | str, name: str, content: bytes, text: str = "", *,
        kind: str = "document", thread: int | None = None, wait: float = 0,
    ) -> Said:  # fmt: skip
        """Send a document or photo."""
        fields = {"chat": chat, "person": person, "text": text, "kind": kind, "thread": thread, "wait": wait}
        form = {key: str(value) for key, value in fields.items() if value is not None}
        response = await self._http.post(
            "/sim/upload", data=form, files={"file": (name, content)}, timeout=wait + _SLACK
        )
        return _said(_answer(response))

    async def edit(self, chat: int, message: int, text: str, *, wait: float = 0) -> Said:
        """A person edits their message."""
        return _said(await self.post("edit", wait, chat=chat, message=message, text=text, wait=wait))

    async def delete(self, chat: int, message: int) -> None:
        """Somebody deletes a message."""
        await self.post("delete", chat=chat, message=message)

    async def tap(
        self, message: Heard, person: int | str, button: str | Button, *, wait: float = 5
    ) -> Pressed:
        """Press a button of a message, given as itself, by its words, or by data (also forged)."""
        named = [one for one in message.buttons if one.text == button]
        data = button.data if isinstance(button, Button) else named[0].data if named else button
        body = await self.post(
            "tap", wait, chat=message.chat, message=message.id, person=person, data=data, wait=wait
        )
        answer = _object(body["answer"])
        toast = str(answer["text"]) if answer else None
        shown = _heard(body.get("answers", []))
        return Pressed(toast, answer.get("show_alert") is True, str(answer.get("url", "")), shown)

    async def open(
        self, person: int | str, payload: str = "", *, group: int | None = None, wait: float = 0
    ) -> Said:
        """Press Start in private, or follow a deep link; with `group` a startgroup link."""
        return _said(await self.post("open", wait, person=person, payload=payload, group=group, wait=wait))

    async def inline(
        self, person: int | str, query: str, *, offset: str = "", chat: int | None = None, wait: float = 5
    ) -> Json:
        """Type after the bot's name: `{"query", "answered", "results", "next_offset", …}`."""
        return await self.post(
            "inline", wait, person=person, query=query, offset=offset, chat=chat, wait=wait
        )

    async def choose(self, person: int | str, chat: int, query: str, result: str, *, wait: float = 0) -> Said:
        """Send one of the results that the bot offered."""
        return _said(await self.post(
            "inline/choose", wait, person=person, chat=chat, query=query, result=result, wait=wait
        ))  # fmt: skip

    async def block(self, person: int | str, *, on: bool = True) -> None:
        """A person blocks the bot, or lets it write again."""
        await self.post("block", person=person, on=on)

    # --- the room

    async def new_person(self, first_name: str, *, username: str = "", language: str = "") -> int:
        """A new person's id."""
        made = await self.post("people", first_name=first_name, username=username, language_code=language)
        return _number(_object(made["person"]).get("id"))

    async def new_chat(
        self, kind: str, title: str, owner: int | str, *, forum: bool = False, username: str = "",
        members: tuple[int, ...] = (), linked: int | None = None,
    ) -> int:  # fmt: skip
        """A new group, supergroup or channel; its id."""
        made = await self.post(
            "chats", type=kind, title=title, owner=owner, is_forum=forum, username=username,
            members=list(members), linked=linked,
        )  # fmt: skip
        return _number(_object(made["chat"]).get("id"))

    async def member(self, chat: int, person: int | str, status: str, *, by: int | str | None = None,
                     anonymous: bool | None = None, can_send: bool | None = None) -> None:  # fmt: skip
        """Make somebody (or "bot") member, administrator, left, kicked or restricted."""
        await self.post(
            f"chats/{chat}/members", person=person, status=status, by=by, anonymous=anonymous,
            can_send=can_send,
        )  # fmt: skip

    async def upgrade(self, chat: int) -> int:
        """Turn a group into a supergroup; its new id."""
        return _number(_object((await self.post(f"chats/{chat}/upgrade"))["chat"]).get("id"))

    async def new_topic(self, chat: int, name: str) -> int:
        """Open a forum topic; its id."""
        return _number(_object((await self.post(f"chats/{chat}/topics", name=name))["topic"]).get("id"))

    async def drop_topic(self, chat: int, topic: int) -> None:
        """Delete a forum topic."""
        await self.post(f"chats/{chat}/topics", delete=topic)

    async def privacy(self, *, on: bool) -> None:
        """BotFather's privacy switch."""
        await self.post("privacy", on=on)

    async def flood(self, *, on: bool) -> None:
        """Flood limits on or off."""
        await self.post("flood", on=on)

    async def clock(
        self, *, now: str | None = None, advance: float | None = None, fixed: bool | None = None
    ) -> Json:
        """Set, move, fix the clock or only read it: `{"now", "fixed"}`."""
        if now is None and advance is None and fixed is None:
            return await self.get("clock")
        return await self.post("clock", now=now, advance=advance, fixed=fixed)

    async def fault(self, method: str, kind: str, **more: object) -> None:
        """Let the next calls of a method go wrong: times, match, retry_after, seconds, description, chat."""
        await self.post("faults", method=method, kind=kind, **more)

    async def clear_faults(self) -> None:
        """No more faults."""
        _answer(await self._http.delete("/sim/faults"))

    # --- waiting

    async def wait(self, chat: int, after: int | None = None, *, event: int | None = None,
                   timeout: float = 10) -> list[Heard]:  # noqa: ASYNC109 - the server waits  # fmt: skip
        """What the bot posted or edited after message `after` (or event `event`), as soon as it did."""
        found = await self.get("wait", timeout, chat=chat, after=after, event=event, timeout=timeout)
        return _heard(found["messages"])

    async def quiet(self, timeout: float = 10, *, settle: float | None = None) -> bool:  # noqa: ASYNC109 - the server waits
        """Whether the bot handled everything within `timeout` seconds."""
        return (await self.get("quiet", timeout, timeout=timeout, settle=settle))["quiet"] is True

    # --- the wire

    async def get(self, path: str, seconds: float = 0, /, **fields: object) -> Json:
        """A GET under /sim/."""
        query = {name: str(value) for name, value in fields.items() if value is not None}
        return _answer(await self._http.get(f"/sim/{path}", params=query, timeout=seconds + _SLACK))

    async def post(self, path: str, seconds: float = 0, /, **fields: object) -> Json:
        """A POST under /sim/."""
        body = {name: value for name, value in fields.items() if value is not None}
        return _answer(await self._http.post(f"/sim/{path}", json=body, timeout=seconds + _SLACK))


def _answer(response: httpx.Response) -> Json:
    body = _object(response.json())
    if response.is_error:
        raise Refused(str(body.get("error", response.status_code)))
    return body


def _said(body: Json) -> Said:
    return Said(Heard(_object(body["message"])), _heard(body.get("answers", [])))


def _heard(messages: object) -> list[Heard]:
    return [Heard(one) for one in cast("list[Json]", messages)]


def _object(value: object) -> Json:
    return cast("Json", value) if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
