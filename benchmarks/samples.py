"""How fast states are drawn from what a seat knows, and how long a decision takes, game by game.

    python benchmarks/samples.py                       the house games, the small ones, ours
    python benchmarks/samples.py rules/*.rcy agram     these
    python benchmarks/samples.py --quick               fewer positions
    python benchmarks/samples.py --json                everything measured

One line per game: samples a second (the median and the slowest position), milliseconds of a
decision by `ismcts:iterations=200` (likewise; with all that is worked out about the position), how
the states were drawn, and how long the first one took to be compiled. Everything is CPU time of one
core, after compilation, on positions that random play from given seeds has reached.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import kibitz
from kibitz import Game, State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import dealer_of, view

TESTS = Path(__file__).parent.parent / "tests"
HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
FOLDERS = ("games/small", "knowledge/dealt", "knowledge/rules")

BATCH = 256
"""Deals drawn at once: as many as a search asks for."""

LEAST = 0.02
"""Seconds for which deals of a position are drawn."""

ITERATIONS = 200


@dataclass(frozen=True)
class Line:
    """What was measured of a game."""

    game: str
    positions: int
    samples: float
    """A second, in the median position."""
    slowest: float
    decision: float
    """Milliseconds, in the median position."""
    longest: float
    ways: dict[str, int]
    """How the states were drawn, in how many positions."""
    compiled: float
    """Seconds until the first sample and the first decision."""

    def __str__(self) -> str:
        ways = ", ".join(f"{way} {n}" for way, n in self.ways.items())
        return (
            f"{self.game:24} {self.samples:>11,.0f}/s {self.slowest:>11,.0f}/s "
            f"{self.decision:7.2f} ms {self.longest:7.2f} ms  {ways} ({self.compiled:.1f} s)"
        )


def played(game: Game, seed: int) -> Iterator[State]:
    """The states of a game played at random in which somebody must decide."""
    rng = Random(seed)
    state = game.new(seed)
    for _ in range(300):
        if state.over:
            return
        yield state
        state = state.after(rng.choice(state.actions))


def positions(game: Game, number: int) -> list[State]:
    """Some states from all stages of a few games."""
    found: list[State] = []
    for seed in range(1, 6):
        states = list(played(game, seed))
        states = [state for state in states if len(state.actions) > 1] or states
        found += Random(seed).sample(states, min(len(states), -(-number // 5)))
    return found


def drawing(state: State) -> float:
    """Samples a second in a position."""
    seen, rng = view(state, state.to_move), Random(1)
    space = seen.samples(BATCH, rng)
    begun, made = time.process_time(), 0
    while time.process_time() - begun < LEAST:
        seen.samples(BATCH, rng, out=space)
        made += BATCH
    return made / (time.process_time() - begun)


def deciding(state: State) -> float:
    """Milliseconds of a decision, with what is worked out for it."""
    begun = time.process_time()
    kibitz.think(view(state, state.to_move), iterations=ITERATIONS)
    return 1000 * (time.process_time() - begun)


def measured(game: Game, number: int) -> Line | None:
    """A game's line; None if states cannot be drawn: there are private numbers."""
    states = positions(game, number)
    begun = time.perf_counter()
    ways: Counter[str] = Counter()
    try:
        for state in states:
            seen = view(state, state.to_move)
            seen.samples(1, Random(1))
            ways[dealer_of(seen).way] += 1
            kibitz.think(seen, iterations=10)
    except KibitzError as error:
        print(f"{game.name:24} {error}")
        return None
    compiled = time.perf_counter() - begun
    speeds, decisions = list(map(drawing, states)), list(map(deciding, states))
    return Line(
        game.name, len(states),
        statistics.median(speeds), min(speeds),
        statistics.median(decisions), max(decisions),
        dict(ways), compiled,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="names or files; all at hand if left out")
    parser.add_argument("--quick", action="store_true", help="fewer positions")
    parser.add_argument("--json", action="store_true", help="print everything measured")
    given = parser.parse_args()
    files = [str(path) for folder in FOLDERS for path in sorted((TESTS / folder).glob("*.rcy"))]
    lines = []
    for name in given.games or [*HOUSE, *files]:
        line = measured(kibitz.load(name), 5 if given.quick else 20)
        if line is not None:
            lines.append(line)
            if not given.json:
                print(line, flush=True)
    if given.json:
        print(json.dumps([asdict(line) for line in lines]))


if __name__ == "__main__":
    main()
