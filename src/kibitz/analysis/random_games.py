"""The study `random`: every seat at random. How long a game is, whether there are choices, and
whether a seat is favoured; and the dead wood of the description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray

from kibitz.analysis.bench import Bench
from kibitz.analysis.dead_wood import Wood, dead_wood, gather_wood
from kibitz.analysis.figures import Figure, Residuals, of_moments, residuals, share
from kibitz.analysis.kinds import kinds
from kibitz.analysis.lots import lots
from kibitz.analysis.measured import CARDSTOCK, TOGETHER, Measured, Row, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.analysis.tallies import KEPT, TRICKS, Tally, labels_of
from kibitz.engine.game import Game

__all__ = ["STUDY", "RandomGames", "fair", "gather"]

PAIRED = 100_000
"""Games at most of which rows are kept, to compare them with those of another game."""

BINS = 60
RARE = 0.01
"""A decision number that a smaller share of the games reaches is not shown."""


@dataclass(frozen=True)
class RandomGames:
    """What was played."""

    game: Game
    samples: tuple[Sample, ...]
    tally: Tally
    wood: Wood

    def rows(self) -> NDArray[np.float64] | None:
        """A row for each game, if they were kept."""
        if not self.tally.rows:
            return None
        return np.array(self.tally.rows, np.float64).reshape(-1, KEPT)


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> RandomGames | None:
    """Play at random: all games for the tally, and some clause by clause."""
    game = bench.game
    tally = Tally(game)
    plan = lots(game, asked, pilot, 0.03, asked.effort.random)
    for answer in bench.lots(
        "kibitz.analysis.tallies:played",
        range(plan.games),
        plan.size,
        limit=asked.limit,
        native=plan.native,
        keep=asked.pairing and plan.games <= PAIRED,
    ):
        tally.add(answer)
    if tally.games == 0:
        return None
    sample = Sample(
        "random",
        "every seat at random",
        ("random",),
        tally.games,
        tally.games,
        bench.seed,
        tally.unfinished,
    )
    return RandomGames(game, (sample,), tally, gather_wood(bench, asked, pilot))


# --- how long, and how many options ---------------------------------------------------------------


@measure(
    "decisions",
    "Length",
    asks="How long is a game?",
    sample="random",
    unit="decisions",
)
def decisions(games: RandomGames) -> Measured | None:
    """Decisions in a game, those with a single option too, all seats together; every seat plays at
    random. A set of cards that is picked counts a decision for each card. `histogram` has games by
    their number of decisions, in bins of `width`."""
    tally = games.tally
    lowest, highest = min(tally.ended), max(tally.ended)
    width = max(1, ceil((highest - lowest + 1) / BINS))
    bins: dict[int, int] = {}
    for made, count in sorted(tally.ended.items()):
        begin = lowest + (made - lowest) // width * width
        bins[begin] = bins.get(begin, 0) + count
    data = {
        "histogram": [list(each) for each in bins.items()],
        "width": width,
        "shortest": lowest,
        "longest": highest,
    }
    return Measured(tally.decisions_mean, data=data, residuals=_mean_of(games, 0))


@measure(
    "choices",
    "Choices",
    asks="How often does a player have something to choose in a game?",
    sample="random",
    unit="decisions",
)
def choices(games: RandomGames) -> Measured | None:
    """Decisions in a game with more than one option, all seats together."""
    return Measured(games.tally.choices_mean, residuals=_mean_of(games, 2))


@measure("options", "Options", asks="How many options does a player have?", sample="random")
def options(games: RandomGames) -> Measured | None:
    """Options at a decision: all options of all games over all their decisions. By decision: over
    the games that come to it, as long as one in a hundred does."""
    tally = games.tally
    if not tally.decisions:
        return None
    least = max(2, RARE * tally.games)
    steps = [of_moments(n, total, squares) for n, total, squares in tally.steps if n >= least]
    rows = named(range(1, len(steps) + 1), steps, "by decision")
    return Measured(tally.options_mean, rows, residuals=_ratio_of(games, [0, 1, 0], [1, 0, 0]))


@measure(
    "options_by_place",
    "Options in a trick",
    asks="How free are leader and followers?",
    sample="random",
)
def options_by_place(games: RandomGames) -> Measured | None:
    """Options at a decision by place in the trick. The leader decides when nothing lies in the
    trick; tricks are counted from the first of a round. Which place is the trick, the game's sheet
    says, or its description lets guess."""
    tally = games.tally
    tricks = range(1, TRICKS + 1)
    leader = named(tricks, [tally.leading(n - 1).mean() for n in tricks], "leader")
    others = named(tricks, [tally.following(n - 1).mean() for n in tricks], "followers")
    seats = range(games.game.players)
    places = named(list(map(_ordinal, seats)), [tally.place(n).mean() for n in seats], "place")
    rows = (*leader, *others, *places)
    return Measured(rows=rows) if rows else None


@measure(
    "options_by_kind",
    "Options by kind of decision",
    asks="What is there to decide, and how freely?",
    sample="random",
)
def options_by_kind(games: RandomGames) -> Measured | None:
    """Options at a decision, for each choice of the description; `kinds` also has its share of all
    decisions. A further card of a set that is picked goes on with its choice."""
    tally, squares = games.tally, games.tally.products[0]
    by_label = {kind.label: kind for kind in kinds(games.game).values()}
    rows, data = [], []
    for number, label in enumerate(labels_of(games.game)):
        cell = tally.kind(number)
        figure = cell.mean()
        part = cell.share(tally.games, tally.decisions, squares)
        if figure is None or part is None:
            continue
        rows.append(Row(label, figure))
        kind = by_label[label]
        data.append(
            {
                "line": kind.line,
                "text": kind.text,
                "words": kind.words,
                "share": part.value,
                "options": figure.value,
            }
        )
    return Measured(rows=tuple(rows), data={"kinds": data}) if rows else None


@measure(
    "forced",
    "Forced decisions",
    asks="How often is there nothing to choose?",
    sample="random",
    unit="share",
)
def forced(games: RandomGames) -> Measured | None:
    """The share of all decisions that have a single option."""
    figure = games.tally.forced_share
    if figure is None:
        return None
    return Measured(figure.within(0, 1), residuals=_ratio_of(games, [1, 0, -1], [1, 0, 0]))


@measure(
    "convergence",
    "Convergence",
    asks="Does the game narrow down?",
    sample="random",
    reference=CARDSTOCK,
)
def convergence(games: RandomGames) -> Measured | None:
    """Mean over games of 1 - (slope/2 + 1/2), slope being the least-squares slope of the number of
    options against the number of the decision. 0.5: as many options at the end as at the beginning;
    more: fewer and fewer. A game with fewer than two decisions has slope 0."""
    return Measured(games.tally.convergence, residuals=_converged(games))


# --- who wins -------------------------------------------------------------------------------------


@measure(
    "win_share",
    "Wins",
    asks="Who wins if everybody plays at random?",
    sample="random",
    unit="share",
)
def win_share(games: RandomGames) -> Measured | None:
    """The share of games a seat wins; a game won by k teams counts 1/k for each, and seats of one
    team win together. The figure is that of the first seat. (None where all win or lose together,
    nor are there fairness and draws.)"""
    if _together(games):
        return None
    shares = [share(games.tally.won(seat), games.tally.games) for seat in _seats(games)]
    return Measured(shares[0], named(games.game.seats, shares), residuals=_wins(games))


@measure(
    "fairness",
    "Fairness",
    asks="Is a seat favoured?",
    sample="random",
    reference=CARDSTOCK,
    better="high",
)
def fairness(games: RandomGames) -> Measured | None:
    """wp * n if wp <= 1/n, else (1 - wp) * n/(n - 1), wp being the share of games that the first
    seat wins and n the number of players; 1: exactly its part. Also for every seat. Where players
    are in teams, which win together, 1/n is the mean share of a seat instead."""
    if _together(games):
        return None
    tally = games.tally
    part = sum(tally.won(seat) for seat in _seats(games)) / games.game.players / tally.games
    shares = [share(tally.won(seat), tally.games) for seat in _seats(games)]
    found = [won and fair(won, part) for won in shares]
    wins, first = _wins(games), tally.won(0) / tally.games
    slope = 1 / part if first <= part or part == 1 else -1 / (1 - part)
    return Measured(
        found[0],
        named(games.game.seats, found),
        residuals=None if wins is None else wins * slope,
    )


@measure(
    "score",
    "Scores",
    asks="What does a seat score?",
    sample="random",
    unit="points",
)
def score(games: RandomGames) -> Measured | None:
    """The mean score of every seat; where all have the same one, it stands once."""
    tally = games.tally
    scores = [
        of_moments(tally.games, total, squares)
        for total, squares in zip(tally.scores, tally.score_squares, strict=True)
    ]
    if _together(games) and len(set(scores)) == 1:
        return Measured(scores[0], note=TOGETHER)
    return Measured(rows=named(games.game.seats, scores))


@measure(
    "draws",
    "Draws",
    asks="How often is the first place shared?",
    sample="random",
    unit="share",
)
def draws(games: RandomGames) -> Measured | None:
    """The share of games whose first place is shared by more than one team."""
    if _together(games):
        return None
    tally = games.tally
    shared = sum(tally.winners[1:])
    rows = games.rows()
    found = None if rows is None else residuals(abs(rows[:, 4]) > 1)
    return Measured(share(shared, tally.games), residuals=found)


@measure(
    "unfinished",
    "Games without an end",
    asks="Does the game end?",
    sample="random",
    unit="share",
    better="low",
)
def unfinished(games: RandomGames) -> Measured | None:
    """The share of games that were left after too many decisions. All other measures take them as
    they stood then."""
    tally = games.tally
    if not tally.unfinished:
        return None
    longest = max(tally.ended)
    note = f"{tally.unfinished:,} of {tally.games:,} games were left after {longest:,} decisions"
    return Measured(share(tally.unfinished, tally.games), note=note)


# --- details --------------------------------------------------------------------------------------


def _together(games: RandomGames) -> bool:
    """Whether nobody can be ahead of anybody."""
    return games.game.program.together


def _seats(games: RandomGames) -> range:
    return range(games.game.players)


def _ordinal(place: int) -> str:
    """`leader`, `2nd`, `3rd`, `4th`."""
    if place == 0:
        return "leader"
    return f"{place + 1}{ {2: 'nd', 3: 'rd'}.get(place + 1, 'th') }"


def fair(won: Figure, part: float) -> Figure:
    """What is fair about a share of games, if a seat should have a certain part."""

    def of(wins: float) -> float:
        return wins / part if wins <= part or part >= 1 else (1 - wins) / (1 - part)

    if won.ci95 is None:
        return replace(won, value=of(won.value))
    ends = [of(end) for end in won.ci95]
    around = won.ci95[0] <= part <= won.ci95[1]
    return replace(won, value=of(won.value), ci95=(min(ends), 1.0 if around else max(ends)))


def _mean_of(games: RandomGames, column: int) -> Residuals | None:
    rows = games.rows()
    return None if rows is None else residuals(rows[:, column])


def _ratio_of(games: RandomGames, above: Sequence[int], below: Sequence[int]) -> Residuals | None:
    """Of a ratio of decisions, options and choices, each so many times."""
    rows = games.rows()
    if rows is None or not rows[:, 0].any():
        return None
    return residuals(rows[:, :3] @ np.array(above), rows[:, :3] @ np.array(below))


def _wins(games: RandomGames) -> Residuals | None:
    """Of the wins of the first seat."""
    rows = games.rows()
    if rows is None:
        return None
    teams = rows[:, 4]
    return residuals(np.where(teams > 0, 1 / np.abs(teams), 0))


def _converged(games: RandomGames) -> Residuals | None:
    rows = games.rows()
    if rows is None:
        return None
    made, offered, _, moment, _ = rows.T
    above = 12 * moment - 6 * (made - 1) * offered
    below = np.where(made < 2, 1, 2 * (made**3 - made))
    return residuals(0.5 - np.where(made < 2, 0, above) / below)


STUDY = Study(
    key="random",
    title="games at random",
    share=5,
    gather=gather,
    measures=(
        decisions,
        choices,
        options,
        options_by_place,
        options_by_kind,
        forced,
        win_share,
        fairness,
        score,
        draws,
        convergence,
        unfinished,
        dead_wood,
    ),
)
