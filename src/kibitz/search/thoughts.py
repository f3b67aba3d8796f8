"""Thinking: what a search found out about every action, to be shown to people."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from kibitz.engine.actions import Action

__all__ = ["Thinking", "Thought", "thought"]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search thinks of one action."""

    action: Action
    visits: int
    """How often it was tried."""
    value: float
    """The mean score the seat got after it."""
    low: float
    high: float
    """Where that mean lies with 95 % confidence, as far as the tries go."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a search thinks of a decision: all actions, the best first.

    >>> view = kibitz.view(kibitz.load("agram", NUMP=2).new(seed=7), "North")
    >>> thinking = kibitz.think(view, iterations=100)
    >>> thinking.method, sum(thought.visits for thought in thinking.thoughts)
    ('ismcts, paranoid', 100)
    """

    seat: int
    thoughts: tuple[Thought, ...]
    method: str
    """How it was found, in a few words: `ismcts, maxn`."""
    iterations: int
    seconds: float

    @property
    def best(self) -> Action:
        """The action the search would play."""
        return self.thoughts[0].action


def thought(action: Action, visits: int, total: float, squares: float) -> Thought:
    """What to think of an action, given the number of tries, and the sum and the sum of squares of
    the scores they led to."""
    if not visits:
        return Thought(action, 0, 0.0, -inf, inf)
    mean = total / visits
    margin = inf
    if visits > 1:
        margin = 1.96 * sqrt(max(0.0, squares / visits - mean * mean) / (visits - 1))
    return Thought(action, visits, mean, mean - margin, mean + margin)
