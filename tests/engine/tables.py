"""Games and ways to play them, for the tests of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from house import HOUSE

from kibitz.engine import Game, State, load

SMALL = Path(__file__).parent.parent / "games" / "small"
GAMES = (*HOUSE, "kuhn", *sorted(path.stem for path in SMALL.glob("*.rcy")))


@cache
def game(name: str) -> Game:
    """A house game or one of the small games."""
    beside = SMALL / f"{name}.rcy"
    return load(beside if beside.is_file() else name)


def line(state: State, rng: Random, most: int = 200) -> Iterator[State]:
    """The states of a game played at random, from this one on."""
    yield state
    for _ in range(most):
        if state.over:
            return
        state = state.after(rng.choice(state.actions))
        yield state


def last(state: State, rng: Random, most: int = 200) -> State:
    """The last of them."""
    for here in line(state, rng, most):
        state = here
    return state
