"""How fast python mode is, per CPU-second, against Agram written by hand in flat Python.

    python benchmarks/python_mode.py

Measures alternate with the peer and the medians are taken, so that a busy machine slows both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

import flat_agram

import kibitz

ROUNDS = 7
GAMES = 150


def by_hand() -> float:
    """Games of Agram a second, written by hand."""
    rng = Random(1)
    start = time.process_time()
    for _ in range(GAMES):
        flat_agram.play(rng)
    return GAMES / (time.process_time() - start)


def emitted(game: kibitz.Game) -> Callable[[], float]:
    """Games a second through the emitted functions."""

    def measure() -> float:
        played = game.simulate(GAMES, mode="python")
        return played.games / played.cpu_seconds

    return measure


def values(game: kibitz.Game) -> Callable[[], tuple[float, float, float]]:
    """Games a second through `State` and `Action`; microseconds of `actions` and of `after`."""

    def measure() -> tuple[float, float, float]:
        rng = Random(1)
        listing = playing = 0.0
        decisions = 0
        start = time.process_time()
        for seed in range(GAMES // 3):
            state = game.new(seed)
            while not state.over:
                before = time.thread_time()
                actions = state.actions
                between = time.thread_time()
                state = state.after(rng.choice(actions))
                playing += time.thread_time() - between
                listing += between - before
                decisions += 1
        seconds = time.process_time() - start
        return GAMES // 3 / seconds, listing / decisions * 1e6, playing / decisions * 1e6

    return measure


def main() -> None:
    games = {name: kibitz.load(name) for name in ("agram", "boerenbridge", "brisca", "tarot")}
    for game in games.values():
        game.simulate(20)
        state = game.new(1)
        state.after(state.actions[0])
    peer = [by_hand() for _ in range(ROUNDS)]
    print(f"Agram by hand, flat Python: {statistics.median(peer):,.0f} games a CPU-second")
    print(f"{'game':14}{'emitted':>10}{'of by hand':>12}{'State':>9}{'actions':>10}{'after':>9}")
    for name, game in games.items():
        quick, slow, ratio = [], [], []
        for _ in range(ROUNDS):
            quick.append(emitted(game)())
            ratio.append(quick[-1] / by_hand())
            slow.append(values(game)())
        state, listing, playing = (statistics.median(column) for column in zip(*slow, strict=True))
        share = f"{statistics.median(ratio):.0%}" if name == "agram" else ""
        print(
            f"{name:14}{statistics.median(quick):>8,.0f}/s{share:>12}{state:>7,.0f}/s"
            f"{listing:>8.1f}µs{playing:>7.1f}µs"
        )


if __name__ == "__main__":
    main()
