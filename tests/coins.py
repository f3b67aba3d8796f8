"""A study for tests that takes no time: it tosses a coin for every deal.

In a game with a parameter HAND the coin shows heads in so many of ten tosses, and a coin of the
same number falls the same way in every game: what comes up heads with HAND=3 does so with HAND=5.

    python -m coins analyse agram --workers 1       the command line, with this study alone
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kibitz.analysis import figures, run
from kibitz.analysis.bench import Bench
from kibitz.analysis.measured import MEASURES, Measured, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["BENT", "COINS", "KEYS", "LOT", "toss_only"]

LOT = 25
GAMES = 200


@dataclass(frozen=True, slots=True)
class Tossed:
    """Coins, and who tossed them."""

    heads: tuple[int, ...]
    seats: tuple[str, ...]
    pairing: bool
    samples: Sequence[Sample]


def tossed(game: Game, first: int, last: int, seed: int) -> list[int]:
    """What a lot of coins show."""
    hand = int(game.parameters.get("HAND", 5))
    _beware(first, hand)
    return [int(Random(f"{seed} {number}").random() * 10 < hand) for number in range(first, last)]


def _beware(first: int, hand: int) -> None:
    """A file `trap` says at which coin (-1: before all) something happens to this process, and
    what: a signal, or two, maybe with so many cards only; or nothing, but that it is told."""
    trap = Path("trap")
    at, what, *when = trap.read_text().split() if trap.exists() else ("0", "")
    if what == "-":
        TOLD.append(first)
    elif what and first == int(at) and (not when or when[0] in ("once", "twice", f"HAND={hand}")):
        for _ in range(2 if "twice" in when else 1):
            os.kill(os.getpid(), int(what))


TOLD: list[int] = []
"""The first coins of all lots that were tossed, if that is asked for."""


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> Tossed | None:
    if bench.game.parameters.get("HAND") == 8:
        raise KibitzError("with eight cards each nobody has a hand free for a coin")
    heads: list[int] = []
    _beware(-1, 0)
    TOLD.clear()
    for lot in bench.lots("coins:tossed", range(asked.games or GAMES), LOT):
        heads += lot
    if TOLD:
        print("tossed again:", *TOLD, file=sys.stderr)
    if not heads:
        return None
    sample = Sample("coins", "coins were tossed", ("random",), len(heads), len(heads), bench.seed)
    return Tossed(tuple(heads), tuple(bench.game.seats), asked.pairing, [sample])


def heads(coins: Tossed) -> Measured | None:
    """The share of coins that show heads."""
    residuals = figures.residuals(coins.heads) if coins.pairing else None
    return Measured(figures.share(sum(coins.heads), len(coins.heads)), residuals=residuals)


def edges(coins: Tossed) -> Measured | None:
    """The share of coins that stand on their edge, which none does."""
    return Measured(figures.Figure(0.0, None, len(coins.heads), exact=True))


def hands(coins: Tossed) -> Measured | None:
    """The share of coins that each seat has tossed: they take turns."""
    n = len(coins.heads)
    whose = [
        sum(i % len(coins.seats) == seat for i in range(n)) for seat in range(len(coins.seats))
    ]
    return Measured(rows=named(coins.seats, [figures.share(each, n) for each in whose]))


KEYS = ("heads", "edges", "hands")
"""The measures of this study, which are there while a test wants them."""

MEASURED: dict[str, Any] = {
    "heads": {"asks": "Do coins show heads?", "unit": "share", "better": "high"},
    "edges": {"asks": "Do they stand?", "unit": "share", "better": "low"},
    "hands": {"asks": "Who tosses?", "unit": "share"},
}


def _measures() -> tuple[Study, dict[str, Any]]:
    """The study, and its measures taken back from those of the house."""
    functions = [
        measure(key, key.title(), sample="coins", **MEASURED[key])(globals()[key]) for key in KEYS
    ]
    study = Study("coins", "tossing coins", 1.0, gather, tuple(functions))
    return study, {key: MEASURES.pop(key) for key in KEYS}


COINS, BENT = _measures()


def toss_only() -> None:
    """From now on, in this process, every analysis is about coins."""
    MEASURES.update(BENT)
    vars(run).update(STUDIES=(COINS,), PILOT=5)


if __name__ == "__main__":
    import coins

    from kibitz.cli.main import main

    coins.toss_only()
    main()
