"""Compiled bots against their Python versions: games a CPU-second of a whole match, on one core.

Both play the same match in the same run, statistics and all, and what comes out must be the same.
Compiling is told apart: it is done once on a machine.

    python benchmarks/compiled_bots.py [--seconds 3] [GAME...]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from kibitz import load
from kibitz.arena.match import Match, match
from kibitz.bots.names import find
from kibitz.bots.roster import Roster, roster
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled

MATCHES = {
    "boerenbridge": ("random", "greedy", "greedy-kripke", "full-kripke"),
    "brisca": ("rule", "random"),
    "tarot": ("rule", "rule", "random"),
}


def played(game: Game, bots: Sequence[str], deals: int, mode: str) -> tuple[Match, float]:
    """A match, and how many games it has a CPU-second."""
    begun = time.process_time()
    found = match(game, bots, deals, mode=mode, workers=1)
    return found, found.games / (time.process_time() - begun)


def within(game: Game, bots: Sequence[str], seconds: float, mode: str) -> tuple[Match, float]:
    """A match that takes so long, more or less."""
    deals = 2
    while True:
        found, speed = played(game, bots, deals, mode)
        spent = found.games / speed
        if spent > seconds / 2:
            return found, speed
        deals = int(deals * min(64.0, max(2.0, 0.8 * seconds / max(spent, 1e-3))))


def same(one: Match, other: Match) -> bool:
    """Whether the first deals came out the same."""
    return all(
        [(a.score, a.win, a.decisions) for a in mine]
        == [(b.score, b.win, b.decisions) for b in own]
        for mine, own in zip(one.shares, other.shares, strict=False)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    print("| game | bots | Python | compiled | ratio | compiling, CPU-s | given back |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for name in given.games or MATCHES:
        game, bots = load(name), MATCHES[name]
        found = roster(game, [find(bot, game) for bot in bots])
        assert isinstance(found, Roster), found
        ready, begun = is_compiled(game, found.kernel), time.process_time()
        game.kernel(found.kernel, "native")
        compiling = "(was there)" if ready else f"{time.process_time() - begun:.1f}"
        python, slow = within(game, bots, given.seconds, "python")
        native, fast = within(game, bots, given.seconds, "native")
        assert same(python, native), f"{name}: compiled bots play otherwise"
        again = "none" if native.mode == "native" else "some"
        print(
            f"| {game.title} | {', '.join(bots)} | {slow:,.0f} | {fast:,.0f} "
            f"| {fast / slow:,.0f} x | {compiling} | {again} |"
        )


if __name__ == "__main__":
    main()
