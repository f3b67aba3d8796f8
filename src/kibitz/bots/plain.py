"""The plain bots, for every game: any action, the first one, and one that is always late.

They know nothing of cards. `random` is what everybody else is measured against; `slow` is there to
test what happens to a bot that takes too long.
"""

from __future__ import annotations

import time
from typing import Annotated

from kibitz.bots.parameters import at_least
from kibitz.engine.actions import Action
from kibitz.engine.compiled import STREAM
from kibitz.engine.game import Game
from kibitz.engine.primitives import below, noise
from kibitz.knowledge.views import View

__all__ = ["First", "Random", "Slow"]

FINE = 1 << 30
"""How finely weights are told apart."""

LATE = 0.01
"""Seconds by which `slow` overruns a budget: more than anybody forgives."""


class Random:
    """Any option, all complete ones equally likely. Compiled, it draws the same: `any_option` in
    the kernel `matches`."""

    def __init__(self) -> None:
        self.seed = self.made = 0

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game; the same seed gives the same choices."""
        self.seed, self.made = seed, 0

    def choose(self, view: View, budget: float | None) -> Action:
        """One of the actions, weighted by how many complete options stand behind each."""
        actions, weights = view.actions, view.weights()
        seed = noise(self.seed, 0, STREAM, self.made)
        self.made += 1
        if all(weight == 1.0 for weight in weights):
            return actions[below(seed, 0, STREAM, 0, len(actions))]
        mark = below(seed, 0, STREAM, 0, FINE) / FINE * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            mark -= weight
            if mark < 0.0:
                return action
        return actions[-1]


class First:
    """The first option listed."""

    def choose(self, view: View, budget: float | None) -> Action:
        """The first action."""
        return view.actions[0]


class Slow(Random):
    """Always late: over its budget, or `seconds` for a choice without one; then any option."""

    def __init__(self, seconds: Annotated[float, "how long it waits"] = 0.2) -> None:
        super().__init__()
        at_least(0, seconds=seconds)
        self.seconds = seconds

    def choose(self, view: View, budget: float | None) -> Action:
        """Sleep, then choose like `random`."""
        time.sleep(self.seconds if budget is None else budget + LATE)
        return super().choose(view, budget)
