"""Games that are played away, in lots: in Python to begin with; natively if that is there already,
or as soon as so much is left to play that it is worth compiling.

What is compiled is compiled where it is needed, once on each machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kibitz.work import Job, Place
from kibitz.work.lots import Lots

__all__ = ["PATIENCE", "in_lots", "is_worth"]

PATIENCE = 1.0
"""Seconds of play after which it is asked whether compiling, say, is worth it."""


def is_worth(seconds: float, done: int, left: int, spent: float) -> bool:
    """Whether so many games still to come will take so long, as far as one can tell."""
    return done > 0 and spent > PATIENCE and spent / done * left > seconds


def in_lots(
    place: Place,
    games: range,
    job: Callable[[range, str], Job],
    mode: str,
    *,
    ready: bool,
    worth: float,
    most: int = 1_000_000,
) -> Iterator[tuple[range, dict[str, Any]]]:
    """Games in lots of at most so many, and the answers to the jobs made of them, as they come; one
    that tells of a `fault` is the last, but for those that are being played.

    A job is made for a mode: `python`; or the one asked for, when it is `ready` or so many seconds
    of play are left that it is `worth` it.
    """
    lots, spent, done = Lots(games, place.size, most=most), 0.0, 0
    native = mode == "native" or (mode == "auto" and ready)

    def jobs() -> Iterator[Job]:
        for lot in lots:
            yield job(lot, mode if native else "python")

    for number, answer in place.as_they_come(jobs()):
        lot = lots.given[number]
        lots.took(number, answer["seconds"])
        spent, done = spent + answer["seconds"] / place.size, done + len(lot)
        if mode == "auto" and not native:
            native = is_worth(worth, done, len(lots.rest), spent)
        if answer.get("fault") is not None:  # those before it are with somebody already
            lots.stop()
        yield lot, answer
