"""The shoe: all that the kernel `deals` needs to deal at random, as one array of numbers.

It is written here and read by `kernels/deals.py.txt`, the same in both modes. Offsets are from the
beginning of the array or, within a part, of the part.

    0  cards, places, cases, where the laws are
    4  a rising bound for each case, then where each case is
    case   the place of every card, -1 if it is dealt; number of parts; where each part is
    part   the distance in the table of rows, of columns; rows, columns; piles; where the steps are;
           where the piles are; cells of the table; where the groups are; groups
    step   which row; where are: the first edge of each state, the bounds, targets and choices of
           the edges, the choices
    pile   cards, places; each place with its number of cards
    group  cards; each card
    law    counts; each: least, most, cards; each card; for each place whether it counts

A bound is the chance of an edge and those before it from the same state, in units of 2^-62.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

import numpy as np

from kibitz.knowledge.deals.cases import Case, Part
from kibitz.knowledge.deals.laws import bits
from kibitz.knowledge.deals.tables import Floats, Numbers, Step
from kibitz.knowledge.worlds import Law

__all__ = ["filled_shoe"]

CERTAIN = 1 << 62


def filled_shoe(
    cards: int, places: int, cases: Sequence[Case], laws: Iterable[Law]
) -> tuple[Numbers, int]:
    """The shoe for these cases, and how many numbers the kernel needs to work on."""
    bounds = [CERTAIN]
    if len(cases) > 1:  # one alone need not be counted
        sums = list(accumulate(case.count for case in cases))
        bounds = [n * CERTAIN // sums[-1] for n in sums]
    starts, body = [], []
    at = 4 + 2 * len(cases)
    for case in cases:
        written = [_part(part) for part in case.parts]
        behind = at + cards + 1 + len(written)
        ends = np.cumsum([behind, *map(len, written)]).tolist()
        fixed = [case.fixed.get(card, -1) for card in range(cards)]
        starts.append(at)
        body += [np.array([*fixed, len(written), *ends[:-1]]), *written]
        at = ends[-1]
    body.append(np.array(_laws(laws, cards, places)))
    front = np.array([cards, places, len(cases), at, *bounds, *starts], np.int64)
    cells = max(
        (len(p.groups) * len(p.piles) + len(p.piles) for c in cases for p in c.parts), default=0
    )
    return np.concatenate([front, *body]), 3 * cards + cells


def _part(part: Part) -> Numbers:
    piles, groups = len(part.piles), len(part.groups)
    distances = (1, piles) if part.by_pile else (piles, 1)
    steps = part.tables.steps
    heaps = [
        n
        for pile, height in zip(part.piles, part.heights, strict=True)
        for n in (height, len(pile), *(n for place in pile for n in place))
    ]
    cards = [n for group in part.groups for n in (len(group), *group)]
    at = 10 + 6 * len(steps)
    heads: list[int] = []
    body: list[Numbers] = []
    flows = part.tables.flows(part.weights)
    for row, step, flow in zip(part.order, steps, flows, strict=True):
        first = np.searchsorted(step.source, np.arange(step.states + 1))
        arrays = [first, _bounds(step, flow, first), step.target, step.choice, step.choices.ravel()]
        offsets = np.cumsum([at, *map(len, arrays)]).tolist()
        heads += [row, *offsets[:-1]]
        body += arrays
        at = offsets[-1]
    columns = steps[0].choices.shape[1]
    front = [
        *distances, len(steps), columns, piles, 10, at, groups * piles, at + len(heaps), groups,
    ]  # fmt: skip
    return np.concatenate([front, heads, *body, heaps, cards]).astype(np.int64)


def _bounds(step: Step, flow: Floats, first: Numbers) -> Numbers:
    """The bounds of all edges; sums of whole numbers, so that none depends on other states."""
    sums = np.concatenate(([0], np.cumsum((flow * CERTAIN).astype(np.int64))))
    found: Numbers = sums[1:] - sums[first[step.source]]
    found[first[1:][first[1:] > first[:-1]] - 1] = CERTAIN
    return found


def _laws(laws: Iterable[Law], cards: int, places: int) -> list[int]:
    laws = tuple(laws)
    found = [len(laws)]
    for law in laws:
        found.append(len(law))
        for count in law:
            own = list(bits(count.cards))
            found += [count.least, min(count.most, cards), len(own), *own]
            found += [count.places >> p & 1 for p in range(places)]
    return found
