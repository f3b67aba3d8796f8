"""This process as a place where work runs: nothing is started, nothing is limited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.work.closing import Closing
from kibitz.work.job import Job, message
from kibitz.work.memory import Forgotten, Memory

__all__ = ["Here"]


class Here(Closing):
    """Does jobs one after the other, as a pool would."""

    size = 1
    near = True

    def __init__(self) -> None:
        self.memory = Memory()

    def close(self) -> None:
        """Forget what was told."""
        self.memory = Memory()

    def ask(self, job: Job) -> Any:
        """What the job's function returns."""
        try:
            known = {thing.key: 0 for thing in job.things.values()}
            return self.memory.answer(message(job, known))
        except Forgotten:
            return self.memory.answer(message(job, {}))

    def as_they_come(self, jobs: Iterable[Job]) -> Iterator[tuple[int, Any]]:
        """The answers, each with the number of its job."""
        for number, job in enumerate(jobs):
            yield number, self.ask(job)

    def map(self, jobs: Iterable[Job]) -> Iterator[Any]:
        """The answers in the order of the jobs."""
        return map(self.ask, jobs)
