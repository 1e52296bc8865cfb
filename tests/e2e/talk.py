"""People who speak and read, the bot as a process, and the place where they meet."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from playground.client import Heard, Playground, Pressed

TOKEN = "1:e2e"
USERNAME = "playground_bot"
PATIENCE = 20.0


@dataclass
class Telegram:
    """A playground process."""

    process: subprocess.Popen[str]
    address: str

    @classmethod
    @contextmanager
    def started(cls, folder: Path, *options: str) -> Iterator[Telegram]:
        """Start one on a free port; it ends with the block."""
        with (folder / "playground.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "playground", "--port", "0", "--token", TOKEN, "--empty", "--no-flood",
                 *options],
                stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
            assert process.stdout is not None
            with process.stdout as lines:
                found = re.search(r"http://127\.0\.0\.1:\d+", lines.readline())
                assert found, (folder / "playground.log").read_text()
                try:
                    yield cls(process, found[0])
                finally:
                    process.terminate()
                    process.wait(PATIENCE)


@dataclass
class Bot:
    """A bot process with a store of its own."""

    telegram: Telegram
    db: Path
    settings: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @classmethod
    @contextmanager
    def started(cls, telegram: Telegram, db: Path, **settings: str) -> Iterator[Bot]:
        """Start one and wait until it polls; it ends with the block."""
        bot = cls(telegram, db, settings)
        bot.start()
        try:
            yield bot
        finally:
            bot.stop()

    @property
    def log_file(self) -> Path:
        """Where its log goes."""
        return self.db.with_suffix(".log")

    def log(self) -> str:
        """What it logged so far."""
        return self.log_file.read_text()

    def start(self) -> None:
        """Start the process and wait for its first long poll."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PAPERGRAM_")}
        polls = self._polls()
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", "run"],
                stdout=log, stderr=log, cwd=self.db.parent,
                env=kept | {
                    "PAPERGRAM_TOKEN": TOKEN, "PAPERGRAM_API_URL": self.telegram.address,
                    "PAPERGRAM_CLOCK_URL": self.telegram.address, "PAPERGRAM_DB": str(self.db),
                    **self.settings,
                },
            )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while self._polls() == polls:
            assert self.process.poll() is None, self.log()
            assert time.monotonic() < end, self.log()
            # The call log has no event to wait for from outside an event loop; ask it again.
            time.sleep(0.02)

    def stop(self) -> None:
        """End it as a supervisor does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End it between any two instructions."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)

    def _polls(self) -> int:
        answer = httpx.get(f"{self.telegram.address}/sim/calls?method=setMyCommands", trust_env=False)
        return len([call for call in answer.json()["calls"] if call["status"]])


@dataclass
class Room:
    """A group with two people in it, and the bot."""

    playground: Playground
    chat: int
    ann: int
    bo: int
    language: str

    @classmethod
    async def made(cls, playground: Playground, language: str, kind: str = "supergroup") -> Room:
        """A new one: Ann owns it and adds the bot, which greets; Bo is a member."""
        ann = await playground.new_person("Ann", language=language)
        bo = await playground.new_person("Bo", language=language)
        chat = await playground.new_chat(kind, "Reading group", ann, members=(bo,))
        await playground.member(chat, "bot", "member", by=ann)
        await playground.wait(chat, 0, timeout=PATIENCE)
        return cls(playground, chat, ann, bo, language)

    async def asks(self, text: str, *, by: int | None = None, **more: int) -> Heard:
        """Ann (or somebody else) says something in the group; the bot's only answer."""
        return (await self.playground.say(self.chat, by or self.ann, text, wait=PATIENCE, **more)).answer

    async def silence(self, text: str, *, by: int | None = None) -> bool:
        """Whether the bot answers nothing to this."""
        return (await self.playground.say(self.chat, by or self.ann, text, wait=PATIENCE)).answers == []

    async def asks_alone(self, text: str, *, by: int | None = None) -> Heard:
        """The same in the person's private chat."""
        person = by or self.ann
        return (await self.playground.say(person, person, text, wait=PATIENCE)).answer

    async def taps(self, message: Heard, button: str, *, by: int | None = None) -> Pressed:
        """Somebody presses a button."""
        return await self.playground.tap(message, by or self.ann, button, wait=PATIENCE)

    async def now(self, message: Heard) -> Heard:
        """A message as it stands at present."""
        found = {one.id: one for one in await self.playground.messages(message.chat)}
        return found[message.id]

    async def turned(self, message: Heard, button: str, *, by: int | None = None) -> Heard:
        """Press a button that edits its own message; the message afterwards."""
        await self.taps(message, button, by=by)
        return await self.now(message)


def labels(message: Heard) -> list[str]:
    """The words of a message's buttons."""
    return [button.text for button in message.buttons]


def numbered(message: Heard) -> list[str]:
    """The titles of a list's entries, in order."""
    return re.findall(r"^\d+\. (.+)$", message.text, re.MULTILINE)
