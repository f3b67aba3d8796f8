"""What it costs native code to keep the ledger of every seat, and how much it can say.

    python benchmarks/knowing_native.py                    the house games
    python benchmarks/knowing_native.py agram game.rcy     these games; a folder: all of it
    python benchmarks/knowing_native.py --exact            only how much is said, in python mode

Random games are played by the kernel `playouts`, and by `knowing_playouts` with the ledger on; both
in turn, several times, and the best CPU time of each counts. Of each game one line is printed:

    plain      decisions a second without ledgers, in millions
    knowing    the same with ledgers
    share      the one of the other
    exact      before how many decisions the row said everything that is known
    Python     in how many positions of random games the ledger of Python is as plain as a row
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np

import kibitz
from kibitz import Game
from kibitz.engine.buffers import Buffers
from kibitz.engine.knowing import SURE, first_row, shape_of
from kibitz.engine.simulation import series_key
from kibitz.errors import KibitzError
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.updates import ledger_of

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
SECONDS = 0.5
"""About how long each measurement takes."""
ROUNDS = 5
GAMES, DECISIONS = 4, 150
"""Games that are played in Python, and decisions of each."""


def measured(game: Game) -> tuple[float, float, float]:
    """Decisions a second without and with ledgers, and how many were sure."""
    plain, knowing = (game.kernel(k, "native") for k in ("playouts", "knowing_playouts"))
    buffers = Buffers()
    blank, first = (np.array(each, np.int64) for each in (game.blank, first_row(game)))
    state, scratch = np.zeros((2, game.layout.size), np.int64)
    row, tally, result = np.zeros_like(first), np.zeros(1 << 16, np.int64), np.zeros(64, np.int64)
    key, everybody = series_key(1), (1 << game.players) - 1

    def without(n: int) -> None:
        made = state, buffers.codes, scratch, buffers.work, tally, result
        plain["playouts"](blank, 0, 0, n, *key, everybody, len(tally) // 4, *made)

    def with_ledgers(n: int) -> None:
        tally[:] = 0
        made = state, row, buffers.codes, scratch, buffers.work, tally
        if knowing["knowing_playouts"](blank, first, 0, n, *key, *made) >= 0:
            raise KibitzError(f"{game.title}: a random game had no way on")

    n = max(1, int(SECONDS / timed(with_ledgers, 200) * 200))
    best = [min(timed(each, n) for _ in range(ROUNDS)) for each in (without, with_ledgers)]
    return float(tally[0] / best[0]), float(tally[0] / best[1]), float(tally[1] / tally[0])


def timed(play: Callable[[int], None], n: int) -> float:
    begun = time.process_time()
    play(n)
    return time.process_time() - begun


def told(game: Game) -> tuple[float, float]:
    """In which share of positions the row is sure, and in which the ledger of Python is plain."""
    n = sure = plain = 0
    for seed in range(GAMES):
        rng, state = Random(seed), game.new(seed)
        functions, row = game.kernel("knowing"), first_row(game)
        numbers, key = state.array[:], game.layout.KEY
        numbers[:] = game.blank
        numbers[key : key + 2] = state.array[key : key + 2]
        functions["run"](numbers, 1, row)
        work = Buffers().work
        for _ in range(DECISIONS):
            n, sure, plain = n + 1, sure + row[SURE], plain + row_of(ledger_of(state))[SURE]
            if state.over:
                break
            option = rng.randrange(len(state.actions))
            functions["apply"](numbers, state.codes[option], work, row)
            state = state.after(state.actions[option])
    return sure / n, plain / n


def games(names: Sequence[str]) -> Iterator[str]:
    for name in names or HOUSE:
        yield from map(str, sorted(Path(name).glob("*.rcy"))) if Path(name).is_dir() else [name]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--exact", action="store_true", help="only how much is said")
    options = parser.parse_args()
    print(f"{'game':<16}{'plain':>9}{'knowing':>9}{'share':>8}{'exact':>8}{'Python':>8}{'row':>6}")
    for name in games(options.games):
        game = kibitz.load(name)
        try:
            exact, python = told(game)
            line = f"{game.name:<16}"
            if options.exact:
                line += f"{'':>26}"
            else:
                plain, knowing, exact = measured(game)
                line += f"{plain / 1e6:8.1f}M{knowing / 1e6:8.1f}M{knowing / plain:8.0%}"
            print(f"{line}{exact:8.0%}{python:8.0%}{shape_of(game).length:>6}", flush=True)
        except KibitzError as error:
            print(f"{game.name:<16} {error}")


if __name__ == "__main__":
    main()
