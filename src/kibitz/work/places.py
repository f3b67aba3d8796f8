"""Places: where work runs, behind one small interface, and how a user says which.

    with places.open("ray", workers=8) as place:
        for answer in place.map(jobs):
            ...

What comes out depends on the jobs alone: not on the place, the number of its workers, or who was
done first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self

from kibitz.errors import KibitzError, did_you_mean
from kibitz.work.cores import cores
from kibitz.work.here import Here
from kibitz.work.job import Job
from kibitz.work.pool import Pool

__all__ = ["Place", "check", "open"]


class Place(Protocol):
    """Somewhere jobs can be done: this process, some others, or those of a cluster. A `with`
    statement closes it."""

    @property
    def size(self) -> int:
        """How many jobs are done at a time."""

    @property
    def near(self) -> bool:
        """Whether its workers see the files of this machine, under the same names."""

    def ask(self, job: Job) -> Any:
        """The answer to a job."""

    def as_they_come(self, jobs: Iterable[Job]) -> Iterator[tuple[int, Any]]:
        """The answers as they come in, each with the number of its job. The next job is looked for
        only when somebody is there to do it."""

    def map(self, jobs: Iterable[Job]) -> Iterator[Any]:
        """The answers in the order of the jobs."""

    def close(self) -> None:
        """End its workers, also in the middle of a job."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def check(on: str | None) -> None:
    """Complain about what is no place, before anything is begun."""
    if on is None or on == "ray" or on.startswith("ray://"):
        return
    host, _, port = on.rpartition(":")
    if not host or not port.isdigit():
        near = did_you_mean(on, ["ray"])
        raise KibitzError(
            f"work does not run on `{on}`{near}",
            "ray: a cluster of this machine, or the one RAY_ADDRESS names; or its address, "
            "ray://host:port",
        )


def open(on: str | None = None, workers: int | None = None, *, heard: bool = False) -> Place:
    """The place that was asked for, with so many workers; by default, one for each core there.

    Nothing: this process, or several of this machine. `ray`: a Ray cluster, the one `RAY_ADDRESS`
    names or one of this machine, started for the occasion. Or the address of a cluster. `heard`:
    what a job prints is to be seen, on standard error; from a cluster nothing is heard.

    >>> open(workers=1).size
    1
    >>> open("moon")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: work does not run on `moon`
      hint: ...
    """
    check(on)
    if on is not None:
        from kibitz.work.ray import Ray

        return Ray(None if on == "ray" else on, workers)
    size = workers or cores()
    return Here() if size == 1 else Pool(size, heard=heard)
