"""The playground as a program of its own: options, refusals, and its end."""

import json
import re
import signal
import socket
from pathlib import Path

import httpx
import pytest

from playground.__main__ import main
from playground.guard import check_token
from tests.playground.process import PATIENCE, program

REAL = f"1234567890:{'AAG' + 'x' * 32}"
"""A token with the length of real ones."""


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--token", REAL), "That looks like a real bot's token."),
        (("--token", "nonsense"), "A token is a number, a colon and letters, digits, _ or -"),
        (("--host", "0.0.0.0"), "The playground listens on 127.0.0.1 only, not on 0.0.0.0"),  # noqa: S104 - refused
    ],
)  # fmt: skip
def test_unsafe_options_are_refused(
    option: tuple[str, str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token that looks real, one that is none, and another host than loopback end it with a sentence."""
    assert main(option) == 2
    assert sentence in capsys.readouterr().err


def test_a_port_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Too large a port is told of like any wrong option."""
    with pytest.raises(SystemExit) as ended:
        main(["--port", "99999"])
    assert ended.value.code == 2
    assert "a port is a number from 0 to 65535, not 99999" in capsys.readouterr().err


def test_a_port_in_use_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the port and the way out."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--port", str(port)]) == 1
    said = capsys.readouterr().err
    assert said == (
        f"Port {port} cannot be used: another program listens on it, perhaps another playground. "
        "End that one, or choose another port with --port (0: any free one).\n"
    )


def test_help_tells_the_whole_use(capsys: pytest.CaptureFixture[str]) -> None:
    """Each option is explained, and an example stands at the end."""
    with pytest.raises(SystemExit):
        main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    for option in ("--port", "--host", "--token", "--bot-name", "--lang", "--zone", "--no-flood", "--empty"):
        assert f"{option} " in said
    assert "python -m playground --port 8081 --token 123:abc" in said


@pytest.mark.parametrize("token", ["123:abc", "1:test", "42:TOKEN_of-mine"])
def test_invented_tokens_are_taken(token: str) -> None:
    """What nobody could take for a real one is free to choose."""
    assert check_token(token) == token


def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    """Open windows, a waiting poll and a waiting client do not hold it up, and nothing is complained of."""
    with program("-m", "playground", "--port", "0", "--token", "123:abc", log=tmp_path / "log") as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found
        lines = [
            "GET /sim/events HTTP/1.1",
            "GET /sim/wait?chat=1001&timeout=60 HTTP/1.1",
            "GET /bot123:abc/getUpdates?timeout=50&offset=99 HTTP/1.1",
        ]
        windows = [opened(int(found[1]), line) for line in lines]
        state = httpx.get(f"{found[0]}/sim/state", trust_env=False, timeout=PATIENCE)
        assert json.loads(state.content)["token"] == "123:abc"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        for window in windows:
            window.close()


def opened(port: int, line: str) -> socket.socket:
    """A connection on which a request waits for its answer."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(f"{line}\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return connection


def test_a_bot_without_inline_mode(tmp_path: Path) -> None:
    """`--no-inline` is the bot that BotFather makes: getMe says that it takes no inline queries."""
    arguments = ("-m", "playground", "--port", "0", "--token", "1:test", "--no-inline")
    with program(*arguments, log=tmp_path / "log") as process:
        assert process.stdout is not None
        address = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert address
        me = httpx.get(f"{address[0]}/bot1:test/getMe", trust_env=False).json()["result"]
        assert me["supports_inline_queries"] is False
