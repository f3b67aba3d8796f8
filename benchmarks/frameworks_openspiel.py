"""OpenSpiel's own test of a game, `random_sim_test`, on all games at hand.

    python benchmarks/frameworks_openspiel.py [GAME ...] [--sims 2]

It plays at random, and looks at every state whether its parts fit each other: legal actions and
masks, chance and its probabilities, strings and tensors, copies, serialised states played again,
returns within their bounds and of the sum that was promised. A line for each game: decisions and
outcomes of chance a CPU-second while it does so, what is known of the result, and how.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import pyspiel

from kibitz.engine.descriptions import house_games
from kibitz.errors import KibitzError
from kibitz.interop.openspiel import SpielGame, spiel_game

LONGEST = 300
"""States of a game at most: each is played again from the start, and some games never end."""

TESTS = Path(__file__).parent.parent / "tests"


def tested(game: SpielGame, sims: int) -> tuple[int, float]:
    """OpenSpiel's test: how many states it looked at, and the CPU-seconds it took."""
    states = 0

    def look(state: Any) -> None:
        nonlocal states
        states += 1
        if states > LONGEST * sims:
            raise KibitzError(f"left after {states - 1} states, nothing wrong so far")

    begun = time.process_time()
    pyspiel.random_sim_test(
        game, num_sims=sims, serialize=True, verbose=False, state_checker_fn=look
    )
    return states, time.process_time() - begun


def main() -> None:
    """Test what is asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sims", type=int, default=2)
    asked = parser.parse_args()
    games = asked.games or [*house_games(), *map(str, sorted(TESTS.rglob("*.rcy")))]
    passed = refused = failed = 0
    for name in games:
        try:
            game = spiel_game(name)
            states, seconds = tested(game, asked.sims)
        except pyspiel.SpielError as error:
            failed += 1
            print(f"{Path(name).stem:24} FAILED: {str(error).splitlines()[0]}", flush=True)
            continue
        except KibitzError as error:
            refused += 1
            print(f"{Path(name).stem:24} not played out: {error.message}", flush=True)
            continue
        passed += 1
        known, utility = game.stakes, game.get_type().utility.name.lower()
        how = "gone through" if known.exact else "by the text"
        print(
            f"{Path(name).stem:24} passed: {states:5} states, {states / seconds:6.0f} a second; "
            f"{known.lowest:g} to {known.highest:g}, {utility}, {how}",
            flush=True,
        )
    print(f"{passed} passed, {refused} not played out, {failed} failed")


if __name__ == "__main__":
    main()
