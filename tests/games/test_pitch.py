"""Pitch: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from kibitz.engine.state import State

from .perft import moves, play

DEAL = {
    "HAND 0": "AH KH 3H 10C 9C 2D",
    "HAND 1": "JH 8H KC QC 5S 4S",
    "HAND 2": "QH 2H AC JC 7S 6S",
    "HAND 3": "10H 9H 8C 7C AD KD",
}
"""All hearts of note: if they are trumps, North has high, South low."""

LOW = {
    "HAND 0": "AH KH 3H AC KC QC",
    "HAND 1": "2H JH 4C 5C 6C 7C",
    "HAND 2": "3S 4S 5S 6S 7S 8S",
    "HAND 3": "10H 10S 3D 4D 5D 6D",
}
"""North has every trick, if hearts are trumps, but was not dealt the lowest."""


def new(deal: dict[str, str] = DEAL, **parameters: int | str) -> State:
    return kibitz.load("pitch", **parameters).new(deal=deal)


def bid(*bids: str, **parameters: int | str) -> State:
    state: State = play(new(DEAL, **parameters), *bids)
    return state


def ended(state: State) -> State:
    """The end, if everybody plays what comes first."""
    while not state.over:
        state = state.after(state.actions[0])
    return state


def test_six_cards_each_and_a_bid_each() -> None:
    assert len(ended(bid("pass", "pass", "pass", "2")).history) == 4 + 24


def test_bids_must_be_higher_than_those_before() -> None:
    assert moves(new()) == ["2", "3", "4", "pass"]
    assert moves(bid("2")) == ["3", "4", "pass"]
    assert moves(bid("pass", "3")) == ["4", "pass"]
    assert moves(new(LEAST=1)) == ["1", "2", "3", "4", "pass"]


def test_the_dealer_must_bid_if_nobody_has() -> None:
    assert moves(bid("pass", "pass", "pass")) == ["2", "3", "4"]


def test_nobody_is_asked_after_the_highest_bid() -> None:
    state = bid("pass", "4")
    assert state.to_move == 1
    assert len(moves(state)) == 6


def test_the_dealer_may_steal_the_bid() -> None:
    assert moves(bid("3", "pass", "pass")) == ["4", "pass"]
    assert moves(bid("3", "pass", "pass", STEAL="YES")) == ["3", "4", "pass"]
    assert moves(bid("3", "pass", STEAL="YES")) == ["4", "pass"]
    assert bid("3", "pass", "pass", "3", STEAL="YES").to_move == 3


def test_the_bidder_pitches_the_trump_suit() -> None:
    state = bid("pass", "2", "3", "pass")
    assert state.to_move == 2
    assert play(state, "7S").store("TRUMP") == "SPADES"


def test_trumps_must_be_followed() -> None:
    state = play(bid("4"), "AH")
    assert moves(state) == ["8H", "JH"]


def test_a_plain_suit_may_be_followed_or_trumped() -> None:
    state = play(bid("4"), "AH", "8H", "2H", "9H", "10C")
    assert moves(state) == sorted(["KC", "QC", "JH"])
    assert moves(play(state, "KC", "AC", "7C", "6S", "KD", "2D")) == ["4S", "5S", "JH"]


def test_the_highest_trump_takes_the_trick_or_the_highest_of_the_suit_led() -> None:
    state = play(bid("4"), "AH", "8H", "2H", "9H")
    assert state.to_move == 0
    assert play(state, "10C", "KC", "AC", "7C").to_move == 2
    assert play(state, "10C", "JH", "AC", "7C").to_move == 1


def test_low_is_for_whom_it_was_dealt_to_or_who_takes_it() -> None:
    bids = ("3", "pass", "pass", "pass")
    played = ("AH", "2H", "3S", "10H", "KH", "JH")
    assert list(ended(play(new(LOW), *bids, *played)).scores) == [3, 1, 3, 1]
    assert list(ended(play(new(LOW, LOW="TAKEN"), *bids, *played)).scores) == [4, 0, 4, 0]


def test_the_bidders_count_first_when_both_get_to_the_goal() -> None:
    played = ("3", "pass", "pass", "pass", "AH", "2H", "3S", "10H", "KH", "JH")
    assert list(ended(play(new(LOW, GOAL=3), *played)).scores) == [3, 0, 3, 0]
    assert list(ended(play(new(LOW, GOAL=4), *played)).scores) == [3, 1, 3, 1]


def test_nobody_gets_a_jack_that_was_not_dealt_nor_game_for_equal_pips() -> None:
    aces = {
        "HAND 0": "AH 2H 3C 4C 5C 6C",
        "HAND 1": "7C 8C 9C 3D 4D 5D",
        "HAND 2": "3S 4S 5S 6S 7S 8S",
        "HAND 3": "AD 2D 6D 7D 8D 9D",
    }
    state = play(new(aces), "2", "pass", "pass", "pass", "AH", "3D", "3S", "2D", "2H", "4D", "4S")
    state = play(state, "6D", "3C", "7C", "5S", "7D", "5D", "6S", "AD", "4C")
    assert [state.store(f"PIPS team {team}") for team in (0, 1)] == [4, 4]
    assert list(ended(state).scores) == [2, 0, 2, 0]


def test_a_ten_is_ten_pips_and_an_ace_four() -> None:
    state = play(new(LOW), "4", "AH", "2H", "3S", "10H")
    assert state.store("PIPS team 0") == 14
    assert play(state, "KH", "JH", "4S", "3D").store("PIPS team 0") == 18


def test_who_makes_less_than_they_bid_is_set_back() -> None:
    state = play(bid("pass", "4"), "JH")
    end = ended(state)
    assert end.scores[1] == end.scores[3] == -4
    assert end.scores[0] == end.scores[2] >= 2


def test_everybody_on_their_own() -> None:
    end = ended(play(bid("pass", "4", PARTNERS="NO"), "JH"))
    assert end.scores[1] == -4
    assert end.scores[3] >= 0
    assert len(end.teams) == 4


def test_the_deal_passes_to_the_left_until_a_side_has_enough() -> None:
    state = kibitz.load("pitch", DEALS=0, GOAL=6).new(seed=1)
    openers = []
    while not state.over:
        assert max(state.scores) < 6
        if state.store("CALLS") == 0:
            openers.append(state.to_move)
        state = state.after(state.actions[0])
    assert openers[:3] == [0, 1, 2]
    assert max(state.scores) >= 6


@pytest.mark.parametrize("seed", range(3))
def test_what_players_know_is_exact_to_the_end(seed: int) -> None:
    state = kibitz.load("pitch").new(seed=seed)
    rng = Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 5 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_a_trump_on_a_plain_suit_says_nothing_about_that_suit() -> None:
    state = play(bid("4"), "AH", "8H", "2H", "9H", "10C", "JH")
    assert kibitz.view(state, 0).knowledge.probabilities["KC"]["HAND 1"] > 0
    other = play(bid("4"), "AH", "8H", "2H", "9H", "2D", "5S")
    known = kibitz.view(other, 0).knowledge
    assert known.exact
    assert known.probabilities["3D"].get("HAND 1", 0) == 0
