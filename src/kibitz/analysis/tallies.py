"""Games at random, tallied: the kernel `tallies`, and what its numbers say.

Game number i is that of `kibitz simulate` with the same seed. Kept are sums over games, and sums of
squares and products over games, so that a figure about decisions has an interval in which a game
counts as one observation: a million games take no more room than a hundred.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from kibitz.analysis.figures import Figure, of_moments
from kibitz.analysis.kinds import kinds
from kibitz.arena.statistics import t_quantile
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.game import Game
from kibitz.engine.simulation import series_key
from kibitz.errors import KibitzError
from kibitz.words.layout import laid_out

__all__ = ["Cell", "Tally", "labels_of", "played"]

STEPS, TRICKS = 200, 60
"""How many decisions, and tricks of a round, are told apart; as in the kernel."""

KEPT = 5
"""Numbers of a row for each game: decisions, options, choices, sum of decision number times
options, and how many teams won (less than 0: without the first seat)."""


def labels_of(game: Game) -> list[str]:
    """The kinds of decisions in their order; what a definition brings to several choices is one."""
    return list(dict.fromkeys(kind.label for kind in kinds(game).values()))


@dataclass(slots=True)
class Cell:
    """Decisions of one sort: how many there were, with how many options, a game at a time."""

    games: int = 0
    """In which there were any."""
    decisions: int = 0
    options: int = 0
    products: list[float] = field(default_factory=lambda: [0.0] * 4)
    """Of decisions and decisions, decisions and options, options and options, decisions of this
    sort and of any."""

    def mean(self) -> Figure | None:
        """Options at a decision."""
        dd, do, oo, _ = self.products
        return of_products(self.games, self.options, self.decisions, oo, do, dd)

    def share(self, games: int, decisions: int, squares: float) -> Figure | None:
        """Of all decisions of all games, given their number and the sum of its squares."""
        dd, _, _, all_of = self.products
        return of_products(games, self.decisions, decisions, dd, all_of, squares)


def of_products(n: int, above: int, below: int, aa: float, ab: float, bb: float) -> Figure | None:
    """The sum of some numbers over that of others, a pair for each of n games, given the sums and
    those of their products: as `figures.ratio` has it.

    >>> of_products(3, 6, 12, 14, 28, 56)
    Figure(value=0.5, ci95=(0.5, 0.5), n=3, exact=False)
    """
    if n == 0 or below == 0:
        return None
    value = above / below
    if n == 1:
        return Figure(value, None, 1)
    squares = max(0.0, aa - 2 * value * ab + value * value * bb)
    half = t_quantile(n - 1) * sqrt(squares / (n - 1) / n) / (below / n)
    return Figure(value, (value - half, value + half), n)


class Tally:
    """What many games at random were like, in numbers."""

    def __init__(self, game: Game) -> None:
        players = game.players
        self._kinds = len(labels_of(game))
        self.games = self.unfinished = self.decisions = self.options = self.choices = 0
        self.winners = [0] * players
        """Games by how many teams won, beginning with one."""
        self.wins = [[0] * players for _ in range(players)]
        """The same by seat: `wins[k - 1][seat]` games won by k teams, with this seat in one."""
        self.scores = [0] * players
        self.score_squares = [0.0] * players
        self.steps: list[list[Any]] = [[0, 0, 0.0] for _ in range(STEPS)]
        """For each decision number: games, options, and the sum of their squares."""
        self.products = [0.0] * 8
        """Over games, of: decisions twice, decisions and options, options twice, choices twice,
        decisions and choices; then convergence, and its square."""
        self.cells: dict[int, Cell] = {}
        self.ended: Counter[int] = Counter()
        """Games by how many decisions they had."""
        self.rows: list[int] = []
        """The rows of all games, one after the other, if they were kept."""

    def add(self, answer: dict[str, Any]) -> None:
        """Add what came of a lot."""
        self.games += answer["games"]
        self.unfinished += answer["unfinished"]
        self.decisions += answer["decisions"]
        self.options += answer["options"]
        self.choices += answer["choices"]
        _add(self.winners, answer["winners"])
        for all_of, some in zip(self.wins, answer["wins"], strict=True):
            _add(all_of, some)
        _add(self.scores, answer["scores"])
        _add(self.score_squares, answer["score_squares"])
        _add(self.products, answer["products"])
        for row, more in zip(self.steps, answer["steps"], strict=False):
            _add(row, more)
        for number, games, decisions, options, *products in answer["cells"]:
            cell = self.cells.setdefault(number, Cell())
            cell.games += games
            cell.decisions += decisions
            cell.options += options
            _add(cell.products, products)
        self.ended.update(dict(answer["ended"]))
        self.rows += answer["rows"]

    # --- what the numbers say -------------------------------------------------------------------

    def kind(self, number: int) -> Cell:
        """Decisions of a kind, in the order of `labels_of`."""
        return self.cells.get(number, Cell())

    def leading(self, trick: int) -> Cell:
        """What the leader decided in a trick of a round, the first being 0."""
        return self.cells.get(self._kinds + trick, Cell())

    def following(self, trick: int) -> Cell:
        """What all others decided in it."""
        return self.cells.get(self._kinds + TRICKS + trick, Cell())

    def place(self, cards: int) -> Cell:
        """What was decided when so many cards lay in the trick."""
        return self.cells.get(self._kinds + 2 * TRICKS + cards, Cell())

    @property
    def decisions_mean(self) -> Figure | None:
        return of_moments(self.games, self.decisions, self.products[0])

    @property
    def choices_mean(self) -> Figure | None:
        return of_moments(self.games, self.choices, self.products[3])

    @property
    def options_mean(self) -> Figure | None:
        dd, do, oo, *_ = self.products
        return of_products(self.games, self.options, self.decisions, oo, do, dd)

    @property
    def forced_share(self) -> Figure | None:
        dd, _, _, cc, dc, *_ = self.products
        forced = self.decisions - self.choices
        return of_products(
            self.games, forced, self.decisions, dd - 2 * dc + cc, dd - dc, dd
        )  # forced = decisions - choices, in every game

    @property
    def convergence(self) -> Figure | None:
        return of_moments(self.games, self.products[5], self.products[6])

    def won(self, seat: int) -> float:
        """Games won by a seat; one that k teams won counts 1 / k."""
        return sum(wins[seat] / (k + 1) for k, wins in enumerate(self.wins))


def _add(numbers: list[Any], more: Sequence[float]) -> None:
    for i, each in enumerate(more):
        numbers[i] += each


# --- a lot: see `kibitz.analysis.bench` -----------------------------------------------------------


def played(
    game: Game, first: int, last: int, seed: int, limit: int, native: bool, keep: bool
) -> dict[str, Any]:
    """The tally of some games. The mode changes nothing in it; `native` says if compiling pays."""
    table = _Table(game, last - first if keep else 0, limit)
    kernel = _kernel(game, native)
    begin, *rest = table.arrays if kernel is not None else table.plain()
    play = kernel or game.kernel("tallies")["tallies"]
    stuck = play(
        begin, first, last, *series_key(seed), limit, len(labels_of(game)), int(keep), *rest
    )
    give_back(table.space)
    state, tally, products, rows = rest[2], rest[6], rest[7], rest[10]
    if stuck >= 0:
        position, fault = int(state[0]), int(state[1])
        raise game.fault(fault) if fault else game.no_option(position)
    return table.answer([int(x) for x in tally], [float(x) for x in products], rows)


def _kernel(game: Game, native: bool) -> Any:
    """The compiled kernel, if it pays and there can be one."""
    if not native:
        return None
    try:
        return game.kernel("tallies", "native")["tallies"]
    except KibitzError:
        return None


class _Table:
    """The arrays of the kernel, and where it keeps what in them."""

    def __init__(self, game: Game, rows: int, limit: int) -> None:
        players, order = game.players, {label: n for n, label in enumerate(labels_of(game))}
        self.players = players
        self.cells = len(order) + 2 * TRICKS + players
        self.wins_at = 8 + players
        self.scores_at = self.wins_at + players * players
        self.steps_at = self.scores_at + players
        self.cells_at = self.steps_at + 2 * STEPS
        self.ended_at = self.cells_at + 3 * self.cells
        self.step_squares_at = 8 + players
        self.products_at = self.step_squares_at + STEPS
        trick = sorted(laid_out(game).trick)
        positions = [0] * (1 + max(kinds(game), default=0))
        for at, kind in kinds(game).items():
            positions[at] = 2 * order[kind.label] + (kind.tricks and bool(trick))
        self.space = codes, work = borrow()
        blank = array("q", bytes(8 * game.layout.size))
        self.arrays: tuple[array[Any], ...] = (
            array("q", game.blank),
            array("q", positions),
            array("q", [len(trick), *trick]),
            blank,
            codes,
            blank[:],
            work,
            array("q", bytes(8 * (self.ended_at + limit + 1))),
            array("d", bytes(8 * (self.products_at + 4 * self.cells))),
            array("q", bytes(16 * self.cells)),
            array("q", bytes(8 * players)),
            array("q", bytes(8 * max(1, KEPT * rows))),
        )

    def plain(self) -> tuple[Any, ...]:
        """The same as Python is quickest with them."""
        begin, positions, trick, state, codes, copy, work, *rest = self.arrays
        return (
            *map(list, (begin, positions, trick, state)),
            *(codes, list(copy), work),
            *map(list, rest),
        )

    def answer(self, tally: list[int], reals: list[float], rows: Sequence[int]) -> dict[str, Any]:
        """What the kernel has noted, as JSON."""
        players = self.players
        steps = [
            [*tally[at : at + 2], reals[self.step_squares_at + n]]
            for n, at in enumerate(range(self.steps_at, self.cells_at, 2))
        ]
        cells = [
            [
                n,
                *tally[self.cells_at + 3 * n : self.cells_at + 3 * n + 3],
                *reals[self.products_at + 4 * n : self.products_at + 4 * n + 4],
            ]
            for n in range(self.cells)
        ]
        return {
            "games": tally[0],
            "unfinished": tally[1],
            "decisions": tally[2],
            "options": tally[3],
            "choices": tally[4],
            "winners": tally[8 : self.wins_at],
            "wins": [
                tally[at : at + players] for at in range(self.wins_at, self.scores_at, players)
            ],
            "scores": tally[self.scores_at : self.steps_at],
            "score_squares": reals[8 : self.step_squares_at],
            "products": reals[:8],
            "steps": [step for step in steps if step[0]],
            "cells": [cell for cell in cells if cell[1]],
            "ended": [[n, games] for n, games in enumerate(tally[self.ended_at :]) if games],
            "rows": list(rows) if len(rows) >= KEPT else [],
        }
