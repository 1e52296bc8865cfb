"""`papergram run` and `papergram try` as processes: they start, end, and say in a line what stops them."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from playground.client import Playground

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
GROUP = -1001000000001


@contextmanager
def started(folder: Path, *arguments: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A command with these settings and no others; killed at the end where it still runs."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAPERGRAM_")}
    environment |= {f"PAPERGRAM_{name}": value for name, value in settings.items()}
    with subprocess.Popen(
        [sys.executable, "-m", *arguments], cwd=folder, env=environment | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str], holding: str, *, err: bool = False) -> str:
    """The first line that holds these words."""
    stream = process.stderr if err else process.stdout
    assert stream is not None
    for said in stream:
        if holding in said:
            return said
    raise AssertionError(f"it ended without saying {holding!r}")


@pytest.fixture
def unused_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
def telegram(tmp_path: Path) -> Iterator[str]:
    """The address of a playground process."""
    with started(tmp_path, "playground", "--port", "0", "--token", "1:run") as process:
        found = re.search(r"http://127\.0\.0\.1:\d+", line(process, "http://"))
        assert found
        yield found[0]


def test_a_bot_runs_and_ends_well(telegram: str, tmp_path: Path) -> None:
    """It says that it is ready; a stop is clean and fast, and its log holds no token and no trace."""
    settings = {"TOKEN": "1:run", "API_URL": telegram, "DB": str(tmp_path / "papers.db")}
    with started(tmp_path, "bot", "run", **settings) as process:
        assert "playground_bot" in line(process, "ready", err=True)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, "")
    assert "1:run" not in err
    assert "Traceback" not in err


def test_an_impatient_stop_ends_well_too(telegram: str, tmp_path: Path) -> None:
    """A second signal does not cut the orderly end off: an open store would keep the process for ever."""
    settings = {"TOKEN": "1:run", "API_URL": telegram, "DB": str(tmp_path / "papers.db")}
    with started(tmp_path, "bot", "run", **settings) as process:
        line(process, "ready", err=True)
        for _ in range(3):
            process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in err


async def test_a_stop_waits_out_no_pause(telegram: str, tmp_path: Path) -> None:
    """Telegram wants silence for an hour, an answer and a deletion wait: the end is clean and fast."""
    database = tmp_path / "papers.db"
    settings = {"TOKEN": "1:run", "API_URL": telegram, "DB": str(database)}
    with started(tmp_path, "bot", "run", **settings) as process:
        line(process, "ready", err=True)
        async with Playground(telegram) as room:
            await room.quiet(timeout=PATIENCE)
            await room.fault("sendMessage", "429", times=1, retry_after=3600)
            await room.say(GROUP, "ann", "/search diffusion")
            line(process, "asks for a pause", err=True)
            with closing(sqlite3.connect(database)) as db, db:
                db.execute("insert into outbox (kind, chat, body, due) values ('delete', ?, ?, 0)",
                           (GROUP, '{"message": 1}'))  # fmt: skip
            await room.say(GROUP, "ann", "/search protein")
            await room.quiet(timeout=PATIENCE)
        start = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert time.monotonic() - start < 8
    assert "Traceback" not in err


def test_a_refused_token_is_said_in_one_line(telegram: str, tmp_path: Path) -> None:
    """It names the variable, and not the token."""
    settings = {"TOKEN": "2:wrong", "API_URL": telegram, "DB": str(tmp_path / "papers.db")}
    with started(tmp_path, "bot", "run", **settings) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, len(err.splitlines())) == (1, "", 1)
    assert "PAPERGRAM_TOKEN" in err
    assert "wrong" not in err


def test_an_unreachable_telegram_is_said_once(tmp_path: Path) -> None:
    """It goes on trying; one line says so, and a stop is taken."""
    settings = {"TOKEN": "1:run", "API_URL": "http://127.0.0.1:9", "DB": str(tmp_path / "papers.db")}
    with started(tmp_path, "bot", "run", **settings) as process:
        line(process, "cannot be reached", err=True)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in err


async def test_a_try_answers_and_ends_both(tmp_path: Path, unused_port: int) -> None:
    """The page is there, a search is answered; Ctrl-C ends it all."""
    arguments = ("bot", "try", "--port", str(unused_port), "--no-browser")
    with started(tmp_path, *arguments, DB=str(tmp_path / "try.db"), TOKEN="3:ignored") as process:
        assert f"http://127.0.0.1:{unused_port}/" in line(process, "Open")
        async with Playground(f"http://127.0.0.1:{unused_port}") as room:
            await room.quiet(timeout=PATIENCE)
            said = await room.say(GROUP, "ann", "/search diffusion", wait=PATIENCE)
            assert "Diffusion" in said.answer.text
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in err
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", unused_port)) != 0


async def test_a_killed_try_leaves_no_playground(tmp_path: Path, unused_port: int) -> None:
    """The port is free again for the next one."""
    arguments = ("bot", "try", "--port", str(unused_port), "--no-browser")
    with started(tmp_path, *arguments, DB=str(tmp_path / "try.db")) as process:
        line(process, "Open")
        async with Playground(f"http://127.0.0.1:{unused_port}") as room:
            await room.state()
            process.kill()
            with pytest.raises(httpx.HTTPError):
                await room.get("wait", PATIENCE, chat=GROUP, after=10**9, timeout=PATIENCE)


def test_a_taken_port_is_said_in_one_line(telegram: str, tmp_path: Path) -> None:
    """And what to do."""
    port = telegram.rpartition(":")[2]
    arguments = ("bot", "try", "--port", port, "--no-browser")
    with started(tmp_path, *arguments, DB=str(tmp_path / "try.db")) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, len(err.splitlines())) == (1, "", 1)
    assert "--port" in err
