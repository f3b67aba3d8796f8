"""How fast plain Python bots play, who look at their views: games a CPU-second.

    python benchmarks/matches.py --robobrisca DIR --before DIR
    python benchmarks/matches.py --python ...

The rules are compiled beforehand, as they are in the middle of a long match; with `--python` they
are not, as in the beginning of one. The bots are Python in both cases.

`--robobrisca` is a checkout of github.com/montoliu/RoboBrisca: its own engine with its own random
bots is measured turn and turn about with Brisca here. `--before` is the folder `src` of another
revision of Kibitz: the same games are played there by another process, in turn too. Ratios are of
neighbours, and the median counts, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import ModuleType

from bars import Bar, Row

import kibitz
from kibitz.arena.play import play
from kibitz.bots.player import Seated
from kibitz.engine.keys import derive_key

try:
    from kibitz.engine import singles
except ImportError:  # there was none before
    assert "--serve" in sys.argv

SECONDS = 0.4
"""A turn lasts about this long."""

OVER_ROBOBRISCA, OVER_BEFORE = Bar(2, 4), Bar(4, 8)
GAMES = "brisca", "agram", "boerenbridge", "tarot"

Speed = Callable[[], float]
"""Measures once: games a CPU-second."""


class Blind:
    """Plays any of its options, and looks at nothing else."""

    def choose(self, view: kibitz.View, budget: float | None) -> kibitz.Action:
        return random.choice(view.actions)


class Looker:
    """Counts its cards, then does the same."""

    def choose(self, view: kibitz.View, budget: float | None) -> kibitz.Action:
        assert view.numbers(f"HAND {view.seat}")
        return random.choice(view.actions)


BOTS = {bot.__name__.lower(): bot for bot in (Blind, Looker)}


def of_play(name: str, bot: str, native: bool = False) -> Speed:
    """The speed of such bots in a game of the house."""
    game, made = kibitz.load(name), BOTS[bot]
    if native:
        game.kernel(singles.KERNEL, "native")
        singles.quicken(game)

    def one(number: int) -> None:
        play(game, derive_key(number), [Seated(bot, made(), seat) for seat in range(game.players)])

    return paced(one)


def of_robobrisca(checkout: Path) -> Speed:
    """The speed of RoboBrisca's random bots in its own engine."""
    sys.path.insert(0, str(checkout))
    # It is imported for bots that are stopped when they are late, which these are not.
    sys.modules.setdefault("func_timeout", ModuleType("func_timeout"))
    from Game.BriscaGame import BriscaGame
    from Game.ForwardModel import ForwardModel
    from Game.GameState import GameState
    from Game.Heuristic import Heuristic
    from Players.RandomPlayer import RandomPlayer

    def one(number: int) -> None:
        engine, state = BriscaGame(), GameState()
        engine.reset(state, number % 4)
        bots = [RandomPlayer(), RandomPlayer()]
        engine.run(state, ForwardModel(), Heuristic(), bots, 1, False, False)

    return paced(one)


def of_before(source: Path, name: str, bot: str) -> Speed:
    """The speed of the same bots in another revision, which another process plays."""
    there = subprocess.Popen(
        [sys.executable, __file__, "--serve", name, bot],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    asked, answers = there.stdin, there.stdout
    assert asked is not None
    assert answers is not None

    def measure() -> float:
        print("go", file=asked, flush=True)
        return float(answers.readline())

    return measure


def paced(one: Callable[[int], None]) -> Speed:
    """The speed at which games are played, in turns of the same number of games."""
    begun = time.process_time()
    for number in range(20):  # what is made once is made now
        one(number)
    games = max(1, int(20 * SECONDS / (time.process_time() - begun)))

    def measure() -> float:
        begun = time.process_time()
        for number in range(games):
            one(number)
        return games / (time.process_time() - begun)

    return measure


def compared(what: str, ours: Speed, theirs: Speed, rounds: int, bar: Bar) -> Row:
    """How many times as fast we are, measured in turns."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    one, other = (median(speeds) for speeds in zip(*pairs, strict=True))
    note = f"{one:,.0f} and {other:,.0f} games a CPU-second"
    return Row(what, "x", tuple(one / other for one, other in pairs), bar, note)


def rows(robobrisca: Path | None, before: Path | None, native: bool, rounds: int) -> Iterator[Row]:
    for bot in BOTS:
        if robobrisca is not None:
            ours, theirs = of_play("brisca", bot, native), of_robobrisca(robobrisca)
            what = f"brisca, {bot} bots, over RoboBrisca's"
            yield compared(what, ours, theirs, rounds, OVER_ROBOBRISCA)
        for name in GAMES:
            ours = of_play(name, bot, native)
            if before is None:
                speeds = tuple(ours() for _ in range(rounds))
                yield Row(f"{name}, {bot} bots", "games/s", speeds)
            else:
                what, theirs = f"{name}, {bot} bots, over before", of_before(before, name, bot)
                yield compared(what, ours, theirs, rounds, OVER_BEFORE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robobrisca", type=Path, help="a checkout of RoboBrisca")
    parser.add_argument("--before", type=Path, help="the folder src of another revision")
    parser.add_argument("--python", action="store_true", help="do not compile the rules")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        measure = of_play(*asked.serve)
        for _ in sys.stdin:
            print(measure(), flush=True)
        return
    if asked.python:
        singles.WORTH_IT = sys.maxsize  # however much is played
    rules = "in Python" if asked.python else "compiled"
    print(f"{'rules ' + rules:42}{'at least':>10}{'aim':>6}{'measured':>10}  from - to")
    for row in rows(asked.robobrisca, asked.before, not asked.python, asked.rounds):
        what, least, aim, measured, spread = row.cells()
        said = f"{row.verdict:13}{row.note}"
        print(f"{what:42}{least:>10}{aim:>6}{measured:>10}  {spread:18}{said}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
