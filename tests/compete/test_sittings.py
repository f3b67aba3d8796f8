"""Sittings are the same wherever they are played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.plan import Outcome
from kibitz.arena.statistics import GameResult
from kibitz.compete import sittings
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.model import PlayedGame
from kibitz.compete.phases import Results, meetings
from kibitz.compete.run import begin, run
from kibitz.compete.sittings import Sitting, job
from kibitz.compete.store import Store
from kibitz.seats.failures import Failure
from kibitz.seats.terms import Terms
from kibitz.work import Here

from .examples import read

OWN = Charter(
    "Own",
    "brisca",
    (Entrant("Ana", "mine.bot.py.txt"), Entrant("Bea", "first")),
    (Phase("league", 4),),
    seed="own",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "mine.bot.py.txt").write_text("def choose(V, K, O, n, seat, seed):\n    return 0\n")
    store = begin(replace(read(OWN), folder=tmp_path), tmp_path / "cup")
    run(store, tmp_path, workers=1)
    return store


def test_a_worker_without_our_files_plays_the_same(store: Store, tmp_path: Path) -> None:
    stage = store.stage(0)
    assert stage is not None
    (meeting,) = meetings(stage, Results())
    bots = {one.name: str(store.folder / one.bot) for one in store.versions()} | {"Bea": "first"}
    sitting = Sitting(meeting, 1, (0, 1))
    plan = sitting.plan(store.game, bots, store.lots, Terms(), recorded=True)
    things = sitting.told(plan, store.folder, near=False)
    assert len(things) == 2  # the host, and Ana's folder
    assert things["host"].of["live"] is None
    (tmp_path / "cup" / "versions").rename(tmp_path / "elsewhere")
    here, found = Here(), list[tuple[PlayedGame, str | None]]()
    while len(found) < 2:
        found += sitting.came(len(found), here.ask(job(things, len(found))))
    for game, record in found:
        assert store.record(game.id) == record
    store.close()


def test_it_is_told_bit_by_bit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = store.stage(0)
    assert stage is not None
    (meeting,) = meetings(stage, Results())
    sitting = Sitting(meeting, 0, (0, 1))
    bots = {"Ana": "random", "Bea": "first"}
    plan = sitting.plan(store.game, bots, store.lots, Terms(), recorded=False)
    things, here = sitting.told(plan, store.folder, near=True), Here()
    assert len(here.ask(job(things, 0))) == 2
    monkeypatch.setattr(sittings, "LAP", 0)
    assert len(here.ask(job(things, 0))) == 1
    store.close()


def test_what_is_told_of_a_failure_does_not_say_where_it_was(tmp_path: Path) -> None:
    bot = f"{tmp_path}/versions/abc/ana/bot.py"
    own = Path(sittings.__file__).parent.parent.parent
    failure = Failure(3, "raised", f"in {tmp_path}/versions/abc/ana/bot.py", f"{own}/kibitz/x.py")
    result = GameResult([0], (), [0], [0.0], [0], failures=((failure,),))
    found = sittings._private(Outcome(result, None), [bot])
    (told,) = found.result.failures[0]
    assert told.said == "in /bot/bot.py"
    assert told.trace == "/kibitz/kibitz/x.py"


def failed(said: str, trace: str = "") -> Outcome:
    failure = Failure(3, "raised", said, trace)
    return Outcome(
        GameResult((1, 0), ((0,),), (5, 5), (0, 0), (0, 0), True, ((failure,), ())), None
    )


def test_what_a_bot_says_went_wrong_is_the_same_wherever_its_files_are(tmp_path: Path) -> None:
    bots = [f"{tmp_path}/{place}/versions/ab/my/bot.py" for place in ("here", "there")]
    one, other = (
        sittings._private(failed("no", f"{Path(bot).parent}/bot.py, line 3, in choose: x"), [bot])
        for bot in bots
    )
    assert one == other
    assert one.result.failures[0][0].trace == "/bot/bot.py, line 3, in choose: x"


def test_nor_does_it_tell_where_in_memory_something_was() -> None:
    one, other = (
        sittings._private(failed(f"ValueError: <Card object at {at}> is not in list"), [])
        for at in ("0x7f3a5c0d1e90", "0x10fe53ad0")
    )
    assert one == other
    assert one.result.failures[0][0].said == "ValueError: <Card object at 0x...> is not in list"
