"""Bid Whist: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from math import comb

import pytest

import kibitz

from .perft import moves, play

BY_SUITS = {
    "HAND 0": "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "HAND 1": "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "HAND 2": "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    "HAND 3": "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    "KITTY": "2C 2D 2S 2H LJ BJ",
}
MIXED = {
    "HAND 0": "2C 3C KC AC 2D 3D KD AD 2S 3S KS LJ",
    "HAND 1": "4C 5C 6C 4D 5D 6D 4S 5S 6S 4H 5H 6H",
    "HAND 2": "7C 8C 9C 7D 8D 9D 7S 8S 9S 7H 8H 9H",
    "HAND 3": "10C JC QC 10D JD QD 10S JS QS 2H 3H BJ",
    "KITTY": "AS 10H JH QH KH AH",
}
ASIDE = ("2C", "2D", "2S", "2H", "LJ", "BJ")


def north(bid: str, named: str, *aside: str, **parameters: int | str) -> kibitz.State:
    """North has bid and named, and laid cards of the first deal aside."""
    state = kibitz.load("bid-whist", **parameters).new(deal=BY_SUITS)
    after: kibitz.State = play(state, bid, "pass", "pass", "pass", named, *aside)
    return after


def finish(state: kibitz.State) -> tuple[int, ...]:
    """The scores if the first card in the order of the deck is played each time."""
    while not state.over:
        state = state.after(state.actions[0])
    return tuple(state.scores)


def test_a_deal_is_four_bids_a_name_six_cards_aside_and_forty_eight_played() -> None:
    assert kibitz.load("bid-whist").simulate(10, seed=1, mode="python").decisions_mean == 59


@pytest.mark.parametrize(("jokers", "kitty"), [(2, 6), (1, 5), (0, 4)])
def test_the_kitty_is_smaller_with_fewer_jokers(jokers: int, kitty: int) -> None:
    state = kibitz.load("bid-whist", JOKERS=jokers).new(seed=1)
    assert len(state.cards("KITTY")) == kitty
    assert all(len(state.cards(f"HAND {seat}")) == 12 for seat in range(4))
    # One joker that is played with is the big one.
    assert state.cards("BOX") == {2: (), 1: ("LJ",), 0: ("LJ", "BJ")}[jokers]


def test_a_bid_must_be_higher_and_no_trump_is_higher_than_as_many() -> None:
    state = kibitz.load("bid-whist").new(deal=MIXED)
    assert len(moves(state)) == 1 + 5 * 3
    labels = [action.text for action in play(state, "bid_5_downtown").actions]
    assert labels == [
        "pass",
        *(f"bid {number} uptown" for number in (6, 7)),
        *(f"bid {number} downtown" for number in (6, 7)),
        *(f"bid {number} no trump" for number in (5, 6, 7)),
    ]
    assert "bid 5 no trump" not in [a.text for a in play(state, "bid_5_no_trump").actions]


def test_the_dealer_must_bid_if_all_others_have_passed() -> None:
    state = play(kibitz.load("bid-whist").new(deal=MIXED), "pass", "pass", "pass")
    assert state.to_move == 3
    assert "pass" not in moves(state)
    assert "pass" in moves(play(kibitz.load("bid-whist").new(deal=MIXED), "pass", "pass"))


def test_the_lowest_bid_may_be_four() -> None:
    state = kibitz.load("bid-whist", LEAST=4).new(deal=MIXED)
    assert len(moves(state)) == 1 + 4 * 3


def test_the_highest_bidder_names_the_trumps_or_the_order() -> None:
    state = kibitz.load("bid-whist").new(deal=MIXED)
    trumps = play(state, "bid_3_uptown", "bid_4_downtown", "pass", "pass")
    assert trumps.to_move == 1
    assert moves(trumps) == [
        f"name_{s}_as_trumps" for s in ("clubs", "diamonds", "hearts", "spades")
    ]
    assert play(trumps, "name_clubs_as_trumps").store("RANKING") == "DOWNTOWN"
    assert moves(play(state, "pass", "pass", "bid_3_no_trump", "pass")) == [
        "play_downtown",
        "play_uptown",
    ]


def test_the_bidder_takes_the_kitty_lays_six_cards_aside_and_leads() -> None:
    state = north("bid_3_uptown", "name_clubs_as_trumps")
    assert len(state.cards("HAND 0")) == 18
    state = play(state, *ASIDE)
    assert state.cards("ASIDE 0") == ASIDE
    assert state.to_move == 0
    assert state.store("TRICKS team 0") == 1


def test_jokers_are_the_highest_trumps() -> None:
    state = kibitz.load("bid-whist").new(deal=MIXED)
    state = play(state, "bid_3_uptown", "pass", "pass", "pass", "name_clubs_as_trumps")
    state = play(state, "AS", "10H", "JH", "QH", "KH", "AH")
    beaten = play(state, "AC", "4C", "7C")
    assert moves(beaten) == ["10C", "BJ", "JC", "QC"]  # the joker follows suit, too
    assert play(beaten, "BJ").to_move == 3
    assert moves(play(state, "LJ")) == ["4C", "5C", "6C"]
    assert play(state, "LJ", "4C", "7C", "QC").to_move == 0


@pytest.mark.parametrize(
    ("bid", "named", "high"),
    [
        ("bid_3_uptown", "name_clubs_as_trumps", True),
        ("bid_3_downtown", "name_clubs_as_trumps", False),
        ("bid_3_no_trump", "play_uptown", True),
        ("bid_3_no_trump", "play_downtown", False),
    ],
)
def test_high_cards_are_best_uptown_and_low_ones_downtown(bid: str, named: str, high: bool) -> None:
    """North has all aces, kings and twos of diamonds and spades, and they are led."""
    state = kibitz.load("bid-whist").new(deal=MIXED)
    state = play(state, bid, "pass", "pass", "pass", named, "10H", "JH", "QH", "KH", "AH", "LJ")
    assert play(state, "AD", "4D", "7D", "JD").to_move == 0  # the ace is always best
    assert play(state, "KD", "4D", "7D", "JD").to_move == (0 if high else 1)
    assert play(state, "3D", "4D", "7D", "JD").to_move == (3 if high else 0)


def test_without_trumps_a_joker_wins_nothing_and_the_next_card_sets_the_suit() -> None:
    state = kibitz.load("bid-whist").new(deal=MIXED)
    state = play(state, "bid_3_no_trump", "pass", "pass", "pass", "play_uptown")
    state = play(state, "AS", "10H", "JH", "QH", "KH", "AH", "LJ")
    assert len(moves(state)) == 12  # East sets the suit
    state = play(state, "4S")
    assert moves(state) == ["7S", "8S", "9S"]
    state = play(state, "7S")
    assert moves(state) == ["10S", "JS", "QS"]  # a joker is of no suit
    assert play(state, "QS").to_move == 3


def test_the_bidders_side_scores_its_tricks_over_six() -> None:
    assert finish(north("bid_3_uptown", "name_clubs_as_trumps", *ASIDE)) == (7, 0, 7, 0)
    assert finish(north("bid_7_uptown", "name_clubs_as_trumps", *ASIDE)) == (7, 0, 7, 0)


def test_a_side_that_fails_loses_what_it_bid() -> None:
    """Hearts are trumps: North leads a club, and West takes all tricks."""
    assert finish(north("bid_5_uptown", "name_hearts_as_trumps", *ASIDE)) == (-5, 0, -5, 0)


def test_no_trump_may_count_double() -> None:
    bid = ("bid_4_no_trump", "play_uptown", *ASIDE)
    assert finish(north(*bid)) == (7, 0, 7, 0)
    assert finish(north(*bid, DOUBLE="YES")) == (14, 0, 14, 0)
    trumps = ("bid_4_uptown", "name_clubs_as_trumps", *ASIDE)
    assert finish(north(*trumps, DOUBLE="YES")) == (7, 0, 7, 0)


def test_the_deal_passes_to_the_left_whoever_bids() -> None:
    state = kibitz.load("bid-whist", DEALS=2).new(seed=1)
    rng = random.Random(1)
    while state.store("NUMBER") == 0:
        state = state.after(rng.choice(state.actions))
    assert state.to_move == 1
    assert len(state.cards("KITTY")) == 6


def test_a_game_may_be_played_to_so_many_points() -> None:
    state = kibitz.load("bid-whist", POINTS=7).new(seed=1)
    while not state.over:
        assert max(abs(int(state.store(f"SCORE team {side}"))) for side in (0, 1)) < 7
        state = state.after(state.actions[-1])
    assert max(abs(score) for score in state.scores) >= 7


def test_only_the_bidder_sees_the_kitty_unless_it_is_shown() -> None:
    """East tells apart what South, West and the kitty may have, or knows that North had six."""
    hidden = north("bid_3_uptown", "name_clubs_as_trumps", *ASIDE)
    east = kibitz.view(hidden, "East").knowledge
    assert east.exact
    assert east.count == comb(42, 12) * comb(30, 12) * comb(18, 12)
    shown = north("bid_3_uptown", "name_clubs_as_trumps", *ASIDE, KITTY="SHOWN")
    east = kibitz.view(shown, "East").knowledge
    assert east.exact
    assert east.count == comb(36, 12) * comb(24, 12) * comb(18, 6)


@pytest.mark.parametrize("way", ["uptown", "no_trump"])
def test_what_players_know_is_exact_to_the_end(way: str) -> None:
    state = kibitz.load("bid-whist").new(seed=3)
    state = play(state, f"bid_4_{way}", "pass", "pass", "pass")
    while not state.over:
        state = state.after(state.actions[-1])
        if len(state.history) % 8 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
