"""Golf: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz

from . import rules_golf as rules
from .perft import moves, play

DRAW, TAKE, THROW = "draw_from_the_stock", "take_the_card_on_the_pile", "throw_it_away"
FOUR = {
    **{f"DOWN 0#{number}": card for number, card in enumerate(["5C", "6C", "7C", "8C"], 1)},
    **{f"DOWN 1#{number}": card for number, card in enumerate(["5D", "6D", "7D", "8D"], 1)},
    "PILE": "9H",
    "STOCK": "KH QH JH 10H 2S",
}


def opened(**parameters: int | str) -> Any:
    """Four cards each, the first two of them up: 5C 6C and 5D 6D."""
    game = kibitz.load("golf", **{"NUMP": 2, "COLUMNS": 2, **parameters})
    return play(game.new(deal=FOUR), "1", "2", "1", "2")


def spot(state: Any, seat: int, number: int) -> tuple[str, ...]:
    return tuple(state.cards(f"UP {seat}#{number}"))


def test_everybody_turns_up_two_cards_of_their_choice() -> None:
    state = kibitz.load("golf").new(seed=1)
    assert moves(state) == ["1", "2", "3", "4", "5", "6"]
    state = play(state, "4")
    assert (state.to_move, moves(state)) == (0, ["1", "2", "3", "5", "6"])
    state = play(state, "1")
    assert state.to_move == 1
    assert moves(play(state, "1", "2", "1", "2")) == [DRAW, TAKE]


def test_nobody_sees_a_card_that_is_down_not_even_its_owner() -> None:
    state = opened()
    for seat in range(2):
        assert state.observation(seat).places["DOWN 0#3"] == 1
    assert spot(state, 0, 1) == ("5C",)


def test_a_card_from_the_pile_must_be_placed() -> None:
    assert moves(play(opened(), TAKE)) == ["1", "2", "3", "4"]
    assert moves(play(opened(), DRAW)) == ["1", "2", "3", "4", THROW]


def test_it_takes_the_place_of_a_card_that_goes_on_the_pile() -> None:
    state = play(opened(), TAKE, "1")
    assert spot(state, 0, 1) == ("9H",)
    assert state.cards("PILE") == ("5C",)
    assert state.to_move == 1
    unseen = play(opened(), DRAW, "3")
    assert spot(unseen, 0, 3) == ("KH",)
    assert unseen.cards("PILE") == ("9H", "7C")


def test_who_throws_a_card_away_turns_one_up() -> None:
    state = play(opened(), DRAW, THROW)
    assert (state.to_move, moves(state)) == (0, ["3", "4"])
    assert state.cards("PILE") == ("9H", "KH")
    assert spot(play(state, "4"), 0, 4) == ("8C",)
    assert play(opened(FLIP="NO"), DRAW, THROW).to_move == 1


def test_when_all_cards_of_somebody_are_up_the_others_have_one_more_turn() -> None:
    state = play(opened(), DRAW, "3", DRAW, "1", DRAW, "4")
    assert not state.over
    assert state.to_move == 1
    assert play(state, TAKE, "1").over
    assert play(opened(FINISH="NO"), DRAW, "3", DRAW, "1", DRAW, "4").over


def test_a_pair_in_a_column_is_nothing() -> None:
    """North has 5 6 over K J; East 5 6 over 7 8, and then 8 in the first row: 8 6 over 7 8."""
    state = play(opened(FINISH="NO"), DRAW, "3", DRAW, "1", DRAW, "4")
    assert state.scores == (5 + 6 + 0 + 10, 10 + 6 + 7 + 8)
    paired = {**FOUR, "DOWN 0#3": "5S", "DOWN 0#4": "2C"}
    state = kibitz.load("golf", NUMP=2, COLUMNS=2, FINISH="NO").new(deal=paired)
    state = play(state, "3", "4", "1", "2", DRAW, "2", TAKE, "1", DRAW, THROW, "1")
    assert state.scores[0] == 0 - 2


@pytest.mark.parametrize(
    ("card", "points"), [("AC", 1), ("2C", -2), ("3C", 3), ("10C", 10), ("JC", 10), ("KC", 0)]
)
def test_what_cards_are_worth(card: str, points: int) -> None:
    deal = {**FOUR, "DOWN 0#1": card, "DOWN 0#2": "QS", "DOWN 0#3": "9C", "DOWN 0#4": "QD"}
    state = kibitz.load("golf", NUMP=2, COLUMNS=2, FINISH="NO").new(deal=deal)
    state = play(state, "1", "2", "1", "2", DRAW, THROW, "3", DRAW, THROW, "3", DRAW, THROW, "4")
    assert state.scores[0] == points + 9


def test_the_fewest_points_win() -> None:
    state = play(opened(FINISH="NO"), DRAW, "3", DRAW, "1", DRAW, "4")
    assert state.ranks == (1, 2)


def test_the_pile_is_shuffled_when_the_stock_is_empty() -> None:
    state = kibitz.load("golf", NUMP=4, COLUMNS=4, FLIP="NO").new(seed=2)
    while len(state.history) < 8:
        state = state.after(state.actions[0])
    for _ in range(19):
        state = play(state, DRAW, THROW)
    assert len(state.cards("PILE")) == 1
    assert len(state.cards("STOCK")) == 19
    assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_the_next_deal_is_begun_by_the_next_seat() -> None:
    state, rng = kibitz.load("golf", NUMP=2, COLUMNS=2, DEALS=2).new(seed=1), Random(1)
    while state.store("NUMBER") == 1:
        state = state.after(rng.choice(state.actions))
    assert state.to_move == 1
    assert len(state.cards("STOCK")) == 52 - 8 - 1


@pytest.mark.parametrize("parameters", [{}, {"NUMP": 4, "COLUMNS": 2, "DEALS": 2}])
def test_what_players_know_is_exact_to_the_end(parameters: dict[str, int]) -> None:
    state, rng = kibitz.load("golf", **parameters).new(seed=3), Random(3)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 10 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in (0, 1))


def test_a_card_that_is_down_may_be_any_that_nobody_has_seen() -> None:
    state = opened()
    unseen = len(rules.DECK) - 4 - 1
    known = kibitz.view(state, 0).knowledge
    assert known.count == unseen * (unseen - 1) * (unseen - 2) * (unseen - 3)
