"""The small games are what their files say: otherwise nothing that is measured on them is true."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError

from .known import NAMES, known

DECISIONS = {
    "alldrawn": 4,
    "alone": 5,
    "constant": 10,
    "deadclause": 4,
    "fewest": 3,
    "firsttrick": 8,
    "long": 300,
    "luck": 12,
    "many": 2,
    "nobody": 0,
    "partners": 4,
    "private": 2,
    "rigged": 6,
    "secretly": 2,
    "showing": 3,
    "six": 12,
}
OPTIONS = {
    "alldrawn": [2, 2, 1, 1],
    "alone": [5, 4, 3, 2, 1],
    "constant": [5] * 10,
    "deadclause": [3, 3, 3, 1],
    "fewest": [4] * 3,
    "firsttrick": [4, 4, 3, 3, 2, 2, 1, 1],
    "luck": [3] * 4 + [2] * 4 + [1] * 4,
    "many": [120] * 2,
    "partners": [2] * 4,
    "showing": [1] * 3,
}
VARYING = {"dice", "endless", "skill", "stuck"}


def test_every_game_is_named_here() -> None:
    assert set(NAMES) == set(DECISIONS) | VARYING


@pytest.mark.parametrize("name", DECISIONS)
def test_games_are_as_long_as_their_files_say(name: str) -> None:
    found = known(name).simulate(20, seed=1, mode="python")
    assert found.decisions_mean == DECISIONS[name]
    if name in OPTIONS:
        assert list(found.options_by_decision) == OPTIONS[name]


def test_without_a_choice_that_matters_all_seats_win_alike() -> None:
    shares = known("luck").simulate(1000, seed=1, mode="python").win_share
    assert shares == pytest.approx([0.25] * 4, abs=0.05)


def test_a_rigged_seat_always_wins() -> None:
    assert known("rigged").simulate(20, seed=1, mode="python").win_share == [0, 1, 0]
    assert known("rigged", LUCKY=0).simulate(20, seed=1, mode="python").win_share == [1, 0, 0]


def test_whoever_takes_the_last_card_of_the_heap_wins() -> None:
    state = known("skill", HEAP=4).new(seed=1)
    state = state.after(state.actions[0])
    assert len(state.actions) == 3
    assert state.after(state.actions[2]).scores == (0, 1)


def test_a_game_without_an_end_is_left() -> None:
    assert known("endless").simulate(3, seed=1, mode="python", limit=50).unfinished == 3


def test_rules_that_fail_fail_in_a_third_of_the_deals() -> None:
    failed = 0
    for seed in range(60):
        state = known("stuck").new(seed=seed)
        try:
            while not state.over:
                state = state.after(state.actions[0])
        except KibitzError as error:
            failed += "no option" in error.message
    assert 10 <= failed <= 30


def test_partners_win_together() -> None:
    shares = known("partners").simulate(50, seed=1, mode="python").win_share
    assert shares[0] == shares[2]
    assert shares[1] == shares[3]
    assert sum(shares) == pytest.approx(1)


def test_the_fewest_points_win() -> None:
    state = known("fewest").new(seed=1)
    for said in (2, 0, 3):
        state = state.after(state.actions[said])
    assert state.ranks == (2, 1, 3)


def test_a_third_of_the_secret_choices_are_draws() -> None:
    state = known("secretly").new(seed=1)
    draws = 0
    for first in state.actions:
        then = state.after(first)
        draws += sum(then.after(second).ranks == (1, 1) for second in then.actions)
    assert draws == 3


def test_only_the_first_trick_counts() -> None:
    state = known("firsttrick").new(seed=1)
    scores = None
    for number in range(8):
        state = state.after(state.actions[-1])
        if number == 1:
            scores = state.scores
    assert state.scores == scores
