"""A match on a Ray cluster of two workers against two processes of this machine: the same results,
the time it takes, and what a worker costs that is killed meanwhile.

    python benchmarks/cluster.py [--deals N]

The cluster is started before the clock; its start is shown by itself. Times of neighbours are
compared, and a busy machine slows both.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import kibitz
from kibitz import work
from kibitz.arena import players
from kibitz.arena.match import Match
from kibitz.work import Job, Place

BOTS = ("rule", "osla:deals=2")
CLOCKS = {"seconds", "seconds_per_decision", "workers", "because"}


def timeless(found: Any) -> Any:
    """A result without what the clock says."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key not in CLOCKS}
    return [timeless(part) for part in found] if isinstance(found, list | tuple) else found


@contextmanager
def lent(place: Place) -> Iterator[None]:
    """Matches are played at a place that is open already."""

    @contextmanager
    def opened(on: str | None, workers: int | None = None) -> Iterator[Place]:
        yield place

    before = players.open_place
    players.open_place = opened  # type: ignore[assignment]
    try:
        yield
    finally:
        players.open_place = before


def played(place: Place, deals: int, victims: list[int] | None = None) -> tuple[Match, float]:
    """A match at a place, and its seconds; if there are victims, one is killed in the middle."""

    def progress(done: int) -> None:
        if victims and done >= deals // 2:
            os.kill(victims.pop(), signal.SIGKILL)
            victims.clear()

    begun = time.perf_counter()
    with lent(place):
        found = kibitz.match(
            kibitz.load("brisca"), BOTS, deals, mode="python", on="ray", progress=progress
        )
    return found, time.perf_counter() - begun


def pids(place: Place) -> list[int]:
    """The processes of a place's workers."""
    return sorted(set(place.map([Job("os:getpid")] * 20)))


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("--deals", type=int, default=40)
    deals = reader.parse_args().deals
    begun = time.perf_counter()
    with work.Pool(2) as pool, work.open("ray", 2) as ray:
        print(f"Ray is there after       {time.perf_counter() - begun:6.2f} s")
        played(pool, 2), played(ray, 2)  # everybody has loaded what they need
        results = []
        for turn in range(3):
            for name, place in (("two processes", pool), ("a cluster of two", ray)):
                found, seconds = played(place, deals)
                results.append(timeless(found.as_json()))
                print(f"{turn + 1}. {name:20}  {seconds:6.2f} s, {found.games} games")
        before = pids(ray)
        found, seconds = played(ray, deals, [before[0]])
        results.append(timeless(found.as_json()))
        gone = set(before) - set(pids(ray))
        print(f"one of them killed       {seconds:6.2f} s, replaced: {before[0] in gone}")
        print("the same results:", all(each == results[0] for each in results))


if __name__ == "__main__":
    main()
