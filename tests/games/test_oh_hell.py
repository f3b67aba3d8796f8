"""Oh Hell: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from kibitz.engine.state import State

from .perft import moves, play

DEAL = {
    "HAND 0": "AC KC 2D",
    "HAND 1": "QC 3D AH",
    "HAND 2": "JC 4D KH",
    "HAND 3": "10C 2H QH",
    "TURNED": "9H",
}


def new(deal: dict[str, str] = DEAL, **parameters: int | str) -> State:
    """One deal of three cards."""
    return kibitz.load("oh-hell", **{"FIRST": 3, "LAST": 3, **parameters}).new(deal=deal)


def hands(**parameters: int | str) -> list[int]:
    """The sizes of the hands, deal by deal."""
    state = kibitz.load("oh-hell", **parameters).new(seed=1)
    found = []
    while not state.over:
        if state.store("BIDS") == 0:
            found.append(len(state.cards("HAND 0")))
        state = state.after(state.actions[0])
    return found


def test_hands_grow_or_shrink_from_the_first_to_the_last() -> None:
    assert hands() == [5, 4, 3, 2, 1]
    assert hands(FIRST=2, LAST=4) == [2, 3, 4]
    assert hands(FIRST=3, LAST=3) == [3]
    assert hands(FIRST=3, LAST=3, BACK="YES") == [3]


def test_a_game_may_go_back_to_where_it_began() -> None:
    assert hands(FIRST=3, LAST=1, BACK="YES") == [3, 2, 1, 2, 3]
    assert hands(FIRST=1, LAST=3, BACK="YES") == [1, 2, 3, 2, 1]


@pytest.mark.parametrize("players", [3, 5, 7])
def test_three_to_seven_bid_and_play_each_card(players: int) -> None:
    state = kibitz.load("oh-hell", NUMP=players, FIRST=2, LAST=1).new(seed=2)
    while not state.over:
        state = state.after(state.actions[0])
    assert len(state.history) == players * (1 + 2 + 1 + 1)


def test_the_card_turned_up_names_the_trump() -> None:
    state = new()
    assert state.store("TRUMP") == "HEARTS"
    assert [str(card) for card in kibitz.view(state, 2).cards("TURNED")] == ["9H"]


def test_left_of_the_dealer_bids_first_and_the_deal_passes_on() -> None:
    state = kibitz.load("oh-hell", FIRST=2, LAST=1).new(seed=1)
    assert state.to_move == 0
    while not (state.store("ROUND") and state.store("BIDS") == 0):
        state = state.after(state.actions[0])
    assert state.to_move == 1


def test_bids_go_from_none_to_all() -> None:
    assert moves(new()) == ["0", "1", "2", "3"]


def test_the_dealer_is_on_the_hook() -> None:
    assert moves(play(new(), "1", "0", "1")) == ["0", "2", "3"]
    assert moves(play(new(), "3", "3", "1")) == ["0", "1", "2", "3"]  # it cannot come true anyhow
    assert moves(play(new(HOOK="NO"), "1", "0", "1")) == ["0", "1", "2", "3"]


def test_suit_must_be_followed() -> None:
    state = play(new(), "0", "0", "0", "0", "AC")
    assert moves(state) == ["QC"]
    assert moves(play(state, "QC", "JC", "10C", "2D", "3D", "4D")) == ["2H", "QH"]


def test_who_cannot_follow_need_not_trump() -> None:
    deal = {**DEAL, "HAND 1": "3D AH 5S"}
    assert moves(play(new(deal), "0", "0", "0", "0", "AC")) == ["3D", "5S", "AH"]


def test_a_trump_takes_the_trick_or_else_the_highest_of_the_suit_led() -> None:
    state = play(new(), "0", "0", "0", "0", "KC", "QC", "JC", "10C")
    assert state.to_move == 0
    assert play(state, "2D", "3D", "4D", "2H").to_move == 3


TRICKS = ("KC", "QC", "JC", "10C", "AC", "3D", "4D", "2H", "QH", "2D", "AH", "KH")
"""North, West and East take a trick each."""


@pytest.mark.parametrize(
    ("scoring", "scores"),
    [("TRICKS", [11, 1, 10, 1]), ("NOTHING", [11, 0, 10, 0]), ("PENALTY", [11, -1, 10, -1])],
)
def test_ten_and_the_tricks_for_a_bid_that_comes_true(scoring: str, scores: list[int]) -> None:
    state = play(new(SCORING=scoring), "1", "0", "0", "0", *TRICKS)
    assert state.over
    assert list(state.scores) == scores


def test_a_penalty_is_how_far_a_bid_is_off() -> None:
    state = play(new(SCORING="PENALTY"), "3", "2", "3", "1", *TRICKS)
    assert list(state.scores) == [-2, -1, -3, 11]


def test_points_of_all_deals_add_up() -> None:
    state = kibitz.load("oh-hell", FIRST=2, LAST=1).new(seed=1)
    totals = []
    while not state.over:
        if state.store("BIDS") == 0 and state.store("ROUND") == 1:
            totals = list(state.scores)
        state = state.after(state.actions[0])
    assert sum(state.scores) > sum(totals) > 0


@pytest.mark.parametrize("seed", range(3))
def test_what_players_know_is_exact_to_the_end(seed: int) -> None:
    state = kibitz.load("oh-hell", FIRST=4, LAST=2).new(seed=seed)
    rng = Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 7 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    state = play(new(), "0", "0", "0", "0", "KC", "QC", "JC", "10C", "2D", "3D", "4D", "2H")
    known = kibitz.view(state, "North").knowledge
    assert all(known.probabilities[f"{rank}D"].get("HAND 3", 0) == 0 for rank in (5, 6, "A"))
