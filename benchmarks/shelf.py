"""The whole shelf, a line a game: what a game is like at random, and how well search plays it.

    python benchmarks/shelf.py                       sizes, speed, compilation, knowledge
    python benchmarks/shelf.py --strength            search against random and rules of thumb
    python benchmarks/shelf.py --strength --seconds 60 hearts spades
    python benchmarks/shelf.py --markdown            the same as tables for a page

*Speed* is decisions of random games a CPU-second in native mode. *Compiling* is what all kernels
cost that play and search need, into an empty folder, in CPU-seconds. *Exact* is in how many of the
positions of some random games `knowledge.exact` holds for the seat to move.

Strength is on duplicate deals, in all fair seatings, with 95 % intervals clustered by deal: the
share of its games that a seat of the searcher wins, and that one of the other wins (where some play
together, all of them win); and how many points a game it is better. In cooperative games everybody
is the same bot, and the mean scores are given.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random

from compiling import FIRST, KERNELS
from compiling import seconds as compiling_seconds

import kibitz
from kibitz.arena.match import match
from kibitz.bots.house import HOUSE
from kibitz.engine import Game, house_games
from kibitz.errors import KibitzError

SEARCHER = "ismcts:iterations=1000"
SEED = 11
FEWEST, MOST = 16, 500
"""Deals of a match."""

Line = Sequence[str]


def sizes(game: Game) -> Line:
    """What random games are like, how fast they are played, and what is known in them."""
    some = game.simulate(2_000, SEED, mode="native", workers=1)
    many = max(2_000, round(2_000 / max(some.cpu_seconds, 1e-3)))
    found = game.simulate(many, SEED, mode="native", workers=1)
    compiled = sum(compiling_seconds(game.name, kernel) for kernel in KERNELS[:FIRST])
    exact, looked = known(game, 12)
    return (
        game.name,
        str(len(game.cards)),
        f"{found.decisions_mean:.1f}",
        f"{found.options_mean:.2f}",
        f"{100 * found.win_share[0]:.1f} %",
        f"{found.decisions_per_second / 1e6:.1f} M",
        f"{compiled:.1f}",
        f"{100 * exact / max(looked, 1):.0f} % of {looked}",
    )


def known(game: Game, games: int) -> tuple[int, int]:
    """In how many positions the knowledge of the seat to move is exact, and of how many."""
    rng, exact, looked = Random(SEED), 0, 0
    for seed in range(games):
        state = game.new(seed=seed)
        while not state.over and len(state.history) < 300:
            if rng.random() < 0.1:
                exact += kibitz.view(state, state.to_move).knowledge.exact
                looked += 1
            state = state.after(rng.choice(state.actions))
    return exact, looked


def strength(game: Game, seconds: float) -> Line:
    """How well search plays, against random and against rules of thumb if the game has some."""
    rivals = ["random", *(["rule"] if game.name in HOUSE["rule"].games else [])]
    alone = game.sheet.family != "cooperative"
    cells = [(against if alone else together)(game, rival, seconds) for rival in rivals]
    return (game.name, *cells, *[""] * (2 - len(cells)))


def against(game: Game, rival: str, seconds: float) -> str:
    """How often each wins, in as many deals as fit into this time, and what that is in points."""
    match(game, [SEARCHER, rival], 1, SEED)  # everything is compiled then
    deals = FEWEST
    while True:
        found = match(game, [SEARCHER, rival], deals, SEED)
        if found.seconds > seconds / 3 or deals >= MOST:
            break
        deals = min(MOST, max(deals * 2, int(deals * seconds / max(found.seconds, 0.1))))
    one, other = found.bots
    low, high = one.win_ci95 or (0.0, 1.0)
    shares = f"{100 * one.win_share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    shares += f" and {100 * other.win_share:.0f} %"
    assert found.difference is not None  # of two bots
    better = found.difference.mean if found.highest_wins else -found.difference.mean
    return f"{shares}, {better:+.2f} points in {found.games} games"


def together(game: Game, rival: str, seconds: float) -> str:
    """Mean scores where everybody is the searcher, and where everybody is the rival."""

    def mean(bot: str, games: int) -> float:
        return match(game, [bot] * game.players, games, SEED).bots[0].mean_score

    begun = time.perf_counter()
    mean(SEARCHER, 2)
    games = max(4, min(200, int(2 * seconds / (time.perf_counter() - begun))))
    return f"{mean(SEARCHER, games):.1f} : {mean(rival, games):.1f} points, {games} games"


HEADS = {
    "sizes": (
        *("game", "cards", "decisions", "options", "first seat wins", "speed"),
        *("compiling", "exact"),
    ),
    "strength": ("game", "and `random`", "and `rule`"),
}


def told(heads: Line, lines: Iterable[Line], markdown: bool) -> None:
    """Print a table, line by line."""
    if markdown:
        print("|", " | ".join(heads), "|")
        print("|", "---|" * len(heads), sep="")
    for line in lines if markdown else (heads, *lines):
        if markdown:
            print("|", " | ".join(line), "|", flush=True)
        else:
            print(*(f"{cell:<{16 if k else 18}}" for k, cell in enumerate(line)), flush=True)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strength", action="store_true", help="how well search plays")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each match")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    what = "strength" if asked.strength else "sizes"
    measure: Callable[[Game], Line] = (
        (lambda game: strength(game, asked.seconds)) if asked.strength else sizes
    )

    def lines() -> Iterable[Line]:
        for name in asked.names or house_games():
            try:
                yield measure(kibitz.load(name))
            except KibitzError as error:
                yield (name, str(error), *[""] * (len(HEADS[what]) - 2))

    told(HEADS[what], lines(), asked.markdown)


if __name__ == "__main__":
    main()
