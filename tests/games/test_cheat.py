"""Cheat: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .perft import moves, play

DEAL = {
    "HAND 0": "AC AD 2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C",
    "HAND 1": "AH AS 2H 2S 3H 3S 4H 4S 5H 5S 6H 6S 7H",
    "HAND 2": "8C 8D 9C 9D 10C 10D JC JD QC QD KC KD 7D",
    "HAND 3": "8H 8S 9H 9S 10H 10S JH JS QH QS KH KS 7S",
}
LIE = "call_it_a_lie"


def dealt(**parameters: int | str) -> Any:
    """The first position of this deal."""
    return kibitz.load("cheat", **parameters).new(deal=DEAL)


def test_one_lays_one_to_four_cards_and_says_what_they_are() -> None:
    state = dealt()
    assert moves(state) == sorted(DEAL["HAND 0"].split())
    state = play(state, "AC")
    assert len(moves(state)) == 12 + 1
    state = play(state, "AD", "7C", "2C")
    assert moves(state) == ["say_aces"]
    assert moves(play(dealt(MOST=1), "AC")) == ["say_aces"]


def test_all_cards_are_dealt() -> None:
    state = kibitz.load("cheat", NUMP=5).new(seed=1)
    assert [len(state.cards(f"HAND {seat}")) for seat in range(5)] == [11, 11, 10, 10, 10]


def test_ranks_are_said_in_order_whatever_is_laid() -> None:
    state = play(dealt(), "7C", "say_aces", "pass", "pass", "pass", "AH")
    assert "say_twos" in moves(state)
    assert "say_aces" not in moves(state)
    state = kibitz.load("cheat", MOST=1, LONGEST=500).new(deal=DEAL)
    said = []
    for _ in range(14):
        state = state.after(state.actions[0])
        said += moves(state)
        state = play(state, *moves(state), LIE)
    assert said[-2:] == ["say_kings", "say_aces"]


def test_or_each_is_near_the_one_before() -> None:
    state = play(dealt(RANKS="NEAR", MOST=1), "2C")
    assert len(moves(state)) == 13
    state = play(state, "say_aces", "pass", "pass", "pass", "AH")
    assert moves(state) == ["say_aces", "say_kings", "say_twos"]
    state = play(state, "say_kings", "pass", "pass", "pass", "8C")
    assert moves(state) == ["say_aces", "say_kings", "say_queens"]
    assert len(moves(play(state, "say_aces", LIE, "8H"))) == 13


def test_the_others_are_asked_in_turn_until_somebody_doubts() -> None:
    state = play(dealt(), "AC", "say_aces")
    for seat in (1, 2, 3):
        assert state.to_move == seat
        assert moves(state) == [LIE, "pass"]
        state = play(state, "pass")
    assert state.to_move == 1
    assert len(state.cards("PILE")) == 1
    assert play(dealt(), "AC", "say_aces", LIE).to_move == 1


def test_or_only_the_next_player_is_asked() -> None:
    state = play(dealt(ASK="NEXT"), "AC", "say_aces", "pass")
    assert state.to_move == 1
    assert moves(state) == sorted(DEAL["HAND 1"].split())


def test_whoever_lied_takes_the_pile() -> None:
    state = play(dealt(), "AC", "7C", "say_aces", "pass", LIE)
    assert [len(state.cards(f"HAND {seat}")) for seat in range(4)] == [13, 13, 13, 13]
    assert {"AC", "7C"} <= set(state.cards("HAND 0"))


def test_whoever_doubted_the_truth_takes_the_pile() -> None:
    state = play(dealt(), "AC", "AD", "say_aces", "pass", LIE)
    assert {"AC", "AD"} <= set(state.cards("HAND 2"))
    assert state.to_move == 1
    state = play(dealt(), "7C", "say_aces", "pass", "pass", "pass", "2H", "say_twos", LIE)
    assert {"7C", "2H"} <= set(state.cards("HAND 2"))
    assert state.cards("PILE") == ()


def believed(state: Any) -> Any:
    """The end, if all lay their first cards one by one and nobody doubts anything."""
    while not state.over:
        options = moves(state)
        says = [move for move in options if move.startswith("say")]
        state = play(state, "pass" if "pass" in options else says[0] if says else options[0])
    return state


def test_the_first_without_cards_wins() -> None:
    state = believed(dealt(LONGEST=100))
    assert list(state.scores) == [0, 1, 1, 1]
    assert state.ranks == (1, 2, 2, 2)


def test_a_last_card_that_is_called_a_lie_comes_back() -> None:
    state = dealt(LONGEST=100, MOST=1)
    while state.cards("HAND 0"):
        options = moves(state)
        state = play(state, "pass" if "pass" in options else options[0])
    assert not state.over
    assert moves(state) == ["say_tens"]
    state = play(state, "say_tens", LIE)
    assert not state.over
    assert len(state.cards("HAND 0")) == 49


def test_after_so_many_turns_the_fewest_cards_win() -> None:
    state = believed(dealt(LONGEST=10))
    assert list(state.scores) == [10, 10, 11, 11]
    assert state.ranks == (1, 1, 3, 3)


def test_nobody_else_sees_what_is_laid_until_it_is_doubted() -> None:
    state = play(dealt(), "7C", "say_aces")
    assert kibitz.view(state, 0).knowledge.probability("7C", "LAID") == 1
    east = kibitz.view(state, 1)
    assert east.places["LAID"] == 1
    assert east.knowledge.probability("7C", "LAID") == pytest.approx(1 / 39)
    caught = play(state, LIE)
    assert kibitz.view(caught, 3).knowledge.probability("7C", "HAND 0") == 1


def test_what_is_said_shows_nothing_about_the_cards() -> None:
    state = play(dealt(), "7C", "say_aces")
    east = kibitz.view(state, 1).knowledge
    assert east.exact
    assert east.probability("AC", "LAID") == pytest.approx(1 / 39)


def test_what_players_know_is_always_so() -> None:
    rng = random.Random(3)
    state = kibitz.load("cheat", NUMP=3, LONGEST=30).new(seed=4)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 15 == 0:
            west = kibitz.view(state, 2).knowledge
            for place in ("HAND 0", "HAND 1", "LAID", "PILE"):
                assert all(place in west.places(card) for card in state.cards(place))
