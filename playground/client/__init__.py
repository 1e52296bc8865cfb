"""A client of the control side, for tests and other programs: people speak, press and wait.

Every method is one request of README.md. What the playground cannot do raises `Refused` with its sentence.
"""

from typing import cast

from playground.client.chats import Chats
from playground.client.heard import Button, Heard, Pressed, Said, all_heard
from playground.client.joining import Joined, Joining
from playground.client.line import Refused
from playground.client.people import People
from playground.client.voting import Voting
from playground.wire import Json

__all__ = ["Button", "Heard", "Joined", "Playground", "Pressed", "Refused", "Said"]


class Playground(People, Voting, Joining, Chats):
    """One running playground at an address; use it as an async context manager."""

    async def state(self) -> Json:
        """The whole state: token, bot, clock, people, chats."""
        return await self.get("state")

    async def messages(
        self, chat: int, *, thread: int | None = None, limit: int = 100, before: int | None = None,
        after: int | None = None,
    ) -> list[Heard]:  # fmt: skip
        """A page of a chat's messages, oldest first: the newest, or those before or after a message."""
        place = f"chats/{chat}/messages"
        found = await self.get(place, thread=thread, limit=limit, before=before, after=after)
        return all_heard(found["messages"])

    async def keyboard(self, chat: int, person: int | str, *, thread: int | None = None) -> Json:
        """The reply keyboard that a person has there: `{"keyboard", "force_reply", "message"}`."""
        return await self.get(f"chats/{chat}/keyboard", person=person, thread=thread)

    async def menus(self) -> Json:
        """Every command list, and the bot's texts about itself: `{"lists", "profile"}`."""
        return await self.get("commands")

    async def file(self, file_id: str) -> bytes:
        """A file that was sent."""
        return (await self.http.get(f"/sim/files/{file_id}")).raise_for_status().content

    async def commands(self, chat: int, person: int | str) -> list[Json]:
        """The command menu that a person sees in a chat."""
        return cast("list[Json]", (await self.get(f"chats/{chat}/commands", person=person))["commands"])

    async def calls(self, method: str = "", *, since: int = 0) -> list[Json]:
        """The bot's calls, oldest first, of one method when named."""
        return cast("list[Json]", (await self.get("calls", method=method or None, since=since))["calls"])

    # --- waiting

    async def wait(self, chat: int, after: int | None = None, *, event: int | None = None,
                   timeout: float = 10) -> list[Heard]:  # noqa: ASYNC109 - the server waits  # fmt: skip
        """What the bot posted or edited after message `after` (or event `event`), as soon as it did."""
        found = await self.get("wait", timeout, chat=chat, after=after, event=event, timeout=timeout)
        return all_heard(found["messages"])

    async def quiet(self, timeout: float = 10, *, settle: float | None = None) -> bool:  # noqa: ASYNC109 - the server waits
        """Whether the bot handled everything within `timeout` seconds."""
        return (await self.get("quiet", timeout, timeout=timeout, settle=settle))["quiet"] is True
