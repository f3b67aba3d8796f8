"""How fast the exact solver is: endings a CPU-second, by the number of tricks left.

    python benchmarks/solver.py                 all games
    python benchmarks/solver.py agram --quick   some, with fewer endings
    python benchmarks/solver.py --json          everything measured

An ending is a position of random play in which everybody has as many cards and is about to play
one; solved means that the exact value of every action is known. Measured in CPU time of one core,
in native mode, after warming up: with all there is, without taking cards for alike, and without
remembering positions. For comparison: the double-dummy solver of bridge, hand-written for one game,
finds the value of the best card in 4,188 endings of 5 cards a hand a second, in 1,173 of 8.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from random import Random

import numpy as np

import kibitz
from kibitz import Game, State
from kibitz.engine.race import machine
from kibitz.search.solver import Solver, Unsolvable, cards_in_hands

GAMES: dict[str, tuple[dict[str, int | str], tuple[int, ...]]] = {
    "agram": ({}, (3, 4, 5, 6)),
    "boerenbridge": ({"FIRST": 8, "PEAK": 8}, (3, 4, 5, 6, 8)),
    "brisca": ({}, (2, 3)),
    "tarot": ({"AUCTION": "NO"}, (3, 4, 5, 6, 8)),
}
WAYS = {
    "all": {"merge": True, "table": True},
    "no cards alike": {"merge": False, "table": True},
    "no table": {"merge": True, "table": False},
}
LIMIT = 5_000_000


@dataclass(frozen=True)
class Measured:
    """Endings of one size, solved in one way."""

    game: str
    tricks: int
    way: str
    endings: int
    solved: int
    seconds: float
    nodes: int

    def __str__(self) -> str:
        share = "" if self.solved == self.endings else f"  {self.endings - self.solved} given up"
        return (
            f"{self.game:13} {self.tricks} tricks  {self.way:15}"
            f"{self.solved / self.seconds:12,.1f} endings/s"
            f"{self.nodes / self.endings:14,.0f} positions each"
            f"{self.nodes / self.seconds / 1e6:8.1f} M/s{share}"
        )


def endings(game: Game, tricks: int, wanted: int) -> list[State]:
    """Positions of random play at the beginning of a trick, so many tricks before the end."""
    found: list[State] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        rng = Random(seed)
        state = game.new(seed=seed)
        while not state.over:
            few = cards_in_hands(game, state.array) == tricks * game.players
            drawing = game.name == "brisca" and state.cards("TRUMP")
            if few and not drawing and all(a.label.startswith("play ") for a in state.actions):
                found.append(state)
                break
            state = state.after(rng.choice(state.actions))
    return found


def measure(game: Game, tricks: int, positions: list[State], way: str, seconds: float) -> Measured:
    """Solve endings one by one, until all are done or it took long enough."""
    solver = Solver(game, **WAYS[way])
    tasks = [
        (
            np.array([state.array], np.int64),
            state.to_move or 0,
            np.array([action.id for action in state.actions], np.int64),
        )
        for state in positions
    ]
    for row, seat, actions in tasks:  # the plans for all seats are made
        try:
            solver.values(row, seat, actions, 1)
        except Unsolvable:
            pass
    solved = done = nodes = 0
    start = time.process_time()
    for row, seat, actions in tasks:
        try:
            solver.values(row, seat, actions, LIMIT)
            solved += 1
        except Unsolvable:
            pass
        done += 1
        nodes += solver.nodes
        if time.process_time() - start > seconds:
            break
    spent = time.process_time() - start
    return Measured(game.name, tricks, way, done, solved, spent, nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="all, if none is named")
    parser.add_argument("--quick", action="store_true", help="fewer endings")
    parser.add_argument("--json", action="store_true", help="everything measured, as data")
    given = parser.parse_args()
    results = []
    for name in given.games or GAMES:
        parameters, sizes = GAMES[name]
        game = kibitz.load(name, **parameters)
        for tricks in sizes:
            positions = endings(game, tricks, 20 if given.quick else 100)
            for way in WAYS:
                results.append(measure(game, tricks, positions, way, 3 if given.quick else 20))
                if not given.json:
                    print(results[-1], flush=True)
    if given.json:
        print(json.dumps({"machine": machine(), "results": [asdict(r) for r in results]}, indent=2))


if __name__ == "__main__":
    main()
