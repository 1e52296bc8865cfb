"""The house rules that import-linter cannot hold: where SQL, tags and sentences may stand, and sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "handlers", "data", "playground")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in FILES]

SQL = re.compile(
    r"\b(select\s.+\sfrom|insert\s+(or\s+\w+\s+)?into|update\s+\w+\s+set|delete\s+from|create\s+(virtual\s+)?table"
    r"|pragma\s+\w+)\b",
    re.IGNORECASE | re.DOTALL,
)
TAG = re.compile(r"</?(b|i|u|s|a|code|pre|blockquote|tg-spoiler|strong|em)(\s[^>]*)?>")
HAN = re.compile(r"[\u4e00-\u9fff]")
REPLIES = {"send", "note", "toast", "reply_text", "reply_html", "send_message", "answer", "edit_message_text"}


def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every string in the code, docstrings left out."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("data/")])
def test_sql_stands_only_in_data(name: str) -> None:
    """No statement outside the data room: whoever changes a query changes one file."""
    found = [node.lineno for node in literals(parse(ROOT / name)) if SQL.search(str(node.value))]
    assert found == []


@pytest.mark.parametrize(
    "name",
    [name for name in NAMES if not name.startswith(("handlers/replies/cards/", "playground/"))],
)
def test_telegram_tags_stand_only_in_the_cards(name: str) -> None:
    """Telegram's HTML is made in the cards; the playground reads it, being Telegram."""
    found = [node.lineno for node in literals(parse(ROOT / name)) if TAG.search(str(node.value))]
    assert found == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("handlers/", "bot/"))])
def test_no_sentence_is_handed_to_a_reply(name: str) -> None:
    """What people read comes from the text catalogues, in their language."""
    found = [
        argument.lineno
        for node in ast.walk(parse(ROOT / name))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute | ast.Name)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id) in REPLIES
        for argument in node.args
        if isinstance(argument, ast.JoinedStr)
        or (isinstance(argument, ast.Constant) and isinstance(argument.value, str) and " " in argument.value)
    ]
    assert found == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("handlers/", "bot/"))])
def test_no_chinese_stands_in_the_code(name: str) -> None:
    """Chinese sentences stand in the catalogue beside the English ones."""
    found = [node.lineno for node in literals(parse(ROOT / name)) if HAN.search(str(node.value))]
    assert found == []


@pytest.mark.parametrize("name", NAMES)
def test_files_and_functions_stay_short(name: str) -> None:
    """A file of more than 400 lines, or a function of more than 50, lacks a name."""
    lines = (ROOT / name).read_text(encoding="utf-8").count("\n")
    long = [
        node.name
        for node in ast.walk(parse(ROOT / name))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > 50
    ]
    assert lines <= 400
    assert long == []
