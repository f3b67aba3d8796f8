"""Measuring speed: runners that take turns, in decisions per CPU-second.

Speed means little by itself: machines differ, and one machine differs from minute to minute. So
whatever is to be compared runs in the same process, turn and turn about, and its laps are short:
what slows one slows the others too. What counts is the median lap, and the ratio of two of them.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from itertools import count
from pathlib import Path

__all__ = ["Play", "Result", "Runner", "machine", "race"]

Play = Callable[[int], int]
"""Plays so many games and returns the number of decisions."""

SLACK = 1e-4
"""CPU-seconds too short to be measured; calibration goes on until a lap takes longer."""

ENOUGH = 0.6
"""The part of a lap that must have been run to know how long one is: what a start costs, however
few games are played, must not count for much."""

MOST = 1 << 40
"""Games in a lap at most."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Something that plays games: `play(n)` plays n of them and returns the decisions made."""

    name: str
    play: Play


@dataclass(frozen=True, slots=True)
class Result:
    """How fast a runner was: decisions per CPU-second, the median lap and the extremes."""

    name: str
    games: int
    """In each lap."""
    decisions: int
    """In all laps together."""
    laps: tuple[float, ...]
    """Decisions per CPU-second, in the order in which they were run."""

    @property
    def median(self) -> float:
        return statistics.median(self.laps)

    @property
    def least(self) -> float:
        return min(self.laps)

    @property
    def most(self) -> float:
        return max(self.laps)

    def over(self, other: Result) -> tuple[float, ...]:
        """How many times as fast as the other, in each of the rounds they both ran in.

        >>> fast = Result("fast", 10, 60, (40.0, 10.0, 30.0))
        >>> fast.over(Result("slow", 10, 60, (20.0, 5.0, 10.0)))
        (2.0, 2.0, 3.0)
        """
        return tuple(a / b for a, b in zip(self.laps, other.laps, strict=True))

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.median:,.0f} decisions per CPU-second "
            f"({self.least:,.0f} to {self.most:,.0f})"
        )


def race(
    runners: Sequence[Runner],
    *,
    seconds: float = 0.5,
    rounds: int = 5,
    progress: Callable[[int], None] | None = None,
) -> list[Result]:
    """Let the runners run in turn, as many rounds as asked for; their results, in the same order.

    Each plays as many games in a lap as take it about so many CPU-seconds: all of this process,
    whatever the number of threads. Compiling and the like happens while that number is found.
    `progress` is told how many laps have been run, that warming up of each included.
    """
    done = count(1)
    progress = progress or (lambda laps: None)
    games = []
    for runner in runners:
        games.append(_calibrate(runner, seconds))
        progress(next(done))
    laps: list[list[float]] = [[] for _ in runners]
    decisions = [0] * len(runners)
    for turn in range(rounds):
        for i in _order(len(runners), turn):
            made, spent = _lap(runners[i], games[i])
            decisions[i] += made
            laps[i].append(made / max(spent, SLACK))
            progress(next(done))
    return [
        Result(runner.name, games[i], decisions[i], tuple(laps[i]))
        for i, runner in enumerate(runners)
    ]


def machine() -> dict[str, str | int]:
    """What is measured on, and with what."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": date.today().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "load": load,
        "python": platform.python_version(),
        "llvmlite": metadata.version("llvmlite"),
    }


def _processor() -> str:
    """The processor's name, on Linux as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _order(count: int, turn: int) -> Sequence[int]:
    """There and back again, so that nobody always runs after the same one."""
    return range(count) if turn % 2 == 0 else range(count - 1, -1, -1)


def _lap(runner: Runner, games: int) -> tuple[int, float]:
    start = time.process_time()
    decisions = runner.play(games)
    return decisions, time.process_time() - start


def _calibrate(runner: Runner, seconds: float) -> int:
    """The number of games that take about so long."""
    _lap(runner, 1)  # compiles, imports, fills caches
    games = 1
    while True:
        _, spent = _lap(runner, games)
        if spent >= ENOUGH * seconds and spent > SLACK:
            return max(1, round(games * seconds / spent))
        if games >= MOST:
            return games
        growth = seconds / spent if spent > SLACK else 16.0
        games = max(games + 1, round(games * min(growth, 16.0)))
