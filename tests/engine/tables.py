"""Games and ways to play them, for the tests of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
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


def assert_the_same_bytes(game: Game, n: int) -> None:
    """Deal n games in both modes, play the same random decisions, and compare all there is."""
    rng = np.random.default_rng(n)
    one, two = game.batch(n, 7, mode="python"), game.batch(n, 7, mode="native")
    while not one.over.all():
        assert one.states.tobytes() == two.states.tobytes()
        offer, other = one.offer(), two.offer()
        for part in fields(offer):
            assert np.array_equal(getattr(offer, part.name), getattr(other, part.name)), part.name
        assert one.states.tobytes() == two.states.tobytes(), "listing options changed something"
        codes = at_random(offer.codes, offer.counts, rng)
        one.apply(codes)
        two.apply(codes)
    assert one.states.tobytes() == two.states.tobytes()
    assert np.array_equal(one.scores(), two.scores())


def at_random(codes: Any, counts: Any, rng: np.random.Generator) -> Any:
    """One of the options of every game; -1 where it is over."""
    picked = rng.integers(0, np.maximum(counts, 1))
    return np.where(counts > 0, codes[np.arange(len(codes)), picked], -1)
