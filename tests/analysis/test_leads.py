"""The shape of games, from lead histories by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.analysis.histories import History, winners
from kibitz.analysis.leads import coolness, decisiveness, drama, lead_changes, security
from kibitz.analysis.measured import Measured
from kibitz.analysis.surveyed import Searched
from kibitz.analysis.surveys import BEST, LEADS, WHOLE, WORST, Manner, Played

PLAYOUTS = 10


def history(number: int, scores: list[int], *leads: list[float]) -> History:
    """What a game is like in which these were the leads after each decision."""
    players = len(scores)
    rows = np.zeros((len(leads), LEADS + players), np.int64)
    for row, each in zip(rows, leads, strict=True):
        row[LEADS:] = [round(lead * WHOLE * PLAYOUTS) for lead in each]
        row[BEST], row[WORST] = 7 * WHOLE, 3 * WHOLE
    choices = np.zeros(len(leads), np.int64)
    played = Played(0, rows, choices, players, np.array(scores), np.arange(players))
    return History.of(number, played, PLAYOUTS, winners(played, True))


def games(*histories: History, pairing: bool = False) -> Searched:
    nothing: dict[str, Any] = {
        name: np.zeros((0, 4)) for name in ("one", "even", "wins", "moments")
    }
    return Searched(
        kibitz.load("agram"), 1, (), Manner(), pairing, **nothing,
        histories=histories, again=(), samples=(),
    )  # fmt: skip


def value(found: Measured | None) -> float:
    assert found is not None
    assert found.figure is not None
    return found.figure.value


UPHILL = history(0, [1, 0], [0.3, 0.7], [0.4, 0.6], [0.9, 0.1], [1.0, 0.0])
"""The first player wins from behind."""

AHEAD = history(1, [1, 0], [0.9, 0.1], [0.95, 0.05])
"""The first player wins from the start."""


def test_a_history_is_made_smaller_to_what_is_asked_of_it() -> None:
    assert (UPHILL.decisions, UPHILL.entries, UPHILL.changes, UPHILL.sides) == (4, 4, 1, 2)
    assert (UPHILL.drops, UPHILL.steps) == (3, 6)
    assert UPHILL.spread == pytest.approx(4 * 0.4)
    assert (AHEAD.drops, AHEAD.steps, AHEAD.changes) == (1, 2, 0)


def test_measures_are_means_over_games() -> None:
    both = games(UPHILL, AHEAD)
    assert value(lead_changes(both)) == 0.5
    assert value(security(both)) == (0.5 + 1) / 2
    assert value(decisiveness(both)) == (0.5 + 1) / 2
    assert value(drama(both)) == pytest.approx((0.2**0.5 + 0.1**0.5) / 2 / 2)


def test_a_game_is_cool_where_hardly_anybody_falls_back() -> None:
    """Long games have more steps, and count for more."""
    assert value(coolness(games(UPHILL, AHEAD))) == 1 - 4 / 8
    rising = history(2, [1, 1], [0.5, 0.5], [0.6, 0.5])
    assert value(coolness(games(rising))) == 1


def test_games_in_which_nobody_decided_anything_count_for_nothing() -> None:
    idle = history(2, [1, 0])
    assert value(security(games(AHEAD, idle))) == 1
    for measured in (lead_changes, drama, security, decisiveness, coolness):
        assert measured(games(idle)) is None
