"""The playground's README never lies: its commands and snippets are run, its tables hold every route."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from playground.app import build
from playground.client import Playground
from playground.fixtures import Running, running
from playground.room import furnish
from tests.playground.process import program

ROOT = Path(__file__).parents[2]
README = ROOT / "playground" / "README.md"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
USUAL = "http://127.0.0.1:8081"
START = 100.0
"""Seconds for a bot's library to be imported where the machine is busy."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its file's name when it has one, and its text."""

    language: str
    name: str
    text: str


BLOCKS = [Block(*found.groups()) for found in BLOCK.finditer(README.read_text("utf-8"))]
COMMANDS = [one.text for one in BLOCKS if one.language == "sh"]
SNIPPETS = [one.text for one in BLOCKS if one.language == "python" and not one.name]
FILES = [one for one in BLOCKS if one.name]


@pytest.fixture
def walk() -> Iterator[Running]:
    """The playground as the first command starts it, on another port."""
    with running(furnish("123:abc")) as served:
        yield served


def test_the_first_command_starts_it(tmp_path: Path) -> None:
    """The one command opens the room at the port and with the token that it names."""
    assert COMMANDS[0] == "python -m playground --port 8081 --token 123:abc\n"
    arguments = COMMANDS[0].replace("8081", "0").split()[1:]
    with program(*arguments, log=tmp_path / "log") as process:
        assert process.stdout is not None
        assert re.match(r"The playground is open at http://127\.0\.0\.1:\d+/ ", process.stdout.readline())


def test_the_walk_through_answers_as_shown(walk: Running) -> None:
    """Each curl command of the five minutes brings the answer that stands behind it."""
    steps = [
        (one, shown) for one, shown in pairwise(BLOCKS) if (one.language, shown.language) == ("sh", "json")
    ]
    assert [one.text for one, _ in steps] == COMMANDS[1:]
    for command, shown in steps:
        line = command.text.replace(USUAL, walk.address).replace("curl ", "curl --noproxy '*' ")
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, timeout=60)
        assert_within(json.loads(shown.text), json.loads(done.stdout))


def assert_within(shown: Any, whole: Any) -> None:
    """What the README shows is part of the whole answer; lists are shown whole."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            assert_within(value, whole[name])
    elif isinstance(shown, list):
        assert len(shown) == len(whole)
        for one, other in zip(shown, whole, strict=True):
            assert_within(one, other)
    else:
        assert whole == shown


@pytest.mark.parametrize(("index", "library"), [(0, "telegram"), (1, "aiogram")])
async def test_the_bots_of_the_readme_echo(index: int, library: str, walk: Running, tmp_path: Path) -> None:
    """The snippets of both Python libraries are whole bots that answer."""
    assert f"from {library} import" in SNIPPETS[index]
    (tmp_path / "echo_bot.py").write_text(SNIPPETS[index].replace(USUAL, walk.address))
    with program(str(tmp_path / "echo_bot.py"), log=tmp_path / "log"):
        assert await walk.room.quiet(START)
        said = await walk.room.say(walk.private("ann"), "ann", "Is anybody there?", wait=30)
        assert said.answer.text == "Is anybody there?"


def test_the_program_without_pytest_runs(tmp_path: Path) -> None:
    """The last snippet runs as it stands."""
    assert "asyncio.run(main())" in SNIPPETS[2]
    with program("-c", SNIPPETS[2], log=tmp_path / "log", PYTHONPATH=str(ROOT)) as process:
        assert process.wait(60) == 0


@pytest.mark.parametrize("mode", ["strict", "auto"])
def test_the_fixture_serves_a_foreign_project(mode: str, tmp_path: Path) -> None:
    """The README's conftest and tests pass in a project of their own, in either mode of pytest-asyncio."""
    for file in FILES:
        (tmp_path / file.name).write_text(file.text)
    scope = "asyncio_default_fixture_loop_scope=function"  # unset it warns
    passed = foreign(tmp_path, "-o", f"asyncio_mode={mode}", "-o", scope)
    assert "2 passed" in passed.stdout, passed.stdout + passed.stderr


def test_the_fixture_needs_no_asyncio_plugin(tmp_path: Path) -> None:
    """Synchronous tests pass where pytest-asyncio is not there at all."""
    for file in FILES:
        if "async" not in file.name:
            (tmp_path / file.name).write_text(file.text)
    blocked = 'import sys\nsys.modules["pytest_asyncio"] = None\n'
    (tmp_path / "conftest.py").write_text(blocked + (tmp_path / "conftest.py").read_text())
    passed = foreign(tmp_path, "-p", "no:asyncio")
    assert "1 passed" in passed.stdout, passed.stdout + passed.stderr


def foreign(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The tests of another project, with every warning an error."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", *options, str(folder)]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=110
    )


def routes() -> set[str]:
    """Every control request that the application answers, as `METHOD /path`."""
    app = build(furnish("123:abc"))
    found = set()
    for route in app.router.routes():
        path = route.resource.canonical if route.resource else ""
        if path.startswith("/sim/") and route.method != "HEAD":
            found.add(f"{route.method} {path}")
    return found


def test_the_tables_hold_every_control_request() -> None:
    """Each route under /sim/ has its row, and each row its route."""
    rows = re.findall(r"`(GET|POST|DELETE) (/sim/[^\s?`]+)", README.read_text("utf-8"))
    assert {f"{method} {path}" for method, path in rows} == routes()


def test_the_client_has_a_method_for_each_request() -> None:
    """Each route's path stands in the client's code, but for the stream of events."""
    source = "".join(path.read_text("utf-8") for path in (ROOT / "playground" / "client").glob("*.py"))
    asked = {re.sub(r"{[^}]*}", "{}", text) for text in re.findall(r'"(?:/sim/)?([^" ]+)"', source)}
    paths = {re.sub(r"{[^}]*}", "{}", route.partition(" /sim/")[2]) for route in routes()}
    assert paths - asked == {"events"}


def test_the_client_has_what_the_readme_promises() -> None:
    """The client's methods that the README names are there."""
    named = set(re.findall(r"\broom\.(\w+)\(", README.read_text("utf-8")))
    assert named <= set(dir(Playground))


def test_it_tells_of_no_particular_bot() -> None:
    """Nothing in the playground speaks of the bot that it was first made for."""
    texts = [
        one
        for one in (ROOT / "playground").rglob("*")
        if one.suffix in (".py", ".md", ".js", ".json", ".html")
    ]
    assert [one.name for one in texts if "papergram" in one.read_text("utf-8").lower()] == []
