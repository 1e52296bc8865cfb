"""How long an answer, a start and a process take: printed, beside a baseline of the same run.

`make bench` prints; nothing here fails for being slow on a busy machine, only for not answering.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from talk import TOKEN, Bot, Room, Telegram
from telegram import Update
from telegram.ext import Application, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest

from bot import app, config
from playground.client import Playground

QUERIES = [
    "diffusion",
    "扩散",
    "protien desing",
    "苏冰",
    "su bing",
    "水印",
    "year:2025 protein",
    "large language model",
]
ROUNDS = 15


async def echo(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """The barest handler: a fixed answer."""
    assert update.message is not None
    await update.message.reply_text("echo")


async def answer_times(
    running: Application, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> list[float]:  # type: ignore[type-arg]
    """Milliseconds from an update's arrival to its answer's leaving, over all queries."""
    left: list[float] = []
    send = HTTPXRequest.do_request

    async def watched(self: HTTPXRequest, url: str, *more: object, **named: object) -> object:
        if url.endswith("sendMessage"):
            left.append(time.perf_counter())
        return await send(self, url, *more, **named)  # type: ignore[arg-type]

    ann = await playground.new_person("Ann", language="en")
    chat = await playground.new_chat("supergroup", "Bench", ann)
    await playground.member(chat, "bot", "member", by=ann)
    message = await playground.say(chat, ann, "/search")
    times = []
    with monkeypatch.context() as patch:
        patch.setattr(HTTPXRequest, "do_request", watched)
        for query in QUERIES * (ROUNDS + 1):
            body = message.message.raw | {"text": f"/search {query}"}
            update = Update.de_json({"update_id": 1, "message": body}, running.bot)
            begun = time.perf_counter()
            await running.process_update(update)
            times.append((left.pop() - begun) * 1000)
    return times[len(QUERIES) :]  # the first round loads what is loaded once


@pytest.mark.timeout(300)
async def test_from_arriving_to_leaving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """/search from the update's arrival to the answer's leaving, beside a handler that only echoes."""
    with Telegram.started(tmp_path) as telegram:
        bare = Application.builder().token(TOKEN).base_url(f"{telegram.address}/bot").build()
        bare.add_handler(CommandHandler("search", echo))
        ours = app.build(config.load(token=TOKEN, api_url=telegram.address, db=tmp_path / "papers.db"))
        results = []
        async with Playground(telegram.address) as playground:
            for running in (bare, ours):
                async with running:
                    if running.post_init:
                        await running.post_init(running)
                    results.append(await answer_times(running, playground, monkeypatch))
                    if running.post_shutdown:
                        await running.post_shutdown(running)
    base, whole = (statistics.median(times) for times in results)
    say(f"/search, arriving to leaving, {len(results[1])} answers: median {whole:.1f} ms, "
        f"p95 {statistics.quantiles(results[1], n=20)[-1]:.1f} ms; a handler that only echoes {base:.1f} ms; "
        f"ratio {whole / base:.1f}")  # fmt: skip


@pytest.mark.timeout(120)
def test_the_start(tmp_path: Path) -> None:
    """From starting the process to its polling, beside Python importing the same libraries."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "import telegram.ext, aiosqlite, httpx, pydantic_settings"], check=True
    )
    base = time.perf_counter() - begun
    with Telegram.started(tmp_path) as telegram:
        bot = Bot(telegram, tmp_path / "papers.db")
        for label in ("first start, the catalogue loaded", "a later start"):
            begun = time.perf_counter()
            bot.start()
            took = time.perf_counter() - begun
            bot.stop()
            say(f"{label}: {took:.2f} s to polling; importing the libraries alone {base:.2f} s; "
                f"ratio {took / base:.1f}")  # fmt: skip


@pytest.mark.timeout(120)
async def test_the_memory(tmp_path: Path) -> None:
    """The process's memory at its peak, after every kind of search, beside the libraries alone."""
    code = "import telegram.ext, aiosqlite, httpx, pydantic_settings; print(open('/proc/self/status').read())"
    base = peak(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )
    with Telegram.started(tmp_path) as telegram, Bot.started(telegram, tmp_path / "papers.db") as bot:
        async with Playground(telegram.address) as playground:
            room = await Room.made(playground, "zh")
            for query in QUERIES:
                await room.asks(f"/search {query}")
        assert bot.process is not None
        whole = peak(Path(f"/proc/{bot.process.pid}/status").read_text())
    say(f"memory of `papergram run` at its peak: {whole:.0f} MB; the libraries alone {base:.0f} MB; "
        f"ratio {whole / base:.1f}")  # fmt: skip


def peak(status: str) -> float:
    """Peak resident memory in MB out of /proc/…/status."""
    found = re.search(r"VmHWM:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) / 1024


def say(line: str) -> None:
    """Print a figure where pytest lets it through (`-s`)."""
    sys.stdout.write(f"\n  {line}\n")
