"""Whist: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from math import comb

import pytest

import kibitz

from .perft import moves, play

BY_SUITS = {
    "HAND 0": "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "HAND 1": "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "HAND 2": "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    "HAND 3": "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH",
    "TURNED 3": "AH",
}
MIXED = {
    "HAND 0": "3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 2H 3H 4H",
    "HAND 1": "2C 6C 7C 8C 6D 7D 8D 5S 6S 7S 5H 6H 7H",
    "HAND 2": "9C 10C JC 9D 10D JD 8S 9S 10S QS 8H 9H 10H",
    "HAND 3": "QC KC AC QD KD AD JS KS AS QH KH AH",
    "TURNED 3": "JH",
}


def finish(state: kibitz.State, seed: int = 0) -> kibitz.State:
    """Play on to the end, at random."""
    rng = random.Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


def test_a_deal_is_fifty_two_cards_played_and_north_leads() -> None:
    game = kibitz.load("whist")
    assert game.simulate(10, seed=1, mode="python").decisions_mean == 52
    assert game.new(seed=1).to_move == 0


def test_the_last_card_is_turned_up_and_says_what_is_trump() -> None:
    state = kibitz.load("whist").new(deal=MIXED)
    assert state.store("TRUMP") == "HEARTS"
    assert [card.text for card in kibitz.view(state, "North").cards("TURNED 3")] == ["JH"]
    assert len(state.cards("HAND 3")) == 12


def test_the_dealer_takes_the_turned_card_up_when_it_is_their_turn() -> None:
    state = play(kibitz.load("whist").new(deal=MIXED), "2H", "5H")
    assert state.cards("TURNED 3") == ("JH",)
    state = play(state, "8H")
    assert state.cards("TURNED 3") == ()
    assert moves(state) == ["AH", "JH", "KH", "QH"]


def test_all_know_that_the_dealer_has_the_turned_card() -> None:
    state = play(kibitz.load("whist").new(deal=MIXED), "3C", "2C", "9C", "QC")
    north = kibitz.view(state, "North").knowledge
    assert north.exact
    assert north.probabilities["JH"]["HAND 3"] == 1
    assert north.count == comb(35, 12) * comb(23, 12)


def test_whoever_can_follow_suit_must() -> None:
    state = play(kibitz.load("whist").new(deal=MIXED), "3C")
    assert moves(state) == ["2C", "6C", "7C", "8C"]


def test_whoever_cannot_follow_plays_anything() -> None:
    state = play(kibitz.load("whist").new(deal=BY_SUITS), "2C")
    assert len(moves(state)) == 13


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    state = play(kibitz.load("whist").new(deal=MIXED), "3C", "8C", "JC", "QC")
    assert state.to_move == 3
    assert state.store("TRICKS team 1") == 1


def test_a_trump_takes_the_trick_and_other_suits_do_not() -> None:
    state = play(kibitz.load("whist").new(deal=BY_SUITS), "AC", "AD", "AS", "2H")
    assert state.to_move == 3
    hearts = dict(BY_SUITS, **{"HAND 2": BY_SUITS["HAND 3"] + " 2S"})
    hearts["HAND 3"] = BY_SUITS["HAND 2"].replace("2S", "AH").replace(" AS", "")
    hearts["TURNED 3"] = "AS"
    state = play(kibitz.load("whist").new(deal=hearts), "2C", "AD", "KH", "3S")
    assert state.store("TRUMP") == "SPADES"
    assert state.to_move == 3


def test_a_side_scores_its_tricks_over_six() -> None:
    """West has all trumps: thirteen tricks are seven points."""
    state = finish(kibitz.load("whist").new(deal=BY_SUITS))
    assert list(state.scores) == [0, 7, 0, 7]


def test_one_side_scores_in_each_deal() -> None:
    game = kibitz.load("whist")
    for seed in range(8):
        scores = finish(game.new(seed=seed), seed).scores
        assert scores[:2] == scores[2:]
        assert min(scores) == 0 < max(scores) <= 7


def test_honours_are_counted_if_asked_for() -> None:
    all_four = finish(kibitz.load("whist", HONOURS="YES").new(deal=BY_SUITS))
    assert list(all_four.scores) == [0, 11, 0, 11]
    swapped = {**BY_SUITS, "HAND 2": BY_SUITS["HAND 2"].replace("AS", "KH")}
    swapped["HAND 3"] = BY_SUITS["HAND 3"].replace("KH", "AS")
    three = finish(kibitz.load("whist", HONOURS="YES").new(deal=swapped))
    without = finish(kibitz.load("whist").new(deal=swapped))
    assert three.scores[1] == without.scores[1] + 2
    assert three.scores[0] == without.scores[0]


def test_trumps_in_rotation_are_hearts_clubs_diamonds_spades() -> None:
    state = kibitz.load("whist", TRUMPS="ROTATION", DEALS=5).new(seed=1)
    trumps, openers = [], []
    while not state.over:
        if len(state.history) % 52 == 0:
            trumps.append(state.store("TRUMP"))
            openers.append(state.to_move)
        state = state.after(state.actions[0])
    assert trumps == ["HEARTS", "CLUBS", "DIAMONDS", "SPADES", "HEARTS"]
    assert openers == [0, 1, 2, 3, 0]  # the deal passes to the left


def test_the_card_of_the_next_dealer_is_turned_in_the_next_deal() -> None:
    state = kibitz.load("whist", DEALS=2).new(seed=1)
    while len(state.history) < 52:
        state = state.after(state.actions[0])
    assert len(state.cards("TURNED 0")) == 1
    assert state.to_move == 1


def test_a_game_may_be_played_to_so_many_points() -> None:
    game = kibitz.load("whist", POINTS=5, DEALS=1)
    for seed in range(5):
        state = game.new(seed=seed)
        while not state.over:
            assert all(int(state.store(f"SCORE team {side}")) < 5 for side in (0, 1))
            state = state.after(state.actions[-1])
        assert max(state.scores) >= 5
        assert len(state.history) % 52 == 0


@pytest.mark.parametrize("trumps", ["TURNED", "ROTATION"])
def test_what_players_know_is_exact_to_the_end(trumps: str) -> None:
    state = kibitz.load("whist", TRUMPS=trumps, HONOURS="YES").new(seed=3)
    while not state.over:
        state = state.after(state.actions[-1])
        if len(state.history) % 8 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_whoever_does_not_follow_has_none_of_the_suit() -> None:
    state = play(kibitz.load("whist").new(deal=BY_SUITS), "2C", "2D")
    south = kibitz.view(state, "South").knowledge
    assert [each.words for each in south.announcements] == ["East has no clubs"]
