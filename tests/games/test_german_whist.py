"""German Whist: its rules, its variants, and what both know."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from kibitz.engine.state import State

from .perft import moves, play

DEAL = {
    "HAND 0": "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2D",
    "HAND 1": "2C AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D",
    "TURNED": "AS",
    "STOCK": "2S 3S KH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH AH 4S 5S 6S 7S 8S 9S 10S JS QS KS",
}


def new(**parameters: int | str) -> State:
    return kibitz.load("german-whist", **parameters).new(deal=DEAL)


def first_half(state: State) -> State:
    """After thirteen tricks, whatever is played to them."""
    for _ in range(26):
        state = state.after(state.actions[-1])
    return state


def test_both_play_all_the_cards_they_get() -> None:
    state = kibitz.load("german-whist").new(seed=1)
    for _ in range(52):
        assert not state.over
        state = state.after(state.actions[0])
    assert state.over


def test_the_card_turned_up_is_trump_throughout() -> None:
    state = new()
    assert state.store("TRUMP") == "SPADES"
    state = play(state, "AC", "2C", "KC", "3D")
    assert state.cards("TURNED")[0][-1] != "S"
    assert state.store("TRUMP") == "SPADES"


def test_suit_must_be_followed_in_the_first_half_too() -> None:
    assert moves(play(new(), "AC")) == ["2C"]
    assert len(moves(play(new(), "2D"))) == 12
    assert len(moves(play(new(), "AC", "2C", "KC"))) == 13


def test_the_winner_takes_the_card_turned_up_and_the_other_the_next() -> None:
    state = play(new(), "AC", "2C")
    assert "AS" in state.cards("HAND 0")
    assert "2S" in state.cards("HAND 1")
    assert state.cards("TURNED") == ("3S",)
    assert state.to_move == 0


def test_the_loser_of_a_trick_draws_unseen() -> None:
    state = play(new(), "AC", "2C")
    north, south = kibitz.view(state, 0), kibitz.view(state, 1)
    assert "2S" in [str(card) for card in south.cards("HAND 1")]
    assert north.knowledge.probabilities["2S"]["HAND 1"] < 0.5
    assert south.knowledge.probabilities["AS"]["HAND 0"] == 1


def test_trumps_take_tricks() -> None:
    state = play(new(), "AC", "2C", "KC", "2S")
    assert state.to_move == 1


def test_after_thirteen_tricks_there_is_nothing_to_draw() -> None:
    state = first_half(new())
    assert state.cards("TURNED") == state.cards("STOCK") == ()
    assert [len(state.cards(f"HAND {seat}")) for seat in range(2)] == [13, 13]
    later = play(state, moves(state)[0])
    assert len(later.cards(f"HAND {state.to_move}")) == 12


@pytest.mark.parametrize(("count", "tricks"), [("SECOND", 13), ("ALL", 26)])
def test_the_tricks_of_the_second_half_count_or_all(count: str, tricks: int) -> None:
    state = first_half(new(COUNT=count))
    assert sum(int(state.store(f"TRICKS {seat}")) for seat in range(2)) == tricks - 13
    while not state.over:
        state = state.after(state.actions[0])
    assert sum(state.scores) == tricks


def test_most_tricks_win_and_deals_add_up() -> None:
    state = kibitz.load("german-whist", DEALS=2).new(seed=1)
    openers = []
    while not state.over:
        if state.store("TRICKNO") == 0 and state.store("LEAD") == "NONE":
            openers.append(state.to_move)
        state = state.after(state.actions[-1])
    assert openers == [0, 1]
    assert sum(state.scores) == 26
    assert state.scores[state.ranks.index(1)] == max(state.scores)


def test_in_the_second_half_both_know_all_cards() -> None:
    state = first_half(new())
    assert kibitz.view(state, 0).knowledge.count == kibitz.view(state, 1).knowledge.count == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_players_know_is_exact_to_the_end(seed: int) -> None:
    state = kibitz.load("german-whist").new(seed=seed)
    rng = Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 5 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(2))
