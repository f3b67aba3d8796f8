"""What a seat in a booth costs: a move over the same bot in process, a game's start, a booth's.

    python benchmarks/seats.py [GAME ...]

Medians of some games of one bot that takes the last option, warm; in milliseconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from kibitz.bots.names import find
from kibitz.bots.player import Player, Seated
from kibitz.engine import Game, load
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign, Visitor
from kibitz.seats.terms import Sandbox, Terms

GAMES = 5
MOST = 300
"""Decisions of a game, at most."""

LIMIT = 3.0
"""Milliseconds that a move in a booth may cost more than in process."""

BOT = """
class Last:
    def choose(self, view, budget):
        return view.actions[-1]
"""


def moves(game: Game, sit: Callable[[], Player | Visitor]) -> tuple[list[float], list[float]]:
    """Seconds of every move of seat 0 in some games, and of every beginning; the first game, in
    which everything is new, does not count."""
    found: list[float] = []
    begun: list[float] = []
    for number in range(GAMES + 1):
        clock = time.perf_counter()
        player = sit()
        start = time.perf_counter() - clock
        state, made = game.new(seed=number), 0
        while not state.over and made < MOST:
            asked = state.to_move == 0 and len(state.actions) > 1
            clock = time.perf_counter()
            state = player.after(state, made) if asked else state.after(state.actions[0])
            if asked and number:
                found.append(time.perf_counter() - clock)
            made += 1
        player.finish(state.scores, state.ranks)
        if number:
            begun.append(start)
    return found, begun


def main(names: list[str]) -> int:
    kinds: tuple[Sandbox, ...] = ("off", "limits", "bwrap")
    worst = 0.0
    with TemporaryDirectory() as folder:
        file = Path(folder) / "last.py"
        file.write_text(BOT)
        Path(folder).chmod(0o755)
        typed = f"{file}:Last"
        print("game          where        move    more   begin   booth   (ms, medians)")
        for name in names:
            game = load(name)
            bot = find(typed, game).make()
            here, _ = moves(game, lambda: Player(Seated("it", bot, 1), game, 0))  # noqa: B023
            print(f"{name:<13} in process {1000 * median(here):6.3f}")
            for kind in kinds:
                terms = Terms(sandbox=kind)
                with closing(Embassy(GameRef.of(game), terms)) as embassy:
                    clock = time.perf_counter()
                    try:
                        embassy.booth(typed, 0).start()
                    except KibitzError as error:
                        print(f"{'':<13} {kind:<10} {error.message}")
                        continue
                    booth = time.perf_counter() - clock
                    foreign = Foreign("it", typed, 1, embassy)
                    found, begun = moves(
                        game,
                        lambda: foreign.sit(game, 0, budget=None, cheats=False),  # noqa: B023
                    )
                more = 1000 * (median(found) - median(here))
                worst = max(worst, more)
                print(
                    f"{'':<13} {kind:<10} {1000 * median(found):6.3f} {more:7.3f} "
                    f"{1000 * median(begun):7.1f} {1000 * booth:7.0f}"
                )
    print(f"a move in a booth costs at most {worst:.2f} ms more; {LIMIT:g} ms are allowed")
    return 0 if worst < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["brisca", "boerenbridge", "tarot"]))
