"""Lanes: what takes long must not hold up what does not.

How long a kind of work takes is remembered. What is long, or not known yet, gets all workers but
one; so there is always somebody for what is quick. In each lane those who ask are served in turn.
It can be said how much that is long may be done for one of them at once, so that the first question
of somebody else need not wait for its end.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Generic, Protocol, TypeVar

from kibitz.work.job import Job
from kibitz.work.turns import Turns

__all__ = ["Lanes"]

LONG = 0.5
"""Seconds: what takes more is long."""
KINDS = 1024
"""Kinds of work of which it is remembered how long they take."""


class Waiting(Protocol):
    """A job that waits, and whether it is long."""

    @property
    def job(self) -> Job: ...

    @property
    def long(self) -> bool: ...


W = TypeVar("W", bound=Waiting)


def _who(asked: Waiting) -> str:
    """Who asks."""
    return asked.job.askers[0] if asked.job.askers else ""


class Lanes(Generic[W]):
    """What waits for one of some workers."""

    def __init__(self, workers: int, each: int | None = None) -> None:
        self._most = workers - 1
        """Workers that may do something long; where there is one worker only, there is one lane."""
        self._each = self._most if each is None else each
        """Those that may do something long for one who asks."""
        self._busy = Counter[str]()
        """Those that do, by who has asked."""
        self._quick, self._long = Turns[W](), Turns[W]()
        self._took: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._quick) + len(self._long)

    def waiting(self, askers: tuple[str, ...]) -> int:
        """How much waits for somebody, at all their tables."""
        return sum(turns.waiting(*askers[:1]) for turns in (self._quick, self._long) if askers)

    def is_long(self, job: Job) -> bool:
        """Whether a job has to be expected to take long."""
        return self._most > 0 and job.kind != "" and self._took.get(job.kind, LONG + 1) > LONG

    def add(self, asked: W) -> None:
        (self._long if asked.long else self._quick).add(asked.job.askers, asked)

    def remove(self, asked: W) -> None:
        """Nobody waits for it any more."""
        (self._long if asked.long else self._quick).remove(asked.job.askers, asked)

    def begin(self, asked: W) -> bool:
        """Whether a worker that has nothing to do may do this; then it is being done."""
        if asked.long:
            if self._busy.total() >= self._most or _who(asked) in self._full():
                return False
            self._busy[_who(asked)] += 1
        return True

    def end(self, asked: W, seconds: float) -> W | None:
        """A job is done, after so many seconds; what its worker is to do next."""
        if asked.long:
            self._busy -= Counter([_who(asked)])  # who has none left is not kept
        if asked.job.kind:
            before = self._took.pop(asked.job.kind, seconds)
            self._took[asked.job.kind] = (before + seconds) / 2
            while len(self._took) > KINDS:
                self._took.popitem(last=False)
        room = self._busy.total() < self._most
        following = self._long.next(self._full()) if room else None
        if following is not None:
            self._busy[_who(following)] += 1
        return following or self._quick.next()

    def _full(self) -> list[str]:
        """Those for whom nothing more that is long may be done now."""
        return [who for who, busy in self._busy.items() if busy >= self._each]

    def clear(self) -> list[W]:
        """All that waits; nothing does any more."""
        found = []
        for turns in (self._quick, self._long):
            while (asked := turns.next()) is not None:
                found.append(asked)
        return found
