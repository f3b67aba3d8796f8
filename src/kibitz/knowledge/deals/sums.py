"""Sums over few tables, in plain Python, which is quicker at them than numpy.

In most positions of a game little is known of who has what, or nearly all: there is one table, or
there are a few dozen. `Tables` does the same for many. A line of numbers is packed into one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

__all__ = ["summed"]


def summed(
    rows: Sequence[int], limits: Sequence[Sequence[int]], columns: Sequence[int]
) -> tuple[int, list[list[int]]]:
    """The number of ways to deal the cards of all rows so that the columns add up, and for each row
    the sum of what it has in every column. No row has more in a column than its limit there.

    >>> summed([2, 1], [[1, 1], [1, 1]], [2, 1])
    (2, [[2, 2], [2, 0]])
    """
    bits = max(columns).bit_length()
    ones, shifts = (1 << bits) - 1, range(0, bits * len(columns), bits)
    start = sum([n << shift for n, shift in zip(columns, shifts, strict=True)])
    later = [[0] * len(columns)]
    for limit in reversed(limits[1:]):  # what the rows to come can take
        later.append([a + b for a, b in zip(later[-1], limit, strict=True)])
    here = {start: 1}
    steps = []
    for n, limit, rest in zip(rows, limits, reversed(later), strict=True):
        step = []
        there: dict[int, int] = {}
        for state, before in here.items():
            left = [state >> shift & ones for shift in shifts]
            lines = _fillings(n, left, limit, rest, bits)
            step.append((state, before, lines))
            for line, ways in lines:
                there[state - line] = there.get(state - line, 0) + before * ways
        steps.append(step)
        here = there
    # Back again: in how many ways the rows that follow can be filled.
    after = {0: 1}
    sums = []
    for step in reversed(steps):
        here = {}
        chosen: dict[int, int] = {}
        for state, before, lines in step:
            total = 0
            for line, ways in lines:
                behind = after.get(state - line)
                if behind:
                    total += ways * behind
                    chosen[line] = chosen.get(line, 0) + before * ways * behind
            here[state] = total
        sums.append([sum([n * (line >> s & ones) for line, n in chosen.items()]) for s in shifts])
        after = here
    return after[start], sums[::-1]


def _fillings(
    n: int, state: Sequence[int], limits: Sequence[int], rest: Sequence[int], bits: int
) -> list[tuple[int, int]]:
    """All ways to fill a row with n cards, and how often each: no column gets more than its limit
    or than is left of it, and no more is left than the rest can take."""
    least = [a - b if a > b else 0 for a, b in zip(state, rest, strict=True)]
    most = [a if a < b else b for a, b in zip(state, limits, strict=True)]
    low, high = sum(least), sum(most)
    if not low <= n <= high:
        return []
    lines = [(0, n, 1)]
    shift = 0
    for fewest, greatest in zip(least[:-1], most[:-1], strict=True):
        low -= fewest
        high -= greatest
        lines = [
            (line + (given << shift), left - given, ways * comb(left, given))
            for line, left, ways in lines
            for given in range(max(fewest, left - high), min(greatest, left - low) + 1)
        ]
        shift += bits
    return [(line + (left << shift), ways) for line, left, ways in lines]
