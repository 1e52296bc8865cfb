"""The command line: what it prints where, and how it ends."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import cli
from data import catalogue, store

ARTICLE = """论文介绍
论文题目：Attention Is All You Need
作者：张三*，李四
论文概述：一种只用注意力的模型。
论文链接：https://arxiv.org/abs/1706.03762
"""
COUNT = len(catalogue.records())


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """Its stdout, which is one JSON document."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Command = Callable[..., Ran]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with no `.env`, a store of its own, and logging as it was afterwards."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("PAPERGRAM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PAPERGRAM_DB", str(tmp_path / "papers.db"))
    root, hook = logging.getLogger(), sys.excepthook
    handlers, level = root.handlers, root.level
    yield tmp_path
    root.handlers, sys.excepthook = handlers, hook
    root.setLevel(level)


@pytest.fixture
def papergram(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process."""

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["papergram", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out.out, out.err)

    return run


def test_a_search_makes_and_fills_the_store(papergram: Command) -> None:
    """The first command of a newcomer finds papers; its JSON has the keys of the contract."""
    ran = papergram("search", "diffusion", "--json", "--limit", "2")
    assert ran.code == 0
    assert list(ran.json) == ["query", "total", "offset", "papers"]
    found = ran.json["papers"]
    assert isinstance(found, list)
    assert len(found) == 2
    assert {"id", "title", "source", "added_at"} <= found[0].keys()


def test_every_paper_is_reached_by_paging(papergram: Command) -> None:
    """A search without words lists all; pages neither repeat nor leave out any."""
    pages = [
        papergram("search", "--json", "--limit", "10", "--offset", str(n)).json for n in range(0, 40, 10)
    ]
    ids = [paper["id"] for page in pages for paper in page["papers"]]  # type: ignore[attr-defined]
    assert len(ids) == len(set(ids)) == pages[0]["total"] == COUNT


def test_an_empty_file_is_a_fresh_store(papergram: Command, home: Path) -> None:
    """As `mktemp` makes one: `search` fills it."""
    (home / "papers.db").touch()
    assert papergram("search", "--json").json["total"] == COUNT


def test_a_search_for_people_names_and_numbers(papergram: Command) -> None:
    """Plain lines, numbered on from the offset."""
    ran = papergram("search", "diffusion", "--limit", "2", "--offset", "2")
    assert ran.out.startswith("3. ")
    assert "3–4 of " in ran.out


def test_a_batch_answers_every_line(papergram: Command) -> None:
    """Blank, broken and very long lines too, each with one object."""
    asked = b"diffusion\n\n   \n\xff\xfe\n" + b"x" * 5000 + b'\n"\nlast without end'
    ran = papergram("search", "--batch", "--limit", "3", stdin=asked)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert len(answers) == 7
    assert all(answer.keys() == {"ids", "ms"} and len(answer["ids"]) <= 3 for answer in answers)
    assert answers[0]["ids"]
    assert answers[1] == answers[2] == {"ids": [], "ms": 0}


def test_show_prints_the_card_or_the_record(papergram: Command) -> None:
    """By public id and by short key; without markup."""
    paper = papergram("search", "diffusion", "--json", "--limit", "1").json["papers"][0]  # type: ignore[index]
    assert papergram("show", paper["id"], "--json").json == paper
    card = papergram("show", paper["id"]).out
    assert paper["title"] in card
    assert "<b>" not in card


def test_show_knows_the_names_of_links(papergram: Command) -> None:
    """`p_` and short key or public id, in any case."""
    paper = papergram("search", "diffusion", "--json", "--limit", "1").json["papers"][0]  # type: ignore[index]
    for name in (f"p_{paper['id']}", paper["id"].upper()):
        assert papergram("show", name, "--json").json == paper
    assert papergram("show", "p_1", "--json").code == 0


def test_an_import_counts(papergram: Command, home: Path) -> None:
    """Added, then unchanged; the store is made, and the catalogue is not loaded into it."""
    (home / "news.txt").write_text(ARTICLE, encoding="utf-8")
    first = papergram("import", "news.txt", "--json")
    assert first.json == {"added": 1, "updated": 0, "unchanged": 0, "skipped": 0}
    assert papergram("import", "news.txt", "--json").json["unchanged"] == 1
    assert papergram("stats", "--json").json["papers"] == 1


def test_a_dry_run_writes_nothing(papergram: Command, home: Path) -> None:
    """Papers and warnings with their lines; no store appears."""
    article = ARTICLE.replace("注意力", "注\ufffd\ufffd意力")
    ran = papergram("import", "-", "--dry-run", "--json", stdin=article.encode())
    assert list(ran.json) == ["source", "papers", "warnings"]
    assert [paper["title"] for paper in ran.json["papers"]] == ["Attention Is All You Need"]  # type: ignore[attr-defined]
    assert [warning["line"] for warning in ran.json["warnings"]] == [4]  # type: ignore[attr-defined]
    assert list(home.iterdir()) == []


def test_a_dry_run_tells_the_ids_that_papers_would_get(papergram: Command) -> None:
    """Given, from arXiv, or made: those of the import that follows."""
    content = (
        b'{"title": "One", "id": "x-1"}\n{"title": "Two", "arxiv_id": "2502.00001"}\n{"title": "Three"}\n'
    )
    told = papergram("import", "-", "--dry-run", "--json", stdin=content).json["papers"]
    papergram("import", "-", stdin=content)
    stored = papergram("search", "--json").json["papers"]
    assert [paper["id"] for paper in told][:2] == ["x-1", "2502.00001"]  # type: ignore[attr-defined]
    assert {paper["id"] for paper in told} == {paper["id"] for paper in stored}  # type: ignore[attr-defined]


def test_of_several_sources_the_good_ones_are_imported(papergram: Command, home: Path) -> None:
    """One is missing, one is empty: exit 1, each with its reason, and the good one is in."""
    (home / "news.txt").write_text(ARTICLE, encoding="utf-8")
    (home / "empty.txt").write_text("nothing here", encoding="utf-8")
    ran = papergram("import", "missing.txt", "empty.txt", "news.txt", "--json")
    assert ran.code == 1
    sources = ran.json["sources"]
    assert isinstance(sources, list)
    assert [source["source"] for source in sources] == ["missing.txt", "empty.txt", "news.txt"]
    assert [("error" in source, source.get("added")) for source in sources] == [
        (True, None),
        (True, None),
        (False, 1),
    ]
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "no-such-paper"), ("show", "\udcff\udcfe"), ("import", "missing.txt"), ("import", "https://example.org/a"),
        ("import", "."), ("run",), ("push", "--dry-run", "--at", "noon"),
        ("push", "--dry-run", "--at", "2026-12-01T09:00"), ("restore", "missing.db"),
        ("backup", "no/such/folder/x.db"), ("stats",),
    ],
)  # fmt: skip
def test_a_refusal_is_one_line_on_stderr(papergram: Command, arguments: tuple[str, ...]) -> None:
    """Exit 1, nothing on stdout, no traceback."""
    if arguments[0] != "stats":
        papergram("search", "x", "--limit", "0")
    ran = papergram(*arguments)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("fly",), ("search", "--limit", "many"), ("search", "--limit", "-1"), ("import",), ("show",),
        ("push",), ("search", "word", "--batch"), ("try", "--port", "99999"), ("--nonsense",),
    ],
)  # fmt: skip
def test_wrong_usage_exits_with_two(papergram: Command, arguments: tuple[str, ...]) -> None:
    """Told on stderr, nothing on stdout."""
    ran = papergram(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_push_says_how_to_see_what_would_be_sent(papergram: Command) -> None:
    """Without its option it does nothing, and says so."""
    assert "the running bot sends; add --dry-run" in " ".join(papergram("push").err.split())


def test_a_store_in_use_by_another_program_is_told_in_a_line(
    papergram: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock outlasts the wait: exit 1, what to do, and no word of a fault of ours."""
    papergram("search", "x")
    monkeypatch.setattr(store, "BUSY_MS", 50)
    (home / "news.txt").write_text(ARTICLE, encoding="utf-8")
    with closing(sqlite3.connect(home / "papers.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        ran = papergram("import", "news.txt")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert "try again" in ran.err


def test_a_wrong_setting_stops_every_verb(papergram: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that names the variable."""
    monkeypatch.setenv("PAPERGRAM_PUSH_TIME", "soon")
    ran = papergram("search", "x")
    assert (ran.code, ran.err) == (1, "papergram: PAPERGRAM_PUSH_TIME must be an hour like 09:00\n")


def test_the_version_is_told(papergram: Command) -> None:
    """`--version` prints it and ends well."""
    ran = papergram("--version")
    assert (ran.code, ran.out.split()[0]) == (0, "papergram")


def test_a_backup_comes_back(papergram: Command, home: Path) -> None:
    """Backup, loss, restore: the papers are there again, and the lost store is kept beside."""
    papergram("search", "x")
    assert papergram("backup", "copy.db").code == 0
    (home / "papers.db").write_bytes(b"broken")
    assert papergram("restore", "copy.db").code == 0
    assert papergram("stats", "--json").json["papers"] == COUNT
    assert (home / "papers.db.before-restore").read_bytes() == b"broken"


def test_a_damaged_backup_is_refused(papergram: Command, home: Path) -> None:
    """The store stays as it was."""
    papergram("search", "x")
    papergram("backup", "copy.db")
    whole = (home / "copy.db").read_bytes()
    (home / "copy.db").write_bytes(whole[: len(whole) // 2])
    assert papergram("restore", "copy.db").code == 1
    (home / "copy.db").write_bytes(b"no database at all")
    assert papergram("restore", "copy.db").code == 1
    assert papergram("stats", "--json").json["papers"] == COUNT


def test_doctor_finds_all_well_without_a_token(papergram: Command) -> None:
    """A fresh machine is no fault."""
    ran = papergram("doctor")
    assert ran.code == 0
    assert "WRONG" not in ran.out


def test_doctor_names_a_misspelled_setting(papergram: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1, and the variable by name."""
    monkeypatch.setenv("PAPERGRAM_TOKN", "1")
    ran = papergram("doctor")
    assert ran.code == 1
    assert "PAPERGRAM_TOKN" in ran.out


def test_a_closed_pipe_ends_quietly(home: Path) -> None:
    """`papergram search --batch | head -1` leaves no trace on stderr."""
    command = f"yes diffusion | {sys.executable} -m bot search --batch | head -1"
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert json.loads(ran.stdout)["ids"]
    assert ran.stderr == ""


def test_an_interrupted_command_ends_quietly(home: Path) -> None:
    """Ctrl-C while it waits for its next line."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "search", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"diffusion\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        process.stdin.close()
        assert process.stderr.read() == b""
