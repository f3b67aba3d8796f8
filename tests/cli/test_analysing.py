"""What is shown while a game is analysed."""

from __future__ import annotations

from pathlib import Path

import coins
import pytest

from kibitz.analysis.bench import Bench, Progress
from kibitz.cli.analysing import Watch
from kibitz.engine import cache, load
from kibitz.work.here import Here


@pytest.mark.usefixtures("fresh")
def test_compiling_is_told_while_somebody_does_it() -> None:
    watch = Watch()
    watch.begin("Agram", load("agram"))
    watch(Progress("games at random", 0.0))
    assert watch.now == "Agram: games at random"
    path = cache.folder() / f"agram-playouts-{'0' * 16}.py"
    cache.secure(path)
    with cache.locked(path):
        other = Watch()
        other.begin("Agram", load("agram"))
        assert other.now == "Agram: compiling (playouts)"
        brisca = Watch()
        brisca.begin("Brisca", load("brisca"))
        assert brisca.now == "Brisca"
    later = Watch()
    later.begin("Agram", load("agram"))
    assert later.now == "Agram"  # it was left unfinished, and nobody goes on with it


def test_several_analyses_share_the_bar() -> None:
    watch, told = Watch(), list[float]()
    watch.moved = told.append
    for number in range(2):
        watch.begin("Agram", load("agram"), number, 2)
        for done in (0.0, 0.5, 1.0):
            watch(Progress("coins", done))
    assert told == [0.0, 0.25, 0.5, 0.5, 0.75, 1.0]


def test_who_has_had_enough_is_told_what_is_waited_for() -> None:
    watch = Watch()
    watch.enough.set()
    assert watch.now.startswith("ending with the games being played")


def test_the_bar_never_goes_back_however_often_a_study_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[float] = []
    with Here() as place:
        bench = Bench(load("agram"), 1, place, progress=lambda step: told.append(step.done))
        bench.begin("coins", 0.2, 0.6)
        for games in (10, 200, 100):
            list(bench.lots("coins:tossed", range(games), coins.LOT))
        bench.begin("more coins", 0.8, 0.2)
    assert told == sorted(told)
    assert told[0] == 0.2
    assert 0.6 < told[-2] < told[-1] == 0.8
