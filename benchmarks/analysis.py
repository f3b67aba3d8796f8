"""What analyses cost: each study's games a second, and a million games at random.

    python benchmarks/analysis.py                  the house games, a table
    python benchmarks/analysis.py agram tarot      some of them
    python benchmarks/analysis.py --million agram  a million games at random: CPU-seconds, memory

Games at random are tallied natively (the kernel `tallies`), and told apart by clause (`clauses`).
What is counted are decisions for each second of CPU time on one core, and how that compares, in the
same run, with a plain simulation (`playouts`), which keeps less. Compiling is not counted.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable

import kibitz
from kibitz.analysis import clauses, tallies
from kibitz.analysis.run import report
from kibitz.engine.game import Game

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
MILLION = 1_000_000


def rate(play: Callable[[int, int], None], decisions: float, seconds: float) -> float:
    """Decisions for each second of CPU time, in millions."""
    play(0, 10)  # compiled, or loaded
    first, size, start = 0, 100, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        play(first, first + size)
        first, size = first + size, size * 2
    return first * decisions / taken / 1e6


def row(game: Game, seconds: float) -> str:
    """The rates of a game."""
    decisions = game.simulate(200, seed=1, workers=1, mode="python").decisions_mean

    def simulated(first: int, last: int) -> None:
        game.simulate(last - first, seed=1 + first, workers=1, mode="native")

    def tallied(first: int, last: int) -> None:
        tallies.played(game, first, last, 1, 10_000, native=True, keep=False)

    def parted(first: int, last: int) -> None:
        clauses.played(game, first, last, 1, 10_000, native=True)

    plain, full, apart = (rate(each, decisions, seconds) for each in (simulated, tallied, parted))
    return f"{game.name:14}{plain:10.1f}{full:10.1f}{full / plain:8.2f}{apart:10.2f}"


def million(game: Game) -> str:
    """A million games at random, by the whole study, in this process."""
    report(game, random=100, studies=("random",), workers=1)
    start = time.process_time()
    found = report(game, random=MILLION, studies=("random",), workers=1)
    spent = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    played = found.samples["random"].games
    return (
        f"{game.name}: {played:,} games at random, {spent:.1f} CPU-seconds, {memory:.0f} MB at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=HOUSE)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--million", action="store_true")
    given = parser.parse_args()
    games = [kibitz.load(name) for name in given.games]
    if given.million:
        for game in games:
            print(million(game))
        return
    print(f"{'M decisions/s':14}{'simulated':>10}{'tallied':>10}{'ratio':>8}{'clauses':>10}")
    for game in games:
        print(row(game, given.seconds))


if __name__ == "__main__":
    main()
