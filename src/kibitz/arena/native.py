"""Games of compiled bots, many at a time, as machine code: the kernel `matches`.

What comes out of a game is the same as if an arbiter has it played by the Python versions of the
same bots. Where the kernel cannot go on (more is known than sets of cards can say, a bot answers
with what is not on offer, the rules fail), it gives the game back, and the arbiter has it played.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.bots.roster import Roster
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.compiled import row_length
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.knowing import shape_of
from kibitz.engine.native import Functions
from kibitz.engine.simulation import MOST_DECISIONS, series_key
from kibitz.recycle.prelude import LIMITS

__all__ = ["FINISHED", "GIVEN_BACK", "UNFINISHED", "Played", "Table"]

FINISHED, UNFINISHED, GIVEN_BACK = 0, 1, 2

Numbers = NDArray[np.int64]


class Played:
    """What came of some games: a row for each."""

    def __init__(self, rows: Numbers, players: int) -> None:
        self.ends = rows[:, 0]
        """How each ended: finished, left unfinished, or given back."""
        self.teams = rows[:, 1]
        """How many teams there were at last."""
        self.scores = rows[:, 2 : 2 + players]
        self.asked = rows[:, 2 + players : 2 + 2 * players]
        """How many decisions each seat made."""
        self.team_of = rows[:, 2 + 2 * players : 2 + 3 * players]


class Table:
    """Where a worker plays games natively: all that the kernel writes on."""

    def __init__(
        self, game: Game, roster: Roster, functions: Functions, limit: int = MOST_DECISIONS
    ) -> None:
        self.game, self.roster, self.limit = game, roster, limit
        self.matches = functions["matches"]
        self.space = borrow()
        size = game.layout.size
        self.begin = np.array(game.blank, np.int64)
        self.ledger = np.array(first_row(game) if roster.knowing else [0], np.int64)
        self.decisions = np.zeros(1 + 2 * limit, np.int64)
        """How often there was nothing to decide; then, for each decision, the sum of options and
        how often it came."""
        self.work: tuple[Any, ...] = (
            np.zeros(1 + limit, np.int64),
            np.zeros(size, np.int64),
            np.zeros(shape_of(game).length, np.int64),
            np.zeros(size, np.int64),
            np.zeros(row_length(game), np.int64),
            np.full(LIMITS["options"], -1, np.int64),
            np.frombuffer(self.space[0], np.int64),
            np.zeros(size, np.int64),
            np.frombuffer(self.space[1], np.int64),
        )

    def close(self) -> None:
        """Leave the work space to others."""
        give_back(self.space)

    def play(
        self, seed: int, deals: Sequence[int], seats: Numbers, seeds: Numbers, tallied: bool = False
    ) -> Played:
        """Play games: which deals, which bots at the seats of each, and their seeds."""
        players = self.game.players
        rows = np.zeros((len(deals), 2 + 3 * players), np.int64)
        self.matches(
            self.begin,
            self.ledger,
            len(deals),
            *series_key(seed),
            self.limit,
            int(tallied),
            np.array(deals, np.int64),
            np.ascontiguousarray(seats, np.int64).reshape(-1),
            np.ascontiguousarray(seeds, np.int64).reshape(-1),
            rows.reshape(-1),
            self.decisions,
            *self.work,
        )
        return Played(rows, players)


def bot_seed(seed: int, deal: int, turn: int, seat: int) -> int:
    """The seed of the bot at a seat, in a deal of a match and one of its seatings."""
    return derive_key("bot", seed, deal, turn, seat)[0]


def first_row(game: Game) -> array[int]:
    """What is known before the deal."""
    raise NotImplementedError
