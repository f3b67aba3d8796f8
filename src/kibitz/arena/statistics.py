"""What a match says about its bots: means, and how sure one can be of them.

The games of one deal are not independent, so a deal counts as one observation: intervals come from
the means of the deals (Student's t).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, cos, erfc, fsum, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev

from kibitz.arena.seatings import Seating
from kibitz.seats.failures import Failure

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
    "t_chance",
    "t_quantile",
    "winning_teams",
]

MANY = 1000
"""Degrees of freedom from which on Student's t is as good as normal."""

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
    failures: tuple[tuple[Failure, ...], ...] = ()
    """What the bot of each seat did wrong, in order; none at all if nobody did anything wrong."""
    forfeits: tuple[int, ...] = ()
    """The seats whose bots have forfeited the game; `winners` are the best of the others then."""


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
    """Games in which it failed."""
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
    """Games in which it failed: `random` took its place, and the others won."""
    fault: str | None
    """What it did wrong the first time."""


def winning_teams(ranks: Sequence[int], teams: Teams, forfeits: Sequence[int] = ()) -> Teams:
    """The seats of rank 1, by teams: seats of one team win together. Teams that have forfeited the
    game are left out, unless all have.

    >>> winning_teams((1, 2, 1, 2), ((0, 2), (1, 3)))
    ((0, 2),)
    >>> winning_teams((1, 2, 1), ((0,), (1,), (2,)))
    ((0,), (2,))
    >>> winning_teams((1, 3, 2), ((0,), (1,), (2,)), forfeits=[0])
    ((2,),)
    """
    if forfeits:
        teams = tuple(team for team in teams if not set(team) & set(forfeits)) or teams
    top = min(ranks[seat] for team in teams for seat in team)
    best = (tuple(seat for seat in team if ranks[seat] == top) for team in teams)
    return tuple(seats for seats in best if seats)


def shares(seatings: Sequence[Seating], games: Sequence[GameResult]) -> tuple[Share, ...]:
    """How each bot did in a deal, given its games in the order of the seatings."""
    tallies = [_Tally() for _ in range(1 + max(map(max, seatings)))]
    for seating, game in zip(seatings, games, strict=True):
        part = 1 / len(game.winners)
        wins = [0.0] * len(seating)
        sides = [0] * len(tallies)
        """How many of the teams that won each bot had a seat in."""
        for team in game.winners:
            for seat in team:
                wins[seat] = part
            for bot in {seating[seat] for seat in team}:
                sides[bot] += 1
        for seat, bot in enumerate(seating):
            tally = tallies[bot]
            tally.scores.append(game.scores[seat])
            tally.wins.append(wins[seat])
            tally.decisions += game.asked[seat]
            tally.seconds += game.seconds[seat]
            tally.overruns += game.overruns[seat]
        for bot in set(seating):
            mine = sides[bot]
            tallies[bot].ended[WON if mine == len(game.winners) else DRAWN if mine else LOST] += 1
            if game.failures:
                tallies[bot].blame(seating, bot, game.failures)
    return tuple(tally.share() for tally in tallies)


WON, DRAWN, LOST = 0, 1, 2


class _Tally:
    """What one bot did in the games of a deal."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.wins: list[float] = []
        """At each seat, 1/k if k teams, or k who play for themselves, have won."""
        self.ended = [0, 0, 0]
        self.decisions = self.overruns = self.faults = 0
        self.seconds = 0.0
        self.fault: str | None = None

    def blame(self, seating: Seating, bot: int, failures: Sequence[Sequence[Failure]]) -> None:
        """Count what a bot did wrong in a game."""
        own = [found[0] for seat, found in enumerate(failures) if found and seating[seat] == bot]
        if own:
            self.faults += 1
            self.fault = self.fault or str(own[0])

    def share(self) -> Share:
        return Share(
            score=fmean(self.scores),
            win=fmean(self.wins),
            won=self.ended[WON],
            drawn=self.ended[DRAWN],
            lost=self.ended[LOST],
            decisions=self.decisions,
            seconds=self.seconds,
            overruns=self.overruns,
            faults=self.faults,
            fault=self.fault,
        )


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


def t_chance(freedom: int, t: float) -> float:
    """How often Student's t is as far from 0 as this, on either side (Abramowitz and Stegun 26.7.3
    and 26.7.4; with many degrees of freedom it is normal).

    >>> round(t_chance(10, 2.228), 3)
    0.05
    """
    if freedom > MANY:
        return erfc(abs(t) / sqrt(2))
    angle = atan(abs(t) / sqrt(freedom))
    odd = freedom % 2
    term, terms = cos(angle) if odd else 1.0, []
    for k in range(1 + odd, freedom, 2):
        terms.append(term)
        term *= k / (k + 1) * cos(angle) ** 2
    within = sin(angle) * fsum(terms)
    return max(0.0, 1 - (2 / pi * (angle + within) if odd else within))
