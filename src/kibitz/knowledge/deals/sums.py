"""Few tables, in plain Python, which is quicker at them than numpy.

In most positions of a game little is known of who has what, or nearly all: there is one table, or
there are a few dozen. `ManyTables` does the same for many. A line of numbers is packed into one, so
is a state: what is left of the columns, and above that the number of what the laws have got to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import comb, factorial

from kibitz.knowledge.deals.counters import Counters
from kibitz.knowledge.deals.tables import CERTAIN, Edges, Flat, flattened

__all__ = ["FewTables"]

Lines = list[tuple[int, int, int]]
"""How a row can be filled: what it has in the columns, in how many ways, the state after it."""


class FewTables:
    """All tables whose rows have so many cards each, none more in a column than its limit there.

    >>> FewTables([2, 1], [[1, 1], [1, 1]], [2, 1]).exact
    (2, [[2, 2], [2, 0]])
    """

    def __init__(
        self,
        rows: Sequence[int],
        limits: Sequence[Sequence[int]],
        columns: Sequence[int],
        counters: Counters | None = None,
    ) -> None:
        bits = max(columns).bit_length()
        self._ones, self._shifts = (1 << bits) - 1, range(0, bits * len(columns), bits)
        start = sum([n << shift for n, shift in zip(columns, self._shifts, strict=True)])
        later = [[0] * len(columns)]
        for limit in reversed(limits[1:]):  # what the rows to come can take
            later.append([a + b for a, b in zip(later[-1], limit, strict=True)])
        self._counters, self._columns = counters, columns
        here = {start: 1}
        self._steps: list[list[tuple[int, int, Lines]]] = []
        """For each step but the last the states, in how many ways each is reached, and the lines
        from there."""
        for n, limit, rest in zip(rows[:-1], limits[:-1], reversed(later), strict=False):
            lawful = self._lawful()
            step = []
            there: dict[int, int] = {}
            for state, before in here.items():
                left = [state >> shift & self._ones for shift in self._shifts]
                lines = _fillings(n, left, limit, rest, bits, state)
                if lawful is not None:
                    lines = lawful(state, lines)
                step.append((state, before, lines))
                for _, ways, target in lines:
                    there[target] = there.get(target, 0) + before * ways
            self._steps.append(step)
            here = there
        self._after = [self._last(rows[-1], limits[-1], here)]
        """In how many ways the rows from the last back to each can be filled, by states."""
        self.exact = self._summed()
        """The whole number of deals, and for each step the sum of every column over all of them."""

    def _lawful(self) -> _Lawful | None:
        """What to ask about the lines of the next step, if any law is about them."""
        step = len(self._steps)
        if self._counters is None or not self._counters.counted[step]:
            return None
        return _Lawful(self._counters, step, self._ones.bit_length(), len(self._columns))

    def _last(self, n: int, limits: Sequence[int], states: Iterable[int]) -> dict[int, int]:
        """In how many ways the last row can take all that is left."""
        lawful = self._lawful()
        ones, free = self._ones, all(a >= b for a, b in zip(limits, self._columns, strict=True))
        factorials = [factorial(i) for i in range(n + 1)]
        found = {}
        for state in states:
            left = [state >> shift & ones for shift in self._shifts]
            if free or all(a <= b for a, b in zip(left, limits, strict=True)):
                ways = factorials[n]
                for given in left:
                    ways //= factorials[given]
                line = state & (1 << self._shifts.stop) - 1
                found[state] = ways if lawful is None or lawful(state, [(line, 1, 0)]) else 0
            else:
                found[state] = 0
        return found

    def _summed(self) -> tuple[int, list[list[int]]]:
        sums = []
        after, ones = self._after[0], self._ones
        for step in reversed(self._steps):
            here = {}
            chosen: dict[int, int] = {}
            for state, before, lines in step:
                total = 0
                for line, ways, target in lines:
                    behind = after[target]
                    if behind:
                        behind *= ways
                        total += behind
                        chosen[line] = chosen.get(line, 0) + before * behind
                here[state] = total
            sums.append(
                [sum([n * (line >> s & ones) for line, n in chosen.items()]) for s in self._shifts]
            )
            self._after.append(here)
            after = here
        whole = sum(after.values())
        rest = [whole * n for n in self._columns]  # is the last row's
        for own in sums:
            rest = [a - b for a, b in zip(rest, own, strict=True)]
        return whole, [*reversed(sums), rest]

    @property
    def feasible(self) -> bool:
        """Whether there is any such table."""
        return self.exact[0] > 0

    @property
    def means(self) -> list[list[float]]:
        """For each step what the row has on average in every column."""
        whole, sums = self.exact
        return [[n / whole for n in line] for line in sums]

    @property
    def used(self) -> list[list[bool]]:
        """For each step which columns the row can have anything in."""
        return [[n > 0 for n in line] for line in self.exact[1]]

    @cached_property
    def flat(self) -> Flat:
        """What it takes to deal from these tables, as one list."""
        return flattened(self.edges)

    @property
    def edges(self) -> Iterator[Edges]:
        """What it takes to deal from these tables."""
        for step, after in zip(self._steps, reversed(self._after[:-1]), strict=True):
            numbers_of = {state: i for i, state in enumerate(after)}
            choices: dict[int, int] = {}
            found = Edges([0], [], [], [], [])
            for _, _, lines in step:
                kept = [each for each in lines if after[each[2]]]
                if len(kept) > 1:
                    through = [ways * after[target] for _, ways, target in kept]
                    total, so_far = sum(through), 0
                    for n in through[:-1]:
                        so_far += n
                        found.bounds.append(so_far * CERTAIN // total)
                if kept:
                    found.bounds.append(CERTAIN)
                for line, _, target in kept:
                    found.target.append(numbers_of[target])
                    found.choice.append(choices.setdefault(line, len(choices)))
                found.first.append(len(found.target))
            for line in choices:
                found.choices.extend([line >> s & self._ones for s in self._shifts])
            yield found
        last = list(self._after[0])
        numbers = list(range(len(last)))
        taken = [state >> s & self._ones for state in last for s in self._shifts]
        yield Edges([*numbers, len(last)], [CERTAIN] * len(last), [0] * len(last), numbers, taken)


class _Lawful:
    """Those lines of a row that break no law, and what the laws get to by them."""

    def __init__(self, counters: Counters, step: int, bits: int, columns: int) -> None:
        self._counters, self._step = counters, step
        self._ones, self._top = (1 << bits) - 1, bits * columns
        self._counted = [
            ([column * bits for column in columns], cap, each)
            for columns, cap, each in counters.counted[step]
        ]
        self._shares: dict[int, tuple[int, ...]] = {}

    def __call__(self, state: int, lines: Lines) -> Lines:
        after, step, shares, ones = self._counters.after, self._step, self._shares, self._ones
        number = state >> self._top
        if not self._counters.awaits(step, number):
            return lines
        kept = []
        for line, ways, target in lines:
            share = shares.get(line)
            if share is None:
                share = shares[line] = tuple([
                    min(cap, each * sum([line >> shift & ones for shift in shifts]))
                    for shifts, cap, each in self._counted
                ])  # fmt: skip
            got = after(step, number, share)
            if got >= 0:
                kept.append((line, ways, target + (got - number << self._top)))
        return kept


def _fillings(
    n: int,
    left: Sequence[int],
    limits: Sequence[int],
    rest: Sequence[int],
    bits: int,
    state: int,
) -> Lines:
    """All ways to fill a row with n cards: no column gets more than its limit or than is left of
    it, and no more is left than the rest can take."""
    least = [a - b if a > b else 0 for a, b in zip(left, rest, strict=True)]
    most = [a if a < b else b for a, b in zip(left, limits, strict=True)]
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
    return [
        (line + (last << shift), ways, state - line - (last << shift)) for line, last, ways in lines
    ]
