"""Surveys: games of the searcher of the published figures, as machine code: the kernel `surveys`.

At each of its decisions the searcher tries every option in some random playouts, each in a fresh
deal of all cards it cannot see, and takes the option after which it ranked best on average. A fresh
deal keeps how many cards lie where, and nothing else: what was shown, said or given away by playing
is not thought of. (Where that leads to a position that the rules do not know, another deal is
drawn; where that does not help, the game is given back.)

    played = Surveyor(game).play(seed=1, number=7, searchers=0b0001, how=Manner())
    played.leads    [decision, seat]: the estimated ranks after the best option

The normalised rank of a seat is 1 - (seats that are better) / (n - 1): who is equal has the better
rank, as in the published figures (the losers of Agram for four have 2/3 each). Seats of one team
that have the same score are one.
"""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.buffers import Buffers, shared
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.native import Functions
from kibitz.engine.simulation import series_key
from kibitz.engine.state import State
from kibitz.errors import KibitzError

__all__ = ["KERNEL", "Manner", "Played", "Surveyor", "functions_of", "kinds_of_cards"]

KERNEL = "surveys"

WHOLE, WIDEST, LEADS = 720_720, 256, 14
"""As in the kernel: the rank of the first, options looked at, where a row has the leads."""

FINISHED, UNFINISHED, GIVEN_BACK, FAULTY = range(4)
"""How a game ends."""

MADE, MOVER, POSITION, OPTIONS, LOOKED_AT, CHOSEN, BEST, WORST, TOTAL = range(9)
AGAIN, GAP, SQUARES, FRESH, LEVEL = range(9, 14)
"""The columns of a row; behind them are the leads. See the kernel."""

ROOM = 20_000
"""Surveys of a game that are made; later decisions are made at random."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a searcher searches, and what is looked at besides."""

    playouts: int = 10
    """Of each option."""
    longest: int = 5_000
    """Decisions after which a playout is taken as it stands."""
    forced: bool = True
    """Whether decisions with a single option are surveyed too, for the lead history."""
    again: int = 0
    """How many of a million decisions are surveyed again, for what is at stake..."""
    few: int = 0
    """...by so many playouts of each option, to find the best and the worst..."""
    many: int = 0
    """...and so many of these two, to find what lies between them."""
    limit: int = 10_000
    """Decisions after which a game is left."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game."""

    end: int
    rows: Numbers
    """[survey, column]: as the kernel writes them."""
    choices: Numbers
    """Which option was taken at each decision, by its number."""
    sides: int
    """How many teams there were at last; who plays for themselves is one."""
    scores: Numbers
    team_of: Numbers

    @property
    def leads(self) -> NDArray[np.float64]:
        """[survey, seat]: the estimated ranks after the best option."""
        found: NDArray[np.float64] = self.rows[:, LEADS:] / float(WHOLE)
        return found


def functions_of(game: Game) -> tuple[Functions, str]:
    """The kernel and its mode: compiled, where anything can be compiled."""
    try:
        return game.kernel(KERNEL, "native"), "native"
    except KibitzError:
        return game.kernel(KERNEL, "python"), "python"


def kinds_of_cards(game: Game) -> array[int]:
    """Which cards can be taken for each other: how many kinds there are, then that of each. Two
    kinds have different attributes, or backs."""
    kinds: dict[tuple[object, ...], int] = {}
    of = [
        kinds.setdefault((card.back, *sorted(card.attributes)), len(kinds))
        for card in game.layout.cards
    ]
    return array("q", [len(kinds), *of])


class Surveyor:
    """Where games are surveyed: all that the kernel writes on. To be used by one thread at a
    time."""

    def __init__(self, game: Game, mode: str | None = None) -> None:
        self.game = game
        if mode is None:
            self.functions, self.mode = functions_of(game)
        else:
            self.functions, self.mode = game.kernel(KERNEL, mode), mode
        self.width = LEADS + game.players
        size, cards, players = game.layout.size, len(game.cards), game.players
        self._begin = self._given(array("q", game.blank))
        self._state = np.zeros(size, np.int64)
        space = Buffers()
        self._work = [
            self._given(each)
            for each in (
                np.zeros(size, np.int64),  # the playout
                np.zeros(3 * cards + 4, np.int64),  # hidden cards
                np.zeros(2 * cards + 2, np.int64),  # the same, dealt anew
                derived(game, kinds_of_cards),
                np.zeros(WIDEST, np.int64),  # options by their codes
                np.zeros(WIDEST, np.int64),  # and by their numbers
                np.zeros(WIDEST * players, np.int64),  # estimates
                space.codes,
                np.zeros(size, np.int64),
                space.work,
                np.zeros(players, np.int64),  # scores
            )
        ]
        self._rows = np.zeros(0, np.int64)
        self._choices = np.zeros(0, np.int64)
        self._result = np.zeros(3 + 2 * players, np.int64)

    @classmethod
    def of(cls, game: Game) -> Surveyor:
        """A surveyor for a game, kept with it: one for each thread."""
        kept = derived(game, _Kept)
        if kept.surveyor is None:
            kept.surveyor = cls(game)
        return kept.surveyor

    def _given(self, numbers: Any) -> Any:  # an array of Python or of NumPy
        return shared(numbers, self.mode)

    def play(self, seed: int, number: int, searchers: int, how: Manner) -> Played:
        """Play a game: deal `number` of a seed, with a bit for every seat that searches."""
        room = min(how.limit, ROOM)
        if len(self._choices) < how.limit or len(self._rows) < room * self.width:
            self._rows = np.zeros(room * self.width, np.int64)
            self._choices = np.zeros(how.limit, np.int64)
        end: int = self.functions["surveys"](
            self._begin,
            number,
            *series_key(seed),
            how.limit,
            searchers,
            int(how.forced),
            how.playouts,
            how.longest,
            how.again,
            how.few,
            how.many,
            self._given(self._rows),
            room,
            self._given(self._choices),
            self._given(self._result),
            self._given(self._state),
            *self._work,
        )
        if end == FAULTY:
            position, code = int(self._state[0]), int(self._state[1])
            raise self.game.fault(code) if code else self.game.no_option(position)
        return self._played(end)

    def _played(self, end: int) -> Played:
        rows, made, teams = self._result[:3].tolist()
        players = self.game.players
        return Played(
            end,
            self._rows[: rows * self.width].reshape(rows, self.width).copy(),
            self._choices[:made].copy(),
            teams,
            self._result[3 : 3 + players].copy(),
            self._result[3 + players :].copy(),
        )

    def survey(
        self, state: State, made: int, how: Manner, deals: Numbers | None = None
    ) -> Numbers | None:
        """The row of one decision, the one with a number in its game; None if no deal goes with it.
        Deals that are given are taken instead of fresh ones."""
        row = np.zeros(self.width, np.int64)
        position = self._given(array("q", state.array))
        done = self.functions["survey_one"](
            position,
            position if deals is None else self._given(np.ascontiguousarray(deals)),
            0 if deals is None else len(deals),
            made,
            how.playouts,
            how.longest,
            how.again,
            how.few,
            how.many,
            self._given(row),
            *self._work,
        )
        return row if done else None

    def any_option(self, state: State, made: int) -> int:
        """Which option somebody takes who decides at random."""
        codes, scratch, work = self._work[7:10]
        position = self._given(array("q", state.array))
        found: int = self.functions["any_one"](position, made, codes, scratch, work)
        return found


class _Kept(threading.local):
    """The surveyor of a game, in each thread."""

    def __init__(self, game: Game) -> None:
        self.surveyor: Surveyor | None = None
