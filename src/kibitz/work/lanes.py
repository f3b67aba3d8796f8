"""Lanes: what takes long must not hold up what does not.

How long a kind of work takes is remembered. What is long, or not known yet, gets all workers but
one; so there is always somebody for what is quick. In each lane those who ask are served in turn.
"""

from __future__ import annotations

from collections import OrderedDict
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


class Lanes(Generic[W]):
    """What waits for one of some workers."""

    def __init__(self, workers: int) -> None:
        self._most = workers - 1
        """Workers that may do something long; where there is one worker only, there is one lane."""
        self._busy = 0
        """Those that do."""
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
        if asked.long and self._busy >= self._most:
            return False
        self._busy += asked.long
        return True

    def end(self, asked: W, seconds: float) -> W | None:
        """A job is done, after so many seconds; what its worker is to do next."""
        self._busy -= asked.long
        if asked.job.kind:
            before = self._took.pop(asked.job.kind, seconds)
            self._took[asked.job.kind] = (before + seconds) / 2
            while len(self._took) > KINDS:
                self._took.popitem(last=False)
        following = self._long.next() if self._busy < self._most else None
        following = following or self._quick.next()
        if following is not None:
            self._busy += following.long
        return following

    def clear(self) -> list[W]:
        """All that waits; nothing does any more."""
        found = []
        for turns in (self._quick, self._long):
            while (asked := turns.next()) is not None:
                found.append(asked)
        return found
