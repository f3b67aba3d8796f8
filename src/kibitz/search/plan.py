"""What the solver's kernel must know about a game, as one array of numbers.

The kernel is the same text for all games. Which words of a state matter later, which cards are
alike, which places are dead: that is worked out here, once for a game, and handed over.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.recycle.likeness import NEVER, Likeness, likeness

__all__ = ["plan_of"]

PLAN = "solver's plan"


def plan_of(game: Game) -> NDArray[np.int64]:
    """The plan of a game, kept once it is made: the offsets of its parts, then the parts."""
    if PLAN not in game.shelf:
        game.shelf[PLAN] = _plan(game, likeness(game.layout))
    found: NDArray[np.int64] = game.shelf[PLAN]
    return found


def _plan(game: Game, known: Likeness) -> NDArray[np.int64]:
    dead = [0] * game.layout.places
    for family in known.dead:
        for place in range(family.base, family.base + family.size):
            dead[place] = 1
    rows = list(game.functions.get("POINTS", ()))  # type: ignore[arg-type]
    parts: list[list[int]] = [
        _pairs(_hashed(game, known, dead)),
        dead,
        list(known.group),
        list(known.below),
        [len(known.levels), *(n for level in known.levels for n in (level.at, *level.values))],
        [
            len(known.watches),
            *(n for w in known.watches for n in (w.points.at, w.places.base, w.places.size)),
        ],
        _floors(rows, known),
        rows,
    ]
    at, numbers = len(parts) + 1, list[int]()
    for part in parts:
        numbers.append(at)
        at += len(part)
    kinds = _kinds(game, at)
    return np.array([*numbers, at, *(n for part in parts for n in part), *kinds], np.int64)


def _pairs(spans: list[tuple[int, int]]) -> list[int]:
    return [len(spans), *(n for span in spans for n in span)]


def _hashed(game: Game, known: Likeness, dead: list[int]) -> list[tuple[int, int]]:
    """The words of a state that make a difference to its future, from and up to.

    Not the random key and its counters; not the place of each card, which the sets tell too; not
    the ranks, which count only in ordered places; not the cards of dead places, which the kernel
    looks at in its own way; not maps that are set anew before they are looked at.
    """
    layout = game.layout
    cards, words = len(layout.cards), layout.words
    left_out = {layout.CLOCK, layout.KEY, layout.KEY + 1, *(w.points.at for w in known.watches)}
    left_out |= {*range(layout.where, layout.where + cards)}
    left_out |= {*range(layout.rank, layout.rank + cards)}
    for place in np.flatnonzero(dead).tolist():
        left_out |= {*range(layout.sets + place * words, layout.sets + (place + 1) * words)}
    for at in layout.pools.values():
        left_out |= {at + words, at + words + 1}
    return list(_spans(i for i in range(layout.size) if i not in left_out))


def _spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Rising numbers as spans."""
    spans: list[tuple[int, int]] = []
    for i in numbers:
        if spans and spans[-1][1] == i:
            spans[-1] = spans[-1][0], i + 1
        else:
            spans.append((i, i + 1))
    return spans


def _floors(rows: list[int], known: Likeness) -> list[int]:
    """For each offset of a row of points, how high a card must be for alike cards to be alike."""
    floors = [NEVER] * max(1, len(rows))
    if known.watches:
        cards = len(known.below)
        for at in range(1, len(rows) - cards + 1, cards):
            floors[at] = known.floor(rows[at : at + cards])
    return floors


def _kinds(game: Game, start: int) -> list[int]:
    """By program position the offset of: how many kinds of options there are, and which of them
    just pick a card; 0 where there is nothing to be found alike."""
    choices = game.emitted.choices
    heads, lists = [0] * (max(choices, default=0) + 1), list[int]()
    for position, choice in choices.items():
        if choice.general or position in game.emitted.subsets:
            continue
        picks = [
            int(
                not clause.subset
                and clause.pick is not None
                and [pick.kind for pick in clause.verb.picks] == ["card"]
            )
            for clause in choice.kinds
        ]
        if any(picks):
            heads[position] = start + len(heads) + len(lists)
            lists += [len(picks), *picks]
    return heads + lists
