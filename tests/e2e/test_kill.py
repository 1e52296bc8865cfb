"""Killed in the middle of the morning's pushes, again and again: nobody gets two papers."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from talk import Bot

from playground.client import Playground

PLACES = 40
SEED = 20261201
PARALLEL = 8  # what can be in flight at a kill: bot/push.py


async def made(playground: Playground) -> dict[int, int]:
    """People who want a paper at nine in the morning, with the last message of each chat."""
    last = {}
    for number in range(PLACES):
        person = await playground.new_person(f"Reader {number}", language="en")
        said = await playground.say(person, person, "/settings 09:00 Asia/Shanghai", wait=20)
        last[person] = said.answer.id
    return last


@pytest.mark.timeout(240)
async def test_killed_at_any_moment(playground: Playground, bot: Bot) -> None:
    """Kills fall behind pushes chosen by a seed; each place ends with one paper or one row of doubt."""
    last = await made(playground)
    people = list(last)
    moments = sorted(random.Random(SEED).sample(range(2, PLACES - 4), 4))  # noqa: S311 - a test's choice
    await playground.fault("sendMessage", "slow", times=10_000, seconds=0.1)
    start = datetime.fromisoformat(str((await playground.clock())["now"])).astimezone(
        ZoneInfo("Asia/Shanghai")
    )
    nine = start.replace(hour=9, minute=0, second=0, microsecond=0)
    nine += timedelta(days=nine <= start)
    await playground.clock(now=nine.isoformat(), fixed=True)
    for moment in moments:
        await first_of(playground, people[moment:], last)
        bot.kill()
        bot.start()
    await playground.wait(people[-1], last[people[-1]], timeout=60)
    await playground.quiet(timeout=30, settle=2)

    got = {
        person: len([m for m in await playground.messages(person) if m.by_bot and m.id > last[person]])
        for person in people
    }
    states = ledger(bot)
    assert max(got.values()) == 1, f"seed {SEED}, kills behind {moments}"
    assert {person for person, state in states.items() if state == "sent" and got[person] != 1} == set()
    doubtful = {person for person, state in states.items() if state == "uncertain"}
    assert {person for person in people if got[person] == 0} <= doubtful
    assert 0 < len(doubtful) <= PARALLEL * len(moments), "kills must fall between claim and settle"
    assert set(states.values()) <= {"sent", "uncertain"}


async def first_of(playground: Playground, people: list[int], last: dict[int, int]) -> None:
    """Wait until any of these has got a paper."""
    waits = [
        asyncio.create_task(playground.wait(person, last[person], timeout=30)) for person in people[:PARALLEL]
    ]
    _, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)


def ledger(bot: Bot) -> dict[int, str]:
    """The state of each chat's only row."""
    db = sqlite3.connect(f"file:{bot.db}?mode=ro", uri=True)
    query = "select chat, state from pushes join places on places.id = pushes.place"
    rows = dict(db.execute(query).fetchall())
    db.close()
    return rows
