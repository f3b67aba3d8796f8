"""Options have the same numbers in a batch as at a table, also where they must be described."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import Rules

import kibitz

GAMES = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("games/small/eights", "python"),
        ("games/small/fishing", "python"),
        ("games/small/gofish", "python"),
        ("games/small/marriage", "python"),
        ("games/small/rummy", "python"),
        ("knowledge/rules/tuples", "python"),
        ("analysis/games/skill", "native"),
        ("analysis/others/golflike", "python"),
    ],
)
def test_a_batch_numbers_options_as_a_state_does(name: str, mode: str) -> None:
    game = kibitz.load(GAMES / f"{name}.rcy")
    batch, rng = game.batch(2, seed=1, mode=mode), np.random.default_rng(1)
    numbered = 0
    for _ in range(30):
        offer = batch.offer()
        for row in np.flatnonzero(~batch.over):
            dense = offer.actions[row, : offer.counts[row]].tolist()
            ids = [action.id for action in batch.actions(int(row))]
            assert dense == [number if number < game.action_count else -1 for number in ids]
            assert all(not game.action_count <= number < 1 << 61 for number in ids)
            numbered += sum(number >= 0 for number in dense)
        picked = offer.codes[[0, 1], rng.integers(0, np.maximum(offer.counts, 1))]
        batch.apply(np.where(batch.over, -1, picked))
    assert numbered


def test_to_take_two_cards_is_the_same_action_however_many_are_left() -> None:
    state = kibitz.load(GAMES / "analysis/games/skill.rcy", HEAP=7).new(seed=1)
    ways = []
    while not state.over:
        ways.append([(action.id, action.text) for action in state.actions])
        state = state.after(state.actions[-1])
    taken = [(number, f"{number} to taken") for number in (1, 2, 3)]
    assert ways == [taken, taken, taken[:1]]


def test_options_that_differ_in_more_than_what_is_picked_have_no_number_of_another(
    rules: Rules,
) -> None:
    state = rules("""(choice (
        (any (range 0 .. 2) 'N (do (
            ((== 'N 0) (inc (game sto X)))
            ((!= 'N 0) (inc (game sto X)))
            ((== 'N 2) (inc (game sto X))))))
        (inc (game sto W))))""")
    game, found = state.game, [(action.text, action.id) for action in state.actions]
    dense = [(text, number) for text, number in found if number < game.action_count]
    assert [text for text, _ in found] == ["x +1", "x +1 (2)", "w +1"]
    assert dense == [("x +1", 0), ("w +1", 1)]
    assert game.namer.by_number(1) == state.actions[2]


def test_picks_that_only_decide_whether_something_is_done_make_different_options(
    rules: Rules,
) -> None:
    state = rules("""(choice ((any (range 1 .. 3) 'N (do (
        (inc (game sto X))
        ((> 'N 1) (inc (game sto X)))
        ((> 'N 2) (inc (game sto X))))))))""")
    assert sorted(state.after(action).store("X") for action in state.actions) == [1, 2, 3]
