"""Luck and skill: how much of a result the deal decides, and how many deals it takes to see skill.

Duplicate deals make this exact. The same deal is played several times by players who are all of the
same kind, and only differ in what they draw when they think: what then still differs between two
results of a seat is play; what they have in common, and other deals have not, is the deal.

    rank of a seat = mean + seat + deal and seat + play

Chance during the play belongs to the deal. What a seat draws from a pile is a function of the
number of the game and of how often was drawn there, not of what was played before: the n-th card is
the same card however one came to draw it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from kibitz.analysis.bench import Bench
from kibitz.analysis.contest import LOTS, RANDOM, TRIES, Contest, Cost, Kind, hold, is_contest, play
from kibitz.analysis.figures import ROUNDING, Figure, Residuals, mean
from kibitz.analysis.measured import Measured, Row, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.arena.statistics import t_quantile
from kibitz.engine.game import Game

__all__ = ["STUDY", "Luck", "deals_needed", "gathered", "luck", "openly", "played", "shares"]

SHARE = 10
"""Of a hundred seconds."""

REPEATS = 3
"""How often each deal is played: with so many, a number of games says most about shares around a
half."""

PARTS = ("deal", "seat", "play")

POWER = 0.8

HARD = 1e-3
"""Seconds for a deal that agrees with all that is known, beyond which nobody waits for hundreds."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Luck:
    """What was played to see it."""

    samples: tuple[Sample, ...]
    ranks: Numbers
    """[deal, time, seat]: normalised ranks."""
    points: Numbers
    """[deal, time, seat]"""
    contests: tuple[Contest, ...]
    """Of players that differ in skill."""
    kind: Kind
    """Who played."""
    pairing: bool
    """Whether residuals are wanted."""
    together: bool = False
    """Whether all win or lose together."""
    note: str | None = None
    """What must be said of those who played."""


def gathered(bench: Bench, asked: Asked, pilot: Pilot) -> Luck | None:
    """Have deals played again and again; None if there is nobody to play against."""
    game = bench.game
    if not is_contest(game):
        return None
    cost = Cost(game, pilot)
    kind, fewer = searcher(cost, TRIES), searcher(cost, TRIES // 10)
    deals = range(cost.deals(asked, SHARE / 200, REPEATS, [kind]))
    size = max(1, min(cost.lot(REPEATS * cost.play([kind])), len(deals) // LOTS))
    found: list[list[list[list[float]]]] = []
    for lot in bench.lots(f"{__name__}:played", deals, size, kind=kind.text, limit=asked.limit):
        found += lot
    if not found:
        return None
    results = np.array(found, np.float64)
    unfinished = int(results[:, :, 2, 0].sum())
    contests = []
    for other, part in ((fewer, 0.3), (RANDOM, 0.2)):
        deals = range(cost.deals(asked, part * SHARE / 100, 2, (kind, other)))
        size = cost.lot(2 * cost.play((kind, other)))
        held = hold(bench, (kind, other), deals, asked.limit, size)
        if len(held):
            contests.append(held)
            unfinished += held.unfinished
    sample = Sample(
        "luck",
        f"each deal {REPEATS} times by {kind.title} at all seats; and against "
        f"{fewer.title} and random",
        (kind.text, fewer.text, RANDOM.text),
        REPEATS * len(results) + 2 * sum(map(len, contests)),
        max([len(results), *map(len, contests)]),
        bench.seed,
        unfinished,
    )
    ranks, points = results[:, :, 0], results[:, :, 1]
    together = game.program.together
    both = tuple(contests)
    return Luck((sample,), ranks, points, both, kind, asked.pairing, together, openly(cost))


def searcher(cost: Cost, tries: int) -> Kind:
    """The usual searcher; where nobody can imagine what is hidden, or not in a reasonable time, it
    sees all."""
    return Kind("open" if openly(cost) else "search", tries)


def openly(cost: Cost) -> str | None:
    """Why searchers see all, if they do."""
    if cost.game.layout.private:
        return (
            "players keep numbers to themselves here, which no search can imagine: it sees them all"
        )
    if cost.sifting > HARD:
        return (
            "so much is known that deals that agree with it are hard to find here: the searchers "
            "see all cards"
        )
    return None


def played(
    game: Game, first: int, last: int, seed: int, kind: str, limit: int
) -> list[list[list[list[float]]]]:
    """A lot: for each deal and each time the ranks of all seats, their points, and whether the game
    was left."""
    players = [Kind.of(kind)] * game.players
    found = []
    for number in range(first, last):
        times = [
            play(game, number, seed, players, turn=2 + time, limit=limit) for time in range(REPEATS)
        ]
        left = [[float(not each.finished)] * game.players for each in times]
        found.append(
            [
                [list(each.ranks), [float(score) for score in each.scores], left[time]]
                for time, each in enumerate(times)
            ]
        )
    return found


# --- shares of the variance -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shares:
    """The parts of deal, seat and play in the variance of some results; they add up to 1."""

    figures: tuple[Figure, ...]
    pulls: tuple[Residuals, ...]
    """For each part its residuals, by deal."""


def shares(results: Numbers) -> Shares | None:
    """The parts of deal, seat and play in the variance of results [deal, time, seat]; None if they
    do not vary, or there are too few.

    Intervals are those of the jackknife, which leaves out one deal at a time (Efron, *The
    Jackknife, the Bootstrap and Other Resampling Plans*, chapter 3).
    """
    deals, times, _ = results.shape
    if deals < 2 or times < 2 or float(np.ptp(results)) == 0.0:
        return None
    results = results - results.mean()
    means = results.mean(axis=1)
    apart = means - means.mean(axis=1, keepdims=True)  # from the others of the same deal
    within = results.var(axis=1, ddof=1).mean(axis=1)
    within[within < ROUNDING**2 * results.var()] = 0.0  # thirds do not add up
    kept = within, means, means**2, apart, apart**2
    totals = [each.sum(axis=0) for each in kept]
    whole = _parts(deals, times, *totals)
    if whole.sum() <= 0.0:
        return None
    values = np.maximum(whole, 0.0) / np.maximum(whole, 0.0).sum()
    others = [total - each for total, each in zip(totals, kept, strict=True)]
    without = _parts(deals - 1, times, *others) if deals > 2 else np.zeros((1, len(PARTS)))
    if float(without.sum(axis=-1).min()) <= 0.0:  # nothing varies without one of them
        bare = tuple(Figure(float(value), None, deals) for value in values)
        return Shares(bare, (np.zeros(deals),) * len(PARTS))
    exact = whole / whole.sum()
    pulls = (deals - 1) * (exact - without / without.sum(axis=-1, keepdims=True))
    halves = t_quantile(deals - 1) * np.std(pulls, axis=0, ddof=1) / np.sqrt(deals)
    return Shares(
        tuple(
            Figure(
                float(value),
                (float(max(0.0, min(value, e - half))), float(min(1.0, max(value, e + half)))),
                deals,
            )
            for value, e, half in zip(values, exact, halves, strict=True)
        ),
        tuple(pulls[:, k] - pulls[:, k].mean() for k in range(len(PARTS))),
    )


def _parts(
    n: int, times: int, within: Numbers, s1: Numbers, s2: Numbers, a1: Numbers, a2: Numbers
) -> Numbers:
    """[..., part]: the variances of deal, seat and play without bias, from sums over n deals: of
    the variance within a deal, and for each seat of its means and how far they are from those of
    the others, each also squared. They may be below 0 by chance."""
    play_part = np.asarray(within / n)
    deal_part = ((s2 - s1**2 / n) / (n - 1)).mean(axis=-1) - play_part / times
    blur = ((a2 - a1**2 / n) / (n - 1)).mean(axis=-1) / n
    seat_part = ((a1 / n) ** 2).mean(axis=-1) - blur
    found: Numbers = np.stack([deal_part, seat_part, play_part], axis=-1)
    return found


@measure(
    "luck",
    "Luck",
    asks="How much of the result does the deal decide?",
    sample="luck",
    unit="share",
)
def luck(games: Luck) -> Measured | None:
    """The share of the variance of a seat's result that the deal decides, when all seats play
    alike: searchers with 200 tries, which draw differently each time.

    The result is the normalised rank: 1 is first, 0 is last, and of those who are equal a seat has
    left half behind. (Where all win or lose together, it is the points.) Each deal is played three
    times. *seat* is the variance of the means of the seats over all deals. *deal* is the variance,
    over deals, of what a seat can expect with its cards, beyond the mean of the seat. *play* is
    what is left between games with the same deal and the same seat. The three add up to the
    variance of a result, and are estimated without bias: the variance of the means of three games
    less a third of the variance within a deal, and the variance of the seats' means less that of
    their errors; estimates below 0 count as 0. Chance during the play counts as deal: the n-th
    card drawn from a pile is the same each time. The rows of the group `points` have the same for
    points. Intervals by the jackknife over deals.
    """
    points = shares(games.points)
    found = points if games.together else shares(games.ranks)
    if found is None:
        return None
    rows = [Row(part, figure) for part, figure in zip(PARTS, found.figures, strict=True)]
    if points is not None:
        more = zip(PARTS, points.figures, strict=True)
        rows += [Row(part, figure, "points") for part, figure in more]
    return Measured(
        found.figures[0],
        tuple(rows),
        note=games.note,
        data={"times": REPEATS, "player": games.kind.title},
        residuals=found.pulls[0] if games.pairing else None,
    )


# --- deals needed ---------------------------------------------------------------------------------


@measure(
    "deals_needed",
    "Deals to tell players apart",
    asks="How long must a match be to show who plays better?",
    sample="luck",
    unit="deals",
    better="low",
)
def deals_needed(games: Luck) -> Measured | None:
    """Duplicate deals after which a better player is seen to be better with 95 % confidence, in
    four of five matches: ((1.96 + 0.84) s / d)^2, where d and s are the mean and the standard
    deviation, over deals, of the difference between the normalised ranks of two players.

    A duplicate deal is two games, with the players at exchanged seats. The two are a searcher with
    200 tries and the same with 20, and in the second row a searcher and a random player. The
    interval is what d may be with 95 % confidence; if that may be nothing, or the one who should be
    better is worse, there is no figure.
    """
    needed = [(contest, _needed(contest)) for contest in games.contests]
    if not needed:
        return None
    unseen = [
        f"{contest.kinds[0].title} were not shown to be better than {contest.kinds[1].title} in "
        f"{len(contest):,} deals"
        for contest, figure in needed
        if figure is None
    ]
    return Measured(
        needed[0][1],
        tuple(Row(contest.title, figure) for contest, figure in needed if figure is not None),
        note="; ".join(unseen) or None,
        data={
            "confidence": 0.95,
            "power": POWER,
            "contests": [
                {
                    "players": [kind.title for kind in contest.kinds],
                    "deals": len(contest),
                    "difference": (gain := mean(contest.of("ranks").tolist())) and gain.to_json(),
                    "deals_needed": figure and figure.to_json(),
                }
                for contest, figure in needed
            ],
        },
    )


def _needed(contest: Contest) -> Figure | None:
    """Deals to tell the players of a contest apart; None if nobody can tell whether they are."""
    apart = contest.of("ranks")
    gain = mean(apart.tolist())
    if gain is None or gain.ci95 is None or gain.ci95[0] <= 0:
        return None
    normal = NormalDist()
    both = normal.inv_cdf(0.975) + normal.inv_cdf(POWER)
    spread = both * float(np.std(apart, ddof=1))
    few, value, many = (
        max(1.0, (spread / difference) ** 2)
        for difference in (gain.ci95[1], gain.value, gain.ci95[0])
    )
    return Figure(value, (few, many), len(contest))


@measure(
    "thinking",
    "Worth of thinking",
    asks="What do all gain if they think?",
    sample="luck",
    unit="points",
    better="high",
)
def thinking(games: Luck) -> Measured | None:
    """Where all win or lose together, which leaves nobody to rank above: the points that searchers
    with 200 tries at all seats score more than random players, on the same deals (where fewest
    points win, fewer). Rows: the same for each of the players that the searchers were held against.
    Intervals are by deal."""
    if not games.together or not games.contests:
        return None
    gains = [mean(contest.of("points").tolist()) for contest in games.contests]
    return Measured(
        gains[-1] if games.contests[-1].kinds[1] == RANDOM else None,
        named([contest.title for contest in games.contests], gains),
        note=games.note,
    )


STUDY = Study("luck", "luck and skill", SHARE, gathered, (luck, deals_needed, thinking))
