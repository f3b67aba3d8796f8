"""Leduc poker: its rules, and what everybody knows."""

from __future__ import annotations

from random import Random

import kibitz

from .perft import moves, play

DEAL = {"HAND 0": "QS", "HAND 1": "KS", "STOCK": "QH KH JS JH"}
"""The queen of hearts is turned up."""


def test_one_waits_or_bets_and_to_a_bet_one_folds_calls_or_raises() -> None:
    state = kibitz.load("leduc").new(deal=DEAL)
    assert moves(state) == ["bet", "check"]
    assert moves(play(state, "check")) == ["bet", "check"]
    assert moves(play(state, "bet")) == ["call", "fold", "raise"]


def test_a_round_has_two_raises_at_most() -> None:
    state = kibitz.load("leduc").new(deal=DEAL)
    assert moves(play(state, "bet", "raise")) == ["call", "fold"]
    more = kibitz.load("leduc", MOST=3).new(deal=DEAL)
    assert moves(play(more, "bet", "raise")) == ["call", "fold", "raise"]
    one = kibitz.load("leduc", MOST=1).new(deal=DEAL)
    assert moves(play(one, "bet")) == ["call", "fold"]


def test_a_card_is_turned_up_after_the_first_round() -> None:
    state = play(kibitz.load("leduc").new(deal=DEAL), "bet")
    assert state.cards("BOARD") == ()
    assert play(state, "call").cards("BOARD") == ("QH",)


def test_the_first_seat_opens_both_rounds() -> None:
    state = kibitz.load("leduc").new(deal=DEAL)
    assert play(state, "check", "check").to_move == 0
    assert play(state, "check", "bet", "call").to_move == 0


def test_raises_are_of_two_chips_and_later_of_four() -> None:
    state = play(kibitz.load("leduc").new(deal=DEAL), "bet", "raise", "call")
    assert [state.store(f"PAID {seat}") for seat in range(2)] == [5, 5]
    state = play(state, "bet", "raise")
    assert [state.store(f"PAID {seat}") for seat in range(2)] == [9, 13]


def test_a_pair_wins_and_then_the_higher_card() -> None:
    ways = ("check", "check", "bet", "call")
    assert play(kibitz.load("leduc").new(deal=DEAL), *ways).scores == (5, -5)
    king = DEAL | {"STOCK": "JH KH JS QH"}
    assert play(kibitz.load("leduc").new(deal=king), *ways).scores == (-5, 5)


def test_equal_cards_share() -> None:
    state = kibitz.load("leduc").new(deal={"HAND 0": "QS", "HAND 1": "QH"})
    assert play(state, "bet", "call", "bet", "call").scores == (0, 0)


def test_whoever_folds_loses_what_they_have_paid_and_shows_nothing() -> None:
    state = play(kibitz.load("leduc").new(deal=DEAL), "bet", "call", "bet", "fold")
    assert state.scores == (3, -3)
    assert state.cards("SHOWN 0") == ()
    assert state.cards("SHOWN 1") == ()


def test_in_the_next_deal_the_other_seat_opens() -> None:
    state = play(kibitz.load("leduc", DEALS=2).new(seed=1), "bet", "fold")
    assert state.to_move == 1
    assert play(state, "check", "check").to_move == 1
    assert play(state, "bet", "fold").scores == (0, 0)


def test_betting_says_nothing_about_the_cards() -> None:
    state = kibitz.load("leduc", DEALS=4).new(seed=4)
    rng = Random(4)
    while not state.over:
        for seat in range(2):
            known = kibitz.view(state, seat).knowledge
            assert known.exact
            assert known.count == 5 - len(state.cards("BOARD"))
        state = state.after(rng.choice(state.actions))
