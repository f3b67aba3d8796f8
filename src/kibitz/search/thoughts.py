"""Thinking: what a search found out about every action, or a network says of it, to be shown to
people.

A search tries actions: each has its tries, the mean score they led to, and an interval. A network
tries nothing and cannot say how sure it is: its actions have a value, no tries and no interval, and
the thinking says by its `measure` what that value is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Literal, TypeAlias, get_args

from kibitz.engine.actions import Action

__all__ = ["MEASURES", "Measure", "Thinking", "Thought", "thought"]

Measure: TypeAlias = Literal["score", "points", "share"]
"""What values are:

    score    the mean score the seat got, over the tries
    points   what the seat is expected to score from here on, and maybe only in this hand
    share    how much of its preference an action has; all have 1
"""

MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search, or a network, thinks of one action."""

    action: Action
    visits: int
    """How often it was tried; a network tries nothing."""
    value: float
    """The mean score the seat got after it; or what the `measure` of the thinking says."""
    low: float
    high: float
    """Where that mean lies with 95 % confidence, as far as the tries go; without any, anywhere."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a search, or a network, thinks of a decision: all actions, the best first.

    >>> view = kibitz.view(kibitz.load("agram", NUMP=2).new(seed=7), "North")
    >>> thinking = kibitz.think(view, iterations=100)
    >>> thinking.method, sum(thought.visits for thought in thinking.thoughts)
    ('ismcts, paranoid', 100)
    """

    seat: int
    thoughts: tuple[Thought, ...]
    method: str
    """How it was found, in a few words: `ismcts, maxn`, `network`."""
    iterations: int
    seconds: float
    measure: Measure = "score"
    """What the values are."""

    @property
    def tried(self) -> bool:
        """Whether actions were tried. If not there are neither tries nor intervals to be shown; if
        so, nothing is known of those that were not."""
        return self.measure == "score"

    @property
    def best(self) -> Action:
        """The action it would play."""
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
