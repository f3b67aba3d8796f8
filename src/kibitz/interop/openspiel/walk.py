"""Small games, gone through: every outcome of chance, every option.

Positions that are the same are gone through once, however one came there. Whether a game may be
small enough is seen from one way through it, so that large ones cost next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log

from kibitz.engine.events import WIDTH
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.interop.openspiel.moments import Moment, first, numbered

__all__ = ["Walked", "payoffs", "walk"]

MOST = 10_000
"""Moments of a game that are gone through at most."""

ALIKE = 1_000
"""Ways through a game for each of them at most."""

DEEPEST = 200
"""Moments in a game at most."""


class TooLarge(Exception):
    """A game cannot be gone through."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What can come after a moment."""

    lowest: float = inf
    """The least a seat gets."""
    highest: float = -inf
    totals: frozenset[float] = frozenset()
    """What all seats get together."""
    decisions: int = 0
    """The most there can be of them, of outcomes of chance, and of events."""
    chances: int = 0
    events: int = 0
    places: int = 0
    """The most numbers that are given to actions by their place among those on offer."""

    def joined(self, other: Walked, decisions: int, chances: int, events: int) -> Walked:
        """Both; the other comes after so much more."""
        return Walked(
            min(self.lowest, other.lowest),
            max(self.highest, other.highest),
            self.totals | other.totals,
            max(self.decisions, other.decisions + decisions),
            max(self.chances, other.chances + chances),
            max(self.events, other.events + events),
            max(self.places, other.places),
        )


def payoffs(state: State) -> list[float]:
    """What each seat gets at the end: its score, or what it costs where the lowest score wins."""
    sign = 1.0 if state.game.program.highest_wins else -1.0
    return [sign * score for score in state.scores]


def walk(game: Game) -> Walked | None:
    """What can come of a game; None if it is too large to be gone through."""
    try:
        return _Walk(game).whole() if _may_be_small(game) else None
    except TooLarge:
        return None


def _may_be_small(game: Game) -> bool:
    """Whether a game may be small enough, by one way through it."""
    moment, ways = first(game), 0.0
    while options := _options(moment):
        ways += log(len(options)) + 0.1  # so that it ends even where nobody can choose
        if ways > log(MOST) + log(ALIKE):
            return False
        moment = moment.after(game, options[0])
    return True


def _options(moment: Moment) -> list[int]:
    """What can be decided at a moment, by seats or by chance."""
    if moment.outcomes or moment.state is None:
        return list(moment.outcomes)
    return list(numbered(moment.state))


class _Walk:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[bytes, Walked] = {}
        self.moments = 0

    def whole(self) -> Walked:
        start = first(self.game)
        return Walked().joined(self.after(start, 0), 0, 0, _happened(start))

    def after(self, moment: Moment, depth: int) -> Walked:
        """What can come after a moment, which is so deep in the game."""
        self.moments += 1
        if self.moments > MOST or depth > DEEPEST:
            raise TooLarge
        state = moment.state
        if state is None or moment.outcomes:
            return self._all(moment, depth)
        key = bytes(state)
        if key not in self.known:
            if state.over:
                paid = payoffs(state)
                self.known[key] = Walked(min(paid), max(paid), frozenset([sum(paid)]))
            else:
                self.known[key] = self._all(moment, depth)
        return self.known[key]

    def _all(self, moment: Moment, depth: int) -> Walked:
        chance, options = int(bool(moment.outcomes)), _options(moment)
        dense = self.game.action_count
        found = Walked(places=0 if chance else max(0, max(options) + 1 - dense))
        for number in options:
            child = moment.after(self.game, number)
            events = _happened(child) if child.state is not moment.state else 0
            found = found.joined(self.after(child, depth + 1), 1 - chance, chance, events)
        return found


def _happened(moment: Moment) -> int:
    """How much the step to a position tells."""
    return 0 if moment.state is None else len(moment.state.last.events) // WIDTH
