"""The pool of earlier selves: some networks of the past, spread evenly over the training so far.

Who plays against nobody but itself may learn to beat itself and forget how to beat others; earlier
selves remember (Lanctot et al. 2017; the idea is as old as Samuel's checkers program of 1959).

M. Lanctot et al.: A Unified Game-Theoretic Approach to Multiagent Reinforcement Learning.
NIPS 2017.

>>> pool = Pool(room=4)
>>> for number in range(0, 100):
...     pool.see(None, number)
>>> pool.numbers
[0, 32, 64, 96]
"""

from __future__ import annotations

from typing import Any

__all__ = ["Pool"]


class Pool:
    """Networks by the rounds they are of. Which are kept depends on the number of the round only:
    when there is no room any more, every second one goes, and from then on half as many come."""

    def __init__(self, room: int, every: int = 8) -> None:
        self.room, self.every = room, every
        self.numbers: list[int] = []
        self.things: list[Any] = []

    def see(self, thing: Any, number: int) -> None:
        """The network of a round, as it is told to others; it may be one to keep."""
        if self.room == 0 or number % self.every or number in self.numbers:
            return
        if len(self.numbers) == self.room:
            self.every *= 2
            kept = [k for k, each in enumerate(self.numbers) if each % self.every == 0]
            self.numbers = [self.numbers[k] for k in kept]
            self.things = [self.things[k] for k in kept]
        if number % self.every == 0:
            self.numbers.append(number)
            self.things.append(thing)
