"""Ends: from when on the result of a game was decided, so that a claim would have been right.

A game is played, and then looked at backwards with all cards open, also those that are still to be
drawn: could whoever won have been beaten from here on? Positions far from the end have too many
ways on to be sure; where the search is given up, the game counts as open before, so figures say
*at least* so early, and how often that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.analysis import figures
from kibitz.analysis.bench import Bench
from kibitz.analysis.measured import TOGETHER, Measured, measure, named
from kibitz.analysis.searched import groups_cards
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.analysis.surveys import FINISHED, Manner, Surveyor
from kibitz.analysis.watched import watched
from kibitz.arena.statistics import winning_teams
from kibitz.engine.buffers import borrow, give_back, shared
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError

__all__ = ["STUDY", "Backwards", "Ended", "Ends", "gather", "played"]

WIDTH, DEPTH = 256, 96
"""As in the kernel: options of a position, and decisions in a row."""

POSITIONS = 20_000
"""Positions that are looked at before a search is given up."""

COST, GROUPED, STATE = 2e-7, 1e-5, 1e-4
"""Seconds for each of them, for one in a game that groups cards, and for a state of the game that
is played."""

MOST, LEAST, LOT = 1000, 12, 10
"""Games at most, at least, and in a lot."""

TENTHS = 10


@dataclass(frozen=True, slots=True)
class Ended:
    """From which decision on a game was decided, counting from 0; the last is the number of
    decisions if it was decided by the last of them."""

    decisions: int
    claimed: int
    """From here on the winners could not be beaten if they played as well as they can."""
    settled: int
    """From here on nobody could change anything."""
    choices: int
    """Decisions with more than one option that were still to come when it was decided."""
    claim_open: bool
    settled_open: bool
    """Whether it may have been so earlier: there were too many positions to look at."""


class Backwards:
    """Looks at games of one kind backwards; to be used by one thread at a time."""

    def __init__(self, game: Game, mode: str = "native", limit: int = POSITIONS) -> None:
        self.game, self.mode, self.limit = game, mode, limit
        self._decided_from = game.kernel("claims", mode)["decided_from"]
        size = game.layout.size
        rooms = DEPTH * size, 2 * DEPTH, DEPTH * WIDTH, size, game.players + 1
        self._stack, self._frames, self._options, self._scratch, self._scores = (
            np.zeros(room, np.int64) for room in rooms
        )

    def ended(self, states: Sequence[State]) -> Ended:
        """When a game was decided, given its states from the first decision to its end."""
        last = states[-1]
        winners = winning_teams(last.ranks, last.teams)
        side = sum(1 << seat for seat in winners[0])
        least = 1 if len(winners) > 1 else 2
        before = states[:-1]
        options = np.array([len(state.actions) for state in before], np.int64)
        rows = np.array([state.array for state in before], np.int64)
        find = partial(self._find, rows, options, side, least)
        claimed, claim_open = find(free=True)
        settled, settled_open = find(free=False)
        choices = int((options[claimed:] > 1).sum())
        return Ended(len(before), claimed, settled, choices, claim_open, settled_open)

    def _find(
        self, rows: Any, options: Any, side: int, least: int, *, free: bool
    ) -> tuple[int, bool]:
        space = borrow()
        work = self._stack, self._frames, self._options, space[0], self._scratch, space[1]
        given = rows, len(rows), options, side, least, int(free), *work, self._scores, self.limit
        try:
            found = self._decided_from(*(shared(each, self.mode) for each in given))
        finally:
            give_back(space)
        return int(found), bool(self._scores[self.game.players])


@dataclass(frozen=True, slots=True)
class Ends:
    """When games were decided."""

    sample: Sample
    games: tuple[Ended, ...]
    pairing: bool

    @property
    def samples(self) -> tuple[Sample, ...]:
        return (self.sample,)

    def note(self, given_up: Sequence[bool]) -> str | None:
        """What must be said if some games may have been decided earlier."""
        if not any(given_up):
            return None
        share = 100 * sum(given_up) / len(given_up)
        return (
            f"at least: in {share:.0f} % of the games there were too many ways on to look any "
            "further back"
        )

    def left(self, marks: Sequence[int], given_up: Sequence[bool]) -> Measured:
        """The share of each game that was still to come at a mark, and how many had come to it by
        each tenth."""
        made = [game.decisions for game in self.games]
        left = [1 - mark / all_ for mark, all_ in zip(marks, made, strict=True)]
        tenths = [-(-mark * TENTHS // all_) for mark, all_ in zip(marks, made, strict=True)]
        reached = [
            figures.share(sum(each <= tenth for each in tenths), len(tenths))
            for tenth in range(1, TENTHS + 1)
        ]
        return Measured(
            figures.mean_share(left),
            named(range(1, TENTHS + 1), reached),
            self.note(given_up),
            residuals=figures.residuals(left) if self.pairing else None,
        )


def played(
    game: Game, first: int, last: int, seed: int, limit: int, bots: Sequence[str]
) -> list[list[int] | None]:
    """Let searchers play games, or the bots that are named, and look at each backwards; nothing of
    one that did not end, or has no decisions."""
    backwards, surveyor = Backwards(game), Surveyor.of(game)
    everybody, how = (1 << game.players) - 1, Manner(forced=False, limit=limit)
    found: list[list[int] | None] = []
    for number in range(first, last):
        line = watched(surveyor, seed, number, everybody, how, bots)
        if line.end != FINISHED or not len(line.choices):
            found.append(None)
            continue
        states = [begin(game, game_key(seed, number))]
        for choice in line.choices.tolist():
            states.append(states[-1].after(states[-1].actions[choice]))
        found.append([int(each) for each in astuple(backwards.ended(states))])
    return found


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> Ends | None:
    """Play games and look at them backwards."""
    if bench.game.players < 2 or pilot.decisions == 0 or pilot.unfinished == 1:
        return None
    if bench.game.program.together:
        raise KibitzError(f"in {bench.game.title} {TOGETHER}: nobody ranks above anybody")
    each = GROUPED if groups_cards(bench.game) else COST
    cost = pilot.decisions * STATE + 3 * POSITIONS * each
    n = asked.games or asked.effort.games(SHARE, cost, most=MOST, least=LEAST)
    answers = bench.lots(
        f"{__name__}:played", range(n), LOT, limit=asked.limit, bots=list(asked.bots)
    )
    lines = [line for answer in answers for line in answer]
    games = tuple(Ended(*line[:4], *map(bool, line[4:])) for line in lines if line is not None)
    if not games:
        return None
    sample = Sample(
        "ends",
        "every seat a searcher, looked at backwards",
        asked.bots or ("searcher",),
        len(lines),
        len(lines),
        bench.seed,
        len(lines) - len(games),
    )
    pairing = asked.pairing and len(games) == len(lines)  # else they have not the numbers of deals
    return Ends(sample, games, pairing)


@measure(
    "decided",
    "Decided",
    asks="How early is it over, if the winner plays well?",
    sample="ends",
    unit="share",
)
def decided(ends: Ends) -> Measured:
    """The share of a game's decisions that were still to come when its result was decided: from
    there on, all cards being open, those who won could not have been beaten if they played as well
    as they can. Rows: the share of games decided by each tenth of their decisions."""
    games = ends.games
    return ends.left([game.claimed for game in games], [game.claim_open for game in games])


@measure(
    "settled",
    "Nothing matters any more",
    asks="How long does one play on though nothing can change?",
    sample="ends",
    unit="share",
    better="low",
)
def settled(ends: Ends) -> Measured:
    """The share of a game's decisions that were still to come when the same seats would win
    whatever anybody played. Rows: the share of games in which it was so by each tenth of their
    decisions."""
    games = ends.games
    return ends.left([game.settled for game in games], [game.settled_open for game in games])


@measure(
    "claims",
    "Claims",
    asks="Could somebody have laid down their cards?",
    sample="ends",
    unit="share",
)
def claims(ends: Ends) -> Measured:
    """The share of games in which the later winners could have claimed: they could not be beaten
    any more, as in *Decided*, and somebody still had a choice to make."""
    right = [float(game.choices > 0) for game in ends.games]
    return Measured(
        figures.share(sum(right), len(right)),
        note=ends.note([game.claim_open for game in ends.games]),
        residuals=figures.residuals(right) if ends.pairing else None,
    )


SHARE = 0.06

STUDY = Study("ends", "ends", 100 * SHARE, gather, (decided, settled, claims))
