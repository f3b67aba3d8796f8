"""The published figures of Agram, Hearts, Ninety-Eight and Kuhn poker beside ours.

    python benchmarks/published.py            some minutes
    python benchmarks/published.py --quick    fewer games

The published figures were found in 100 games each, searched by 10 random playouts of each option.
`within` says that the two differ by no more than 1.96 standard errors of their difference, that of
a figure from 100 games being reckoned from the spread of ours. Where games can be drawn they
counted a shared first place as won: that is found here too, beside our way of sharing the win.

What the Hearts of these figures is like, they tell themselves. From the option curves: no cards are
passed, the first seat opens, hearts may not be led before they are broken, but may be played to the
first trick. That the moon can be shot is likely: without it, Drama and Security are further off.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import kibitz
from kibitz.analysis import Figure, Report
from kibitz.analysis import report as analysed
from kibitz.analysis.figures import share
from kibitz.analysis.surveys import Manner, Surveyor
from kibitz.engine.game import Game

GAMES = 100
"""Of each published figure."""

HEARTS: Mapping[str, int | str] = {"PASS": "NONE", "FIRST": "LEFT", "BLOOD": "YES"}
LEADER = (9.8, 9.0, 8.0, 7.1, 6.85, 6.6, 5.8, 5.4, 4.75, 4, 3, 2, 1)
FOLLOWERS = (3.3, 3.3, 3.35, 3.7, 3.6, 3.5, 3.3, 3.3, 3.0, 2.7, 2.35, 1.75, 1)
KEYS = ("order", "fairness", "convergence", "spread", "drama", "security")
TABLE: Mapping[str, tuple[float, ...]] = {
    "agram": (0.28, 0.96, 0.56, 0.05, 0.27, 0.27),
    "hearts": (0.52, 0.87, 0.54, 0.14, 0.46, 0.34),
    "ninety-eight": (0.91, 0.68, 0.50, 0.37, 0.39, 0.60),
}
BY_PLAYERS = {2: 0.64, 3: 0.48, 4: 0.43, 5: 0.36}


@dataclass(frozen=True)
class Line:
    """A published figure beside ours."""

    what: str
    published: float
    ours: Figure
    places: int = 2
    """Digits after the point of the published figure."""

    @property
    def apart(self) -> float:
        """How many standard errors of their difference they are apart."""
        error = 0.0
        if self.ours.ci95 is not None:
            half = (self.ours.ci95[1] - self.ours.ci95[0]) / 2 / 1.96
            error = half * sqrt(1 + self.ours.n / GAMES)
        rounding = 0.5 * 10**-self.places
        far = max(0.0, abs(self.ours.value - self.published) - rounding)
        return far / error if far else 0.0

    def __str__(self) -> str:
        verdict = "within" if self.apart <= 1.96 else f"{self.apart:.1f} standard errors apart"
        shown = f"{self.what:42}{self.published:>10.3f}   {self.ours!s:28}{verdict}"
        return shown.replace(".000 ", "     ")


def shared(game: Game, games: int, seed: int) -> tuple[Figure, Figure]:
    """Order and Fairness if a shared first place counts as won: as they were published."""
    surveyor, how, n = Surveyor.of(game), Manner(forced=False), game.players
    won = [0, 0]
    for number in range(games):
        for searchers in (0, 1):
            scores = surveyor.play(seed, number, searchers, how).scores
            best = max(scores) if game.program.highest_wins else min(scores)
            won[searchers] += bool(scores[0] == best)
    random, one = (share(hits, games) for hits in won)
    assert random is not None
    assert one is not None
    order = scaled(one, n / (n - 1), -1 / (n - 1))
    fairness = (
        scaled(random, n) if random.value <= 1 / n else scaled(random, -n / (n - 1), n / (n - 1))
    )
    return order, fairness


def scaled(figure: Figure, factor: float, added: float = 0.0) -> Figure:
    """A figure times a number, plus another."""
    assert figure.ci95 is not None
    low, high = sorted(factor * each + added for each in figure.ci95)
    return Figure(factor * figure.value + added, (low, high), figure.n)


def heuristics(name: str, found: Report, games: int, seed: int) -> Iterator[Line]:
    """The six measures of a game."""
    for key, published in zip(KEYS, TABLE[name], strict=True):
        figure = found.figure(key)
        assert figure is not None
        yield Line(key, published, figure)
    if name != "agram":
        order, fairness = shared(kibitz.load(name, **found.about.parameters), games, seed)
        yield Line("order, shared wins counted as won", TABLE[name][0], order)
        yield Line("fairness, shared wins counted as won", TABLE[name][1], fairness)


def curves(found: Report) -> Iterator[Line]:
    """The options of leaders and followers in Hearts, trick by trick."""
    rows = {(row.group, row.label): row.figure for row in found.measured["options_by_place"].rows}
    for group, published in (("leader", LEADER), ("followers", FOLLOWERS)):
        for trick, value in enumerate(published, 1):
            yield Line(f"options, {group}, trick {trick}", value, rows[group, str(trick)], 1)


def by_players(games: int, seed: int) -> Iterator[Line]:
    """Agram: how often a searcher in the first seat wins against random players."""
    for players, published in BY_PLAYERS.items():
        game = kibitz.load("agram", NUMP=players)
        found = analysed(game, seed=seed, games=games, random=100, studies=("searched",))
        order = found.figure("order")
        assert order is not None
        won = scaled(order, 1 - 1 / players, 1 / players)
        yield Line(f"games won by the searcher, {players} players", published, won)


def kuhn(seed: int) -> Iterator[Line]:
    """Kuhn poker under uniform play, exactly."""
    found = analysed(kibitz.load("kuhn"), seed=seed, studies=("exact",))
    decisions = found.figure("exact_decisions")
    assert decisions is not None
    yield Line("decisions in a game", 2.25, decisions, 4)
    yield Line(
        "games won by the first seat", 0.5625, found.measured["exact_wins"].rows[0].figure, 4
    )
    yield Line("points of the first seat", 0.125, found.measured["exact_scores"].rows[0].figure, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games, random = (300, 5_000) if asked.quick else (2_000, 50_000)
    begun, lines = time.process_time(), list[Line]()
    for name, parameters in (("agram", {}), ("hearts", HEARTS), ("ninety-eight", {})):
        game = kibitz.load(name, **parameters)
        found = analysed(
            game, seed=asked.seed, games=games, random=random, studies=("random", "searched")
        )
        print(f"\n{game!r}: {games} searched games of each kind, {random} random ones")
        for line in heuristics(name, found, games, asked.seed):
            lines.append(line)
            print(line)
        if name == "hearts":
            for line in curves(found):
                lines.append(line)
                print(line)
    for title, some in (
        ("Agram", by_players(games, asked.seed)),
        ("Kuhn poker, exact", kuhn(asked.seed)),
    ):
        print(f"\n{title}")
        for line in some:
            lines.append(line)
            print(line)
    within = sum(line.apart <= 1.96 for line in lines)
    print(f"\n{within} of {len(lines)} within the sampling error of both.")
    print(f"{time.process_time() - begun:.0f} seconds of this process, seed {asked.seed}")


if __name__ == "__main__":
    main()
