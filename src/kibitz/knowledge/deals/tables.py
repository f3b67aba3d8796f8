"""Tables: in how many ways the rows of a table can be filled so that its columns add up.

A row may be a group of like cards and the columns the places they go to, or a row is a place and
the columns are the groups it takes cards from: the sum is the same, the work is not, so that the
caller asks `plan` first. A *layer* fills one row. What is left of the columns, and how far the laws
have got, is all that the rows to come need to know, so the tables are the paths through a graph of
such *states*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import OutOfReach
from kibitz.knowledge.deals.counters import Counters

__all__ = [
    "CERTAIN",
    "Edges",
    "Flat",
    "Floats",
    "ManyTables",
    "Numbers",
    "exact_weights",
    "fillings",
    "flattened",
    "refuse",
]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

CERTAIN = 1 << 62
"""The bound of an edge that is above any mark."""

LARGEST = 50_000_000
"""How many pairs of a state and a filled row may be looked at for one layer."""

MOST_MOVES = 500_000
"""How many pairs of what the laws have got to and what a row adds: Python looks at these."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One row is filled: the edges of the graph, sorted by where they come from."""

    choices: Numbers
    """[choice, column]: in which ways the row can be filled."""
    states: int
    source: Numbers
    choice: Numbers
    target: Numbers


class Edges(NamedTuple):
    """The edges of a layer as lists, to deal from. A bound is the chance of an edge and those
    before it from the same state, in units of 2^-62."""

    first: list[int]
    """Where the edges of each state begin, and where the last ones end."""
    bounds: list[int]
    target: list[int]
    choice: list[int]
    choices: list[int]
    """All choices, one after the other."""


Flat = tuple[list[list[int]], list[int]]
"""For each layer where its five lists begin, and all of them one after the other."""


def flattened(layers: Iterable[Edges]) -> Flat:
    """The edges of all layers as one list."""
    starts: list[list[int]] = []
    found: list[int] = []
    for edges in layers:
        starts.append([])
        for each in edges:
            starts[-1].append(len(found))
            found += each
    return starts, found


def fillings(n: int, limits: Sequence[int]) -> Numbers:
    """All ways to divide n cards so that nobody gets more than their limit, one in each line."""
    ways = [1]
    for limit in limits:  # how many ways there are for each number of cards
        ways = [sum(ways[max(0, k - limit) : k + 1]) for k in range(min(n, len(ways) + limit) + 1)]
    refuse(ways[n] * len(limits) if n < len(ways) else 0)
    left = np.array([n])
    room = sum(limits)
    columns: list[Numbers] = []
    for limit in limits:
        room -= limit
        if not limit:
            columns.append(np.zeros_like(left))
            continue
        lowest = np.maximum(0, left - room)
        spans = np.maximum(0, np.minimum(limit, left) - lowest + 1)
        line = np.repeat(np.arange(len(left)), spans)
        given = np.arange(len(line)) - (np.cumsum(spans) - spans - lowest)[line]
        columns = [column[line] for column in columns]
        columns.append(given)
        left = left[line] - given
    found: Numbers = np.array(columns).T[left == 0]
    return found


def _weights(choices: Numbers) -> Floats:
    """In how many ways a row's cards can be told off to a choice, up to a common factor.

    That is 1 / (a! b! ...). Each factor i of a factorial is divided by the same number, which
    changes nothing as all choices have as many cards, and keeps large decks within range.
    """
    n = int(choices[0].sum()) if len(choices) else 0
    steps = np.arange(1, n + 1) * np.e / max(n, 1)
    factorials = np.concatenate(([1.0], np.cumprod(steps)))
    found: Floats = 1.0 / factorials[choices].prod(axis=1)
    return found


def exact_weights(choices: Numbers) -> list[int]:
    """In how many ways a row's cards can be told off to each choice."""
    n = int(choices[0].sum()) if len(choices) else 0
    factorials = np.array([factorial(i) for i in range(n + 1)], object)
    found: list[int] = (factorials[n] // factorials[choices].prod(axis=1)).tolist()
    return found


class ManyTables:
    """All tables with these rows (each a list of possible fillings) and sums of the columns."""

    def __init__(
        self,
        rows: Sequence[Numbers],
        columns: Sequence[int],
        last: Sequence[int] | None = None,
        counters: Counters | None = None,
    ) -> None:
        """If `last` is given, one more row takes what is left, at most so much of each column."""
        states = np.array([columns], np.int64)
        got = np.zeros(1, np.int64)  # by each state, what the laws have got to
        most = [np.array(last or [0] * len(columns))]
        for row in reversed(rows[1:]):
            most.append(most[-1] + row.max(axis=0, initial=0))
        self.layers: list[Layer] = []
        for row, later in zip(rows, reversed(most), strict=False):
            moved = _moved(counters, len(self.layers), got, row)
            if moved is None:
                source, choice = _pairs(states, row, later)
                after = got[source]
            else:
                to, kind = moved
                possible = np.flatnonzero(to.max(axis=0)[kind] >= 0)
                source, choice = _pairs(states, row[possible], later)
                choice = possible[choice]
                after = to[got[source], kind[choice]]
                kept = after >= 0
                source, choice, after = source[kept], choice[kept], after[kept]
            left = states[source] - row[choice]
            first, target = _distinct(left, after, columns)
            self.layers.append(Layer(row, len(states), source, choice, target))
            states, got = left[first], after[first]
        if last is not None:
            here = np.arange(len(states))
            moved = _moved(counters, len(self.layers), got, states)
            if moved is not None:
                to, kind = moved
                here = here[to[got, kind] >= 0]
            self.layers.append(Layer(states, len(states), here, here, np.zeros_like(here)))
        self._cut_dead_ends()

    def _cut_dead_ends(self) -> None:
        alive = np.ones(1, np.bool_)
        for i in reversed(range(len(self.layers))):
            layer = self.layers[i]
            kept = alive[layer.target]
            if not kept.all():
                edges = (each[kept] for each in (layer.source, layer.choice, layer.target))
                layer = self.layers[i] = Layer(layer.choices, layer.states, *edges)
            alive = np.zeros(layer.states, np.bool_)
            alive[layer.source] = True
        self.feasible = bool(alive.all())
        """Whether there is any such table."""

    @cached_property
    def flows(self) -> list[Floats]:
        """For each layer the chance of every edge, if one is in the state that it comes from."""
        after = np.ones(1)
        found = []
        for layer in reversed(self.layers):
            through = _weights(layer.choices)[layer.choice] * after[layer.target]
            total = _sums(layer.source, through, layer.states)
            found.append(through / total[layer.source])
            after = total / total.max()  # only ratios matter, and these stay within range
        return found[::-1]

    @property
    def means(self) -> list[list[float]]:
        """For each layer what the row has on average in every column."""
        before: Floats = np.ones(1)
        found: list[list[float]] = []
        for layer, flow in zip(self.layers, self.flows, strict=True):
            chance = before[layer.source] * flow
            chosen = _sums(layer.choice, chance, len(layer.choices))
            found.append((chosen @ layer.choices).tolist())
            before = _sums(layer.target, chance)
        return found

    @cached_property
    def flat(self) -> Flat:
        """What it takes to deal from these tables, as one list."""
        return flattened(self.edges)

    @property
    def edges(self) -> Iterator[Edges]:
        """What it takes to deal from these tables."""
        for layer, flow in zip(self.layers, self.flows, strict=True):
            first = np.searchsorted(layer.source, np.arange(layer.states + 1))
            # Sums of whole numbers, so that no bound depends on other states.
            sums = np.concatenate(([0], np.cumsum((flow * CERTAIN).astype(np.int64))))
            bounds = sums[1:] - sums[first[layer.source]]
            bounds[first[1:][first[1:] > first[:-1]] - 1] = CERTAIN
            arrays = first, bounds, layer.target, layer.choice, layer.choices.ravel()
            yield Edges(*(each.tolist() for each in arrays))

    @cached_property
    def exact(self) -> tuple[int, list[list[int]]]:
        """The whole number of deals, and for each layer the sum of every column over all."""
        return self.weighed([exact_weights(layer.choices) for layer in self.layers])

    def weighed(self, given: Sequence[Sequence[int]]) -> tuple[int, list[list[int]]]:
        """The whole weight, and for each layer the sum of every column over all tables."""
        after = [[1]]
        edges = []
        for layer, weight in zip(reversed(self.layers), reversed(given), strict=True):
            ends = (each.tolist() for each in (layer.source, layer.choice, layer.target))
            edge = list(zip(*ends, strict=True))
            total = [0] * layer.states
            for source, choice, target in edge:
                total[source] += weight[choice] * after[-1][target]
            after.append(total)
            edges.append(edge)
        whole = after.pop()[0]
        before = {0: 1}
        sums = []
        for layer, weight in zip(self.layers, given, strict=True):
            behind = after.pop()
            chosen = [0] * len(layer.choices)
            reached: dict[int, int] = {}
            for source, choice, target in edges.pop():
                ways = before[source] * weight[choice]
                chosen[choice] += ways * behind[target]
                reached[target] = reached.get(target, 0) + ways
            before = reached
            line = [0] * layer.choices.shape[1]
            for ways, row in zip(chosen, layer.choices.tolist(), strict=True):
                if ways:
                    line = [sum_ + ways * n for sum_, n in zip(line, row, strict=True)]
            sums.append(line)
        return whole, sums

    @property
    def used(self) -> list[list[bool]]:
        """For each layer which columns the row can have anything in."""
        return [
            [bool(column.any()) for column in layer.choices[np.unique(layer.choice)].T]
            for layer in self.layers
        ]


def _moved(
    counters: Counters | None, layer: int, got: Numbers, row: Numbers
) -> tuple[Numbers, Numbers] | None:
    """[number, kind]: what the laws get to from all that they have got to, -1 if one is broken; and
    of which kind each choice is. None if the row is nothing to them."""
    if counters is None or not counters.counted[layer] or not len(row):
        return None
    shares, kind = counters.shares(layer, row)
    numbers = np.unique(got).tolist()
    refuse(len(numbers) * len(shares), MOST_MOVES)
    found = np.full((len(counters.met), len(shares)), -1)
    for number in numbers:
        found[number] = [counters.after(layer, number, share) for share in shares]
    return found, kind


def _pairs(states: Numbers, row: Numbers, later: Numbers) -> tuple[Numbers, Numbers]:
    """Which choices are possible in which states: none takes more than there is, or leaves more
    than later rows can take."""
    refuse(len(states) * len(row))
    fits = np.ones((len(states), len(row)), np.bool_)
    short, given = states.astype(np.int16), row.astype(np.int16)  # four times as quick
    for j in range(len(later)):
        left = short[:, j, None] - given[:, j]
        fits &= (left >= 0) & (left <= later[j])
    source, choice = np.nonzero(fits)
    return source, choice


def _sums(at: Numbers, amounts: Floats, n: int = 0) -> Floats:
    """What falls to each of n, or more, numbers."""
    return np.bincount(at, amounts, n).astype(np.float64, copy=False)


def refuse(entries: int, limit: int = LARGEST) -> None:
    """Refuse what is too large."""
    if entries > limit:
        raise OutOfReach(
            f"the table of these deals would have more than {entries:,} entries",
            f"at most {limit:,} are possible",
        )


def _distinct(lines: Numbers, got: Numbers, columns: Sequence[int]) -> tuple[Numbers, Numbers]:
    """The different states: where each is found first, and which of them every line is."""
    radix = [n + 1 for n in columns]
    whole = prod(radix)
    if whole * (int(got.max(initial=0)) + 1) < 1 << 62:
        places = np.array([prod(radix[j + 1 :]) for j in range(len(radix))])
        keys = lines @ places + got * whole
        _, first, target = np.unique(keys, return_index=True, return_inverse=True)
    else:
        full = np.concatenate((lines, got[:, None]), axis=1)
        _, first, target = np.unique(full, axis=0, return_index=True, return_inverse=True)
    return first, target.reshape(-1)
