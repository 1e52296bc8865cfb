"""The command menu that a person sees: narrowest scope first, then its language."""

from typing import Any

import pytest

from playground.client import Playground
from playground.menus import Menus


def menus(*lists: tuple[tuple[str | int, ...], str, str]) -> Menus:
    """Menus of one command a list."""
    kept = Menus()
    for scope, language, name in lists:
        kept.set(scope, language, [{"command": name, "description": name}])
    return kept


@pytest.mark.parametrize(
    ("lists", "kind", "admin", "seen"),
    [
        ([(("default",), "", "d")], "private", False, "d"),
        ([(("default",), "", "d"), (("default",), "zh", "dz")], "private", False, "dz"),
        ([(("all_private_chats",), "", "p"), (("default",), "zh", "dz")], "private", False, "p"),
        ([(("all_group_chats",), "", "g"), (("all_private_chats",), "", "p")], "supergroup", False, "g"),
        ([(("all_chat_administrators",), "", "a"), (("all_group_chats",), "zh", "gz")], "group", True, "a"),
        ([(("all_chat_administrators",), "", "a"), (("all_group_chats",), "zh", "gz")], "group", False, "gz"),
        ([(("chat", 7), "", "c"), (("chat_administrators", 7), "", "ca")], "supergroup", True, "ca"),
        ([(("chat_member", 7, 5), "", "m"), (("chat_administrators", 7), "zh", "ca")], "group", True, "m"),
        ([(("chat_member", 7, 6), "", "m"), (("default",), "", "d")], "group", False, "d"),
        ([(("all_private_chats",), "", "p")], "supergroup", False, None),
    ],
)
def test_the_narrowest_scope_wins(
    lists: list[tuple[tuple[str | int, ...], str, str]], kind: str, admin: bool, seen: str | None
) -> None:
    """The reference's order of precedence, for person 5 who speaks Chinese in chat 7."""
    found = menus(*lists).seen(7, kind, 5, "zh-hans", admin=admin)
    assert [one["command"] for one in found] == ([seen] if seen else [])


async def test_the_page_shows_the_menu_that_the_bot_set(api: Any, room: Playground, group: int) -> None:
    """Lists set by the bot are seen by people; getMyCommands does not fall back."""
    commands = [{"command": "search", "description": "Find papers"}]
    await api("setMyCommands", commands=commands, scope={"type": "all_group_chats"})
    assert await room.commands(group, "bo") == commands
    assert await room.commands(1002, "bo") == []
    assert await api("getMyCommands") == []
    await api("deleteMyCommands", scope={"type": "all_group_chats"})
    assert await room.commands(group, "bo") == []


async def test_descriptions_fall_back_to_the_one_without_language(api: Any) -> None:
    """A language without a text of its own gets the general one."""
    await api("setMyDescription", description="Papers")
    await api("setMyDescription", description="论文", language_code="zh")
    assert await api("getMyDescription", language_code="en") == {"description": "Papers"}
    assert await api("getMyDescription", language_code="zh") == {"description": "论文"}
