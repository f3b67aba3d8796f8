"""The ladder of searchers: how it is climbed, and how long it is in games where that is plain."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from kibitz.analysis import contest
from kibitz.analysis.bench import Bench
from kibitz.analysis.contest import RANDOM, ROW, Contest, Cost, Kind
from kibitz.analysis.depth import STUDY, Climb, Trial, climbed, counted, depth
from kibitz.analysis.effort import EFFORTS
from kibitz.analysis.study import Asked, Pilot
from kibitz.work import open as open_place

from .skilful import ALONE, CHANCE, LUCK, NUMBERS, described, figure_of, gathered

GAIN = log(0.6 / 0.4)


def trial(tries: int, below: int, share: float, deals: int = 40) -> Trial:
    """A contest that was won so clearly."""
    rows = np.zeros((deals, len(ROW)))
    rows[:, ROW.index("victories")] = share + 0.2 * np.resize([1, -1], deals)
    under = Kind("search", below) if below else RANDOM
    return Trial(Contest((Kind("search", tries), under), rows))


class Made:
    """Players whose strength is known: by the logarithm of their tries, from random on."""

    def __init__(self, strength: list[float], patience: int = 99) -> None:
        self.strength, self.patience = strength, patience
        self.asked: list[tuple[int, int]] = []

    def beats(self, one: int, other: int) -> Trial | None:
        self.asked.append((one, other))
        if len(self.asked) > self.patience:
            return None
        apart = self.strength[one + 1] - self.strength[other + 1]
        return trial(1 << one, int(2**other), 1 / (1 + np.exp(-apart)))


@pytest.mark.parametrize("gain", [0.1, 0.25, 0.45, 1.0])
def test_a_ladder_has_the_smallest_number_of_tries_that_beats_the_rung_below(gain: float) -> None:
    made = Made([gain * step for step in range(12)])
    rungs, ended = climbed(made.beats, 10)
    steps = -int(-GAIN // gain)
    expected = [1 << (steps * (number + 1) - 1) for number in range(11 // steps)]
    assert [rung.kind.tries for rung in rungs] == expected
    assert ended == (11 % steps != 0)


def test_where_nothing_helps_there_is_no_rung_and_few_are_asked() -> None:
    made = Made([0.0] * 12)
    assert climbed(made.beats, 10) == ([], True)
    assert [one for one, _ in made.asked] == [0, 1, 3, 7, 10]


def test_a_ladder_ends_when_time_is_up() -> None:
    made = Made([1.0 * step for step in range(12)], patience=3)
    rungs, ended = climbed(made.beats, 10)
    assert [rung.kind.tries for rung in rungs] == [1, 2, 4]
    assert not ended


def test_the_interval_of_a_rung_is_wider_than_one_that_was_not_picked() -> None:
    figure = trial(2, 1, 0.62).figure
    low, high = figure.ci95 or (0, 0)
    plain = 2.0227 * 0.2 * (40 / 39) ** 0.5 / 40**0.5
    assert figure.value == pytest.approx(0.62)
    assert (high - low) / 2 == pytest.approx(plain * 3.18 / 2.0227, rel=0.03)


def test_a_contest_is_decided_when_sixty_is_out_of_reach() -> None:
    found = {share: trial(2, 1, share) for share in (0.5, 0.62, 0.7)}
    assert [each.decided for each in found.values()] == [True, False, True]
    assert [each.won for each in found.values()] == [False, True, True]


def test_what_may_be_chance_is_no_rung() -> None:
    assert trial(2, 1, 0.62, deals=40).won
    assert not trial(2, 1, 0.62, deals=12).won


def test_rungs_are_counted_by_strength() -> None:
    assert counted({-1: 0.0, 9: 10 * GAIN + 0.01}, 9) == 10
    assert counted({-1: 0.0, 9: 0.5 * GAIN}, 9) == 0
    assert counted({-1: 0.0, 0: GAIN + 0.01, 9: GAIN}, 9) == 1


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python, and with few tries: these games are small."""
    monkeypatch.setattr(contest, "MODE", "python")
    monkeypatch.setattr("kibitz.analysis.depth.HIGHEST", 4)


@pytest.mark.usefixtures("quickly")
def test_a_game_of_pure_luck_has_no_depth() -> None:
    measured = depth(gathered(STUDY, LUCK, 60))
    assert figure_of(measured).value == 0
    assert figure_of(measured).ci95 == (0, 0)
    assert measured is not None
    assert measured.rows == ()
    assert measured.note == "up to 16 tries nothing beats random 60 : 40"


@pytest.mark.usefixtures("quickly")
def test_an_open_game_with_a_best_option_has_depth() -> None:
    measured, again = (depth(gathered(STUDY, NUMBERS, 24)) for _ in range(2))
    assert measured is not None
    assert len(measured.rows) == figure_of(measured).value >= 1
    assert all(row.figure.value >= 0.6 for row in measured.rows)
    assert again == measured


def test_who_asks_for_few_games_need_not_wait_for_costly_searchers() -> None:
    game, effort = described(NUMBERS), EFFORTS["usual"]
    pilot = Pilot(decisions=60, options=3, choices=40, unfinished=1, limit=60)
    bench = Bench(game, 1, open_place(None, 1))
    usual, one, many = (
        Climb(bench, Asked(effort, games=games), Cost(game, pilot), 30.0)
        for games in (None, 1, 100_000)
    )
    assert one.top <= usual.top <= many.top
    assert one.left < usual.left < many.left


def test_where_there_is_nothing_to_decide_there_is_no_depth() -> None:
    found = figure_of(depth(gathered(STUDY, CHANCE, 8)))
    assert (found.value, found.exact) == (0, True)


def test_what_was_only_never_seen_to_be_decided_is_not_exact() -> None:
    """Everybody passes, for they cannot do anything else; but the rules do ask them."""
    asked = CHANCE.replace(
        "(scoring",
        """(stage player (end (== (game sto TURNS) 2))
    (choice ((turn pass))) (do ((inc (game sto TURNS)))))
  (scoring""",
    )
    found = figure_of(depth(gathered(STUDY, asked, 8)))
    assert (found.value, found.exact) == (0, False)


def test_nobody_to_beat() -> None:
    assert gathered(STUDY, ALONE, 8) is None
