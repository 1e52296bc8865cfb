"""A bot at hand for tests: its context, store and pace, and the Telegram that it talks to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot import delivery, push
from data import imports, places
from data.models import Place, Record
from data.store import Store
from handlers.context import App, Context
from playground.faults import Fault
from playground.shapes import Message
from playground.world import World

TOKEN = "1:test"
GROUP = -1001000000001
FORUM = -1001000000002


@dataclass
class Desk:
    """A bot that is ready and does nothing by itself; its store, and the Telegram that it talks to."""

    app: App
    world: World

    @property
    def context(self) -> Context:
        """What jobs are handed."""
        return Context(self.app)

    @property
    def store(self) -> Store:
        """Its store."""
        return self.context.store

    @property
    def pace(self) -> delivery.Pace:
        """Its pace."""
        return delivery.pace(self.app.bot)

    def at(self, instant: datetime) -> None:
        """Set both clocks: the playground's, which the bot's follows."""
        self.world.clock.set(instant.timestamp())

    async def tick(self) -> None:
        """One tick of the schedule."""
        await push.tick(self.context)

    async def meet(self, chat: int, thread: int = 0, **settings: object) -> Place:
        """A place that gets its paper at nine in Shanghai, unless the settings say otherwise."""
        values = {"kind": "supergroup", "hour": "09:00", "zone": "Asia/Shanghai"} | settings
        new = Place(id=0, chat=chat, thread=thread, **values)  # type: ignore[arg-type]
        async with self.store.write() as db:
            return await places.meet(db, new, await self.context.now())

    async def know(self, *titles: str) -> None:
        """Fill the store with papers of these titles."""
        given = [Record(title=title) for title in titles]
        await imports.save(self.store, given, "test", None, await self.context.now())

    def fault(self, kind: str, times: int = 1, **more: object) -> None:
        """Let something go wrong with the next messages."""
        match = {name: str(more.pop(name)) for name in ("chat_id",) if name in more}
        self.world.faults.add(Fault(0, "sendMessage", kind, times, match, **more))  # type: ignore[arg-type]

    def posts(self, chat: int) -> list[Message]:
        """What the bot wrote in a chat, oldest first."""
        return [message for message in self.world.chats[chat].messages.values() if message.by_bot]

    def calls(self) -> int:
        """How many messages it tried to send."""
        return sum(call["method"] == "sendMessage" for call in self.world.calls.since(0))
