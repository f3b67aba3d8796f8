"""What the solver's kernel must know about a game, as one array of numbers.

The kernel is the same text for all games. Which words of a state matter later, which cards are
alike, which places are dead: that is worked out here, once for a game, and handed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.primitives import noise
from kibitz.recycle.layout import Family
from kibitz.recycle.likeness import NEVER, Likeness, likeness
from kibitz.recycle.readings import Readings
from kibitz.recycle.tallies import own_numbers
from kibitz.recycle.tree import Kind

__all__ = ["plan_of"]

KINDS = 8
"""Which of its parts tells about options."""

MOST_LEVELS = 2
SALT = -7


def plan_of(game: Game, seat: int, merge: bool) -> NDArray[np.int64]:
    """The plan of a game for the score of a seat, kept once it is made: the offsets of its parts,
    then the parts. Whether alike cards are taken for the same is up to `merge`."""
    return derived(game, _plan_for, seat, merge)


def _plan_for(game: Game, seat: int, merge: bool) -> NDArray[np.int64]:
    known, own = derived(game, _known)
    if not merge or len(known.levels) > MOST_LEVELS or _keeps_cards(game):
        below = (-1,) * len(known.below)
        known = replace(known, below=below, watches=(), levels=())
    return _plan(game, known, _others(game, own, seat))


def _known(game: Game) -> tuple[Likeness, frozenset[str]]:
    """What the rules say about cards, and which numbers are a player's own."""
    readings = Readings(game.layout)
    return likeness(readings), own_numbers(readings)


def _keeps_cards(game: Game) -> bool:
    """Whether a state names cards other than by where they lie."""
    kinds = {binding.kind for binding in game.layout.slots}
    return bool(kinds & {Kind.CARD, Kind.CARDS, Kind.GROUPS})


def _others(game: Game, own: frozenset[str], seat: int) -> set[int]:
    """The words of a state that count only for the scores of other seats."""
    return {
        game.layout.stores["player", "sto", name] + other
        for name in own
        for other in range(game.players)
        if other != seat
    }


def _plan(game: Game, known: Likeness, others: set[int]) -> NDArray[np.int64]:
    dead = [0] * game.layout.places
    for place in _places(known.dead):
        dead[place] = 1
    tables = _places(known.tables)
    rows = list(cast(Sequence[int], game.functions.get("POINTS", ())))
    parts: list[list[int]] = [
        _pairs(_spans(_hashed(game, known) - others)),
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
        [],
        _chains(known),
        [
            noise(i, 0, SALT, i)
            for i in range(len(known.below) * game.layout.places * 3 ** len(known.levels))
        ],
        [len(tables), *tables],
    ]
    at = len(parts) + sum(map(len, parts[:KINDS]))
    parts[KINDS] = _kinds(game, at)
    offsets = np.cumsum([len(parts), *map(len, parts)])[:-1]
    return np.array([*offsets, *(n for part in parts for n in part)], np.int64)


def _chains(known: Likeness) -> list[int]:
    """All cards, chain by chain from the highest down; twice the card, and 1 if a chain begins."""
    found: list[int] = []
    lower = set(known.below)
    for card in range(len(known.below)):
        if card not in lower:
            mark, here = 1, card
            while here >= 0:
                found.append(2 * here + mark)
                mark, here = 0, known.below[here]
    return found


def _places(families: frozenset[Family]) -> list[int]:
    """The numbers of all places of some families."""
    return sorted(p for family in families for p in range(family.base, family.base + family.size))


def _pairs(spans: list[tuple[int, int]]) -> list[int]:
    return [len(spans), *(n for span in spans for n in span)]


def _hashed(game: Game, known: Likeness) -> set[int]:
    """The words of a state that make a difference to its future.

    Not the random key and its counters; not the place of each card, which the sets tell too; not
    the ranks, which count only in ordered places; not the sets, where the kernel looks at the cards
    in its own way (in shuffled places, at both); not maps that are set anew before they are looked
    at, nor numbers that are only compared with the points of cards.
    """
    layout = game.layout
    cards, words = len(layout.cards), layout.words
    left_out = {layout.CLOCK, layout.KEY, layout.KEY + 1, *(w.points.at for w in known.watches)}
    left_out |= {level.at for level in known.levels}
    left_out |= {*range(layout.where, layout.where + cards)}
    left_out |= {*range(layout.rank, layout.rank + cards)}
    for place in range(layout.places):
        if place not in layout.pools and place not in layout.memories:
            left_out |= {*range(layout.sets + place * words, layout.sets + (place + 1) * words)}
    for at in layout.pools.values():
        left_out |= {at + words, at + words + 1}
    return {*range(layout.size)} - left_out


def _spans(numbers: set[int]) -> list[tuple[int, int]]:
    """Numbers as spans, from and up to."""
    spans: list[tuple[int, int]] = []
    for i in sorted(numbers):
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
    just pick a card; 0 where there is nothing to be found alike, -1 in the middle of a pick."""
    choices = game.emitted.choices
    heads, lists = [0] * (max(choices, default=0) + 1), list[int]()
    for position, choice in choices.items():
        if position in game.emitted.subsets:
            heads[position] = -1
            continue
        if choice.general:
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
