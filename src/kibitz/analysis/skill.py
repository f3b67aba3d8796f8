"""Does skill pay? A searcher against random players, and searchers among themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.analysis import figures
from kibitz.analysis.figures import Figure
from kibitz.analysis.histories import NEAR, Floats
from kibitz.analysis.measured import SHAPE, Measured, measure, named
from kibitz.analysis.surveyed import Searched

__all__ = ["order", "order_rotated", "wins_all"]

WHOLE = "a shared victory counts whole"


@measure(
    "order",
    "Order",
    asks="Does skill pay?",
    sample="one",
    reference=SHAPE,
    better="high",
)
def order(games: Searched) -> Measured | None:
    """(w - 1/n) / (1 - 1/n), where w is the share of games that a searcher at the first seat wins
    against random players, and n the number of sides: 0 if searching does not help, 1 if it always
    wins. A victory shared by k sides counts 1/k; partners win together. (Where sides are made as
    the game goes, 1/n is the share that seats win on average if all decide at random.) Where
    victories are shared, a row says what Order is if each of them counts as a whole one: that comes
    closer to the published figure of Hearts, but a game of luck would seem to have skill."""
    found = _ordered(games, games.one[:, :1])
    won = games.one[:, 0] > 0
    if found is None or games.one[won, 0].min(initial=1.0) == 1:
        return found
    return replace(found, rows=named([WHOLE], [_figure(games, won[:, None].astype(np.float64))]))


@measure(
    "order_rotated",
    "Order, at every seat",
    asks="Does skill pay wherever one sits?",
    sample="one",
    reference=SHAPE,
    better="high",
)
def order_rotated(games: Searched) -> Measured | None:
    """Order with the searcher at each seat in turn, on the same deals, and the mean of that: what a
    seat is worth by itself cancels out. Rows: Order at each seat."""
    found = _ordered(games, games.one)
    if found is None:
        return None
    at_each = [_figure(games, games.one[:, [seat]]) for seat in range(games.game.players)]
    return Measured(found.figure, named(games.game.seats, at_each), residuals=found.residuals)


@measure(
    "wins_all",
    "Victories among searchers",
    asks="Which seat has an edge among good players?",
    sample="all",
    unit="share",
)
def wins_all(games: Searched) -> Measured | None:
    """The share of games that each seat wins if all search. A victory shared by k sides counts 1/k;
    partners win together. The rows are the seats."""
    if not len(games.wins):
        return None
    shares = [figures.share(float(column.sum()), len(column)) for column in games.wins.T]
    return Measured(rows=named(games.game.seats, shares))


def _ordered(games: Searched, won: Floats) -> Measured | None:
    figure = _figure(games, won)
    if figure is None:
        return None
    left = figures.residuals(_scaled(games, won)) if games.pairing else None
    return Measured(figure, residuals=left)


def _figure(games: Searched, won: Floats) -> Figure | None:
    """Order, a deal being one observation."""
    even = float(games.even.mean())
    if even == 1:
        return None  # all are on one side
    if float(np.ptp(games.even)) > NEAR:  # sides are made as the game goes
        found = figures.mean(_scaled(games, won).tolist())
        return found and found.within(-even / (1 - even), 1.0)
    if won.shape[1] > 1:
        plain = figures.mean_share(won.mean(axis=1).tolist())
    else:
        plain = figures.share(float(won.sum()), len(won))
    assert plain is not None
    value, *ends = ((each - even) / (1 - even) for each in (plain.value, *(plain.ci95 or ())))
    return Figure(value, (ends[0], ends[1]) if ends else None, plain.n)


def _scaled(games: Searched, won: Floats) -> Floats:
    """What each deal says of Order."""
    found: Floats = (won.mean(axis=1) - games.even) / (1 - games.even.mean())
    return found
