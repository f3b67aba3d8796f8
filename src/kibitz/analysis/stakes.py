"""What hangs on a decision: how far options lie apart, and where random play loses most."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from kibitz.analysis import figures
from kibitz.analysis.figures import Figure
from kibitz.analysis.histories import TENTHS, Floats
from kibitz.analysis.kinds import kinds
from kibitz.analysis.measured import SHAPE, Measured, Row, measure, named
from kibitz.analysis.surveyed import Resurveyed, Searched

__all__ = ["LITTLE", "NOTHING", "regret", "spread", "stakes"]

NOTHING, LITTLE = 0.05, 0.2
"""Options that lie less than this apart differ by nothing, by little; else by a lot."""


@measure(
    "spread",
    "Spread",
    asks="Do options differ?",
    sample="all",
    reference=SHAPE,
    better="high",
)
def spread(games: Searched) -> Measured | None:
    """The mean over the decisions of searchers of the best minus the worst estimate of their
    options, each the mean normalised rank of 10 random playouts. A decision with a single option
    counts as 0. As in the published figures, so it is more than 0 even where nothing matters: the
    best of several estimates is partly lucky. What is at stake without that luck, `stakes` says."""
    above, below = games.column("spread"), games.column("entries")
    found = figures.ratio(above.tolist(), below.tolist())
    if found is None:
        return None
    left = figures.residuals(above, below) if games.pairing else None
    return Measured(found.within(0.0, 1.0), note=games.note, residuals=left)


@measure(
    "stakes",
    "Stakes",
    asks="What hangs on a decision: are there traps, are choices obvious?",
    sample="all",
    better="high",
)
def stakes(games: Searched) -> Measured | None:
    """The mean, over decisions with more than one option, of what lies between the best and the
    worst option, in normalised rank. Some decisions of the games by searchers, drawn by lot, are
    surveyed again: 30 playouts of each option say which is the best and which the worst, and 300
    others of these two, both in the same deals, what lies between them. So luck adds nothing on
    average, and a game of pure luck has 0; where 30 playouts pick the wrong two it is a little less
    than it should be. Rows: the shares of decisions at which that is nothing
    (less than 0.05, or less than twice its standard error), little (less than 0.2), or a lot."""
    if not games.again:
        return None
    gaps = np.array([each.gap for each in games.again])
    sure = gaps > 2 * np.array([each.error for each in games.again])
    lot = sure & (gaps >= LITTLE)
    nothing = ~sure | (gaps < NOTHING)
    found = _clustered(games, gaps)
    parts = nothing, ~nothing & ~lot, lot
    shares = [_clustered(games, each, of=figures.ratio_share) for each in parts]
    rows = named(("nothing", "little", "a lot"), shares)
    return Measured(found, rows, games.note)


@measure(
    "regret",
    "Regret",
    asks="Where does random play lose most?",
    sample="all",
)
def regret(games: Searched) -> Measured | None:
    """What a random option is worse than the best one, in normalised rank: the mean over decisions
    with more than one option. Found by the same surveys as `stakes`, so that luck adds nothing.
    Rows: by kind of decision, the most first, and by tenth of the game."""
    if not games.again:
        return None
    known = kinds(games.game)
    by_kind = _split(games, lambda each: known[each.position].label)
    by_kind.sort(key=lambda row: -row.figure.value)
    by_tenth = _split(games, lambda each: each.tenth + 1, range(1, TENTHS + 1))
    found = _clustered(games, [each.regret for each in games.again])
    rows = (*by_kind, *(Row(row.label, row.figure, "by tenth") for row in by_tenth))
    return Measured(found, rows, games.note)


def _split(
    games: Searched, of: Callable[[Resurveyed], Hashable], order: range | None = None
) -> list[Row]:
    """The mean regret of decisions of each sort."""
    sorts = [of(each) for each in games.again]
    values = np.array([each.regret for each in games.again])
    found = []
    for one in order or dict.fromkeys(sorts):
        there = np.array([sort == one for sort in sorts])
        figure = _clustered(games, values, there)
        if figure is not None:
            found.append(Row(str(one), figure))
    return found


def _clustered(
    games: Searched,
    values: ArrayLike,
    there: ArrayLike | None = None,
    of: Callable[[Sequence[float], Sequence[float]], Figure | None] = figures.ratio,
) -> Figure | None:
    """The mean over some decisions that were surveyed again; those of one game are a cluster."""
    weights: Floats = np.ones(len(games.again)) if there is None else np.asarray(there, np.float64)
    numbers = [each.number for each in games.again]
    _, which = np.unique(numbers, return_inverse=True)
    above = np.bincount(which, np.asarray(values, np.float64) * weights)
    below = np.bincount(which, weights)
    return of(above[below > 0].tolist(), below[below > 0].tolist())
