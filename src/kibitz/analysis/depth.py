"""Depth: a ladder of searchers, each of which beats the one below.

Rung 0 is a random player. Each next rung is the smallest number of tries (1, 2, 4, 8, ...) with
which a search beats the rung below 60 : 40. How many rungs there are until no search that can be
afforded beats the last is the depth of the game: how much there is to learn about it.

Whether one searcher beats another so is found out deal by deal, and no longer than it takes: after
an eighth, a quarter, a half and all of the deals it is looked whether that is clear. Which number
of tries is asked about next depends on what was found before, first farther and farther up, then
between; more tries are taken never to be worse. All that is decided by deals, never by the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

from kibitz.analysis.bench import Bench
from kibitz.analysis.contest import (
    FEWEST,
    RANDOM,
    Contest,
    Cost,
    Kind,
    exchanged,
    hold,
    is_contest,
    never_decided,
)
from kibitz.analysis.figures import Figure, mean_share
from kibitz.analysis.luck import openly, searcher
from kibitz.analysis.measured import Measured, Row, measure
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.arena.statistics import t_quantile

__all__ = ["STUDY", "Climb", "Depth", "Trial", "climbed", "counted", "depth", "gathered"]

SHARE = 26
"""Of a hundred seconds."""

WON = 0.6
"""The share of victories that a rung has against the one below."""

LOOKS = (8, 4, 2, 1)
"""It is looked after such parts of the deals."""

ASKED = 4
"""Numbers of tries that are asked about for a rung, as a rule."""

CAREFUL = 1 - 0.025 / (len(LOOKS) * ASKED)
"""Intervals are so wide that all looks at a rung are right together with 95 %."""

TRIALS, MIDDLE = 8, 6
"""So many contests are expected when deals are shared out, of about 2 to this many tries."""

HIGHEST, COSTLY = 14, 6
"""No search has more than 2 to this many tries; or so many that half of the deals of a contest
would take more than such a part of the time."""

DECIDED = 0.975
"""A contest ends when the interval of this quantile is on one side. Contests that are decided
wrongly so, one in ten at worst, are in the interval of the figure."""

LADDERS = 400
"""Ladders that are drawn to see how many rungs there may be."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether so many tries beat a rung."""

    contest: Contest

    @property
    def kind(self) -> Kind:
        return self.contest.kinds[0]

    @property
    def below(self) -> Kind:
        return self.contest.kinds[1]

    @property
    def figure(self) -> Figure:
        """The share of the victories, with an interval that holds however often one has looked."""
        found = mean_share(self.contest.of("victories").tolist())
        assert found is not None
        if found.ci95 is None:
            return found
        wider = t_quantile(found.n - 1, CAREFUL) / t_quantile(found.n - 1)
        half = max(found.ci95[1] - found.value, found.value - found.ci95[0]) * wider
        return Figure(found.value, (found.value - half, found.value + half), found.n).within(0, 1)

    @property
    def error(self) -> float:
        """How far the share may be off, for whoever decides by it."""
        found = self.figure
        if found.ci95 is None:
            return 1.0
        scale = t_quantile(found.n - 1, DECIDED) / t_quantile(found.n - 1, CAREFUL)
        return max(found.ci95[1] - found.value, found.value - found.ci95[0]) * scale

    @property
    def won(self) -> bool:
        """Whether it does, as far as one can tell; what may be chance is no rung."""
        return self.figure.value >= WON and self.figure.value - self.error > 0.5

    @property
    def clear(self) -> bool:
        """Whether one can tell for sure."""
        low, high = self.figure.ci95 or (0.0, 1.0)
        return low >= WON or high < WON

    @property
    def decided(self) -> bool:
        """Whether it is not worth the time to look further."""
        return abs(self.figure.value - WON) > self.error

    def to_json(self) -> dict[str, Any]:
        return {
            "tries": self.kind.tries,
            "against": self.below.tries,
            "won": self.won,
            "clear": self.clear,
            **self.figure.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Depth:
    """The ladder, and all that was tried."""

    samples: tuple[Sample, ...]
    rungs: tuple[Trial, ...]
    trials: tuple[Trial, ...]
    top: int
    """Tries of the best searcher that can be afforded."""
    ended: bool
    """Whether no search beats the last rung; else time was up, or there are no more tries."""
    out_of: str
    """What it has run out of, if it has not ended."""
    seed: int
    proven: bool = False
    """Whether there is nothing to decide by the rules, not only in games at random."""
    openly: str | None = None
    """Why searchers see all, if they do."""


def gathered(bench: Bench, asked: Asked, pilot: Pilot) -> Depth | None:
    """Climb; None if there is nobody to beat."""
    game = bench.game
    if not is_contest(game):
        return None
    if not pilot.choices and not pilot.fails:
        sample = Sample("depth", "nothing to decide", (), 0, 0, bench.seed)
        return Depth((sample,), (), (), 0, True, "", bench.seed, never_decided(game))
    cost, seconds = Cost(game, pilot), asked.effort.seconds * SHARE / 100
    climb = Climb(bench, asked, cost, seconds)
    rungs, ended = climbed(climb.beats, climb.top)
    if not climb.trials:
        return None
    deals = [len(trial.contest) for trial in climb.trials]
    sample = Sample(
        "depth",
        f"searchers with more tries against such with fewer, each deal twice{exchanged(game)}",
        tuple(dict.fromkeys(trial.kind.text for trial in climb.trials)),
        2 * sum(deals),
        max(deals),
        bench.seed,
        sum(trial.contest.unfinished for trial in climb.trials),
    )
    trials = tuple(climb.trials)
    return Depth(
        (sample,),
        tuple(rungs),
        trials,
        1 << climb.top,
        ended,
        climb.out_of,
        bench.seed,
        openly=openly(cost),
    )


def climbed(beats: Callable[[int, int], Trial | None], top: int) -> tuple[list[Trial], bool]:
    """Climb from rung to rung: the rungs, and whether nothing up to 2 to the `top` tries beats the
    last. `beats` tries whether 2 to the one beats 2 to the other (-1: random); None: time is up.

    For each rung it is asked one, two, four... steps farther up, and then between.
    """
    rungs: list[Trial] = []
    at = -1
    while at < top:
        lost, step, winner = at, 1, None
        while winner is None:
            reach = min(at + step, top)
            trial = beats(reach, at)
            if trial is None:
                return rungs, False
            if trial.won:
                winner = trial
            elif reach == top:
                return rungs, True
            else:
                lost, step = reach, 2 * step
        while reach - lost > 1:
            middle = (reach + lost) // 2
            trial = beats(middle, at)
            if trial is None:
                break
            if trial.won:
                winner, reach = trial, middle
            else:
                lost = middle
        rungs.append(winner)
        at = reach
    return rungs, False


class Climb:
    """Holds contests for a ladder, as long as there is time for them by what they cost."""

    def __init__(self, bench: Bench, asked: Asked, cost: Cost, seconds: float) -> None:
        self.bench, self.limit, self.cost = bench, asked.limit, cost
        self.trials: list[Trial] = []
        self.out_of = ""
        middle = self._kind(MIDDLE), self._kind(MIDDLE - 1)
        self.deals = max(FEWEST, cost.deals(asked, SHARE / 100 / TRIALS, 2, middle))
        if asked.games is not None:  # who asks for few deals does not want to wait for high rungs
            each = self._deal(MIDDLE, MIDDLE - 1)
            usual = min(asked.effort.searched, int(seconds / TRIALS / each))
            seconds *= self.deals / max(FEWEST, usual)
        self.left = seconds
        self.top = 1
        while (
            self.top < HIGHEST
            and self.deals / 2 * self._deal(self.top + 1, self.top) < seconds / COSTLY
        ):
            self.top += 1

    def _kind(self, height: int) -> Kind:
        return RANDOM if height < 0 else searcher(self.cost, 1 << height)

    def _deal(self, one: int, other: int) -> float:
        """Seconds that a deal costs."""
        return 2 * self.cost.play((self._kind(one), self._kind(other)))

    def beats(self, one: int, other: int) -> Trial | None:
        """Let two kinds meet until it is clear, or all deals are played."""
        kinds = self._kind(one), self._kind(other)
        each = self._deal(one, other)
        found: Trial | None = None
        for part in LOOKS:
            before = len(found.contest) if found else 0
            deals = range(before, max(FEWEST, self.deals // part))
            if not deals:
                continue
            if len(deals) * each > self.left:
                break
            self.left -= len(deals) * each
            more = hold(self.bench, kinds, deals, self.limit, self.cost.lot(each))
            if len(more):
                found = Trial(found.contest.and_more(more) if found else more)
            if len(more) < len(deals) or found is None or found.decided:
                break
        if found is None:
            self.out_of = "time"
            return None
        self.trials.append(found)
        return None if self.bench.stopped else found


# --- what is measured -----------------------------------------------------------------------------


@measure(
    "depth",
    "Depth",
    asks="How much is there to learn?",
    sample="depth",
    unit="rungs",
    better="high",
)
def depth(climb: Depth) -> Measured | None:
    """The number of rungs of a ladder of searchers. Rung 0 is a random player; each next one is the
    smallest number of tries (1, 2, 4, 8, ...) with which the search beats the rung below at least
    60 : 40.

    60 : 40 is the share of the victories, at equal seats: each deal is played twice, at exchanged
    seats, the seating going round all that are fair; a victory that is shared is split. (Where all
    win or lose together, it is played by each at all seats, and whose score is better wins.) A
    contest ends when 60 % is outside its interval after an eighth, a quarter or a half of the
    deals, or when all are played; then the share decides, if it is above 50 % with 95 % confidence.
    The intervals of the rows are wide enough (99.7 % each) to hold for four looks at four numbers
    of tries at once. That of the figure has the number of rungs of 95 % of 400 ladders, for which
    the shares are drawn from their errors, strength being added in log odds.
    """
    if not climb.trials:
        nothing = Figure(0.0, None, 0, exact=climb.proven)
        return Measured(nothing, note="there is nothing to decide", data={"rungs": []})
    number = len(climb.rungs)
    low, high = _between(climb)
    return Measured(
        Figure(float(number), (float(low), float(high)), climb.samples[0].deals),
        tuple(Row(rung.kind.title, rung.figure) for rung in climb.rungs),
        note=_note(climb),
        data={
            "rungs": [rung.to_json() for rung in climb.rungs],
            "trials": [trial.to_json() for trial in climb.trials],
            "most_tries": climb.top,
        },
    )


def _note(climb: Depth) -> str | None:
    """What must be said of a ladder."""
    said = []
    last = climb.rungs[-1].kind.title if climb.rungs else "random"
    if climb.ended:
        said.append(f"up to {climb.top:,} tries nothing beats {last} 60 : 40")
    elif climb.out_of:
        said.append(f"the ladder ends at {last}, since the next contests would take too long")
    else:
        said.append(f"the ladder ends at {climb.top:,} tries: there may be more rungs")
    close = [rung.kind.title for rung in climb.rungs if not rung.clear]
    if close:
        said.append(f"close: {', '.join(close)}")
    if climb.openly:
        said.append(climb.openly)
    return "; ".join(said)


def _between(climb: Depth) -> tuple[int, int]:
    """Between which numbers of rungs 95 % of ladders lie that are drawn from what was found."""
    rng, found = Random(climb.seed), []
    for _ in range(LADDERS):
        heights = {-1: 0.0}
        for trial in sorted(climb.trials, key=lambda each: (each.below.tries, each.kind.tries)):
            base, own = _height(trial.below), _height(trial.kind)
            if base in heights:  # a rung: those below it were sorted before
                heights.setdefault(own, heights[base] + rng.gauss(*_log_odds(trial)))
        found.append(counted(heights, climb.top.bit_length() - 1))
    found.sort()
    value, margin = len(climb.rungs), LADDERS // 40
    return min(value, found[margin]), max(value, found[-1 - margin])


def _height(kind: Kind) -> int:
    return kind.tries.bit_length() - 1


def _log_odds(trial: Trial) -> tuple[float, float]:
    """The logarithm of the odds, and its standard error."""
    figure = trial.figure
    share = min(0.98, max(0.02, figure.value))
    if figure.ci95 is None:
        return log(share / (1 - share)), 1.0
    half = (figure.ci95[1] - figure.ci95[0]) / 2
    error = half / t_quantile(max(1, figure.n - 1), CAREFUL)
    return log(share / (1 - share)), max(error, 0.5 / sqrt(figure.n) / 10) / (share * (1 - share))


def counted(heights: dict[int, float], top: int) -> int:
    """The rungs of a ladder, if strength is what it is at these heights, and between them in
    proportion."""
    known = sorted(heights)
    strengths: Sequence[float] = np.interp(
        range(-1, top + 1), known, [heights[height] for height in known]
    ).tolist()
    needed, rungs, last = log(WON / (1 - WON)), 0, strengths[0]
    for strength in strengths[1:]:
        if strength - last >= needed:
            rungs, last = rungs + 1, strength
    return rungs


STUDY = Study("depth", "depth", SHARE, gathered, (depth,))
