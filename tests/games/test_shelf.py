"""What holds for every game on the shelf: it is found, explained, checked, known, and the same in
both modes."""

from __future__ import annotations

import random

import pytest
from engine.tables import assert_the_same_bytes

import kibitz
from kibitz.engine import Game, house_games, load
from kibitz.engine.conformance import conform
from kibitz.engine.entries import FAMILIES
from kibitz.engine.sheets import doubts
from kibitz.engine.testing import telling_of
from kibitz.recycle.learnt import learnt
from kibitz.recycle.notes import NOT

from .followed import NOT_EXACT, SETTINGS
from .oracles import ORACLES
from .truth import RULES

SHELF = tuple(house_games())

ELSEWHERE = {
    "tarot": "test_tarot.py, with truth files of another kind",
    "old-maid": "test_old_maid.py steps through whole games: hands are shuffled in them",
}
"""Games whose rules are checked by a slow program of their own."""

every_game = pytest.mark.parametrize("name", SHELF)


def test_there_are_thirty_games_and_more() -> None:
    assert len(SHELF) >= 30


@every_game
def test_a_game_is_explained_and_stands_on_a_shelf(name: str) -> None:
    game = load(name)
    sheet = game.sheet
    assert sheet.family in FAMILIES
    assert sheet.summary.endswith(".")
    assert sheet.also
    assert len(sheet.rules) > 500
    assert sheet.table.cover
    for parameter in game.parameters:
        assert sheet.parameters[parameter].title, parameter
    assert not doubts(sheet, game.program, game.layout, game.cards)


@every_game
def test_random_games_are_as_all_games_must_be(name: str) -> None:
    result = conform(load(name), 1, limit=120)
    assert result.ok, result.problems
    assert result.peeking is None


@every_game
def test_its_rules_are_checked_by_a_program_that_is_not_this_one(name: str) -> None:
    assert name in {*RULES, *ORACLES, *ELSEWHERE}


@every_game
def test_it_is_as_long_as_its_sheet_says(name: str) -> None:
    game = load(name)
    assert game.simulate(40, seed=2, mode="python").decisions_mean == pytest.approx(
        game.sheet.length, rel=0.25
    )


@every_game
def test_what_players_know_is_exact(name: str) -> None:
    assert knows_exactly(load(name), 3) or name in NOT_EXACT.keys() - SETTINGS.keys()


def knows_exactly(game: Game, seed: int) -> bool:
    """Whether knowledge is exact wherever one looks in a random game."""
    rng = random.Random(seed)
    state = game.new(seed=seed)
    exact = True
    while exact and not state.over and len(state.history) < 150:
        state = state.after(rng.choice(state.actions))
        if rng.random() < 0.1:
            seat = rng.randrange(game.players)
            exact = kibitz.view(state, seat).knowledge.exact
    return exact


@pytest.mark.parametrize("name", NOT_EXACT)
def test_what_is_said_not_to_be_followed_is_not(name: str) -> None:
    game = load(name, **SETTINGS.get(name, {}))
    unread = any(row.how in NOT for row in learnt(telling_of(game)))
    assert unread or any(not knows_exactly(game, seed) for seed in range(30))


def test_what_the_rules_do_not_let_follow_is_said() -> None:
    """Of rules that are never followed, `kibitz check` knows before a game is played."""
    for name in SHELF:
        if any(row.how in NOT for row in learnt(telling_of(load(name)))):
            assert name in NOT_EXACT, name


@every_game
def test_machine_code_plays_the_same_games(name: str) -> None:
    assert_the_same_bytes(load(name), 8)
