"""Hanabi: hints, clocks, lives, fireworks, and what everybody knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz

HANDS = {
    **{f"CARD 0#{n}": card for n, card in enumerate(["R1", "R2", "B5", "G1", "Y3"], 1)},
    **{f"CARD 1#{n}": card for n, card in enumerate(["R1", "R3", "G4", "W1", "B1"], 1)},
    "STOCK": "Y1 Y2 W2 B2",
}


def dealt(hands: dict[str, str] = HANDS, **parameters: int | str) -> Any:
    """North and East with these cards."""
    return kibitz.load("hanabi", **{"NUMP": 2, **parameters}).new(deal=hands)


def small() -> Any:
    """Two cards each, red and yellow, up to three: R1 Y1 and R2 Y2."""
    hands = {"CARD 0#1": "R1", "CARD 0#2": "Y1", "CARD 1#1": "R2", "CARD 1#2": "Y2"}
    return dealt(hands, COLOURS=2, HEIGHT=3, HAND=2)


def does(state: Any, *words: str) -> Any:
    """The state after these decisions."""
    for text in words:
        state = state.after(next(action for action in state.actions if action.text == text))
    return state


def options(state: Any, verb: str) -> list[str]:
    """What may be done, of one kind."""
    return [action.text for action in state.actions if action.text.startswith(verb)]


def test_everybody_sees_all_cards_but_their_own() -> None:
    state = dealt()
    for place in ("CARD 0#1", "CARD 0#5"):
        assert state.observation(0).places[place] == 1
        assert isinstance(state.observation(1).places[place], tuple)


def test_a_hint_is_about_cards_that_are_there() -> None:
    assert options(dealt(), "tell") == [
        *(f"tell East what is {colour}" for colour in ("red", "green", "white", "blue")),
        *(f"tell East what is {rank}" for rank in (1, 3, 4)),
    ]


def test_a_hint_marks_all_cards_of_the_colour_or_rank_and_costs_a_clock() -> None:
    state = does(dealt(), "tell East what is red", "tell North what is 1", "tell East what is 1")
    assert [state.store(f"COLOUR {spot} 1") for spot in range(1, 6)] == [
        "RED", "RED", "NONE", "NONE", "NONE"
    ]  # fmt: skip
    assert [state.store(f"RANK {spot} 1") for spot in range(1, 6)] == [1, 0, 0, 1, 1]
    assert [state.store(f"RANK {spot} 0") for spot in range(1, 6)] == [1, 0, 0, 1, 0]
    assert state.store("CLOCKS") == 5


def test_without_a_clock_there_are_no_hints() -> None:
    state = does(dealt(HINTS=1), "tell East what is red")
    assert options(state, "tell") == []
    assert options(does(state, "discard card 1"), "tell")


def test_a_card_may_be_discarded_if_a_clock_is_missing_and_brings_it_back() -> None:
    state = dealt()
    assert options(state, "discard") == []
    state = does(state, "tell East what is red")
    assert options(state, "discard") == [f"discard card {spot}" for spot in range(1, 6)]
    state = does(state, "discard card 3")
    assert state.store("CLOCKS") == 8
    assert state.cards("DISCARDS") == ("G4",)


def test_a_new_card_comes_into_the_place_of_the_old_one_and_nothing_is_known_of_it() -> None:
    state = does(dealt(), "tell East what is red", "discard card 1")
    assert state.cards("CARD 1#1") == ("Y1",)
    assert state.store("COLOUR 1 1") == "NONE"
    assert state.store("COLOUR 2 1") == "RED"


def test_fireworks_go_from_one_to_five() -> None:
    state = does(dealt(), "play card 1", "play card 5", "play card 2")
    assert set(state.cards("FIREWORKS")) == {"R1", "R2", "B1"}
    assert (state.store("SCORE"), state.store("LIVES")) == (3, 3)


def test_a_card_that_does_not_fit_is_discarded_and_costs_a_life() -> None:
    state = does(dealt(), "play card 2")
    assert state.cards("DISCARDS") == ("R2",)
    assert (state.store("SCORE"), state.store("LIVES")) == (0, 2)
    again = does(dealt(), "play card 1", "play card 1")
    assert again.store("LIVES") == 2


@pytest.mark.parametrize(("bust", "score"), [("COUNT", 1), ("ZERO", 0)])
def test_without_lives_the_game_is_over(bust: str, score: int) -> None:
    state = does(dealt(BUST=bust), "play card 1", "play card 1", "play card 3")
    assert not state.over
    state = does(state, "play card 2")
    assert state.over
    assert state.scores == (score, score)


def test_a_five_gives_a_clock_back() -> None:
    hands = {f"CARD {seat}#{spot}": card for (seat, spot), card in zip(
        [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)], ["R1", "R3", "R5", "R2", "R4"], strict=True
    )}  # fmt: skip
    state = does(dealt(hands), "play card 1", "play card 1", "play card 2")
    state = does(state, "tell North what is 5", "tell East what is 4", "play card 2")
    assert state.store("CLOCKS") == 6
    assert does(state, "play card 3").store("CLOCKS") == 7


def test_when_the_stock_is_gone_everybody_has_one_more_turn() -> None:
    state, rng = kibitz.load("hanabi", ERRORS=3, COLOURS=3, NUMP=3).new(seed=2), Random(2)
    turns: list[int | None] = []
    while not state.over:
        gone = not state.cards("STOCK")
        calm = [action for action in state.actions if not action.text.startswith("play")]
        turns += [state.to_move] * gone
        state = state.after(rng.choice(calm))
    assert len(turns) == 3
    assert set(turns) == {0, 1, 2}


def test_complete_fireworks_end_the_game() -> None:
    hands = {"CARD 0#1": "R1", "CARD 1#1": "R2", "CARD 0#2": "Y1", "CARD 1#2": "Y2"}
    game = kibitz.load("hanabi", NUMP=2, HAND=2, COLOURS=2, HEIGHT=2)
    with pytest.raises(kibitz.errors.KibitzError):
        game.new(deal={"CARD 0#1": "R3"})
    state = does(game.new(deal=hands), "play card 1", "play card 1", "play card 2")
    assert does(state, "play card 2").over
    assert does(state, "play card 2").scores == (4, 4)


def test_of_the_highest_rank_there_is_one_card_in_each_colour() -> None:
    state = kibitz.load("hanabi", COLOURS=2, HEIGHT=4, NUMP=2).new(seed=1)
    cards = [c for seat in range(2) for n in range(1, 6) for c in state.cards(f"CARD {seat}#{n}")]
    cards += state.cards("STOCK")
    assert len(cards) == 2 * (3 + 2 + 2 + 1)
    assert cards.count("R4") == 1
    assert cards.count("Y3") == 2


def test_a_hint_tells_its_owner_which_cards_are_of_the_colour_and_which_are_not() -> None:
    state = does(small(), "tell East what is red")
    known = kibitz.view(state, 1).knowledge
    assert known.exact
    # One is red, one is not: each from one to three.
    assert known.count == 3 * 3


@pytest.mark.parametrize("parameters", [{}, {"NUMP": 2, "COLOURS": 2, "HEIGHT": 3, "HAND": 3}])
def test_what_players_know_is_exact_to_the_end(parameters: dict[str, int]) -> None:
    state, rng = kibitz.load("hanabi", **parameters).new(seed=3), Random(3)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 4 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in (0, 1))


def test_everybody_has_the_same_score() -> None:
    state, rng = kibitz.load("hanabi").new(seed=5), Random(5)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    assert len(set(state.scores)) == 1
    assert state.scores[0] == len(state.cards("FIREWORKS"))
