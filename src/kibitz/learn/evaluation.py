"""Evaluation: how well a network plays, against opponents that do not change, in deals that do not.

It is a match (`kibitz.arena.match`): every deal is played in all fair seatings of the two, a deal
counts as one observation, and intervals are those of a match. The same network meets the same
opponent in the same deals wherever and whenever it is asked, so points of a curve can be compared,
and a match with the same seed finds the same figures:

    kibitz match GAME net:DIR/network.npz OPPONENT -n DEALS --seed 1000003

The deals are none that a training with a small seed has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.arena.match import match
from kibitz.arena.seatings import Seating
from kibitz.arena.seatings import seatings as all_seatings
from kibitz.arena.statistics import Estimate, Share, difference, standing
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.learn.curve import Measured, Point
from kibitz.nets import Network, write
from kibitz.work import Place

__all__ = ["SEED", "Measured", "Point", "deals_of", "evaluate", "seatings_of"]

SEED = 1_000_003
"""Of the deals of evaluations."""

FEWEST = 2
"""Deals of an evaluation: of one nobody can tell how sure it is."""


def evaluate(
    game: Game,
    network: Network,
    opponents: Sequence[str],
    games: int = 2000,
    seed: int = SEED,
    place: Place | None = None,
    *,
    mode: str = "auto",
) -> tuple[Measured, ...]:
    """How a network does against each opponent, in about so many games each: as many whole deals
    as come closest."""
    with TemporaryDirectory(prefix="kibitz-") as folder:
        path = Path(folder) / "network.npz"
        write(network, path)
        return tuple(_in_a_match(game, path, name, games, seed, mode) for name in opponents)


def seatings_of(game: Game, seed: int = SEED) -> list[Seating]:
    """The seatings of a network, 0, and an opponent, 1: those of a match of two; where these cannot
    share the teams equally, a team is the network's and the others the opponent's; who plays alone
    is alone."""
    teams = game.new(key=game_key(seed, 0)).teams
    if game.players == 1:
        return [(0,), (1,)]
    if len(teams) == 2 or all(len(team) == 1 for team in teams):
        return all_seatings(2, teams, game.title)
    seats = range(game.players)
    return [tuple(int(seat not in team) for seat in seats) for team in teams]


def deals_of(game: Game, games: int, seed: int = SEED) -> int:
    """How many deals make about so many games."""
    return max(FEWEST, round(games / len(seatings_of(game, seed))))


def _in_a_match(
    game: Game, path: Path, opponent: str, games: int, seed: int, mode: str
) -> Measured:
    result = match(
        game,
        [f"net:{path}", opponent],
        deals_of(game, games, seed),
        seed,
        seatings=seatings_of(game, seed),
        mode=mode,
    )
    own, other = zip(*result.shares, strict=True)
    return _measured(game, opponent, own, other, result.games)


def _measured(
    game: Game, opponent: str, own: Sequence[Share], other: Sequence[Share], games: int
) -> Measured:
    """What the shares of both in each deal say."""
    found, apart = standing(opponent, own), difference(own, other)
    if not game.program.highest_wins:
        apart = Estimate(-apart.mean, apart.ci95 and (-apart.ci95[1], -apart.ci95[0]))
    return Measured(
        opponent=opponent,
        score=found.mean_score,
        score_interval=found.ci95,
        over=apart.mean,
        over_interval=apart.ci95,
        wins=found.win_share,
        wins_interval=found.win_ci95,
        games=games,
    )
