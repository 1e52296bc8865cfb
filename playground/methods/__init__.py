"""The Bot API's methods: a name to a function. Names are read in any case.

A method is a function of the world and the call's parameters; it answers with JSON or raises a Refusal. What
Telegram has and this room lacks answers 501 with its name, never a false `true`.
"""

from playground.methods import (
    albums,
    answering,
    chats,
    contents,
    copying,
    editing,
    files,
    inline,
    invites,
    media,
    members,
    menus,
    permissions,
    pins,
    polling,
    polls,
    reactions,
    sending,
    settings,
    topics,
)  # fmt: skip
from playground.methods.names import ALL
from playground.methods.shared import Method
from playground.wire import Refusal

_PARTS = (
    members, permissions, invites,
    polling, sending, media, albums, contents, copying, editing, answering, inline,
    chats, topics, menus, files, polls, reactions, pins, settings,
)  # fmt: skip
METHODS: dict[str, Method] = {
    name.lower(): method for part in _PARTS for name, method in part.METHODS.items()
}
PROPER = {name.lower(): name for name in ALL}


def find(name: str) -> tuple[str, Method]:
    """The method's proper name and its function. Raises the 404 or 501 Refusal."""
    lowered = name.lower()
    if lowered in METHODS:
        return PROPER[lowered], METHODS[lowered]
    if lowered in PROPER:
        raise Refusal(501, f"Not Implemented: the playground has no {PROPER[lowered]} yet")
    raise Refusal(404, "Not Found: method not found")
