"""Kuhn poker: its rules, its value under uniform play, and what everybody knows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

import kibitz

from .perft import census, expectation, moves, play

KING_AND_QUEEN = {"HAND 0": "K", "HAND 1": "Q"}


def test_there_are_five_ways_to_bet() -> None:
    """Check-check, bet-fold and bet-call; check-bet-fold and check-bet-call."""
    state = kibitz.load("kuhn").new(deal=KING_AND_QUEEN)
    counts, endings = census(state, 3)
    assert counts == [2, 4, 2]
    assert endings == Counter({(1, -1): 2, (2, -2): 2, (-1, 1): 1})


def test_one_checks_or_bets_and_to_a_bet_one_folds_or_calls() -> None:
    state = kibitz.load("kuhn").new(deal=KING_AND_QUEEN)
    assert state.to_move == 0
    assert moves(state) == ["bet", "check"]
    assert moves(play(state, "bet")) == ["call", "fold"]
    assert moves(play(state, "check")) == ["bet", "check"]
    assert play(state, "check", "bet").to_move == 0
    assert moves(play(state, "check", "bet")) == ["call", "fold"]


def test_the_first_seat_wins_an_eighth_of_a_chip_under_uniform_play() -> None:
    game = kibitz.load("kuhn")
    deals = [{"HAND 0": a, "HAND 1": b} for a, b in permutations("JQK", 2)]
    results = [expectation(game.new(deal=deal)) for deal in deals]
    assert sum(scores[0] for scores, _ in results) / len(deals) == Fraction(1, 8)
    assert sum(scores[1] for scores, _ in results) / len(deals) == Fraction(-1, 8)
    assert sum(length for _, length in results) / len(deals) == Fraction(9, 4)


def test_simulation_finds_the_same() -> None:
    """The result of one game deviates by 1.44 chips, its length by 0.44."""
    result = kibitz.load("kuhn").simulate(2000, seed=2, mode="python")
    assert result.score_mean[0] == pytest.approx(0.125, abs=4 * 1.44 / 2000**0.5)
    assert result.decisions_mean == pytest.approx(2.25, abs=4 * 0.44 / 2000**0.5)
    assert result.win_share[0] == pytest.approx(0.5625, abs=4 * 0.5 / 2000**0.5)


def test_whoever_folds_shows_nothing() -> None:
    state = kibitz.load("kuhn").new(deal=KING_AND_QUEEN)
    assert play(state, "bet", "fold").cards("SHOWN 1") == ()
    assert play(state, "bet", "call").cards("SHOWN 1") == ("Q",)


def test_in_the_next_deal_the_other_seat_opens() -> None:
    state = kibitz.load("kuhn", DEALS=3).new(seed=1)
    openers = [state.to_move]
    for _ in range(2):
        state = play(state, "bet", "fold")
        openers.append(state.to_move)
    assert openers == [0, 1, 0]
    assert state.store("CHIPS 0") == 0
    assert play(state, "bet", "fold").scores == (1, -1)


def test_a_bet_says_nothing_about_the_card() -> None:
    state = kibitz.load("kuhn", DEALS=3).new(seed=4)
    rng = Random(4)
    while not state.over:
        for seat in range(2):
            known = kibitz.view(state, seat).knowledge
            assert known.exact
            assert known.count == 2
        state = state.after(rng.choice(state.actions))
