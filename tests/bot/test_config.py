"""Settings: read once, right or refused by name."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bot import config
from bot.config import Config, WrongSetting

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without `.env`, and an environment without settings of ours."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("PAPERGRAM_")]:
        monkeypatch.delenv(name)
    return tmp_path


def test_defaults_are_those_of_the_contract() -> None:
    """Shanghai at nine, and no language of its own."""
    found = config.load()
    assert (found.timezone, found.push_time, found.language) == ("Asia/Shanghai", "09:00", None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN", "no-token"), ("TOKEN_FILE", "/nowhere/token"), ("API_URL", "ftp://x"), ("OWNERS", "1,ann"),
        ("LANGUAGE", "fr"), ("TIMEZONE", "Nowhere/City"), ("TIMEZONE", "CST"), ("PUSH_TIME", "25:00"),
        ("PUSH_TIME", "nine"), ("CLOCK_URL", "http://example.org:80"), ("WEBHOOK_URL", "http://example.org"),
        ("WEBHOOK_SECRET", "with space"), ("LISTEN", "somewhere"), ("HEALTH_PORT", "70000"),
        ("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"), ("API_URL", "http://host:99999"), ("DB", "/"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_in_one_line_that_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """The line names the variable and says what is right; it never repeats the value."""
    monkeypatch.setenv(f"PAPERGRAM_{name}", value)
    with pytest.raises(WrongSetting) as refused:
        config.load()
    said = str(refused.value)
    assert said.startswith(f"PAPERGRAM_{name} must be ")
    assert "\n" not in said
    assert name == "DB" or value not in said


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("TIMEZONE", "北京", "Asia/Shanghai"), ("TIMEZONE", "UTC+08:00", "UTC+08:00"),
        ("TIMEZONE", "europe/berlin", "Europe/Berlin"), ("PUSH_TIME", "7:05", "07:05"),
        ("OWNERS", "1, 2;3", frozenset({1, 2, 3})), ("LANGUAGE", "EN", "en"),
        ("API_URL", "http://127.0.0.1:8081/", "http://127.0.0.1:8081"), ("LOG_LEVEL", "DEBUG", "debug"),
        ("CLOCK_URL", "http://localhost:8081", "http://localhost:8081"), ("OWNERS", "", frozenset()),
    ],
)  # fmt: skip
def test_a_value_is_understood_as_people_write_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: object
) -> None:
    """Spaces, case and a city's own name do no harm; an empty variable is an unset one."""
    monkeypatch.setenv(f"PAPERGRAM_{name}", value)
    assert getattr(config.load(), name.lower()) == expected


def test_the_token_comes_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container's secret, with the line end that editors leave."""
    (tmp_path / "secret").write_text("123:abc\n", encoding="utf-8")
    monkeypatch.setenv("PAPERGRAM_TOKEN_FILE", str(tmp_path / "secret"))
    assert config.token(config.load()) == "123:abc"


def test_the_token_goes_before_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With both set the variable holds, and the file is not read."""
    monkeypatch.setenv("PAPERGRAM_TOKEN", "123:abc")
    monkeypatch.setenv("PAPERGRAM_TOKEN_FILE", str(tmp_path / "missing"))
    assert config.token(config.load()) == "123:abc"


def test_a_run_without_token_says_what_to_do() -> None:
    """The refusal names the variable and the way without one."""
    with pytest.raises(WrongSetting, match=r"PAPERGRAM_TOKEN is not set.*papergram try"):
        config.token(config.load())


def test_the_token_is_in_no_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the settings nor a copy of them show it."""
    monkeypatch.setenv("PAPERGRAM_TOKEN", "123456:very-secret")
    assert "very-secret" not in repr(config.load()) + str(config.load().model_dump())


def test_a_file_named_env_is_read(tmp_path: Path) -> None:
    """`.env` of the folder in which the program starts."""
    (tmp_path / ".env").write_text("PAPERGRAM_PUSH_TIME=18:30\nOTHER=1\n", encoding="utf-8")
    assert config.load().push_time == "18:30"


def test_overrides_leave_a_wrong_variable_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """`try` ignores a token, also one that is wrong."""
    monkeypatch.setenv("PAPERGRAM_TOKEN", "wrong")
    monkeypatch.setenv("PAPERGRAM_TOKEN_FILE", "/nowhere/token")
    assert config.load(token=None, token_file=None).token is None


def test_misspelled_variables_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """`doctor` names what bears our prefix and is no setting."""
    monkeypatch.setenv("PAPERGRAM_TOKN", "1")
    monkeypatch.setenv("PAPERGRAM_TOKEN", "1:a")
    assert config.unknown() == ["PAPERGRAM_TOKN"]


def test_the_example_explains_every_setting() -> None:
    """`.env.example` holds each variable, each with a comment above its block, and no other."""
    text = EXAMPLE.read_text(encoding="utf-8")
    shown = set(re.findall(r"^#PAPERGRAM_([A-Z_]+)=", text, re.MULTILINE))
    assert shown == {name.upper() for name in Config.model_fields}


def test_the_example_holds_only_right_values(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With every comment sign taken away it is a working file, but for the secret's path."""
    text = re.sub(r"^#(PAPERGRAM_)", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PAPERGRAM_TOKEN", "123456:abc")
    assert config.load().owners == frozenset({11111111, 22222222})
