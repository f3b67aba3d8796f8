"""Warming up: search bots play at a table while what they need is compiled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kibitz.bots.searchers import HASTE
from kibitz.engine import Game, house_games, load, native, workshop
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.table import thinkers, warming
from kibitz.table.hall import Hall
from kibitz.table.table import Table
from kibitz.work import AsyncPool, Job

from .running import BOTS, create, rests, run

AGRAM = load("agram")
SEARCHERS = [{"who": "bot", "bot": "ismcts:iterations=12"}] * 4


class Compiler(AsyncPool):
    """Notes what it is asked for, and is done with it when it is told to be."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[Job] = []
        self.done = asyncio.Event()
        self.refusal: KibitzError | None = None
        self.answer = b"null"

    async def ask(self, job: Job) -> bytes:
        self.jobs.append(job)
        await self.done.wait()
        if self.refusal is not None:
            raise self.refusal
        return self.answer


@pytest.fixture(autouse=True)
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is, for us and for the processes of bots."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "compiled"))
    loaded = native._module_name
    monkeypatch.setattr(native, "_module_name", lambda path: f"{loaded(path)}_not")


async def until(table: Table, so: Callable[[], bool]) -> None:
    """Wait until something is so at a table where the bots go on."""
    while not so() and table.clockwork.task is not None:
        await asyncio.sleep(0.01)
    assert so()


def test_bots_play_and_it_is_told_while_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "SHORT", 0.0)

    async def work(hall: Hall) -> None:
        compiler = hall.thinkers.warming.pool = Compiler()
        table = await create(hall, mode="kibitz", seats=SEARCHERS, running=True)
        await until(table, lambda: table.last >= 2)
        note = table.status().note
        assert note is not None
        assert note.startswith("Searcher is warming up: it tries fewer games for each decision")
        assert table.status().trouble is None
        assert {job.arguments["kernel"] for job in compiler.jobs} == {"deals", "trees"}
        assert len(compiler.jobs) == 2
        compiler.done.set()
        await until(table, lambda: table.status().note is None)
        await rests(table)
        assert table.state.over
        assert len(compiler.jobs) == 2

    run(tmp_path, work)


def test_where_nothing_can_be_compiled_they_play_on_and_it_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "compiled").touch()  # so it cannot be a folder

    async def work(hall: Hall) -> None:
        table = await create(hall, mode="kibitz", seats=SEARCHERS, running=True)
        await rests(table)
        assert table.state.over
        note = table.status().note
        assert note is not None
        assert "nothing can be compiled on this machine" in note
        assert str(tmp_path) not in note  # that is for whoever runs the server

    run(tmp_path, work)
    assert "the folder of compiled games cannot be used" in caplog.text


def test_what_fails_is_not_tried_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        compiler = hall.thinkers.warming.pool = Compiler()
        compiler.refusal = KibitzError("no room is left")
        compiler.done.set()
        table = await create(hall, mode="kibitz", seats=SEARCHERS, running=True)
        await rests(table)
        assert table.state.over
        assert table.status().note is not None
        assert len(compiler.jobs) == 2

    run(tmp_path, work)


def test_the_beat_of_a_bot_that_warms_up_is_known_without_a_rehearsal(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        hall.thinkers.warming.pool = Compiler()
        table = await create(hall, "Ann", "", "", "")
        assert await hall.thinkers.rehearsed(table, "ismcts") == HASTE
        assert hall.thinkers.bots.workers[0].process is None

    run(tmp_path, work)


def test_what_a_bot_lacked_in_a_position_is_ordered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(pool: AsyncPool, job: Job) -> bytes:
        return b'{"action": "play 3H", "lacking": ["trials"]}'

    async def work(hall: Hall) -> None:
        compiler = hall.thinkers.warming.pool = Compiler()
        monkeypatch.setattr(AsyncPool, "ask", ask)
        table = await create(hall, "Ann", "", "", "")
        assert await hall.thinkers.decide(table, "ismcts") == "play 3H"
        await asyncio.sleep(0)
        assert [job.arguments["kernel"] for job in compiler.jobs] == ["trials"]

    run(tmp_path, work)


def test_the_house_games_are_warmed_up_one_after_the_other_and_it_is_said(tmp_path: Path) -> None:
    said: list[str] = []

    async def work(hall: Hall) -> None:
        idle = hall.thinkers.warming.idle = Compiler()
        idle.answer = b"5"
        hall.start(said.append)
        await asyncio.sleep(0)
        assert len(idle.jobs) == 1
        assert said == []
        idle.done.set()
        while len(idle.jobs) < 2 * len(house_games()):
            await asyncio.sleep(0)
        names = [job.things["game"].of["description"]["name"] for job in idle.jobs]
        assert names[::2] == names[1::2]
        assert sorted(names[::2]) == sorted(house_games())
        assert said[0] == "Agram is being compiled for search bots meanwhile: about 5 s"
        assert len(said) == len(house_games())

    run(tmp_path, work)


def test_what_is_compiled_already_is_not_warmed_up(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        idle = hall.thinkers.warming.idle = Compiler()
        idle.answer = b"0"
        idle.done.set()
        await hall._warm_up(pytest.fail)
        assert len(idle.jobs) == len(house_games())

    run(tmp_path, work)


def test_what_was_played_here_is_compiled_first(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        begun: list[str] = []

        async def note(games: Mapping[str, GameRef], say: object) -> None:
            begun.extend(games)

        hall.thinkers.warming.warm_up = note  # type: ignore[method-assign]
        await hall._warm_up(pytest.fail)
        await create(hall, *BOTS, game="hearts", mode="kibitz")
        await hall._warm_up(pytest.fail)
        every = len(house_games())
        first, then = begun[:every], begun[every:]
        assert first[:3] == ["Agram", "Boeren Bridge", "Brisca"]
        assert then[:3] == ["Hearts", "Agram", "Boeren Bridge"]
        assert set(first) == set(then)

    run(tmp_path, work)


def test_if_one_cannot_be_compiled_the_others_are_not_tried(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        idle = hall.thinkers.warming.idle = Compiler()
        idle.refusal = KibitzError("no room is left")
        idle.done.set()
        await hall._warm_up(pytest.fail)
        assert len(idle.jobs) == 1

    run(tmp_path, work)


def test_a_game_is_warmed_up_kernel_by_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels: list[tuple[str, bool]] = []

    def note(game: Game, kernel: str, idle: bool) -> None:
        kernels.append((kernel, idle))

    monkeypatch.setattr(workshop, "compiled", note)
    assert warming.seconds_to_warm_up(AGRAM) > 0
    warming.warm_up(AGRAM)
    assert kernels == [("deals", True), ("trees", True)]
