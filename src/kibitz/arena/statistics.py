"""What a match says about its bots: means, and how sure one can be of them.

The games of one deal are not independent, so a deal counts as one observation: intervals come from
the means of the deals (Student's t).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev

from kibitz.arena.seatings import Seating

__all__ = [
    "Estimate",
    "GameResult",
    "Share",
    "Standing",
    "Teams",
    "difference",
    "estimate",
    "shares",
    "standing",
    "t_quantile",
    "winning_teams",
]

Teams = tuple[tuple[int, ...], ...]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GameResult:
    """What counts of one game. The lists have a number for each seat."""

    scores: Sequence[int]
    winners: Teams
    """The seats that won, by teams: more than one team shares the victory."""
    asked: Sequence[int]
    """How many decisions each seat made."""
    seconds: Sequence[float]
    overruns: Sequence[int]
    finished: bool = True
    faults: Sequence[str | None] = ()
    """What the bot of each seat did wrong, if it did; none at all if nobody did."""


@dataclass(frozen=True, slots=True)
class Share:
    """How one bot did in one deal, over all its seatings."""

    score: float
    """The mean for each seat it had."""
    win: float
    """The mean for each seat it had: a victory shared by k counts 1/k."""
    won: int
    drawn: int
    lost: int
    decisions: int
    seconds: float
    overruns: int
    faults: int = 0
    """Games in which it failed, and `random` took its place."""
    fault: str | None = None
    """What it did wrong the first time."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals, and where it lies with 95 % confidence: nobody knows after one deal."""

    mean: float
    ci95: Interval | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did in a match."""

    name: str
    mean_score: float
    """For each seat it had."""
    ci95: Interval | None
    win_share: float
    """Of each seat it had: a victory shared by k counts 1/k."""
    win_ci95: Interval | None
    won: int
    """Games in which it had a seat in every team that won."""
    drawn: int
    """Games in which it had a seat in some of them."""
    lost: int
    decisions: int
    seconds_per_decision: float
    overruns: int
    faults: int
    """Games in which it failed, and `random` took its place."""
    fault: str | None
    """What it did wrong the first time."""


def winning_teams(ranks: Sequence[int], teams: Teams) -> Teams:
    """The seats of rank 1, by teams: seats of one team win together.

    >>> winning_teams((1, 2, 1, 2), ((0, 2), (1, 3)))
    ((0, 2),)
    >>> winning_teams((1, 2, 1), ((0,), (1,), (2,)))
    ((0,), (2,))
    """
    best = (tuple(seat for seat in team if ranks[seat] == 1) for team in teams)
    return tuple(seats for seats in best if seats)


def shares(seatings: Sequence[Seating], games: Sequence[GameResult]) -> tuple[Share, ...]:
    """How each bot did in a deal, given its games in the order of the seatings."""
    return tuple(_share(bot, seatings, games) for bot in range(1 + max(map(max, seatings))))


def _share(bot: int, seatings: Sequence[Seating], games: Sequence[GameResult]) -> Share:
    seats = [
        (game, seat)
        for seating, game in zip(seatings, games, strict=True)
        for seat, sitting in enumerate(seating)
        if sitting == bot
    ]
    victories = [
        sum(any(seating[seat] == bot for seat in team) for team in game.winners) / len(game.winners)
        for seating, game in zip(seatings, games, strict=True)
        if bot in seating
    ]
    wrong = [(game, seat) for game, seat in seats if game.faults and game.faults[seat]]
    return Share(
        score=fmean(game.scores[seat] for game, seat in seats),
        win=fmean(_win(game, seat) for game, seat in seats),
        won=victories.count(1),
        drawn=sum(0 < victory < 1 for victory in victories),
        lost=victories.count(0),
        decisions=sum(game.asked[seat] for game, seat in seats),
        seconds=sum(game.seconds[seat] for game, seat in seats),
        overruns=sum(game.overruns[seat] for game, seat in seats),
        faults=len({id(game) for game, _ in wrong}),
        fault=next((game.faults[seat] for game, seat in wrong), None),
    )


def _win(game: GameResult, seat: int) -> float:
    """A seat's share of the victory: 1/k if k teams, or k who play for themselves, have won."""
    return any(seat in team for team in game.winners) / len(game.winners)


def standing(name: str, deals: Sequence[Share]) -> Standing:
    """How a bot did in a match, given its shares in all deals."""
    score = estimate([share.score for share in deals])
    win = estimate([share.win for share in deals])
    decisions = sum(share.decisions for share in deals)
    return Standing(
        name=name,
        mean_score=score.mean,
        ci95=score.ci95,
        win_share=win.mean,
        win_ci95=win.ci95 and (max(0.0, win.ci95[0]), min(1.0, win.ci95[1])),
        won=sum(share.won for share in deals),
        drawn=sum(share.drawn for share in deals),
        lost=sum(share.lost for share in deals),
        decisions=decisions,
        seconds_per_decision=sum(share.seconds for share in deals) / max(1, decisions),
        overruns=sum(share.overruns for share in deals),
        faults=sum(share.faults for share in deals),
        fault=next((share.fault for share in deals if share.fault), None),
    )


def difference(one: Sequence[Share], other: Sequence[Share]) -> Estimate:
    """How many points more one bot made for each seat than another, on the same deals."""
    return estimate([a.score - b.score for a, b in zip(one, other, strict=True)])


# --- estimates ------------------------------------------------------------------------------------


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, and its 95 % interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None)
    half = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, (mean - half, mean + half))


def t_quantile(freedom: int, p: float = 0.975) -> float:
    """The p-quantile of Student's t: exact for one or two degrees of freedom, else by its
    expansion around the normal distribution (Abramowitz and Stegun 26.7.5), right to 0.15 %.

    >>> round(t_quantile(10), 3)
    2.228
    """
    if freedom == 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (1 - (2 * p - 1) ** 2))
    z = NormalDist().inv_cdf(p)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / freedom**power for power, term in enumerate(terms))
