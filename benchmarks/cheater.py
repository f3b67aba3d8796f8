"""A bot that sees all hands: an upper bound for those that do not. Only for measuring."""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.search.trees import Method, think_openly


class Cheater:
    """The same search with all cards open."""

    def __init__(self, iterations: int = 1000) -> None:
        self.iterations = iterations

    def choose_seeing_all(self, state: State, budget: float | None) -> Action:
        policy = "paranoid" if len(state.teams) == 2 else "maxn"
        method = Method("cheater", policy, group=self.iterations)
        return think_openly(state, method, iterations=self.iterations).best
