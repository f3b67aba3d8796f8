"""Contract Bridge: its rules, its scores, and what everybody knows."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

import kibitz

from .perft import moves, play
from .tricks import both_ways

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")
BY_SUITS = {"HAND 0": SPADES, "HAND 1": HEARTS, "HAND 2": DIAMONDS, "HAND 3": CLUBS}
"""Whoever plays in their own suit takes all tricks."""


def bid(*calls: str, deal: dict[str, str] = BY_SUITS, **parameters: int | str) -> kibitz.State:
    """The position after some calls."""
    state = kibitz.load("bridge", **parameters).new(deal=deal)
    after: kibitz.State = play(state, *calls)
    return after


def north_and_south(*calls: str, deal: dict[str, str] = BY_SUITS, who: str = "NONE") -> int:
    """What they score after these calls and three passes; the first card in the order of the deck
    is played each time."""
    state = bid(*calls, "pass", "pass", "pass", deal=deal, VULNERABLE=who)
    while not state.over:
        state = state.after(state.actions[0])
    assert state.scores[0] == state.scores[2] == -state.scores[1] == -state.scores[3]
    return state.scores[0]


def down(tricks: int) -> dict[str, str]:
    """A deal in which North fails in one no trump by so many tricks: East wins with hearts, and
    North with the spades that East leads afterwards."""
    won = 7 - tricks
    spades, hearts = SPADES.split(), HEARTS.split()
    return {
        **BY_SUITS,
        "HAND 0": " ".join(spades[won:] + hearts[:won]),
        "HAND 1": " ".join(spades[:won] + hearts[won:]),
    }


# The auction


def test_north_deals_and_may_bid_anything() -> None:
    state = kibitz.load("bridge").new(seed=1)
    assert state.to_move == 0
    offered = moves(state)
    assert len(offered) == 36
    assert {"pass", "1♣", "7_NT"} <= set(offered)
    assert "double" not in offered


def test_a_bid_must_be_higher_than_the_last() -> None:
    offered = moves(bid("2♥"))
    assert "2♥" not in offered
    assert "2♦" not in offered
    assert {"2♠", "2_NT", "3♣"} <= set(offered)
    assert moves(bid("7_NT")) == ["double", "pass"]


def test_a_bid_of_the_other_side_is_doubled_and_redoubled() -> None:
    assert "double" not in moves(bid("1♣", "pass"))  # their own
    assert "redouble" not in moves(bid("1♣"))
    assert "double" in moves(bid("1♣", "pass", "pass"))
    assert "double" not in moves(bid("1♣", "double", "pass"))
    assert "redouble" in moves(bid("1♣", "double"))
    assert "redouble" not in moves(bid("1♣", "double", "pass"))
    assert "redouble" in moves(bid("1♣", "double", "pass", "pass"))
    assert "double" not in moves(bid("1♣", "double", "redouble"))
    # A double ends with the next bid.
    assert "double" in moves(bid("1♣", "double", "1♦", "pass", "pass"))


def test_three_passes_end_the_auction_and_four_end_the_deal() -> None:
    assert bid("pass", "pass", "pass").to_move == 3
    state = bid("pass", "pass", "pass", "pass")
    assert state.over
    assert list(state.scores) == [0, 0, 0, 0]
    assert bid("pass", "pass", "pass", "1♣", "pass", "pass").to_move == 2
    assert bid("pass", "1♣", "pass", "pass", "pass").store("CONTRACT") == "ONECLUBS"


def test_declarer_named_the_strain_first_and_their_left_neighbour_leads() -> None:
    state = bid("1♥", "pass", "2♥", "2♠", "pass", "pass", "4♥", "pass", "pass", "pass")
    assert state.store("DECLARER") == 0
    assert state.to_move == 1
    # The other side named it before, which does not matter.
    assert bid("1♥", "2♥", "pass", "pass", "pass").store("DECLARER") == 1


# The play


@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS)))
def test_the_higher_card_of_the_suit_led_takes_the_trick(low: str, high: str) -> None:
    """East leads a heart to one no trump of North, who has one heart, the next higher or lower."""
    for led, played, seed in both_ways(low, high):
        deal = {
            **BY_SUITS,
            "HAND 0": SPADES.replace("2S", f"{played}H"),
            "HAND 1": HEARTS.replace(f"{played}H", "2S"),
        }
        state = kibitz.load("bridge").new(seed, deal=deal)
        state = play(state, "1_NT", "pass", "pass", "pass", f"{led}H", "2D", "2C")
        assert play(state, f"{played}H").to_move == (0 if played == high else 1)


def test_dummy_lays_their_cards_open_after_the_opening_lead() -> None:
    state = bid("1♠", "pass", "pass", "pass")
    assert kibitz.view(state, "West").places["OPEN 2"] == ()
    state = play(state, "2H")
    assert len(kibitz.view(state, "West").cards("OPEN 2")) == 13
    assert kibitz.view(state, "West").places["HAND 2"] == 0


def test_declarer_plays_the_cards_of_dummy() -> None:
    state = play(bid("1♠", "pass", "pass", "pass"), "2H")
    assert state.to_move == 0
    assert moves(state) == sorted(DIAMONDS.split())
    state = play(state, "2D")
    assert state.to_move == 3
    state = play(state, "2C", "2S")
    assert state.to_move == 0
    assert state.store("TRICKS team 0") == 1


def test_dummy_leads_if_dummy_has_won_the_trick() -> None:
    state = play(bid("1♦", "pass", "1♠", "2♦", "2♠", "pass", "pass", "pass"), "2C")
    assert state.to_move == 2
    state = play(state, "2S", "2H", "2D")
    assert state.to_move == 2
    assert moves(state) == sorted(SPADES.replace("2S ", "").split())


def test_dummy_follows_suit_too() -> None:
    deal = {
        **BY_SUITS,
        "HAND 2": DIAMONDS.replace("2D", "2H"),
        "HAND 1": HEARTS.replace("2H", "2D"),
    }
    state = play(bid("1♠", "pass", "pass", "pass", deal=deal), "AH")
    assert moves(state) == ["2H"]


def test_whoever_can_follow_suit_must() -> None:
    state = play(bid("1_NT", "pass", "pass", "pass", deal=down(2)), "7H", "2D", "2C")
    assert state.to_move == 0
    assert moves(state) == ["2H", "3H", "4H", "5H", "6H"]


# The score


@pytest.mark.parametrize(
    ("calls", "points", "vulnerable"),
    [
        ("1♠", 30 + 50 + 6 * 30, 30 + 50 + 6 * 30),
        ("3♠", 90 + 50 + 4 * 30, 90 + 50 + 4 * 30),
        ("4♠", 120 + 300 + 3 * 30, 120 + 500 + 3 * 30),
        ("6♠", 180 + 300 + 500 + 30, 180 + 500 + 750 + 30),
        ("7♠", 210 + 300 + 1000, 210 + 500 + 1500),
        ("1♠ double", 60 + 50 + 50 + 6 * 100, 60 + 50 + 50 + 6 * 200),
        ("1♠ double redouble", 120 + 300 + 100 + 6 * 200, 120 + 500 + 100 + 6 * 400),
        ("7♠ double redouble", 840 + 300 + 1000 + 100, 840 + 500 + 1500 + 100),
    ],
)
def test_a_contract_that_is_made(calls: str, points: int, vulnerable: int) -> None:
    assert north_and_south(*calls.split()) == points
    assert north_and_south(*calls.split(), who="NS") == vulnerable


def test_minors_count_twenty_and_no_trump_ten_more() -> None:
    assert north_and_south("pass", "pass", "5♦") == 100 + 300 + 2 * 20
    assert north_and_south("pass", "pass", "4♦") == 80 + 50 + 3 * 20
    assert north_and_south("2_NT", deal=down(-2)) == 70 + 50 + 30
    assert north_and_south("3_NT", deal=down(-2)) == 100 + 300


@pytest.mark.parametrize(
    ("tricks", "doubled", "vulnerable"),
    [(1, 100, 200), (3, 500, 800), (4, 800, 1100)],
)
def test_a_contract_that_fails(tricks: int, doubled: int, vulnerable: int) -> None:
    deal = down(tricks)
    assert north_and_south("1_NT", deal=deal) == -50 * tricks
    assert north_and_south("1_NT", deal=deal, who="NS") == -100 * tricks
    assert north_and_south("1_NT", "double", deal=deal) == -doubled
    assert north_and_south("1_NT", "double", deal=deal, who="NS") == -vulnerable
    assert north_and_south("1_NT", "double", "redouble", deal=deal) == -2 * doubled
    assert north_and_south("1_NT", "double", "redouble", deal=deal, who="EW") == -2 * doubled


# Several deals


@pytest.mark.parametrize(
    ("who", "risks"),
    [("BOARDS", "0 1 2 3 1 2 3 0 2 3 0 1 3 0 1 2 0"), ("CHICAGO", "0 2 1 3 0")],
)
def test_who_is_vulnerable_changes_with_the_deal(who: str, risks: str) -> None:
    """0 nobody, 1 North and South, 2 East and West, 3 all. All deals are passed out."""
    wanted = [int(each) for each in risks.split()]
    state = kibitz.load("bridge", VULNERABLE=who, DEALS=len(wanted)).new(seed=1)
    found, dealers = [], []
    while not state.over:
        found.append(int(state.store("RISK team 0")) + 2 * int(state.store("RISK team 1")))
        dealers.append(state.to_move)
        state = play(state, *["pass"] * 4)
    assert found == wanted
    assert dealers == [number % 4 for number in range(len(wanted))]


def test_scores_of_several_deals_add_up() -> None:
    state = kibitz.load("bridge", DEALS=2).new(deal=BY_SUITS)
    state = play(state, "1♠", "pass", "pass", "pass")
    while state.store("NUMBER") == 0:
        state = state.after(state.actions[0])
    assert state.to_move == 1
    assert state.store("CONTRACT") == "NONE"
    assert state.store("SCORE team 0") == 260
    assert play(state, *["pass"] * 4).scores == (260, -260, 260, -260)


# What everybody knows


def test_calls_tell_nothing_and_dummy_lies_open_for_all() -> None:
    state = bid("1♠", "double", "2♦", "pass", "pass", "pass")
    before = kibitz.view(state, "North").knowledge.count
    assert before == kibitz.view(kibitz.load("bridge").new(deal=BY_SUITS), "North").knowledge.count
    led = kibitz.view(play(state, "2C"), "East")
    assert [card.text for card in led.cards("OPEN 0")] == SPADES.split()
    assert led.knowledge.exact
    assert led.knowledge.count == comb(25, 12)  # South's cards and the rest of West's


def test_what_players_know_is_exact_to_the_end() -> None:
    state = bid("1♠", "2♦", "3♠", "pass", "pass", "pass")
    while not state.over:
        state = state.after(state.actions[-1])
        if len(state.history) % 8 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
    assert len(state.history) == 58
