"""The pace, in a time that leaps to what is waited for: no second is really waited."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pace import NotMade, Pace

WORKERS = 8


class Leaping(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer when nothing else is to be done."""

    def __init__(self) -> None:
        super().__init__()
        self._leapt = 0.0

    def time(self) -> float:
        """The real time plus what was leapt over."""
        return super().time() + self._leapt

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self._leapt += max(0.0, self._scheduled[0]._when - self.time())
        super()._run_once()


def lived(life: Coroutine[Any, Any, Any]) -> Any:
    """Live a coroutine to its end in leaping time."""
    with asyncio.Runner(loop_factory=Leaping) as runner:
        return runner.run(life)


def now() -> float:
    """The time of the running loop."""
    return asyncio.get_running_loop().time()


async def sends(pace: Pace, chats: list[int]) -> list[tuple[float, int]]:
    """When each chat had its turn, with as many waiting at once as in a tick."""
    waiting = list(reversed(chats))
    had: list[tuple[float, int]] = []

    async def work() -> None:
        while waiting:
            chat = waiting.pop()
            assert await pace.turn(chat)
            had.append((now(), chat))

    await asyncio.gather(*(work() for _ in range(WORKERS)))
    return had


def most_within(times: list[float], span: float) -> int:
    """The largest number of instants in any `span` seconds."""
    return max((sum(start <= t < start + span for t in times) for start in times), default=0)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6).map(lambda n: -1000 - n), min_size=1, max_size=60))
def test_no_limit_of_telegrams_is_passed(chats: list[int]) -> None:
    """25 a second in all, one a second a chat, 20 a minute a group, whatever the order."""
    had = lived(sends(Pace(), chats))
    assert len(had) == len(chats)
    assert most_within([t for t, _ in had], 1.0) <= 25
    for chat in set(chats):
        own = [t for t, c in had if c == chat]
        assert most_within(own, 1.0) <= 1
        assert most_within(own, 60.0) <= 20


def test_many_chats_go_nearly_as_fast_as_allowed() -> None:
    """At least 24 a second over a long queue."""
    had = lived(sends(Pace(), list(range(1, 1001))))
    assert len(had) / (had[-1][0] - had[0][0]) >= 24


def test_nothing_goes_during_a_pause() -> None:
    """What Telegram asked for is kept by all chats, answers too."""

    async def life() -> list[float]:
        pace, start = Pace(), now()
        pace.hold(30)
        await asyncio.gather(pace.turn(1), pace.turn(-2), pace.answer(3), pace.answer(None))
        return [now() - start]

    assert min(lived(life())) >= 30


def test_a_rest_holds_no_answer_back() -> None:
    """Telegram could not be reached by a push: a person's answer is tried all the same."""

    async def life() -> float:
        pace, start = Pace(), now()
        pace.rest()
        await pace.answer(1)
        return now() - start

    assert lived(life()) < 0.5


def test_rests_grow_and_a_good_send_ends_them() -> None:
    """1, 2, 4 … up to a minute, then 1 again."""

    async def life() -> list[float]:
        pace = Pace()
        rests = []
        for number in range(10):
            if number == 9:
                pace.well()
            rests.append(pace.rest())
            await pace.idle(rests[-1])
        return rests

    assert lived(life()) == pytest.approx([1, 2, 4, 8, 16, 32, 60, 60, 60, 1])


def test_a_burst_of_failures_is_one_trouble() -> None:
    """What eight workers meet at one instant makes the rest no longer than what one meets."""

    async def life() -> list[float]:
        pace = Pace()
        burst = [pace.rest() for _ in range(WORKERS)]
        await pace.idle(burst[0])
        return [max(burst), pace.rest()]

    assert lived(life()) == pytest.approx([1, 2])


def test_the_end_of_the_process_gives_up_an_answer_in_a_pause() -> None:
    """A pause of an hour does not keep the process: the answer is not made, one that comes later neither."""

    async def life() -> float:
        pace, start = Pace(), now()
        pace.hold(3600)
        answers = [asyncio.create_task(pace.answer(chat)) for chat in (1, None)]
        await asyncio.sleep(1)
        pace.stop()
        had = await asyncio.gather(*answers, pace.answer(2), return_exceptions=True)
        assert [type(one) for one in had] == [NotMade] * 3
        return now() - start

    assert lived(life()) < 2


def test_the_end_of_the_process_gives_up_no_other_answer() -> None:
    """Without a pause the answers under way are still given, at the limit in all."""

    async def life() -> float:
        pace, start = Pace(), now()
        pace.stop()
        await asyncio.gather(*(pace.answer(chat) for chat in range(60)))
        return now() - start

    assert lived(life()) < 3


def test_an_impatient_answer_waits_out_no_pause() -> None:
    """It is given up at once."""

    async def life() -> float:
        pace, start = Pace(), now()
        pace.hold(5)
        with pytest.raises(NotMade):
            await pace.answer(1, patient=False)
        return now() - start

    assert lived(life()) < 0.5


def test_the_end_of_the_process_ends_the_waiting() -> None:
    """A turn that was not had is told as such: nothing new begins."""

    async def life() -> tuple[bool, float]:
        pace, start = Pace(), now()
        pace.hold(3600)
        turn = asyncio.create_task(pace.turn(1))
        await asyncio.sleep(1)
        pace.stop()
        return await turn, now() - start

    had, seconds = lived(life())
    assert not had
    assert seconds < 2


def test_pushes_make_room_for_answers() -> None:
    """An answer in a group counts: its push waits its second."""

    async def life() -> float:
        pace, start = Pace(), now()
        await pace.answer(-1)
        await pace.turn(-1)
        return now() - start

    assert 1 <= lived(life()) < 1.5
