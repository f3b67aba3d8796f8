"""The beat of a bot: how long a move takes does not tell whether there was a choice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz.engine.descriptions import load
from kibitz.errors import KibitzError
from kibitz.table import jobs
from kibitz.table.beat import LATELY, Beat
from kibitz.table.clockwork import Clockwork
from kibitz.table.hall import Hall
from kibitz.table.listeners import Ticket
from kibitz.table.table import Table
from kibitz.table.thinkers import Thinkers
from kibitz.work import AsyncPool, Job

from .running import create, rests, run


def test_a_quick_decision_is_not_seen_to_be_quick() -> None:
    beat = Beat(0.4)
    before = beat.seconds
    for seconds in (0.01, 0.39, 0.2):
        beat.thought(seconds)
        assert beat.seconds == before
    assert 0.4 < before < 0.6


def test_a_late_decision_slows_all_that_follow_for_a_while() -> None:
    beat = Beat(0.1)
    beat.thought(2.0)
    slow = beat.seconds
    assert slow > 2.0
    for _ in range(LATELY - 1):
        beat.thought(0.1)
        assert beat.seconds == slow
    beat.thought(0.1)
    assert beat.seconds < 0.2


def test_a_beat_gets_faster_after_moves_without_a_choice_as_after_others() -> None:
    """Else the first quicker move would tell that there was something to decide."""
    lengths: list[list[float]] = []
    for choices in ("cccccccccc", "cFcFFFcFFc", "cFFFFFFFFF"):
        beat = Beat(0.4)
        lengths.append([])
        for choice in choices:
            if choice == "c":
                beat.thought(0.1)
            else:
                beat.had_no_choice()
            lengths[-1].append(beat.seconds)
    assert lengths[0] == lengths[1] == lengths[2]
    assert lengths[0][-1] < lengths[0][0]


def test_who_needs_no_time_gets_none() -> None:
    assert Beat(0.0).seconds == 0.0
    assert Beat(0.001).seconds == 0.0
    assert Beat(0.006).seconds == pytest.approx(0.03)


def test_a_bot_without_a_choice_takes_as_long_as_one_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first moves too, before anybody has thought about anything."""
    waited: list[tuple[bool, float]] = []

    async def rehearsed(thinkers: Thinkers, table: Table, bot: str) -> float:
        return 0.4

    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        return table.state.actions[-1].text

    async def rest(clockwork: Clockwork) -> bool:
        forced = len(clockwork.table.state.actions) == 1
        waited.append((forced, clockwork._due - asyncio.get_running_loop().time()))
        return True

    monkeypatch.setattr(Thinkers, "rehearsed", rehearsed)
    monkeypatch.setattr(Thinkers, "decide", decide)
    monkeypatch.setattr(Clockwork, "_rest", rest)

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        while not table.state.over:
            await rests(table)
            if not table.state.over:
                table.act(Ticket("seat", 0), table.last, table.state.actions[0].text)

    run(tmp_path, work)
    assert {forced for forced, _ in waited} == {True, False}
    assert all(seconds > 0.3 for _, seconds in waited)


def test_a_step_that_was_asked_for_waits_for_the_beat(tmp_path: Path) -> None:
    """Else whoever steps the bots could tell."""

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "", mode="kibitz", pace=60)
        clockwork, now = table.clockwork, asyncio.get_running_loop().time()
        clockwork._steps, clockwork.moved = 1, now
        for due, waits in ((now + 1000, True), (now, False)):
            clockwork._due = due
            resting = asyncio.create_task(clockwork._rest())
            await asyncio.sleep(0)
            assert resting.done() is not waits
            resting.cancel()

    run(tmp_path, work)


def test_a_decision_is_rehearsed_in_a_game_nobody_plays() -> None:
    assert 0 < jobs.rehearse(load("boerenbridge"), "osla:deals=1", 10.0) < 60


def test_a_rehearsal_that_fails_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(pool: AsyncPool, job: Job) -> bytes:
        raise KibitzError("this bot cannot think")

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        monkeypatch.setattr(AsyncPool, "ask", fail)
        assert await hall.thinkers.rehearsed(table, "osla") == 0.0

    run(tmp_path, work)
