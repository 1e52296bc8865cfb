"""Logs: the token is in no line of them (field case b63)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot import logs
from bot.logs import MASK, Mask

TOKEN = "123456:TEST-TOKEN-abcdefghijklmnopqrstuv"
ADDRESS = f"https://api.telegram.org/bot{TOKEN}/getMe"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """The root logger as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture(params=["console", "json"])
def form(request: pytest.FixtureRequest) -> str:
    """Both ways of writing."""
    return str(request.param)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """All that was written, on either stream."""
    out = capsys.readouterr()
    return out.out + out.err


@pytest.mark.parametrize("level", ["info", "debug"])
def test_an_address_is_masked(capsys: pytest.CaptureFixture[str], form: str, level: str) -> None:
    """What httpx would log at INFO and what anybody else logs: plain and percent-encoded."""
    logs.set_up(level, form, [TOKEN])
    logging.getLogger("httpx").info("HTTP Request: POST %s", ADDRESS)
    logging.getLogger("other").warning("POST %s", ADDRESS)
    structlog.get_logger("papergram").error("failed", url=ADDRESS, quoted=quote(TOKEN, safe=""))
    said = told(capsys)
    assert "TEST-TOKEN" not in said
    assert said.count(MASK) >= 3


def test_a_traceback_is_masked(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """A connect error carries the address; its trace and its cause are masked too."""
    logs.set_up("info", form, [TOKEN])
    cause = httpx.ConnectError(f"cannot connect to {ADDRESS}")
    error = RuntimeError(f"gave up on {quote(TOKEN, safe='')}")
    error.__cause__ = cause
    structlog.get_logger("papergram").error("unexpected", exc_info=error)
    said = told(capsys)
    assert "ConnectError" in said
    assert "TEST-TOKEN" not in said


def test_a_crash_is_masked(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """What nobody caught leaves by the same door."""
    logs.set_up("info", form, [TOKEN])
    error = RuntimeError(ADDRESS)
    logs.crashed(RuntimeError, error, None)
    assert "TEST-TOKEN" not in told(capsys)


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line parses by itself, with level, time and event; also with a traceback in it."""
    logs.set_up("info", "json", [TOKEN])
    structlog.get_logger("papergram").info("ready", bot="x")
    logging.getLogger("other").error("a library's", exc_info=ValueError("broken\nlines"))
    lines = [json.loads(line) for line in told(capsys).splitlines()]
    assert [line["event"] for line in lines] == ["ready", "a library's"]
    assert {"level", "timestamp", "logger"} <= lines[0].keys()


def test_nothing_stands_on_stdout(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Logs go to stderr: stdout is for JSON documents."""
    logs.set_up("debug", form)
    logging.getLogger("any").debug("a word")
    assert capsys.readouterr().out == ""


@given(st.text(), st.text())
def test_no_text_around_it_uncovers_the_token(before: str, after: str) -> None:
    """Whatever stands beside it, in any case of its percent code."""
    mask = Mask([TOKEN])
    for shown in (TOKEN, quote(TOKEN, safe=""), TOKEN.replace(":", "%3a"), TOKEN.partition(":")[2]):
        assert "TEST-TOKEN" not in mask(before + shown + after)


def test_a_token_that_we_do_not_know_is_masked_too() -> None:
    """Another bot's token in somebody's message has no business in our log either."""
    other = "987654321:AAabcdefghijklmnopqrstuvwxyz0123456"
    assert Mask()(f"see bot{other}/x") == f"see {MASK}/x"
