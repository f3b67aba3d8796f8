"""Estimates: how many deals there probably are, where nobody can count them in a moment.

Two kinds. Deals with tests are drawn without the tests, and the share that passes is counted.
Tables with too many states to sum up are filled at random, row by row: each row as it is likely to
be, and each table weighs as much as it came seldom, so that the mean of the weights is the number
of tables, whatever was thought likely. Either way the same position gives the same estimate, with
the interval that holds the truth in 95 of 100 cases; where there is too little to go by, with
bounds that always hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, exp, lgamma, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.counters import Tally
from kibitz.knowledge.deals.grids import Line
from kibitz.knowledge.deals.laws import bits

__all__ = ["Estimate", "Guess", "guessed", "share", "whole"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

CONFIDENT = 1.96
"""So many standard deviations to either side hold 95 of 100."""

RELIABLE = 20.0
"""With fewer samples that count, a standard deviation says nothing."""

SEED = 20_451
WORK = 1_000_000
"""How many numbers are looked at to fill tables at random."""

MOST = 1000
"""So many tables are filled at most."""

SHORT = 12
"""In rows of so many cards it is summed up what the columns behind each can take."""

NEVER = -1e300
"""The logarithm of nothing."""


class Estimate(NamedTuple):
    """Where the number of deals lies: with a chance of 95 %; for certain, if there are no samples.

    >>> Estimate(900, 1100, 400)
    Estimate(low=900, high=1100, samples=400)
    """

    low: int
    high: int
    samples: int


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """What filling tables at random tells; numbers of tables as natural logarithms."""

    count: float
    low: float
    high: float
    samples: int
    shares: list[list[float]]
    """For each row the share of its cards in every column, among the tables by their weights."""
    filled: list[Numbers]
    """For each row [sample, column]: the tables."""
    weights: Floats

    def together(self, row: int, cards: int, column: int) -> list[float]:
        """How likely it is that none, the first, the first two... of some cards of a row all lie in
        a column."""
        held = self.filled[row][:, column].astype(np.float64)
        number = float(self.filled[row][0].sum())
        chance, found = self.weights / max(self.weights.sum(), 1e-300), []
        for k in range(cards + 1):
            found.append(float(chance.sum()))
            chance = chance * np.maximum(held - k, 0) / max(number - k, 1.0)
        return found


def share(passed: float, samples: float) -> tuple[float, float]:
    """Within which bounds the share lies of which so many samples were seen: Wilson's interval.

    >>> [round(bound, 3) for bound in share(50, 100)]
    [0.404, 0.596]
    >>> share(0, 100)[0], round(share(0, 100)[1], 3)
    (0.0, 0.037)
    """
    square = CONFIDENT**2
    p = passed / samples
    middle = p + square / (2 * samples)
    spread = CONFIDENT * sqrt(p * (1 - p) / samples + square / (4 * samples**2))
    low, high = ((middle + side) / (1 + square / samples) for side in (-spread, spread))
    return (low if passed else 0.0), (high if passed < samples else 1.0)


def whole(logarithm: float) -> int:
    """The whole number nearest to what a natural logarithm is of, to twelve digits.

    >>> whole(log(1000)), len(str(whole(1000.0)))
    (1000, 435)
    """
    if logarithm < 40:
        return round(exp(logarithm))
    twos = int(logarithm / log(2)) - 50
    return round(exp(logarithm - twos * log(2))) << twos


def guessed(
    rows: Sequence[Line], columns: Sequence[int], laws: Sequence[Sequence[Tally]] = ()
) -> Guess:
    """How many tables there are with these rows and columns, by filling some at random."""
    width = len(columns)
    n = max(100, min(MOST, WORK // (width * sum([min(n, max(columns)) + 20 for n, *_ in rows]))))
    draw = np.random.Generator(np.random.PCG64(SEED))
    means = _balanced(rows, columns)
    others = _to_come(means.T).T
    varied = _to_come((means * np.array([_variety(row) for row in rows])[:, None]).T).T
    left = np.tile(np.array(columns), (n, 1))
    weights = np.zeros(n)
    filled: list[Numbers] = []
    for i, row in enumerate(rows):
        given, weight = _row(row, np.array([means[i], others[i], varied[i]]), left, draw)
        left = left - given
        weights += weight
        filled.append(given)
    weights[left.any(axis=1)] = NEVER
    for law in laws:
        weights[~_kept(law, filled)] = NEVER
    return _weighed(weights, filled, rows)


def _weighed(weights: Floats, filled: list[Numbers], rows: Sequence[Line]) -> Guess:
    n, top = len(weights), float(weights.max())
    most = sum([_most(row) for row in rows])
    if top <= NEVER / 2:
        nothing = [[0.0] * each.shape[1] for each in filled]
        return Guess(most, 0.0, most, n, nothing, filled, np.zeros(n))
    plain = np.exp(weights - top)
    mean = float(plain.mean())
    error = CONFIDENT * float(plain.std()) / sqrt(n)
    low, high = 0.0, most
    if plain.sum() ** 2 / (plain**2).sum() >= RELIABLE:
        low = max(0.0, top + log(max(mean - error, 1e-300)))
        high = min(most, top + log(mean + error))
    shares = [
        (plain @ each / (plain.sum() * row.cards)).tolist()
        for row, each in zip(rows, filled, strict=True)
    ]
    return Guess(top + log(mean), low, high, n, shares, filled, plain)


def _most(row: Line) -> float:
    """In how many ways a row can be filled at most."""
    k = row.columns.bit_count()
    return log(comb(row.cards + k - 1, k - 1)) if row.alike else row.cards * log(max(k, 1))


def _balanced(rows: Sequence[Line], columns: Sequence[int]) -> Floats:
    """[row, column]: about how many cards lie where, so that rows and columns add up."""
    found = np.array([[float(own >> j & 1) for j in range(len(columns))] for _, own, *_ in rows])
    for _ in range(20):
        found *= (np.array([n for n, *_ in rows]) / np.maximum(found.sum(axis=1), 1e-9))[:, None]
        found *= np.array(columns) / np.maximum(found.sum(axis=0), 1e-9)
    return found


def _row(
    row: Line, expected: Floats, left: Numbers, draw: np.random.Generator
) -> tuple[Numbers, Floats]:
    """A row filled at random for each sample, if so much is left of the columns; and how much that
    weighs: the ways to tell the cards off, over the chance that it was filled so."""
    n, own = len(left), list(bits(row.columns))
    here = left[:, own]
    given = np.zeros_like(left)
    weight = np.full(n, 0.0 if row.alike else lgamma(row.cards + 1))
    rest = np.full(n, row.cards)
    likely = _likely(row, expected[:, own], int(here.max()))[_COUNTING[: len(own)], here]
    steps = _COUNTING[: likely.shape[2]]
    for k, guide in enumerate(_guides(likely, here, row.cards)):
        after = rest[:, None] - steps
        chances = likely[:, k] * np.where(after < 0, 0.0, guide(np.maximum(after, 0)))
        sums = np.cumsum(chances, axis=1)
        whole = sums[:, -1]
        at = (sums <= (draw.random(n) * whole)[:, None]).sum(axis=1)
        dead = whole <= 0
        if dead.any():
            at[dead], whole[dead], chances[dead] = 0, 1.0, 1.0
            weight[dead] = NEVER
        weight -= np.log(chances[_COUNTING[:n], at] / whole)
        given[:, own[k]] = at
        rest = rest - at
        if not row.alike:
            weight -= _FACTORIALS[at]
    weight[rest != 0] = NEVER
    return given, np.maximum(weight, NEVER)


def _guides(likely: Floats, here: Numbers, cards: int) -> list[Callable[[Numbers], Floats]]:
    """For each column of a row how likely the columns behind it take a number of cards, which is
    given for each sample: it keeps the row from going astray. Where the cards are many, the sum of
    the columns is taken for normal."""
    width = here.shape[1]
    if cards > SHORT:
        steps, room = _COUNTING[: likely.shape[2]], _to_come(here)
        mean = likely @ steps
        spread = 2 * _to_come(likely @ steps**2 - mean**2) + 1
        bell = partial(_bell, room, _to_come(mean), spread)
        return [partial(bell, k) for k in range(width)]
    ways = np.zeros((len(here), cards + 2))  # the last is never anything
    ways[:, 0] = 1.0
    before = np.maximum(_COUNTING[: cards + 1, None] - _COUNTING[: likely.shape[2]], -1)
    found: list[Callable[[Numbers], Floats]] = []
    for k in reversed(range(width)):
        found.append(partial(_taken, ways))
        more = np.zeros_like(ways)
        np.einsum("nmt,nt->nm", ways[:, before], likely[:, k], out=more[:, :-1])
        ways = more
    return found[::-1]


def _bell(room: Numbers, mean: Floats, spread: Floats, k: int, after: Numbers) -> Floats:
    fits = after <= room[:, k, None]
    away = (after - mean[:, k, None]) ** 2 / spread[:, k, None]
    near = np.where(fits, away, 1e300).min(axis=1, keepdims=True)
    return np.where(fits, np.exp(np.minimum(near - away, 0.0)), 0.0)


def _taken(ways: Floats, after: Numbers) -> Floats:
    found: Floats = ways[_COUNTING[: len(ways), None], after]
    return found


def _to_come(numbers: NDArray[Any]) -> NDArray[Any]:
    """For each column the sum of those behind it."""
    found: NDArray[Any] = numbers[:, ::-1].cumsum(axis=1)[:, ::-1] - numbers
    return found


_COUNTING = np.arange(4000)
_FACTORIALS = np.array([lgamma(i + 1) for i in _COUNTING.tolist()])
"""The logarithms of factorials."""


def _likely(row: Line, expected: Floats, most: int) -> Floats:
    """[column, left, given]: how likely a row takes so much of what is left of a column, if about
    so much is its own, and so much that of the rows to come, which varies so."""
    mine, others, varied = expected
    left, given = _COUNTING[: most + 1, None], _COUNTING[None, : min(row.cards, most) + 1]
    own = np.log(np.maximum(mine, 1e-9) / (1 + mine if row.alike else 1.0))[:, None] * given[0]
    if not row.alike:
        own = own - _FACTORIALS[given[0]]
    # Copies lie together more often than cards that are told apart.
    kinds = np.where(varied > 1.01 * others, others**2 / np.maximum(varied - others, 1e-9), 1e9)[
        :, None
    ]
    scale = np.maximum(others, 1e-9)[:, None] / (1 + others[:, None] / kinds)
    rising = np.log(scale * (1 + _COUNTING[:most] / kinds))
    after = np.zeros((len(mine), most + 1))
    after[:, 1:] = np.cumsum(rising, axis=1)
    after -= _FACTORIALS[: most + 1]
    after[others <= 0, 1:] = NEVER
    logs = own[:, None] + after[:, np.maximum(left - given, 0)]
    logs = np.where(given <= left, logs, NEVER)
    chances = np.exp(logs - np.maximum(logs.max(axis=2, keepdims=True), NEVER / 2))
    found: Floats = chances / np.maximum(chances.sum(axis=2, keepdims=True), 1e-300)
    return found


def _variety(row: Line) -> float:
    """How many times more the number of its cards in a column varies than if all were told
    apart."""
    n, k = row.cards, row.columns.bit_count()
    return (n + k) / (1 + k) if row.alike else 1.0


def _kept(law: Sequence[Tally], filled: list[Numbers]) -> NDArray[np.bool_]:
    """Which of the samples keep a law."""
    found = np.zeros(len(filled[0]), np.bool_)
    for tally in law:
        columns = list(bits(tally.columns))
        got = sum(filled[i][:, columns].sum(axis=1) for i in bits(tally.rows))
        found |= (tally.least <= got) & (got <= tally.most)
    return found
