"""Sums over few tables, in plain Python, which is quicker at them than numpy.

In most positions of a game little is known of who has what, or nearly all: there is one table, or
there are a few dozen. `Tables` does the same for many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

__all__ = ["summed"]

Line = tuple[int, ...]


def summed(
    rows: Sequence[int], limits: Sequence[Sequence[int]], columns: Sequence[int]
) -> tuple[int, list[list[int]]]:
    """The number of ways to deal the cards of all rows so that the columns add up, and for each row
    the sum of what it has in every column. No row has more in a column than its limit there.

    >>> summed([2, 1], [[1, 1], [1, 1]], [2, 1])
    (2, [[2, 2], [2, 0]])
    """
    here = {tuple(columns): 1}
    steps: list[list[tuple[int, int, Line, Line]]] = []
    for n, limit in zip(rows, limits, strict=True):
        step = []
        there: dict[Line, int] = {}
        for state, before in here.items():
            for line, ways in _fillings(n, tuple(map(min, state, limit))):
                left = tuple([a - b for a, b in zip(state, line, strict=True)])
                there[left] = there.get(left, 0) + before * ways
                step.append((before, ways, line, left))
        steps.append(step)
        here = there
    # Back again: in how many ways the rows that follow can be filled.
    after = {(0,) * len(columns): 1}
    sums = []
    for step, n in zip(reversed(steps), reversed(rows), strict=True):
        here = {}
        sum_ = [0] * len(columns)
        for before, ways, line, left in step:
            behind = after.get(left)
            if behind:
                through = before * ways * behind
                sum_ = [a + through * b for a, b in zip(sum_, line, strict=True)]
                state = tuple([a + b for a, b in zip(left, line, strict=True)])
                here[state] = here.get(state, 0) + ways * behind
        sums.append(sum_)
        after = here
    return after.get(tuple(columns), 0), sums[::-1]


@lru_cache(maxsize=1 << 14)
def _fillings(n: int, limits: Line) -> tuple[tuple[Line, int], ...]:
    """All ways to divide n cards so that nobody gets more than his limit, and how often each."""
    if not limits:
        return (((), 1),) if not n else ()
    first, rest = limits[0], limits[1:]
    return tuple(
        ((given, *line), comb(n, given) * ways)
        for given in range(max(0, n - sum(rest)), min(first, n) + 1)
        for line, ways in _fillings(n - given, rest)
    )
