"""Any game can be analysed: all descriptions at hand, with tiny numbers, all studies.

Games of the house, games that test the engine and what players know, games whose answers are known,
and games as other people write them: none may end in an error, and whatever cannot be studied says
why. Nothing is compiled for it: kernels run in Python, which gives the same figures.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.analysis.report import Report
from kibitz.analysis.studies import STUDIES
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

from .known import FOLDER, known

TESTS = Path(__file__).parents[1]
HOUSE = Path(kibitz.__file__).parent / "games"
ALL = sorted([*TESTS.rglob("*.rcy"), *HOUSE.glob("*.rcy")], key=lambda path: path.as_posix())
GAMES, RANDOM, LIMIT = 1, 3, 60


@pytest.fixture(autouse=True)
def nothing_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without a compiler."""
    kernel: Callable[..., Any] = Game.kernel

    def plain(game: Game, name: str, mode: str = "python", starting: Any = None) -> Any:
        if mode == "native":
            raise KibitzError("nothing is compiled here")
        return kernel(game, name)

    monkeypatch.setattr(Game, "kernel", plain)


def analysed(game: Game) -> Report:
    """A report on very few games."""
    found = kibitz.analysis.report(
        game, effort="quick", games=GAMES, random=RANDOM, limit=LIMIT, workers=1
    )
    written = json.dumps(found.to_json())
    assert Report.from_json(json.loads(written)).to_json() == json.loads(written)
    return found


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_description_can_be_analysed(path: Path) -> None:
    found = analysed(kibitz.load(path))
    assert set(found.skipped) <= {study.key for study in STUDIES}
    assert all(why.strip() for why in found.skipped.values())
    assert found.stopped is None


def test_there_are_about_a_hundred_descriptions() -> None:
    assert len(ALL) > 110
    assert FOLDER.joinpath("luck.rcy") in ALL


def test_games_that_do_not_end_are_counted_as_such() -> None:
    found = analysed(known("endless"))
    assert found.samples["random"].unfinished == found.samples["random"].games
    unfinished = found.figure("unfinished")
    assert unfinished is not None
    assert unfinished.value == 1


def test_rules_that_fail_are_told_with_the_line() -> None:
    game = known("stuck")
    found = kibitz.analysis.report(game, effort="quick", games=20, random=50, workers=1)
    assert "stuck.rcy:15" in " ".join(found.skipped.values())
