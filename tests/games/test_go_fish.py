"""Go Fish: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

DEAL = {
    "HAND 0": "QC QD 2H 3S 5S",
    "HAND 1": "QH 2C 4C 6C 7S",
    "HAND 2": "QS 2D 4D 6D 7D",
    "HAND 3": "3C 4H 6H 7H 9H",
    "STOCK": "2S 10D JD KD AD 10S",
}
"""Stock from the top down."""


def dealt(deal: dict[str, str] | None = None, **parameters: int | str) -> Any:
    """The first position of this deal."""
    return kibitz.load("go-fish", **parameters).new(deal={**DEAL, **(deal or {})})


def asking(state: Any, *questions: str) -> Any:
    """The position after some questions: `East queens`."""
    for question in questions:
        seat, rank = question.split()
        [action] = [each for each in state.actions if each.text == f"ask {seat} for {rank}"]
        state = state.after(action)
    return state


def test_one_asks_anybody_for_a_rank_one_holds() -> None:
    texts = {action.text for action in dealt().actions}
    assert texts == {
        f"ask {seat} for {rank}"
        for seat in ("East", "South", "West")
        for rank in ("twos", "threes", "fives", "queens")
    }


def test_whoever_has_the_rank_gives_all_of_it_and_is_asked_again() -> None:
    state = asking(dealt({"HAND 1": "QH QS 4C 6C 7S", "HAND 2": "9C 2D 4D 6D 7D"}), "East queens")
    assert state.to_move == 0
    assert set(state.cards("HAND 1")) == {"4C", "6C", "7S"}


def test_a_book_is_laid_down_at_once() -> None:
    state = asking(dealt(), "East queens", "South queens")
    assert set(state.cards("BOOK 0")) == {"QC", "QD", "QH", "QS"}
    assert state.store("BOOKS 0") == 1
    assert set(state.cards("HAND 0")) == {"2H", "3S", "5S"}


def test_a_book_that_was_dealt_is_laid_down_too() -> None:
    game = kibitz.load("go-fish", NUMP=6, HAND=8)
    states = (game.new(seed=seed) for seed in range(500))
    state = next(state for state in states if state.store("MADE"))
    [seat] = [seat for seat in range(6) if state.store(f"BOOKS {seat}")]
    assert len({card[:-1] for card in state.cards(f"BOOK {seat}")}) == 1
    assert len(state.cards(f"HAND {seat}")) == 4


def test_whoever_has_none_sends_the_asker_fishing() -> None:
    state = asking(dealt(), "East threes")
    assert state.to_move == 1
    assert "2S" in state.cards("HAND 0")


def test_a_good_catch_is_shown_and_its_player_asks_again() -> None:
    deal = {"STOCK": "3D 10D JD KD AD 10S"}
    state = asking(dealt(deal), "East threes")
    assert state.to_move == 0
    west = kibitz.view(state, "West").knowledge
    assert west.probability("3D", "HAND 0") == 1
    hidden = asking(dealt(deal, AGAIN="NO"), "East threes")
    assert hidden.to_move == 1
    assert kibitz.view(hidden, "West").knowledge.probability("3D", "HAND 0") < 1


def test_whoever_has_no_card_left_draws_one_before_they_ask() -> None:
    hands = {"HAND 0": "QC QD QH", "HAND 1": "QS 2C 3C", "HAND 2": "4C 5C 6C", "HAND 3": "7C 8C 9C"}
    state = asking(kibitz.load("go-fish", HAND=3).new(deal={**hands, "STOCK": "2S"}), "East queens")
    assert state.to_move == 0
    assert state.cards("HAND 0") == ("2S",)
    assert {action.text.split()[-1] for action in state.actions} == {"twos"}


def test_a_game_may_end_when_somebody_has_no_card_left() -> None:
    hands = {"HAND 0": "QC QD QH", "HAND 1": "QS 2C 3C", "HAND 2": "4C 5C 6C", "HAND 3": "7C 8C 9C"}
    game = kibitz.load("go-fish", HAND=3, END="OUT")
    state = asking(game.new(deal=hands), "East queens")
    assert state.over
    assert state.scores == (1, 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_thirteen_books_are_made(players: int) -> None:
    rng = random.Random(players)
    state = kibitz.load("go-fish", NUMP=players).new(seed=players)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    assert sum(state.scores) == 13
    assert not any(state.cards(f"HAND {seat}") for seat in range(players))


def test_no_game_has_more_questions_than_the_limit() -> None:
    state = kibitz.load("go-fish", LONGEST=10).new(seed=1)
    while not state.over:
        assert state.store("QUESTIONS") in range(10)
        state = state.after(state.actions[0])
    assert len(state.history) == 10


def test_nobody_who_has_no_cards_is_asked() -> None:
    hands = {"HAND 0": "QC QD 2H", "HAND 1": "QH QS 2C", "HAND 2": "2D 5C 6C", "HAND 3": "7C 8C 9C"}
    game = kibitz.load("go-fish", HAND=3)
    state = asking(game.new(deal=hands), "East queens", "East twos")
    assert state.cards("HAND 1") == ()
    assert {action.text.split()[1] for action in state.actions} == {"South", "West"}


def test_a_question_says_what_its_player_holds_and_the_answer_what_the_other_does_not() -> None:
    state = asking(dealt(AGAIN="NO"), "East threes")
    west = kibitz.view(state, "West").knowledge
    said = [each.words for each in west.announcements]
    assert "North has a three" in said
    assert "East has no threes" in said
    assert west.exact
    assert west.probability("3H", "HAND 1") == 0
    assert west.probability("3H", "HAND 0") > west.probability("3H", "HAND 2")


def test_what_players_know_is_always_so() -> None:
    rng = random.Random(3)
    state = kibitz.load("go-fish").new(seed=4)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 9 == 0:
            west = kibitz.view(state, 3).knowledge
            for seat in range(3):
                for card in state.cards(f"HAND {seat}"):
                    assert f"HAND {seat}" in west.places(card)
