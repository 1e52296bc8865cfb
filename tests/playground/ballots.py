"""What tests of polls say to the bot's side, and read from it."""

from typing import Any


async def send(api: Any, chat: int, **more: Any) -> Any:
    """The message of a poll with three options."""
    fields = {"question": "Which?", "options": ["a", "b", "c"], **more}
    return await api("sendPoll", chat_id=chat, **fields)


async def kinds(api: Any) -> list[tuple[str, Any]]:
    """The updates about polls that wait: kind and content."""
    found = [(kind, one) for update in await api.updates() for kind, one in update.items()]
    return [(kind, one) for kind, one in found if kind in ("poll", "poll_answer")]


def counts(poll: Any) -> list[int]:
    """How many chose each option."""
    return [option["voter_count"] for option in poll["options"]]
