"""What people do with polls and reactions."""

from playground.client.heard import Said, said
from playground.client.line import Line


class Voting(Line):
    """Polls, votes and reactions of people."""

    async def vote(self, chat: int, message: int, person: int | str, *options: int,
                   speaker: str | int | None = None, wait: float = 0) -> Said:  # fmt: skip
        """Choose options of a poll, counted from 0; none takes the vote back."""
        return said(await self.post(
            "vote", wait, chat=chat, message=message, person=person, options=list(options), wait=wait,
            **{"as": speaker},
        ))  # fmt: skip

    async def poll(self, chat: int, person: int | str, question: str, options: list[str], *,
                   speaker: str | int | None = None, wait: float = 0, **more: object) -> Said:  # fmt: skip
        """A person sends a poll; `more` are sendPoll's own fields: type, is_anonymous, open_period, …."""
        return said(await self.post(
            "poll", wait, chat=chat, person=person, question=question, options=options, wait=wait,
            **{"as": speaker}, **more,
        ))  # fmt: skip

    async def stop_poll(self, chat: int, message: int, person: int | str, *, wait: float = 0) -> Said:
        """A person stops their own poll."""
        return said(await self.post("stop", wait, chat=chat, message=message, person=person, wait=wait))

    async def react(self, chat: int, message: int, person: int | str, *emoji: str,
                    speaker: str | int | None = None, wait: float = 0) -> Said:  # fmt: skip
        """React with these emoji instead of those before; none takes the reaction away."""
        return said(await self.post(
            "react", wait, chat=chat, message=message, person=person, emoji=list(emoji), wait=wait,
            **{"as": speaker},
        ))  # fmt: skip

    async def allow_reactions(self, chat: int, *emoji: str) -> None:
        """Only these emoji may be put on a chat's messages; none: no reactions there."""
        await self.post(f"chats/{chat}/reactions", emoji=list(emoji))
