"""Evaluation: how well a network plays, against opponents that do not change, in deals that do not.

It is a match (`kibitz.arena.match`): every deal is played in all fair seatings of the two, a deal
counts as one observation, and intervals are those of a match. The deals are always the same ones,
which no training with a usual seed has seen, so points of a curve can be compared, and anybody can
look into what they say:

    kibitz match GAME net:DIR/network.npz OPPONENT -n DEALS --seed 1000003

Against bots that are compiled the games are played on a stage (`kibitz.learn.stage`), thousands in
a second; against others, such as searchers, it is a match indeed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.arena.seatings import Seating
from kibitz.arena.seatings import seatings as all_seatings
from kibitz.arena.statistics import (
    Estimate,
    GameResult,
    Share,
    difference,
    shares,
    standing,
    winning_teams,
)
from kibitz.bots.roster import house_choosers
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import game_key
from kibitz.errors import KibitzError
from kibitz.learn.actors import told
from kibitz.learn.curve import Measured, Point
from kibitz.learn.seating import check_bot
from kibitz.learn.stage import Stage
from kibitz.nets import Network, write
from kibitz.work import Here, Job, Place

__all__ = ["SEED", "Measured", "Point", "deals_of", "evaluate", "played", "seatings_of", "usual"]

SEED = 1_000_003
"""Of the deals of evaluations."""

FEWEST = 2
"""Deals of an evaluation: of one nobody can tell how sure it is."""

LOT = 500
"""Games of a job, about."""


def usual(game: Game) -> tuple[str, ...]:
    """Whom a network meets if nobody is named: `random`, and the house bots of its game."""
    return ("random", *house_choosers(game))


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
    """How a network does against each opponent, in about so many games each: as many whole deals as
    come closest."""
    where = place or Here()
    return tuple(_met(game, network, name, games, seed, where, mode) for name in opponents)


def seatings_of(game: Game, seed: int = SEED) -> list[Seating]:
    """The seatings of a network, 0, and an opponent, 1: those of a match of two. Where these cannot
    share the teams equally, a team is the network's and the others the opponent's; a player alone
    is one or the other."""
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


def _met(
    game: Game, network: Network, opponent: str, games: int, seed: int, place: Place, mode: str
) -> Measured:
    deals, seatings = deals_of(game, games, seed), seatings_of(game, seed)
    found: Sequence[tuple[Share, ...]]
    if _is_compiled(game, opponent):
        found = _on_stage(game, network, opponent, deals, seatings, seed, place, mode)
    else:
        found = _in_a_match(game, network, opponent, deals, seatings, seed, mode)
    own, other = zip(*found, strict=True)
    return _measured(game, opponent, own, other, deals * len(seatings))


def _is_compiled(game: Game, opponent: str) -> bool:
    try:
        check_bot(game, opponent)
    except KibitzError:
        return False
    return True


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


# --- a match --------------------------------------------------------------------------------------


def _in_a_match(
    game: Game,
    network: Network,
    opponent: str,
    deals: int,
    seatings: Sequence[Seating],
    seed: int,
    mode: str,
) -> Sequence[tuple[Share, ...]]:
    with TemporaryDirectory(prefix="kibitz-") as folder:
        path = Path(folder) / "network.npz"
        write(network, path)
        names = [f"net:{path}", opponent]
        result = match(game, names, deals, seed, seatings=seatings, mode=mode)
    for bot in result.bots:
        if bot.faults:
            raise KibitzError(f"{bot.name} failed in an evaluation: {bot.fault}")
    return result.shares


# --- on a stage -----------------------------------------------------------------------------------


def _on_stage(
    game: Game,
    network: Network,
    opponent: str,
    deals: int,
    seatings: Sequence[Seating],
    seed: int,
    place: Place,
    mode: str,
) -> list[tuple[Share, ...]]:
    """The shares of both in each deal; whoever has time plays some deals."""
    size = max(1, LOT // len(seatings))
    things = {"game": GameRef.of(game).thing, "network": told(network)}
    asked: dict[str, Any] = {
        "opponent": opponent,
        "seatings": [list(seating) for seating in seatings],
        "seed": seed,
        "mode": mode,
    }
    jobs = [
        Job(f"{__name__}:played", {**asked, "first": at, "last": min(at + size, deals)}, things)
        for at in range(0, deals, size)
    ]
    found: list[tuple[Share, ...]] = []
    for answer in place.map(jobs):
        games = [GameResult(*each) for each in _results(game, answer)]
        for at in range(0, len(games), len(seatings)):
            found.append(shares(seatings, games[at : at + len(seatings)]))
    return found


def _results(game: Game, answer: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """What counts of each game, as a match has it."""
    sign = 1 if game.program.highest_wins else -1
    none = [0] * game.players
    for scores, teams in zip(answer["scores"], answer["teams"], strict=True):
        best = max(scores)
        ranks = [1 if score == best else 2 for score in scores]
        winners = winning_teams(ranks, _by_team(teams))
        yield [sign * score for score in scores], winners, none, none, none


def _by_team(team_of: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats of each team."""
    return tuple(
        tuple(seat for seat, own in enumerate(team_of) if own == team)
        for team in dict.fromkeys(team_of)
    )


def played(
    game: Game,
    network: Network,
    opponent: str,
    seatings: Sequence[Seating],
    first: int,
    last: int,
    seed: int,
    mode: str,
) -> dict[str, Any]:
    """A job: the deals from a first one to before a last one, each in all seatings. The scores of
    all games, more being better, and the team of each seat at the end."""
    stage = Stage(game, [network, opponent], mode=mode)
    deals = np.repeat(np.arange(first, last), len(seatings))
    seats = np.tile(np.array(seatings, np.int64), (last - first, 1))
    scores: list[list[int]] = []
    teams: list[list[int]] = []
    for each in stage.play(deals, seats, seed):
        scores += each.scores.tolist()
        teams += each.teams.tolist()
    return {"scores": scores, "teams": teams}
