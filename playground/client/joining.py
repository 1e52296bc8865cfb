"""How people come in by themselves: they follow links, ask to be let in, and admins answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from playground.client.heard import Heard, a_number, all_heard, an_object
from playground.client.line import Line
from playground.wire import Json


@dataclass(frozen=True)
class Joined:
    """What following a link brought: the chat, whether the person is in it or waits, and the answers."""

    chat: int
    inside: bool
    answers: list[Heard]


class Joining(Line):
    """Acts of people who join, and of admins who let them in."""

    async def join(self, person: int | str, link: str, *, wait: float = 0) -> Joined:
        """Follow an invite link or a public chat's @name; the bot's answers come where the person is then."""
        body = await self.post("join", wait, person=person, link=link, wait=wait)
        chat = a_number(an_object(body["chat"]).get("id"))
        return Joined(chat, body["joined"] is True, all_heard(body.get("answers", [])))

    async def approve(self, chat: int, person: int | str, *, by: int | str | None = None) -> None:
        """An admin (or the owner) lets somebody in who asked."""
        await self.post(f"chats/{chat}/requests", person=person, by=by, approve=True)

    async def decline(self, chat: int, person: int | str, *, by: int | str | None = None) -> None:
        """An admin (or the owner) sends somebody away who asked."""
        await self.post(f"chats/{chat}/requests", person=person, by=by, approve=False)

    async def requests(self, chat: int) -> list[int]:
        """Who waits to be let in."""
        found = cast("list[Json]", (await self.links(chat))["requests"])
        return [a_number(one["person"]) for one in found]

    async def links(self, chat: int) -> Json:
        """`{"links", "requests", "permissions", "join_by_request", "banned_senders"}` of a chat."""
        return await self.get(f"chats/{chat}/links")

    async def new_link(
        self, chat: int, *, by: int | str | None = None, name: str = "", expire_date: int | None = None,
        member_limit: int | None = None, creates_join_request: bool = False,
    ) -> str:  # fmt: skip
        """An admin (or the owner) makes an invite link; its text."""
        made = await self.post(
            f"chats/{chat}/links", by=by, name=name, expire_date=expire_date, member_limit=member_limit,
            creates_join_request=creates_join_request,
        )  # fmt: skip
        return str(an_object(made["link"]).get("invite_link"))

    async def revoke_link(self, chat: int, link: str, *, by: int | str | None = None) -> None:
        """An admin (or the owner) ends an invite link."""
        await self.post(f"chats/{chat}/links", by=by, revoke=link)

    async def permissions(
        self, chat: int, names: Iterable[str] | None = None, *, by_request: bool | None = None
    ) -> None:
        """What all members of a chat may do, and whether who follows its @name has to ask."""
        await self.post(
            f"chats/{chat}/permissions", permissions=None if names is None else list(names),
            join_by_request=by_request,
        )  # fmt: skip
