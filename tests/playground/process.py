"""Programs that run beside a test: bots, and the playground's own command line."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

PATIENCE = 30.0
"""Seconds for a program to end by itself."""


def free_port() -> int:
    """A port that is free now."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def program(*arguments: str, log: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A Python program with these settings in its environment; it must end cleanly when interrupted."""
    environment = {
        name: value for name, value in os.environ.items() if "proxy" not in name.lower()
    } | settings
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments], env=environment, text=True, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            yield process
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            assert process.stdout is not None
            process.stdout.close()
    said = log.read_text()
    assert "Traceback" not in said, said
    assert process.returncode in (0, 130, -signal.SIGINT), said
