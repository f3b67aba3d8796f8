"""Measuring speed: runners that take turns, in decisions per CPU-second.

Speed means little by itself: machines differ, and one machine differs from minute to minute. So
whatever is to be compared runs in the same process, turn and turn about, and its laps are short:
what slows one slows the others too. What counts is the median lap, and the ratio of two of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Result", "Runner", "race"]

SLACK = 1e-4
"""CPU-seconds too short to be measured; calibration goes on until a lap takes longer."""

MOST = 1 << 40
"""Games in a lap at most."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Something that plays games: `play(n)` plays n of them and returns the decisions made."""

    name: str
    play: Callable[[int], int]


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


def race(runners: Sequence[Runner], *, seconds: float = 0.5, rounds: int = 5) -> list[Result]:
    """Let the runners run in turn, as many rounds as asked for; their results, in the same order.

    Each plays as many games in a lap as take it about so many CPU-seconds: all of this process,
    whatever the number of threads. Compiling and the like happens while that number is found.
    """
    games = [_calibrate(runner, seconds) for runner in runners]
    laps: list[list[float]] = [[] for _ in runners]
    decisions = [0] * len(runners)
    for turn in range(rounds):
        for i in _order(len(runners), turn):
            made, spent = _lap(runners[i], games[i])
            decisions[i] += made
            laps[i].append(made / max(spent, SLACK))
    return [
        Result(runner.name, games[i], decisions[i], tuple(laps[i]))
        for i, runner in enumerate(runners)
    ]


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
        if spent >= seconds / 4 and spent > SLACK:
            return max(1, round(games * seconds / spent))
        if games >= MOST:
            return games
        growth = seconds / 2 / spent if spent > SLACK else 16.0
        games = max(games + 1, round(games * min(growth, 16.0)))
