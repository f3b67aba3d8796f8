"""Endings, solved: the seat's best card where the deal is known, the mean where it is not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.engine import Game, load
from kibitz.search import solve
from kibitz.search.endings import solve_deals, solve_ending

from .minimax import endings, plain_values

GAMES: dict[str, dict[str, str]] = {
    "agram": {},
    "boerenbridge": {},
    "brisca": {},
    "tarot": {"AUCTION": "NO"},
}


@cache
def game(name: str) -> Game:
    return load(name, **GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_with_the_true_deal_alone_and_the_solver_pimc_plays_best(name: str) -> None:
    for state in endings(game(name), 9, 40):
        seat = state.to_move
        assert seat is not None
        row = np.array([state.array], np.int64)
        thinking = solve_deals(state.game, seat, state.actions, row, mode="python")
        values = dict(zip(state.actions, plain_values(state, seat), strict=True))
        assert thinking is not None
        assert {each.action: each.value for each in thinking.thoughts} == values
        assert values[thinking.best] == max(values.values())


def test_a_solved_ending_averages_over_the_deals_that_are_possible() -> None:
    state = next(endings(game("brisca"), 6, 1))
    view = kibitz.view(state, state.to_move)
    thinking = solve_ending(view, 20, 12, mode="python")
    assert thinking is not None
    assert thinking.iterations == min(20, view.knowledge.count)
    assert all(thought.visits == thinking.iterations for thought in thinking.thoughts)


def test_an_ending_that_is_too_long_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.search.endings.solve_all", None)  # nothing is even tried
    view = kibitz.view(state := game("agram").new(1), state.to_move)
    assert solve_ending(view, 10, 12, mode="python") is None


def test_where_the_lowest_score_wins_the_lowest_is_best(tmp_path: Path) -> None:
    path = tmp_path / "misere.rcy"
    text = game("agram").source.text
    path.write_text(text.replace("(scoring max", "(scoring min"), encoding="utf-8")
    hands = {"HAND 0": "3S 10H", "HAND 1": "9S 4H", "HAND 2": "5D 6D"}
    state = load(path, NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    row = np.array([state.array], np.int64)
    thinking = solve_deals(state.game, 0, state.actions, row, mode="python")
    assert thinking is not None
    assert [(each.action.cards, each.value) for each in thinking.thoughts] == [
        (("10H",), 0),
        (("3S",), 1),
    ]
    assert (thinking.best,) == solve(state, mode="python").best
