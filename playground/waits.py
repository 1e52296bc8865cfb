"""How others wait for the bot without sleeping: until it spoke, or until it has nothing left to do.

A bot acknowledges an update by its next poll, and most clients poll on while they still work. So "quiet"
means more than an empty mailbox: no update waits, no call is under way, and the bot has been still for a
moment (`settle`, real seconds). Who also waits for an answer gives silence a longer moment than speech.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from playground.shapes import Chat, Message
from playground.world import World

SETTLE = 0.15
SILENCE = 1.0
"""Seconds of stillness after which a bot that said nothing is taken to stay silent."""


async def quiet(world: World, seconds: float, settle: float = SETTLE) -> bool:
    """True as soon as the bot has handled all its mail and kept still for `settle` seconds."""
    return await _until(world, seconds, lambda: settle)


@dataclass(frozen=True)
class Patience:
    """How long somebody waits: in all, after the bot's last stir once it answered, and when it did not."""

    seconds: float
    settle: float = SETTLE
    silence: float = SILENCE


async def answers(
    world: World, chat: Chat, after: int, patience: Patience, answered: Callable[[], bool] = lambda: False
) -> list[Message]:
    """What the bot posted or edited in a chat since event `after`, once it is done, or has stayed silent.

    `answered` tells of an answer of another kind, such as a toast.
    """

    def still() -> float:
        return patience.settle if answered() or changed(chat, after) else patience.silence

    await _until(world, patience.seconds, still)
    return changed(chat, after)


async def spoken(world: World, chat: Chat, after: int, seconds: float) -> list[Message]:
    """As soon as the bot posted or edited in a chat since event `after`: these messages; else none."""
    deadline = time.monotonic() + seconds
    while not changed(chat, after) and time.monotonic() < deadline:
        await world.hub.bell.heard(deadline - time.monotonic())
    return changed(chat, after)


def changed(chat: Chat, after: int) -> list[Message]:
    """The bot's messages that were posted or edited since event `after`, oldest first."""
    found: set[int] = set()
    for number, message in reversed(chat.by_bot):
        if number <= after:
            break
        found.add(message)
    return [chat.messages[message] for message in sorted(found) if message in chat.messages]


async def _until(world: World, seconds: float, settle: Callable[[], float]) -> bool:
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        busy = len(world.mailbox) > 0 or world.activity.under_way > 0
        missing = settle() - world.activity.still_for()
        if not busy and missing <= 0:
            return True
        if left <= 0:
            return False
        await world.activity.bell.heard(left if busy else min(left, missing))
