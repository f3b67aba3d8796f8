"""The curve of a training: what the network had reached, and when.

    curve.jsonl       a line of JSON for each point, in the order in which they came

A line is written as a whole when its point is known, so a crash costs at most the line that was
being written: who reads leaves out what is broken.

>>> from kibitz.learn.curve import Measured, Point
>>> met = Measured("random", 12.5, (12.0, 13.0), 25.0, (24.0, 26.0), 0.61, (0.58, 0.64), 2000)
>>> point = Point(1000, decisions=512_000, seconds=9.5, loss=0.03, rate=104_000, against=(met,))
>>> Point.from_json(point.to_json()) == point
True
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError

__all__ = ["FILE", "Interval", "Measured", "Point", "add", "cut", "opponents", "read"]

FILE = "curve.jsonl"

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """How a network did against an opponent. Both play the same deals in all seatings, so that
    neither has better cards or seats (see `kibitz.arena.seatings`); means are for each seat, and
    intervals hold with 95 % confidence, a deal being one observation."""

    opponent: str
    score: float
    """Points of the network, as the game counts them."""
    score_interval: Interval | None
    """None: there was one deal only, from which nobody can tell."""
    over: float
    """By how many points it is better than the opponent; also where the fewest win."""
    over_interval: Interval | None
    wins: float
    """The share of games it won, at each of its seats: a victory shared by k counts 1/k."""
    wins_interval: Interval | None
    games: int

    @classmethod
    def from_json(cls, data: Any) -> Measured:
        given: dict[str, Any] = {
            name: _interval(value) if name.endswith("_interval") else value
            for name, value in data.items()
        }
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Point:
    """What there was to tell at some moment of a training."""

    step: int
    """Steps that the learner had taken."""
    decisions: int
    """Decisions that the actors had made."""
    seconds: float
    """How long it had taken, all interruptions left out."""
    loss: float | None
    """The mean loss since the point before; None before the first step."""
    rate: float | None
    """Decisions a second since then."""
    against: tuple[Measured, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Point:
        against = tuple(map(Measured.from_json, data["against"]))
        found = cls(**{**data, "against": against})
        _check(found)
        return found


def opponents(points: Iterable[Point]) -> list[str]:
    """Whom the network met, in the order in which they came."""
    return list(dict.fromkeys(met.opponent for point in points for met in point.against))


# --- files ----------------------------------------------------------------------------------------


def add(path: Path, point: Point) -> None:
    """Write a point behind those that are there, on a line of its own."""
    try:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a crash has cut off the line before
                    file.write(b"\n")
            file.write(_line(point).encode())
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> list[Point]:
    """The points of a file; none, if it is not there. Lines that were cut off are left out."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise KibitzError(f"{path} cannot be read: {error.strerror}") from None
    return list(_read(text.splitlines()))


def cut(path: Path, step: int) -> None:
    """Keep the points up to a step: a training that goes on from an older checkpoint will come to
    the others again. What was cut off by a crash goes too."""
    kept = [_line(point) for point in read(path) if point.step <= step]
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text("".join(kept), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None


def _read(lines: Sequence[str]) -> Iterable[Point]:
    for line in lines:
        try:
            yield Point.from_json(json.loads(line))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            continue


def _line(point: Point) -> str:
    return json.dumps(point.to_json(), separators=(",", ":")) + "\n"


def _interval(value: Any) -> Interval | None:
    if value is None:
        return None
    low, high = value
    return low, high


def _check(point: Point) -> None:
    """Complain about what cannot be drawn."""
    numbers = [point.step, point.decisions, point.seconds]
    numbers += [value for value in (point.loss, point.rate) if value is not None]
    for met in point.against:
        numbers += [met.score, met.over, met.wins, met.games]
        for interval in (met.score_interval, met.over_interval, met.wins_interval):
            numbers += interval or ()
        if not isinstance(met.opponent, str):
            raise TypeError(met.opponent)
    if not all(isinstance(number, int | float) and isfinite(number) for number in numbers):
        raise ValueError("not a number")
