"""The registry of commands is the list: menus, texts and families agree with it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from handlers import families, menus
from handlers.command import Command
from handlers.replies import texts

ROOT = Path(__file__).parent.parent.parent
COMMANDS = [command for family in families.LISTED for command in family.COMMANDS]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_each_command_has_its_sentence_and_no_other_has(language: str) -> None:
    """A menu shows a description for every command, and the catalogue describes none that is missing."""
    described = {key for key in texts.of(language).sentences if key.startswith("command.")}
    assert described == {command.key for command in COMMANDS}


def test_every_family_is_listed() -> None:
    """A family that is wired is also in the list that people read, unless it has no command."""
    wired = {command for family in families.FAMILIES for command in family.COMMANDS}
    assert wired == set(COMMANDS)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_menus_fit_telegram(language: str) -> None:
    """Names of a-z 0-9 _, at most 32; descriptions of 1 to 256; PTB does not check them."""
    t = texts.of(language)
    assert [
        c.name for c in COMMANDS if not (c.name.isascii() and c.name.islower() and len(c.name) <= 32)
    ] == []
    assert [c.name for c in COMMANDS if not 1 <= len(t(c.key)) <= 256] == []


def test_each_audience_sees_its_own() -> None:
    """/settings is the admins' in a group and one's own in private; /start is for private chats."""
    names = {
        who: {c.name for c in menus.visible(COMMANDS, private=who == "private", admin=who == "admin")}
        for who in ("private", "member", "admin")
    }
    assert "settings" in names["private"] & names["admin"]
    assert "settings" not in names["member"]
    assert names["private"] - names["admin"] == {"start"}


@pytest.mark.parametrize("path", sorted((ROOT / "handlers").rglob("*.py")), ids=lambda p: p.name)
def test_each_key_that_is_asked_for_exists(path: Path) -> None:
    """`t("some.key")` with a literal key never fails in front of a person."""
    known = texts.of("en")
    asked = [
        option.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args
        and (isinstance(node.func, ast.Call) or (isinstance(node.func, ast.Name) and node.func.id == "t"))
        for option in _options(node.args[0])
    ]  # fmt: skip
    assert [key for key in asked if not known.has(key)] == []


def test_a_command_knows_its_key() -> None:
    """The text key is made from the name."""
    assert Command("search").key == "command.search"


def _options(argument: ast.expr) -> list[ast.Constant]:
    parts = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
    return [part for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
