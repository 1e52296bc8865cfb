"""What people do: they speak, edit, press, open links and choose inline results."""

from playground.client.heard import Button, Heard, Pressed, Said, all_heard, an_object, said
from playground.client.line import SLACK, Line, answer_of
from playground.wire import Json


class People(Line):
    """Acts of people."""

    async def say(self, chat: int, person: int | str, text: str, *, thread: int | None = None,
                  reply_to: int | None = None, speaker: str | int | None = None, wait: float = 0,
                  silence: float | None = None) -> Said:  # fmt: skip
        """Say something; with `wait` (seconds) the bot's answers come back too."""
        return said(await self.post(
            "say", wait, chat=chat, person=person, text=text, thread=thread, reply_to=reply_to,
            wait=wait, silence=silence, **{"as": speaker},
        ))  # fmt: skip

    async def upload(
        self, chat: int, person: int | str, name: str, content: bytes, text: str = "", *,
        kind: str = "document", thread: int | None = None, reply_to: int | None = None,
        speaker: str | int | None = None, wait: float = 0,
    ) -> Said:  # fmt: skip
        """Send a file as a document, photo, video, animation, audio, voice, video_note or sticker."""
        return await self.upload_album(
            chat, person, [(name, content)], text, kind=kind, thread=thread, reply_to=reply_to,
            speaker=speaker, wait=wait,
        )  # fmt: skip

    async def upload_album(
        self, chat: int, person: int | str, files: list[tuple[str, bytes]], text: str = "", *,
        kind: str = "auto", thread: int | None = None, reply_to: int | None = None,
        speaker: str | int | None = None, wait: float = 0,
    ) -> Said:  # fmt: skip
        """Send several files at once; `kind` is one for all, one for each parted by commas, or `auto`."""
        fields: dict[str, object] = {
            "chat": chat, "person": person, "text": text, "kind": kind, "thread": thread,
            "reply_to": reply_to, "as": speaker, "wait": wait,
        }  # fmt: skip
        form = {key: str(value) for key, value in fields.items() if value is not None}
        parts = {f"file{number}": file for number, file in enumerate(files)}
        response = await self.http.post("/sim/upload", data=form, files=parts, timeout=wait + SLACK)
        return said(answer_of(response))

    async def forward(
        self, chat: int, person: int | str, messages: list[Heard], *, thread: int | None = None,
        speaker: str | int | None = None, wait: float = 0,
    ) -> Said:  # fmt: skip
        """Forward messages of one chat into another; an album stays one."""
        return said(await self.post(
            "forward", wait, chat=chat, person=person, messages=[one.id for one in messages],
            thread=thread, wait=wait, **{"as": speaker, "from": messages[0].chat},
        ))  # fmt: skip

    async def edit(self, chat: int, message: int, text: str, *, wait: float = 0) -> Said:
        """A person edits their message."""
        return said(await self.post("edit", wait, chat=chat, message=message, text=text, wait=wait))

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
        answer = an_object(body["answer"])
        toast = str(answer["text"]) if answer else None
        shown = all_heard(body.get("answers", []))
        return Pressed(toast, answer.get("show_alert") is True, str(answer.get("url", "")), shown)

    async def open(
        self, person: int | str, payload: str = "", *, group: int | None = None, wait: float = 0
    ) -> Said:
        """Press Start in private, or follow a deep link; with `group` a startgroup link."""
        return said(await self.post("open", wait, person=person, payload=payload, group=group, wait=wait))

    async def inline(
        self, person: int | str, query: str, *, offset: str = "", chat: int | None = None, wait: float = 5
    ) -> Json:
        """Type after the bot's name: `{"query", "answered", "results", "next_offset", …}`."""
        return await self.post(
            "inline", wait, person=person, query=query, offset=offset, chat=chat, wait=wait
        )

    async def choose(self, person: int | str, chat: int, query: str, result: str, *, wait: float = 0) -> Said:
        """Send one of the results that the bot offered."""
        return said(await self.post(
            "inline/choose", wait, person=person, chat=chat, query=query, result=result, wait=wait
        ))  # fmt: skip

    async def block(self, person: int | str, *, on: bool = True) -> None:
        """A person blocks the bot, or lets it write again."""
        await self.post("block", person=person, on=on)
