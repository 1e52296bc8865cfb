"""How many messages a second the playground takes: printed, beside a bare server of the same run.

The servers are processes of their own, the load comes from this one: over several connections that each send
their next call as soon as the last is answered, no text twice. Nothing here fails for being slow, only for
not answering.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

TOKEN = "1:bench"
CONNECTIONS = 8
ROUNDS = 3
TURNS = 8
TURN = 240
MANY = 100_000
TEXT = (
    "<b>Diffusion models, part {0}</b>\n"
    "A reading group meets on Thursday; the paper stands at https://example.org/papers/{0}.00001 and "
    '<a href="https://example.org/group?week={0}">the notes</a> beside it. Questions: /ask them here.'
)
NUMBERS = count(1)


def form() -> dict[str, str]:
    """A sendMessage: 200 characters with a bold, a link, a command and an address that Telegram finds."""
    return {"chat_id": "1001", "text": TEXT.format(next(NUMBERS)), "parse_mode": "HTML"}


def request(host: str) -> bytes:
    """The same as it goes over the wire."""
    body = urlencode(form()).encode()
    head = (
        f"POST /bot{TOKEN}/sendMessage HTTP/1.1\r\nHost: {host}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Caller(asyncio.Protocol):
    """One connection that makes its calls; answers are counted, not read, to burden the load least."""

    def __init__(self, requests: list[bytes]) -> None:
        self.requests = requests
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.missing = 0
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The first call."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.requests.pop())

    def data_received(self, data: bytes) -> None:
        """A piece of an answer; behind its last byte goes the next call."""
        if not self.missing:
            head, end, body = (self.head + data).partition(b"\r\n\r\n")
            if not end:
                self.head += data
                return
            assert head.startswith(b"HTTP/1.1 200"), head + body
            self.missing = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
            self.head, data = b"", body
        self.missing -= len(data)
        if self.missing == 0:
            if self.requests:
                self.transport.write(self.requests.pop())
            else:
                self.done.set_result(None)
                self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Who breaks the line fails the run."""
        if not self.done.done():
            self.done.set_exception(error or ConnectionResetError("closed before the last answer"))


async def seconds(address: str, calls: int) -> float:
    """How long this many sendMessage calls take."""
    parts = urlsplit(address)
    each = [[request(parts.netloc) for _ in range(calls // CONNECTIONS)] for _ in range(CONNECTIONS)]
    loop = asyncio.get_running_loop()
    begun = time.perf_counter()
    callers = []
    for requests in each:
        _, caller = await loop.create_connection(lambda r=requests: Caller(r), parts.hostname, parts.port)  # type: ignore[misc]
        callers.append(caller)
    await asyncio.gather(*(caller.done for caller in callers))
    return time.perf_counter() - begun


@contextmanager
def process(*command: str, given: str = "") -> Iterator[tuple[str, int]]:
    """A running server's address and process id."""
    with subprocess.Popen(
        [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(given + "\n")
        server.stdin.flush()
        try:
            said = server.stdout.readline().split()
            yield next(part for part in said if "http" in part).rstrip("/"), server.pid
        finally:
            server.kill()


@contextmanager
def playground() -> Iterator[tuple[str, int]]:
    """The playground alone, flood limits off; its address and process id."""
    with process("-m", "playground", "--port", "0", "--token", TOKEN, "--no-flood") as started:
        httpx.post(f"{started[0]}/sim/open", json={"person": 1001}).raise_for_status()
        yield started


@contextmanager
def bare(address: str) -> Iterator[str]:
    """The address of a bare server whose answer is one of the playground's."""
    answer = httpx.post(f"{address}/bot{TOKEN}/sendMessage", data=form()).raise_for_status().json()
    kinds = [one["type"] for one in answer["result"]["entities"]]
    assert kinds == ["bold", "url", "text_link", "bot_command"]
    with process(str(Path(__file__).with_name("bare.py")), given=json.dumps(answer)) as (alone, _):
        yield alone


@asynccontextmanager
async def window(address: str) -> AsyncIterator[None]:
    """A page's window that listens to everything."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET /sim/events HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")

    async def listen() -> None:
        while await reader.read(1 << 20):
            pass

    listening = asyncio.create_task(listen())
    try:
        yield
    finally:
        listening.cancel()
        writer.close()


async def compared(ours: str, alone: str, label: str) -> None:
    """Measure both three times, in short turns that a busy machine hits alike; print the middle ratio."""
    rounds = []
    for _ in range(ROUNDS):
        turns = [(await seconds(ours, TURN), await seconds(alone, TURN)) for _ in range(TURNS)]
        mine, base = (TURN * TURNS / sum(column) for column in zip(*turns, strict=True))
        rounds.append((mine / base, mine, base))
    ratio, mine, base = statistics.median_low(rounds)
    say(f"sendMessage{label}: {mine:.0f} a second, a bare aiohttp handler {base:.0f}; ratio {ratio:.2f}")


@pytest.mark.timeout(600)
async def test_messages_a_second() -> None:
    """Messages a second into a fresh room, then with a window that listens, then behind 100,000 others."""
    with playground() as (ours, pid), bare(ours) as alone:
        await seconds(ours, TURN)
        await seconds(alone, TURN)
        await compared(ours, alone, "")
        async with window(ours):
            await compared(ours, alone, ", an open window beside it")
        before = memory(pid)
        for _ in range(10):
            await seconds(ours, MANY // 10)
        say(f"{MANY} messages kept: {(memory(pid) - before) * 1024 / MANY:.1f} kB each")
        await compared(ours, alone, f", behind {MANY} others in the chat")


def memory(pid: int) -> float:
    """A process's resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def say(line: str) -> None:
    """Print a figure where pytest lets it through (`-s`)."""
    sys.stdout.write(f"\n  {line}\n")
