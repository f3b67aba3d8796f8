"""States played by machine code are those that Python plays."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kibitz.engine import Game, load, singles
from kibitz.engine.native import native
from kibitz.errors import GameError, KibitzError

from .tables import game as any_game

NO_WAY_ON = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((shuffle (game iloc STOCK))
       (move (top (game iloc STOCK)) (top ((0 player) iloc HAND)))))
  (stage player (end (== (game sto NEVER) 1))
    (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))
  (scoring max 0))
"""


def another(game: Game) -> Game:
    """The same game, of which nobody else knows."""
    made: Game = pickle.loads(pickle.dumps(game))
    return made


def quick(game: Game) -> Game:
    """The same game, played by machine code."""
    made = another(game)
    native(made, singles.KERNEL)
    assert singles.quicken(made)
    assert made.rules.follow is not game.rules.follow
    return made


def course(game: Game, seed: int) -> list[Any]:
    """What can be read off the states of a game."""
    state, rng, found = game.new(seed), Random(seed), list[Any]()
    while not state.over and len(found) < 100:
        found.append((bytes(state), state.codes, state.actions))
        state = state.after(rng.choice(state.actions))
    return [*found, bytes(state), state.events, state.scores]


@pytest.mark.parametrize("name", ["agram", "eights"])  # eights has options that have to be played
def test_machine_code_plays_as_python_does(name: str) -> None:
    game = any_game(name)
    by_machine = quick(game)
    for seed in range(5):
        assert course(by_machine, seed) == course(game, seed)


def test_a_choice_without_options_is_found_by_whoever_asks(
    load_text: Callable[[str], Game],
) -> None:
    game = load_text(NO_WAY_ON)
    for each in (game, quick(game)):
        state = each.new(1)
        state = state.after(state.actions[0])
        with pytest.raises(GameError, match="the current player has no option"):
            assert state.actions


def test_it_is_loaded_when_much_was_played_and_looked_for_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, looked = 0, list[int]()
    monkeypatch.setattr(singles, "quicken", lambda _: looked.append(played))
    game, tenth = another(load("agram")), singles.WORTH_IT // 10
    while played < 45:
        played += 1
        singles.warm_up(game, tenth)
    assert looked == [10, 20, 40]


def test_without_a_compiler_the_game_goes_on_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise KibitzError("nothing can be compiled here")

    game = another(load("agram"))
    monkeypatch.setattr("kibitz.engine.native.is_compiled", refused)
    assert not singles.quicken(game)
    assert course(game, 1) == course(load("agram"), 1)
