"""How an act of a person is answered: what was said, and with `wait` what the bot answered to it."""

from playground import waits
from playground.control.asked import seconds
from playground.control.reading import show_message
from playground.shapes import Chat, Message
from playground.waits import Patience
from playground.wire import Json, Params
from playground.world import World


async def said(world: World, chat: Chat, spoken: list[Message], before: int, asked: Params) -> Json:
    """The answer to an act: its messages, and the bot's once it is done."""
    answer: Json = {
        "message": show_message(world, spoken[0]),
        "messages": [show_message(world, one) for one in spoken],
    }
    waiting = patience(asked)
    if waiting.seconds:
        answers = await waits.answers(world, chat, before, waiting)
        answer["answers"] = [show_message(world, one) for one in answers]
    return answer


async def begin(world: World, asked: Params) -> int:
    """The number of the last event before an act; who waits for answers first lets earlier ones come."""
    wait = patience(asked).seconds
    if wait:
        await waits.quiet(world, wait)
    return world.hub.number


def patience(asked: Params) -> Patience:
    """How long the asker waits."""
    return Patience(
        seconds(asked, "wait", 0), seconds(asked, "settle", waits.SETTLE),
        seconds(asked, "silence", waits.SILENCE),
    )  # fmt: skip
