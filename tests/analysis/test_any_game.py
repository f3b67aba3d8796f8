"""Any game can be analysed, with tiny numbers: none may end in an error, and whatever cannot be
studied says why.

Here it is games whose answers are known, games as other people write them, and some of those that
test the engine and what players know; `benchmarks/any_game.py` tries every description at hand.
Nothing is compiled for it: kernels run in Python, which gives the same figures, and studies that
would take for ever in Python say that they cannot be made.
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

from .known import known

TESTS = Path(__file__).parents[1]
SMALL = sorted(Path(__file__).parent.rglob("*.rcy"))
TINY = {"alldrawn", "alone", "fewest", "partners", "private", "rigged", "secretly", "showing"}
"""So small that they can be searched, and counted out, in Python."""
OTHERWISE = ("random", "secrets", "worth", "luck", "depth", "ends")
REST = sorted(set(TESTS.rglob("*.rcy")).difference(SMALL))[1::16]
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


def analysed(game: Game, *studies: str) -> Report:
    """A report on very few games; all studies, if none are named."""
    found = kibitz.analysis.report(
        game,
        effort="quick",
        games=GAMES,
        random=RANDOM,
        limit=LIMIT,
        studies=studies or None,
        workers=1,
    )
    written = json.dumps(found.to_json())
    assert Report.from_json(json.loads(written)).to_json() == json.loads(written)
    assert set(found.skipped) <= {study.key for study in STUDIES}
    assert all(why.strip() for why in found.skipped.values())
    return found


def named(path: Path) -> str:
    """What a test of a description is called."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", [p for p in SMALL if p.stem in TINY], ids=named)
def test_all_studies_are_made_of_tiny_games(path: Path) -> None:
    analysed(kibitz.load(path))


@pytest.mark.parametrize("path", [*(p for p in SMALL if p.stem not in TINY), *REST], ids=named)
def test_any_game_can_be_studied(path: Path) -> None:
    found = analysed(kibitz.load(path), *OTHERWISE)
    assert "random" not in found.skipped or path.stem == "stuck"


def test_nobody_decides_anything() -> None:
    found = analysed(known("nobody"))
    decisions = found.figure("decisions")
    assert decisions is not None
    assert decisions.value == 0
    assert "order" not in found.measured


def test_where_nobody_decides_nothing_is_said_about_what_is_learnt() -> None:
    """The deal and all that comes of it is one step: after it everything has been shown."""
    found = analysed(known("nobody"), "secrets")
    assert set(found.measured) == {"secrets_left", "information_flow"}


def test_games_that_do_not_end_are_counted_as_such() -> None:
    found = analysed(known("endless"), "random")
    unfinished = found.figure("unfinished")
    assert unfinished is not None
    assert unfinished.value == 1
    assert found.samples["random"].unfinished == RANDOM


def test_rules_that_fail_are_told_with_the_line() -> None:
    found = kibitz.analysis.report(
        known("stuck"), effort="quick", random=50, studies=("random",), workers=1
    )
    assert "stuck.rcy:15" in found.skipped["random"]


def test_where_rules_fail_nothing_is_known_for_certain() -> None:
    """The game that did not fail had nothing to decide: others may have."""
    found = kibitz.analysis.report(
        known("stuck"), effort="quick", studies=("depth", "worth"), workers=1
    )
    assert found.skipped.keys() == {"depth", "worth"}
    assert not found.measured
