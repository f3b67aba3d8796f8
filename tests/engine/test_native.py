"""Native mode: what is compiled does the same as what Python runs, to the byte.

Each game is compiled once, and kept for the next run of the tests (see `tests/conftest.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from kibitz.engine import Game, State, house_games, load
from kibitz.engine.native import file_of
from kibitz.engine.parameters import Parameter
from kibitz.errors import GameError
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.operations import OPERATIONS
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.vocabulary import FORMS

from .tables import GAMES, assert_the_same_bytes, game

# --- the same bytes -------------------------------------------------------------------------------

PLAYED: dict[str, int] = {
    "agram": 800,
    "boerenbridge": 150,
    "brisca": 300,
    "tarot": 100,
    "caravan": 500,
    "eights": 100,
    "fishing": 50,
    "gofish": 100,
    "guesses": 100,
    "kuhn": 2000,
    "marriage": 100,
    "rummy": 40,
    "hearts": 20,
    "ninety-eight": 50,
    "twopacks": 100,
}
"""How many random games of each are played in both modes."""

VARIANTS: list[tuple[str, dict[str, int | str], int]] = [
    ("agram", {"NUMP": 3}, 200),
    ("agram", {"HAND": 5, "TRICKS": 5}, 200),
    ("boerenbridge", {"FIRST": 2, "PEAK": 3, "DEALER": "FREE", "OPENER": "WINNER"}, 60),
    ("brisca", {"TIE": "SECOND", "FIRST": 2}, 60),
    ("tarot", {"AUCTION": "NO", "PETITSEC": "NO", "SLAM": "NO", "DEALS": 2}, 10),
]


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_every_game_is_the_same_to_the_byte(name: str) -> None:
    assert_the_same_bytes(game(name), PLAYED[name])


@pytest.mark.parametrize(("name", "parameters", "n"), VARIANTS)
def test_so_it_is_with_other_parameters(
    name: str, parameters: dict[str, int | str], n: int
) -> None:
    assert_the_same_bytes(load(name, **parameters), n)


# --- every form of the language -------------------------------------------------------------------


@cache
def understood() -> frozenset[tuple[str, str]]:
    """The words met in the games above, each with the function that understood it."""
    met: set[tuple[str, str]] = set()
    reading = {getattr(usage.read, "__code__", None) for usage in FORMS.values()}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in reading:
            item: Item = frame.f_locals["item"]
            parts = item.items if isinstance(item, Form) else [item]
            met.update((frame.f_code.co_name, p.text) for p in parts if isinstance(p, Atom))

    sources = [(name, game(name).source) for name in GAMES]
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        for name, source in sources:
            elaborate(source, {}, name)
    finally:
        sys.setprofile(before)
    return frozenset(met)


def test_every_form_of_the_language_is_compiled_in_one_of_these_games() -> None:
    """A list of names begins with any name, (HEARTS, SPADES); a definition is used by its own."""
    lists = {name for name, text in understood() if text == ","}
    defined = {name for name, text in understood() if text == "play"}
    missing = [
        usage.syntax
        for usage in FORMS.values()
        if (usage.read.__name__, usage.word) not in understood()
        and not (usage.word == "NAME" and usage.read.__name__ in lists)
        and not (usage.word == "WORD" and usage.read.__name__ in defined)
    ]
    assert missing == []


def test_every_operation_of_the_typed_tree_is_compiled_in_one_of_these_games() -> None:
    """But for what makes no sense, and for what the emitter puts in: all cards of the deck."""
    used = {node.op for name in GAMES for node in game(name).program.nodes()}
    assert OPERATIONS.keys() - used == {"wrong", "everything"}


# --- compiled once --------------------------------------------------------------------------------

SHAPING = {(name, "NUMP") for name in ("agram", "eights", "gofish", "ninety-eight", "twopacks")}
"""Parameters that decide how large a state is."""


def other_values(game: Game, parameter: str) -> list[int | str]:
    """Values a parameter may be given, as far as the sheet of the game tells."""
    said, value = game.sheet.parameters.get(parameter, Parameter()), game.parameters[parameter]
    near = said.values if isinstance(value, str) else (value - 1, value + 1)
    return [other for other in near if said.refusal(other) is None]


@pytest.mark.parametrize("name", GAMES)
def test_only_parameters_that_shape_the_state_need_another_compilation(name: str) -> None:
    whole = game(name)
    for parameter in whole.parameters:
        for value in other_values(whole, parameter):
            of = name if name in house_games() else whole.source.name
            changed = load(of, **{parameter: value})
            for kernel in ("playouts", "steps"):
                same = file_of(changed, kernel) == file_of(whole, kernel)
                assert same == ((name, parameter) not in SHAPING), (parameter, value)


# --- simulations ----------------------------------------------------------------------------------

DISCARD = """
(game
  (declare 0 'WRONG)  ;; 1: nothing to choose, 2: turns without end, 3: a number too large
  (setup
    (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (HEARTS, SPADES)) (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT)))))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : FIVE) 5)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 5 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURN) 9))
    (do (
      (inc (game sto TURN))
      ((and (== 'WRONG 3) (== (game sto TURN) 5)) (set (game sto BIG) (* 65536 65536)))))
    (stage player
      (end (or (!= 'WRONG 2) (< (game sto TURN) 4)))
      (do ((turn pass))))
    (choice (
      ((<= (game sto TURN) 3)
        (any (subsets 2 ((current player) iloc HAND)) 'S
          (all 'S 'C (move 'C (top ((current player) vloc ASIDE))))))
      ((and (> (game sto TURN) 3) (or (!= 'WRONG 1) (< (game sto TURN) 6)))
        (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PLAYED))))))))
  (scoring max (sum ((current player) vloc PLAYED) using (game points VALUE))))
"""
"""A short game with subsets, that can go wrong in all ways."""


@pytest.fixture
def discard(tmp_path: Path) -> Callable[[int], Game]:
    """It, going wrong as said."""
    path = tmp_path / "discard.rcy"
    path.write_text(DISCARD, encoding="utf-8")
    return lambda wrong: load(path, WRONG=wrong)


def measured(game: Game, **options: Any) -> dict[str, Any]:
    """The result of a simulation, but for how it was come by."""
    result = game.simulate(300, 5, **options).as_json()
    how = ("seconds", "cpu_seconds", "decisions_per_second", "mode", "workers")
    return {key: value for key, value in result.items() if key not in how}


@pytest.mark.parametrize("bots", [["random"], ["first"], ["random", "first", "random"]])
def test_a_simulation_has_the_same_result_in_both_modes_with_any_number_of_workers(
    discard: Callable[[int], Game], bots: list[str]
) -> None:
    wanted = measured(discard(0), bots=bots, mode="python")
    for workers in (1, 2, 3):
        assert measured(discard(0), bots=bots, mode="native", workers=workers) == wanted


def test_a_simulation_from_a_position_has_the_same_result_too(
    discard: Callable[[int], Game],
) -> None:
    game = discard(0)
    start = line(game.new(3), 8)
    wanted = measured(game, start=start, mode="python")
    assert wanted["decisions"] == 300 * 4
    for workers in (1, 3):
        assert measured(game, start=start, mode="native", workers=workers) == wanted


def line(state: State, decisions: int) -> State:
    """A position after some decisions."""
    rng = Random(1)
    for _ in range(decisions):
        state = state.after(rng.choice(state.actions))
    return state


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (1, "the current player has no option at this choice"),
        (2, "100,000 turns without a decision"),
        (3, "this number does not fit 32 bits"),
    ],
)
def test_a_game_that_goes_wrong_raises_the_same_error_in_both_modes(
    discard: Callable[[int], Game], wrong: int, message: str
) -> None:
    game = discard(wrong)
    errors = []
    for how in ({"mode": "python"}, {"mode": "native", "workers": 2}):
        with pytest.raises(GameError, match=message) as caught:
            game.simulate(50, **how)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
