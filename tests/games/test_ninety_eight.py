"""Ninety-Eight: its rules and its variants."""

from __future__ import annotations

import pytest

import kibitz

from .perft import moves, play

DEAL = {
    "HAND 0": "9C 8C KC JC",
    "HAND 1": "9D 8D 10D QD",
    "HAND 2": "9S 8S AS 2S",
    "HAND 3": "9H 8H 3H 4H",
    "STOCK": "5C 6C 7C 5D 6D 7D 5S 6S 7S 5H 6H 7H",
}


def total(*cards: str) -> int:
    """What cards add up to, played by four in turn."""
    state = play(kibitz.load("ninety-eight").new(deal=DEAL), *cards)
    return int(state.store("TOTAL"))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("9C",), 9),
        (("9C", "8D", "AS", "4H"), 22),
        (("9C", "10D"), -1),
        (("JC", "QD", "2S"), 2),
        (("KC",), 98),
        (("9C", "9D", "9S", "9H", "KC"), 98),
        (("KC", "10D"), 88),
    ],
)
def test_what_cards_are_worth(cards: tuple[str, ...], expected: int) -> None:
    assert total(*cards) == expected


def test_any_card_may_be_played_and_a_card_is_drawn() -> None:
    state = kibitz.load("ninety-eight").new(deal=DEAL)
    assert moves(state) == sorted(DEAL["HAND 0"].split())
    state = play(state, "9C")
    assert state.to_move == 1
    assert sorted(state.cards("HAND 0")) == sorted(["8C", "KC", "JC", "5C"])


def test_whoever_goes_beyond_98_has_lost_and_the_others_have_won() -> None:
    state = play(kibitz.load("ninety-eight").new(deal=DEAL), "KC", "QD")
    assert not state.over
    state = play(state, "AS")
    assert state.over
    assert list(state.scores) == [1, 1, 0, 1]
    assert state.ranks == (1, 1, 4, 1)


def test_until_one_is_left_those_who_are_out_are_passed_over() -> None:
    state = kibitz.load("ninety-eight", OUT="ALL").new(deal=DEAL)
    state = play(state, "KC", "QD", "AS")
    assert state.to_move == 3
    assert state.store("TOTAL") == 98
    assert state.cards("HAND 2") == ()
    state = play(state, "9H", "JC", "10D")
    assert state.to_move == 0  # West is out as well
    state = play(state, "5C")
    while not state.over:
        state = play(state, moves(state)[0])
    assert sorted(state.scores) == [0, 1, 2, 3]
    assert list(state.scores)[2:] == [0, 1]


def test_a_used_up_stock_is_made_of_the_pile() -> None:
    game = kibitz.load("ninety-eight", NUMP=6, HAND=7, MOST=300)
    state = game.new(seed=1)
    assert len(state.cards("STOCK")) == 10
    for _ in range(11):
        state = state.after(state.actions[0])
    assert len(state.cards("STOCK")) == 10  # eleven cards of the pile, and one is drawn
    assert state.cards("PILE") == ()


def test_everything_shown_is_known_to_all() -> None:
    state = kibitz.load("ninety-eight").new(seed=1)
    for _ in range(6):
        state = state.after(state.actions[0])
    assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
