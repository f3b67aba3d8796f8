"""Does skill pay? A searcher against random players, and searchers among themselves."""

from __future__ import annotations

import numpy as np

from kibitz.analysis import figures
from kibitz.analysis.figures import Figure
from kibitz.analysis.histories import Floats
from kibitz.analysis.measured import Measured, measure, named
from kibitz.analysis.surveyed import Searched

__all__ = ["CARDSTOCK", "order", "order_rotated", "wins_all"]

CARDSTOCK = "Goadrich, The Shape of Card Games, 2018-2019: mgoadric.github.io/cardstock"


@measure(
    "order",
    "Order",
    asks="Does skill pay?",
    sample="one",
    reference=CARDSTOCK,
    better="high",
)
def order(games: Searched) -> Measured | None:
    """(w - 1/n) / (1 - 1/n), where w is the share of games that a searcher at the first seat wins
    against random players, and n the number of sides: 0 if searching does not help, 1 if it always
    wins. A victory shared by k sides counts 1/k; partners win together."""
    return _ordered(games, games.one[:, :1])


@measure(
    "order_rotated",
    "Order, at every seat",
    asks="Does skill pay wherever one sits?",
    sample="one",
    reference=CARDSTOCK,
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
    shares = [_within(figures.mean(column.tolist())) for column in games.wins.T]
    return Measured(rows=named(games.game.seats, shares))


def _within(figure: Figure | None) -> Figure | None:
    return figure and figure.within(0.0, 1.0)


def _ordered(games: Searched, won: Floats) -> Measured | None:
    figure = _figure(games, won)
    if figure is None:
        return None
    left = figures.residuals(_scaled(games, won)) if games.pairing else None
    return Measured(figure, residuals=left)


def _figure(games: Searched, won: Floats) -> Figure | None:
    """Order, a deal being one observation."""
    if games.one_sides.mean() == 1:
        return None  # all are on one side
    found = figures.mean(_scaled(games, won).tolist())
    return found and figure_below_one(found)


def figure_below_one(figure: Figure) -> Figure:
    """The same: nobody wins more than all games."""
    return figure.within(-float("inf"), 1.0)


def _scaled(games: Searched, won: Floats) -> Floats:
    """What each deal says of Order."""
    even = games.one_sides.mean()
    found: Floats = (np.asarray(won).mean(axis=1) - even) / (1 - even)
    return found
