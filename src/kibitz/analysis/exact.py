"""The study `exact`: what a game is worth if everybody plays at random, counted instead of played.

Where a game is small, all outcomes of chance and all decisions can be gone through. Whoever decides
takes every option with the same chance (of a set of cards that is picked, every set), and so does
chance. What comes out are fractions, with nothing left to sampling.

Chance is taken by hand: the rules run with a `below` that gives the outcomes one after the other.
Whether a game is small enough is estimated first from some ways through it (Knuth, *Estimating the
efficiency of backtrack programs*, 1975), so that large ones cost nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log
from random import Random
from typing import Any

from kibitz.analysis.bench import Bench
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.arena.statistics import winning_teams
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.game import Game
from kibitz.engine.primitives import PRIMITIVES
from kibitz.recycle.prelude import numbers as constants

__all__ = ["STUDY", "Exact", "exact"]

MOST = 30_000
"""Deals and decisions that are gone through at most, with each outcome of chance."""

ALIKE = 10_000
"""Ways through a game for each of them at most: as a rule many lead to the same position."""

DEEPEST = 200
"""Decisions of a game at most."""

WAYS = 12
"""Ways through a game from which its size is estimated."""


class TooLarge(Exception):
    """A game cannot be gone through."""


@dataclass(frozen=True, slots=True)
class Exact:
    """What a game is worth if everybody, and chance, takes everything with the same chance."""

    game: Game
    decisions: Fraction
    scores: tuple[Fraction, ...]
    wins: tuple[Fraction, ...]
    """Of a game won by k teams, each of their seats has 1 / k."""
    samples: tuple[Sample, ...]


class Chance:
    """Outcomes of chance: all of them one after the other, or some drawn at random."""

    def __init__(self) -> None:
        self.among: list[int] = []
        """How many outcomes there were, each time chance was asked."""
        self.rng: Random | None = None
        self._taken: list[int] = []
        self._next = 0

    def below(self, key: int, key2: int, stream: int, counter: int, n: int) -> int:
        """What the rules call for a random number from 0 to n - 1."""
        if n == 1:
            return 0
        if self._next == len(self._taken):
            self._taken.append(0 if self.rng is None else self.rng.randrange(n))
            self.among.append(n)
        self._next += 1
        return self._taken[self._next - 1]

    def begin(self) -> None:
        """Forget what came before."""
        self._taken, self.among, self._next = [], [], 0

    def all_ways(self, play: Callable[[], Any]) -> Iterator[tuple[Any, Fraction]]:
        """What play gives, and with what chance, for each way in which chance can have it."""
        self.begin()
        while True:
            self._next = 0
            came = play()
            part = Fraction(1)
            for n in self.among:
                part /= n
            yield came, part
            while self._taken and self._taken[-1] == self.among[-1] - 1:
                self._taken.pop()
                self.among.pop()
            if not self._taken:
                return
            self._taken[-1] += 1


class Tree:
    """A game whose chance is taken by hand."""

    def __init__(self, game: Game) -> None:
        self.game, self.chance = game, Chance()
        known = {**PRIMITIVES, "below": self.chance.below}
        self.functions = dict[str, Any](known)
        exec(compile(game.emitted.module.quick(), f"<{game.name}, exact>", "exec"), self.functions)
        self.lot = constants(game.layout)["LOT"]
        self.space = borrow()
        self.known: dict[bytes, list[Fraction]] = {}
        """What states are worth, as far as they were gone through."""
        self.work = 0
        layout = game.layout
        self._of_no_account = [layout.KEY, layout.KEY + 1, layout.TIES, layout.RANDOMS]
        for at in layout.pools.values():  # what was drawn so far counts only for the next number
            self._of_no_account += [at + layout.words, at + layout.words + 1]

    def dealt(self) -> array[int]:
        """The state before the first decision."""
        state = array("q", self.game.blank)
        self.functions["run"](state, 1)
        return self._sound(state)

    def after(self, state: array[int], code: int) -> array[int]:
        """The state after an option."""
        following = array("q", state)
        self.functions["apply"](following, code, self.space[1])
        return self._sound(following)

    def _sound(self, state: array[int]) -> array[int]:
        if state[1]:
            raise self.game.fault(state[1])
        for at in self._of_no_account:
            state[at] = 0
        return state

    def options(self, state: array[int]) -> list[tuple[int, Fraction]]:
        """The codes of all options, and with what chance each is taken."""
        codes, work = self.space
        work[self.lot] = 0
        count = self.functions["options"](state, codes, array("q", state), work)
        if state[1]:
            raise self.game.fault(state[1])
        if count == 0:
            raise self.game.no_option(state[0])
        listed = codes[:count].tolist()
        if work[self.lot] in (0, 1):
            return [(code, Fraction(1, count)) for code in listed]
        ways = [int(self.functions["ways"](state, code)) for code in listed]
        return [(code, Fraction(way, sum(ways))) for code, way in zip(listed, ways, strict=True)]

    def result(self, state: array[int]) -> list[Fraction]:
        """At the end: no decisions, the scores, and who has won."""
        game, scores = self.game, array("q", bytes(8 * self.game.players))
        self.functions["scores"](array("q", state), scores)
        best = max(scores) if game.program.highest_wins else min(scores)
        at = game.layout.team_of
        teams: dict[int, list[int]] = {}
        for seat in range(game.players):
            teams.setdefault(state[at + seat], []).append(seat)
        ranks = [1 if score == best else 2 for score in scores]
        winners = winning_teams(ranks, tuple(map(tuple, teams.values())))
        won = {seat: Fraction(1, len(winners)) for team in winners for seat in team}
        wins = [won.get(seat, Fraction(0)) for seat in range(game.players)]
        return [Fraction(0), *map(Fraction, scores), *wins]

    def worth(self, state: array[int], depth: int = 0) -> list[Fraction]:
        """Decisions still to come, scores and wins to be expected in a state."""
        if state[0] == 0:
            return self.result(state)
        key = state.tobytes()
        if key not in self.known:
            if depth == DEEPEST:
                raise TooLarge
            found = [Fraction(0)] * (1 + 2 * self.game.players)
            found[0] += 1
            for code, part in self.options(state):
                self._add(found, part, partial(self.after, state, code), depth + 1)
            self.known[key] = found
        return self.known[key]

    def whole(self) -> list[Fraction]:
        """The same before the deal."""
        total = [Fraction(0)] * (1 + 2 * self.game.players)
        self._add(total, Fraction(1), self.dealt, 0)
        return total

    def _add(
        self, total: list[Fraction], part: Fraction, play: Callable[[], array[int]], depth: int
    ) -> None:
        """Add what all outcomes of chance are worth; those that come to the same, once."""
        found: dict[bytes, tuple[array[int], Fraction]] = {}
        for came, chance in self.chance.all_ways(play):
            self.work += 1
            if self.work > MOST:
                raise TooLarge
            key = came.tobytes()
            found[key] = came, chance + (found[key][1] if key in found else 0)
        for came, chance in found.values():
            for i, each in enumerate(self.worth(came, depth)):
                total[i] += part * chance * each

    def is_small(self, rng: Random) -> bool:
        """Whether the game may be gone through, by what a way through it at random shows."""
        self.chance.rng = rng
        try:
            state, among = self._drawn(self.dealt)
            if among > log(MOST):
                return False
            for _ in range(DEEPEST):
                if state[0] == 0:
                    return among < log(MOST) + log(ALIKE)
                options = self.options(state)
                code, _ = rng.choice(options)
                state, more = self._drawn(partial(self.after, state, code))
                among += more + log(len(options))
            return False
        finally:
            self.chance.rng = None

    def _drawn(self, play: Callable[[], array[int]]) -> tuple[array[int], float]:
        """What comes of it, with outcomes of chance drawn at random; and the logarithm of how many
        there are."""
        self.chance.begin()
        return play(), sum(map(log, self.chance.among))


def exact(game: Game, seed: int = 1) -> Exact | None:
    """What a game is worth; None if it is too large to be gone through.

    >>> kuhn = exact(kibitz.load("kuhn"))
    >>> kuhn.decisions, kuhn.scores[0], kuhn.wins[0]
    (Fraction(9, 4), Fraction(1, 8), Fraction(9, 16))
    """
    tree, rng = Tree(game), Random(seed)
    try:
        if not all(tree.is_small(rng) for _ in range(WAYS)):
            return None
        decisions, *rest = tree.whole()
    except TooLarge:
        return None
    finally:
        give_back(tree.space)
    scores, wins = rest[: game.players], rest[game.players :]
    title = "every outcome of chance and every option, counted"
    sample = Sample("exact", title, ("random",), 0, 0, seed)
    return Exact(game, decisions, tuple(scores), tuple(wins), (sample,))


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> Exact | None:
    """Go through the game, if it is small."""
    if pilot.unfinished or pilot.decisions > DEEPEST:
        return None
    return exact(bench.game, bench.seed)


# --- measures -------------------------------------------------------------------------------------


@measure(
    "exact_decisions",
    "Length, exactly",
    asks="How long is a game?",
    sample="exact",
    unit="decisions",
)
def exact_decisions(found: Exact) -> Measured | None:
    """Decisions to be expected in a game in which every seat plays at random, counted over all
    outcomes of chance and all options."""
    return Measured(_figure(found.decisions), data={"fraction": str(found.decisions)})


@measure(
    "exact_wins",
    "Wins, exactly",
    asks="Who wins if everybody plays at random?",
    sample="exact",
    unit="share",
)
def exact_wins(found: Exact) -> Measured | None:
    """The chance of every seat to win if all play at random, counted; a game won by k teams counts
    1/k for each, and seats of one team win together. The figure is that of the first seat."""
    if found.game.program.together:
        return None
    figures = list(map(_figure, found.wins))
    data = {"fractions": list(map(str, found.wins))}
    return Measured(figures[0], named(found.game.seats, figures), data=data)


@measure(
    "exact_scores",
    "Scores, exactly",
    asks="What is a seat worth?",
    sample="exact",
    unit="points",
)
def exact_scores(found: Exact) -> Measured | None:
    """The score every seat can expect if all play at random, counted. The figure is that of the
    first seat."""
    figures = list(map(_figure, found.scores))
    data = {"fractions": list(map(str, found.scores))}
    return Measured(figures[0], named(found.game.seats, figures), data=data)


def _figure(value: Fraction) -> Figure:
    return Figure(float(value), None, 0, exact=True)


STUDY = Study(
    key="exact",
    title="small games, counted",
    share=1,
    gather=gather,
    measures=(exact_decisions, exact_wins, exact_scores),
)
