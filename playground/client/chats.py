"""How the room changes: people and chats are made, members come and go, the clock moves, faults wait."""

from collections.abc import Iterable
from typing import cast

from playground.client.heard import a_number, an_object
from playground.client.line import Line, answer_of
from playground.wire import Json


class Chats(Line):
    """Changes of the room."""

    async def new_person(self, first_name: str, *, username: str = "", language: str = "") -> int:
        """A new person's id."""
        made = await self.post("people", first_name=first_name, username=username, language_code=language)
        return a_number(an_object(made["person"]).get("id"))

    async def person(
        self, person: int | str, *, language: str | None = None, deleted: bool | None = None
    ) -> None:
        """Give a person another language, or delete their account."""
        await self.post(f"people/{person}", language_code=language, deleted=deleted)

    async def new_chat(
        self, kind: str, title: str, owner: int | str, *, forum: bool = False, username: str = "",
        members: tuple[int, ...] = (), linked: int | None = None,
    ) -> int:  # fmt: skip
        """A new group, supergroup or channel; its id."""
        made = await self.post(
            "chats", type=kind, title=title, owner=owner, is_forum=forum, username=username,
            members=list(members), linked=linked,
        )  # fmt: skip
        return a_number(an_object(made["chat"]).get("id"))

    async def member(self, chat: int, person: int | str, status: str, *, by: int | str | None = None,
                     anonymous: bool | None = None, can_send: bool | None = None, title: str | None = None,
                     rights: Iterable[str] | None = None, permissions: Iterable[str] | None = None,
                     until: int | None = None) -> None:  # fmt: skip
        """Make somebody (or "bot") member, administrator, left, kicked or restricted.

        `rights` are an administrator's, `permissions` what is left to a restricted one (names with or without
        `can_`); a restriction or a ban ends `until` then (seconds since 1970).
        """
        await self.post(
            f"chats/{chat}/members", person=person, status=status, by=by, anonymous=anonymous,
            can_send=can_send, title=title, rights=None if rights is None else list(rights),
            permissions=None if permissions is None else list(permissions), until=until,
        )  # fmt: skip

    async def upgrade(self, chat: int) -> int:
        """Turn a group into a supergroup; its new id."""
        return a_number(an_object((await self.post(f"chats/{chat}/upgrade"))["chat"]).get("id"))

    async def new_topic(self, chat: int, name: str, *, by: int | str | None = None,
                        icon_color: int | None = None) -> int:  # fmt: skip
        """Open a forum topic; its id."""
        made = await self.post(f"chats/{chat}/topics", name=name, by=by, icon_color=icon_color)
        return a_number(an_object(made["topic"]).get("id"))

    async def change_topic(
        self, chat: int, topic: int, *, by: int | str | None = None, name: str | None = None,
        closed: bool | None = None, hidden: bool | None = None,
    ) -> Json:  # fmt: skip
        """Rename, close, reopen a topic, or hide General (1): `{"id", "name", "closed", "hidden"}`."""
        changed = await self.post(
            f"chats/{chat}/topics", topic=topic, by=by, name=name, closed=closed, hidden=hidden
        )
        return an_object(changed["topic"])

    async def drop_topic(self, chat: int, topic: int, *, by: int | str | None = None) -> None:
        """Delete a forum topic."""
        await self.post(f"chats/{chat}/topics", delete=topic, by=by)

    async def pin(self, chat: int, message: int | None, *, by: int | str | None = None,
                  on: bool = True) -> list[int]:  # fmt: skip
        """Pin or unpin a message (None with `on=False`: all); what is pinned then, oldest first."""
        return cast(
            "list[int]", (await self.post(f"chats/{chat}/pins", message=message, by=by, on=on))["pinned"]
        )

    async def look(
        self, chat: int, *, by: int | str | None = None, title: str | None = None,
        description: str | None = None, photo: bytes | None = None, no_photo: bool | None = None,
    ) -> None:  # fmt: skip
        """A person changes the chat's title, description or photo, or takes the photo away."""
        fields = {"by": by, "title": title, "description": description, "no_photo": no_photo}
        if photo is None:
            await self.post(f"chats/{chat}/look", **fields)
            return
        form = {name: str(value) for name, value in fields.items() if value is not None}
        files = {"photo": ("photo.jpg", photo)}
        answer_of(await self.http.post(f"/sim/chats/{chat}/look", data=form, files=files))

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

    async def fault(self, method: str, kind: str, **more: object) -> int:
        """Let the next calls of a method go wrong; the fault's number.

        More: times, match, retry_after, seconds, description, chat, status.
        """
        made = await self.post("faults", method=method, kind=kind, **more)
        return a_number(an_object(made["fault"]).get("id"))

    async def faults(self) -> list[Json]:
        """The faults that wait, oldest first."""
        return cast("list[Json]", (await self.get("faults"))["faults"])

    async def drop_fault(self, fault: int) -> None:
        """Take one fault away. Raises Refused when it has struck already."""
        answer_of(await self.http.delete(f"/sim/faults/{fault}"))

    async def clear_faults(self) -> None:
        """No more faults."""
        answer_of(await self.http.delete("/sim/faults"))
