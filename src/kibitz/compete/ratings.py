"""Ratings: how strong each player must be for the games to have ended as they did.

*Definition.* Every player i has a worth w(i) > 0. In a game the first place goes to i with
probability w(i) / (the sum of the worths of all who play), the second in the same way among those
who are left, and so on (Plackett and Luce). With two players this is the model of Bradley and
Terry: i beats j with probability w(i) / (w(i) + w(j)). Of players who are equal, every order is
held for equally likely, so that a draw of two is half a win for each. The worths are those under
which all games together are likeliest, with one imaginary game more for each player, a draw against
a player of worth 1: a weak prior, without which somebody who won everything would be infinitely
strong. A rating is 400/ln 10 times the logarithm of the worth, moved so that the mean is 1500: as
with Elo's, 400 points more are odds of ten to one.

All games count alike: neither their order nor where they were played matters. (`openskill` and
Elo's own method do not serve here: they go through the games one by one, and their result depends
on the order.) The model, and that there is one maximum: D. R. Hunter, "MM algorithms for
generalized Bradley-Terry models", Annals of Statistics 32 (2004) 384-406. His algorithm takes
thousands of steps where somebody wins nearly always, so we climb by Newton's method, which takes
ten; tests check it against his.

Intervals are percentiles of a bootstrap that draws deals, not games, since the games of one deal
are not independent. For whom the games leave no doubt at all, having won or lost every one, the
bootstrap sees none either: such an interval is too narrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from math import comb, log

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics import Interval

__all__ = ["MEAN", "SCALE", "Deal", "Order", "Rating", "placings", "rate"]

Deal = tuple[int, ...]
"""The number of a deal, and of its phase if there are several."""
Order = tuple[tuple[str, ...], ...]
"""How a game ended: who came first, who came next; those who are equal stand together. A player
stands there as often as they had a seat of their own."""

MEAN, SCALE = 1500.0, 400 / log(10)
REPLICATES = 400
"""Samples of the bootstrap."""
PRIOR = 1.0
"""How many drawn games against a player of worth 1 everybody is given."""
CLOSE, FARTHEST, LONGEST = 1e-9, 1.0, 300
"""Of a step, in logarithms of worths: one so small is the last, none is larger; and how many."""
ROOM = 2_000_000
"""Numbers at a time."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and where that lies with 95 % confidence."""

    name: str
    rating: float
    ci95: Interval | None
    """None after games of one deal only."""
    games: int


def rate(
    games: Iterable[tuple[Deal, Order]], seed: str = "", replicates: int = REPLICATES
) -> tuple[Rating, ...]:
    """The ratings of all who played, the strongest first, given each game's deal and end.

    The bootstrap draws from the seed, so that the same games give the same intervals.

    >>> [(found.name, round(found.rating)) for found in rate([((0,), (("Ann",), ("Bob",)))])]
    [('Ann', 1631), ('Bob', 1369)]
    """
    counts = _Counts.of(games)
    if not counts.names:
        return ()
    deals = len(counts.wins)
    best = _ratings(counts, np.ones((1, deals)))[0]
    near = (best - MEAN) / SCALE
    spread = None
    if deals > 1 and replicates:
        spread = np.percentile(
            _ratings(counts, _drawn(deals, replicates, seed), near), [2.5, 97.5], axis=0
        )
    found = [
        Rating(
            name,
            float(best[k]),
            None if spread is None else (float(spread[0, k]), float(spread[1, k])),
            counts.games[name],
        )
        for k, name in enumerate(counts.names)
    ]
    return tuple(sorted(found, key=lambda one: (-round(one.rating, 6), one.name)))


def _drawn(deals: int, replicates: int, seed: str) -> Matrix:
    """How often each deal is in each sample, drawn with replacement."""
    start = int.from_bytes(sha256(f"ratings {seed}".encode(errors="replace")).digest()[:4], "big")
    source = np.random.RandomState(start)  # of all generators, the one whose numbers never change
    samples = np.zeros((replicates, deals))
    for sample in samples:
        which = (source.random_sample(deals) * deals).astype(np.int64)
        sample += np.bincount(which, minlength=deals)
    return samples


# --- games as choices -----------------------------------------------------------------------------


def placings(order: Order) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], float]]:
    """The choices an ended game is made of: who was chosen, among whom, and its weight.

    Equal players are chosen in every order, and all orders have the same weight. Choices among
    seats of one player say nothing and are left out.

    >>> list(placings((("Ann", "Bob"),)))
    [(('Ann', 'Bob'), ('Ann', 'Bob'), 1.0)]
    >>> for chosen, among, weight in placings((("A",), ("B", "C"))):
    ...     print(chosen, among, weight)
    ('A',) ('A', 'B', 'C') 1.0
    ('B', 'C') ('B', 'C') 1.0
    """
    for place, equal in enumerate(order):
        below = tuple(name for later in order[place + 1 :] for name in later)
        for size in range(len(equal), 0, -1):
            weight = 1 / comb(len(equal), size)
            for left in combinations(equal, size):
                among = (*left, *below)
                if len(set(among)) > 1:
                    yield left, among, weight


@dataclass(frozen=True, slots=True)
class _Counts:
    """The games as numbers."""

    names: tuple[str, ...]
    games: dict[str, int]
    wins: Matrix
    """For each deal and player: how often they were chosen."""
    choices: Matrix
    """For each deal and set of players: how often somebody was chosen among them."""
    seats: Matrix
    """For each set and player: how many seats they have in it."""

    @classmethod
    def of(cls, games: Iterable[tuple[Deal, Order]]) -> _Counts:
        won: dict[tuple[int, str], float] = defaultdict(float)
        asked: dict[tuple[int, tuple[str, ...]], float] = defaultdict(float)
        played: dict[str, int] = defaultdict(int)
        ended = sorted(games)
        deals = {deal: row for row, deal in enumerate(dict.fromkeys(deal for deal, _ in ended))}
        for deal, order in ended:
            row = deals[deal]
            for name in {name for equal in order for name in equal}:
                played[name] += 1
            for chosen, among, weight in placings(order):
                asked[row, tuple(sorted(among))] += weight
                for name in chosen:
                    won[row, name] += weight / len(chosen)
        names = tuple(sorted(played))
        number = {name: k for k, name in enumerate(names)}
        sets = {among: k for k, among in enumerate(sorted({among for _, among in asked}))}
        wins = np.zeros((len(deals), len(names)))
        choices = np.zeros((len(deals), len(sets)))
        seats = np.zeros((len(sets), len(names)))
        for (row, name), weight in won.items():
            wins[row, number[name]] = weight
        for (row, among), weight in asked.items():
            choices[row, sets[among]] = weight
        for among, k in sets.items():
            for name in among:
                seats[k, number[name]] += 1
        return cls(names, dict(played), wins, choices, seats)


# --- the fit --------------------------------------------------------------------------------------


def _ratings(counts: _Counts, samples: Matrix, near: Matrix | None = None) -> Matrix:
    """For each sample of deals, the rating of each player; `near` are logarithms to start from."""
    start = np.zeros(len(counts.names)) if near is None else near
    few = max(1, ROOM // max(1, counts.seats.size))
    logs = np.concatenate(
        [
            _fit(counts.seats, some @ counts.wins, some @ counts.choices, start)
            for some in np.split(samples, range(few, len(samples), few))
        ]
    )
    found: Matrix = MEAN + SCALE * (logs - logs.mean(axis=1, keepdims=True))
    return found


def _fit(seats: Matrix, wins: Matrix, choices: Matrix, start: Matrix) -> Matrix:
    """For each row of wins and choices, the logarithms of the likeliest worths, given how often
    each player was chosen and how often there was a choice among each set; the likelihood is
    concave, so any start will do."""
    logs = np.tile(start, (len(wins), 1))
    own = np.arange(logs.shape[1])
    for _ in range(LONGEST):
        worths = np.exp(logs)
        parts = seats * worths[:, None, :]
        parts /= parts.sum(axis=2, keepdims=True)
        """For each set and player: how likely they are to be chosen."""
        prior = worths / (1 + worths)
        due = (choices[:, None, :] @ parts)[:, 0, :]
        slope = wins - due + PRIOR * (0.5 - prior)
        bend = -(parts.transpose(0, 2, 1) @ (choices[:, :, None] * parts))
        bend[:, own, own] += due + PRIOR * prior * (1 - prior)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        largest = np.abs(step).max(axis=1, keepdims=True)
        logs += step * np.minimum(1.0, FARTHEST / np.maximum(largest, FARTHEST))
        if float(largest.max()) < CLOSE:
            break
    return logs
