"""Euchre: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import kibitz
from kibitz.engine.state import State

from .perft import moves, play
from .tricks import both_ways

DEAL = {
    "HAND 0": "JH AH KH 9C 10C",
    "HAND 1": "JD 9H AS KS QS",
    "HAND 2": "AC KC QC JC AD",
    "HAND 3": "KD QD 10D 9D 10S",
    "UPCARD": "QH",
}
TRUMPS = {
    "HAND 0": "JH JD AH KH QH",
    "HAND 1": "9C 10C JC 9D 10D",
    "HAND 2": "QC KC AC QD KD",
    "HAND 3": "9S 10S QS KS AD",
    "UPCARD": "10H",
}
"""North has the five highest trumps, if they are hearts."""


def new(deal: dict[str, str] = DEAL, **parameters: int | str) -> State:
    return kibitz.load("euchre", **parameters).new(deal=deal)


def to_the_end(state: State, *played: str) -> State:
    """After these moves, and then whatever comes first."""
    state = play(state, *played)
    while not state.over:
        state = state.after(state.actions[0])
    return state


def test_a_deal_is_bids_perhaps_a_discard_and_twenty_cards() -> None:
    assert len(to_the_end(new(), "order_it_up").history) == 1 + 1 + 1 + 20
    assert len(to_the_end(new(), *["pass"] * 4, "make_spades_trump").history) == 5 + 1 + 20


def test_left_of_the_dealer_speaks_first_and_everybody_twice() -> None:
    state = new()
    for seat in (0, 1, 2, 3, 0, 1, 2):
        assert state.to_move == seat
        state = play(state, "pass")
    assert state.to_move == 3


def test_first_the_suit_of_the_upcard_is_for_the_taking_then_the_others() -> None:
    state = new()
    assert moves(state) == ["order_it_up", "pass"]
    assert moves(play(state, *["pass"] * 3)) == ["pass", "pick_it_up"]
    suits = ["make_clubs_trump", "make_diamonds_trump", "make_spades_trump"]
    assert moves(play(state, *["pass"] * 4)) == [*suits, "pass"]


def test_a_dealer_is_stuck_or_may_pass() -> None:
    assert "pass" not in moves(play(new(), *["pass"] * 7))
    passed = play(new(STICK="NO"), *["pass"] * 8)
    assert passed.over
    assert list(passed.scores) == [0, 0, 0, 0]


def test_the_dealer_takes_the_upcard_and_discards() -> None:
    state = play(new(), "order_it_up", "take_the_partner_along")
    assert state.to_move == 3
    assert moves(state) == sorted(["KD", "QD", "10D", "9D", "10S", "QH"])
    assert len(play(state, "10S").cards("HAND 3")) == 5
    other = play(new(BURY="NO"), "order_it_up", "take_the_partner_along")
    assert "QH" not in moves(other)


def test_nobody_takes_the_upcard_if_another_suit_is_trump() -> None:
    state = play(new(), *["pass"] * 4, "make_clubs_trump", "take_the_partner_along")
    assert state.cards("UPCARD") == ("QH",)
    assert (state.to_move, len(moves(state))) == (0, 5)


def test_only_the_dealer_knows_what_was_discarded() -> None:
    state = play(new(), "order_it_up", "take_the_partner_along", "10S")
    assert state.observation(0).places["DISCARD 3"] == 1
    assert state.observation(3).places["DISCARD 3"] != 1


@pytest.mark.parametrize(("low", "high"), list(pairwise(("9", "10", "J", "Q", "K", "A"))))
def test_the_higher_card_of_a_plain_suit_takes_the_trick(low: str, high: str) -> None:
    """North leads a club, and East has one, the next higher or lower; hearts are trumps."""
    for led, played, seed in both_ways(low, high):
        deal = {
            "HAND 0": f"{led}C JH AH KH QH",
            "HAND 1": f"{played}C 9D 10D QD KD",
            "HAND 2": "9S 10S JS QS KS",
            "HAND 3": "AS AD JD 9H 10H",
            "UPCARD": "9C" if low == "K" else "AC" if high != "A" else "10C",
        }
        state = kibitz.load("euchre").new(seed, deal=deal)
        state = play(state, *["pass"] * 4, "make_hearts_trump", "take_the_partner_along")
        state = play(state, f"{led}C", f"{played}C", "9S", "AS")
        assert state.to_move == (1 if played == high else 0)


@pytest.mark.parametrize(
    ("low", "high"), list(pairwise(("9H", "10H", "QH", "KH", "AH", "JD", "JH")))
)
def test_the_higher_trump_takes_the_trick(low: str, high: str) -> None:
    """North leads a trump, and East has one, the next higher or lower."""
    for led, played, seed in both_ways(low, high):
        more, turned = [card for card in ("9H", "10H", "QH", "AH") if card not in (low, high)][:2]
        deal = {
            "HAND 0": f"{led} {more} 9C 10C QC",
            "HAND 1": f"{played} 9D 10D QD KD",
            "HAND 2": "9S 10S JS QS KS",
            "HAND 3": "AS AD AC JC KC",
            "UPCARD": turned,
        }
        state = kibitz.load("euchre").new(seed, deal=deal)
        state = play(state, "order_it_up", "take_the_partner_along", turned)
        state = play(state, led, played, "9S", "AS")
        assert state.to_move == (1 if played == high else 0)


def test_the_left_bower_is_a_trump() -> None:
    state = play(new(), "order_it_up", "take_the_partner_along", "10S", "KH")
    assert moves(state) == ["9H", "JD"]
    assert moves(play(state, "9H", "AD", "QH", "AH")) == ["JD"]


def test_the_left_bower_is_no_card_of_the_suit_it_shows() -> None:
    state = play(new(), "order_it_up", "take_the_partner_along", "10S", "9C", "AS", "AC", "9D")
    assert moves(play(state, "AD", "10D", "10C")) == sorted(["JD", "9H", "KS", "QS"])


def test_right_bower_left_bower_ace() -> None:
    opened = play(new(), "order_it_up", "take_the_partner_along", "10S")
    assert play(opened, "AH", "JD", "AC", "QH").to_move == 1
    assert play(opened, "JH", "JD", "AC", "QH").to_move == 0
    assert play(opened, "KH", "9H", "AC", "QH").to_move == 0


def test_the_partner_of_one_who_plays_alone_sits_out() -> None:
    state = play(new(), "order_it_up", "go_alone", "10S")
    for card in ("AH", "9H"):
        state = play(state, card)
    assert state.to_move == 3
    assert len(to_the_end(state).cards("HAND 2")) == 5


def test_nobody_is_asked_where_nobody_plays_alone() -> None:
    for defend in ("NO", "YES"):
        state = play(new(ALONE="NO", DEFEND=defend), "order_it_up")
        assert state.to_move == 3
        assert len(moves(state)) == 6  # the dealer discards
        assert len(to_the_end(state).history) == 2 + 20


def test_who_sits_out_does_not_lead() -> None:
    state = play(new(), "pass", "pass", "order_it_up", "go_alone", "10S")
    assert state.to_move == 1


def test_a_dealer_who_sits_out_takes_no_card() -> None:
    state = play(new(), "pass", "order_it_up", "go_alone")
    assert state.to_move == 0
    assert state.cards("UPCARD") == ("QH",)


@pytest.mark.parametrize(("alone", "points"), [("go_alone", 4), ("take_the_partner_along", 2)])
def test_all_five_tricks_are_two_points_or_four_alone(alone: str, points: int) -> None:
    state = to_the_end(new(TRUMPS), "order_it_up", alone, "10H")
    assert list(state.scores) == [points, 0, points, 0]


def test_three_or_four_tricks_are_one_point() -> None:
    weaker = {**TRUMPS, "HAND 0": "JH JD AH KH 9D", "HAND 1": "9C 10C JC QH 10D"}
    state = play(new(weaker), "order_it_up", "take_the_partner_along", "10H")
    assert list(to_the_end(state, "9D", "10D", "QD", "AD").scores) == [1, 0, 1, 0]


def test_makers_who_fail_are_euchred() -> None:
    state = to_the_end(new(TRUMPS), "pass", "order_it_up", "take_the_partner_along", "10H")
    assert list(state.scores) == [2, 0, 2, 0]


def test_a_defender_may_play_alone_for_four_points() -> None:
    said = ("pass", "order_it_up", "take_the_partner_along")
    state = play(new(TRUMPS, DEFEND="YES"), *said)
    assert (state.to_move, moves(state)) == (0, ["defend_alone", "defend_with_the_partner"])
    alone = play(state, "defend_alone", "10H")
    assert list(to_the_end(alone).scores) == [4, 0, 4, 0]
    assert len(to_the_end(alone).cards("HAND 2")) == 5
    assert play(state, "defend_with_the_partner").to_move == 2


def test_two_lone_players_sit_side_by_side() -> None:
    state = play(new(DEFEND="YES"), "pass", "order_it_up", "go_alone", "defend_alone")
    assert len(to_the_end(state).history) == 4 + 10


def test_the_deal_passes_to_the_left_until_a_side_has_enough() -> None:
    state = kibitz.load("euchre", DEALS=0, GOAL=5).new(seed=1)
    openers = []
    while not state.over:
        assert max(state.scores) < 5
        if not state.store("CALLS"):
            openers.append(state.to_move)
        state = state.after(state.actions[0])
    assert openers[:3] == [0, 1, 2]
    assert max(state.scores) >= 5


@pytest.mark.parametrize("seed", range(4))
def test_what_players_know_is_exact_to_the_end(seed: int) -> None:
    state = kibitz.load("euchre", DEFEND="YES").new(seed=seed)
    rng = Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 5 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_who_does_not_follow_trumps_has_not_even_the_left_bower() -> None:
    state = play(new(), "order_it_up", "take_the_partner_along", "10S", "KH", "9H", "AD")
    north = kibitz.view(state, "North").knowledge
    assert north.exact
    assert north.probabilities["JD"].get("HAND 2", 0) == 0
    assert north.probabilities["10H"].get("HAND 2", 0) == 0
