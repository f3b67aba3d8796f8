"""Games of compiled bots, many at a time, as machine code: the kernel `matches`.

What comes out of a game is the same as if an arbiter has it played by the Python versions of the
same bots. Where the kernel cannot go on (more is known than sets of cards can say, a bot answers
with what is not on offer, the rules fail), it gives the game back, and the arbiter has it played.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.plan import Outcome, Plan, bot_seed
from kibitz.arena.statistics import GameResult, Teams, winning_teams
from kibitz.bots.roster import Roster
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.compiled import row_length
from kibitz.engine.game import Game
from kibitz.engine.knowing import first_row, shape_of
from kibitz.engine.native import Functions
from kibitz.engine.simulation import MOST_DECISIONS, series_key
from kibitz.recycle.prelude import LIMITS

__all__ = ["FINISHED", "GIVEN_BACK", "LARGEST", "UNFINISHED", "Lots", "Native", "Played", "Table"]

FINISHED, UNFINISHED, GIVEN_BACK = 0, 1, 2

LAP = 0.1
"""Seconds after which a worker reports and takes the next games..."""

LARGEST = 4096
"""...or so many games, so that results come in a steady stream."""

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


class Native:
    """Plays games of a plan natively, shared by some threads."""

    def __init__(self, plan: Plan, game: Game, roster: Roster, functions: Functions) -> None:
        self.plan, self.game, self.roster, self.functions = plan, game, roster, functions
        self._winners: dict[tuple[tuple[int, ...], int, tuple[int, ...]], Teams] = {}

    def play(self, games: range, threads: int) -> Generator[tuple[int, Outcome | None]]:
        """The games with these numbers and what came of each, in any order; None: it is given
        back."""
        lots = Lots(games)
        with ThreadPoolExecutor(threads) as pool:
            tables = [Table(self.game, self.roster, self.functions) for _ in range(threads)]
            waiting = {pool.submit(self._lot, lots, table) for table in tables}
            try:
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for each in done:
                        table, lot, played, seconds = each.result()
                        if lots.rest:
                            waiting.add(pool.submit(self._lot, lots, table))
                        yield from zip(lot, self._outcomes(played, seconds), strict=True)
            finally:
                lots.stop()
                wait(waiting)
                for table in tables:
                    table.close()

    def _lot(self, lots: Lots, table: Table) -> tuple[Table, range, Played, float]:
        """Take some games and play them."""
        lot = lots.take()
        plan, players = self.plan, self.game.players
        deals, turns = [], []
        for number in lot:
            deal, turn = divmod(number, len(plan.seatings))
            deals.append(plan.numbers[deal])
            turns.append(turn)
        sitting = np.array(plan.seatings, np.int64).reshape(-1, players)
        seats = np.array(self.roster.numbers, np.int64)[sitting[turns]]
        seeds = np.zeros((len(lot), players), np.int64)
        chancy = [
            [seat for seat, bot in enumerate(seating) if self.roster.chancy[bot]]
            for seating in plan.seatings
        ]
        for row, (deal, turn) in enumerate(zip(deals, turns, strict=True)):
            for seat in chancy[turn]:
                seeds[row, seat] = bot_seed(plan.seed, deal, turn, seat)
        begun = time.perf_counter()
        played = table.play(plan.seed, deals, seats, seeds)
        seconds = time.perf_counter() - begun
        lots.pace(len(lot), seconds)
        return table, lot, played, seconds

    def _outcomes(self, played: Played, seconds: float) -> Iterator[Outcome | None]:
        """What came of games, each as an arbiter tells it. The time is shared out by decisions."""
        each = seconds / max(1, int(played.asked.sum()))
        none = [0] * self.game.players
        for end, teams, scores, asked, team_of in zip(
            played.ends.tolist(),
            played.teams.tolist(),
            played.scores.tolist(),
            played.asked.tolist(),
            played.team_of.tolist(),
            strict=True,
        ):
            if end == GIVEN_BACK:
                yield None
                continue
            winners = self._won(tuple(team_of), teams, scores)
            spent = [each * often for often in asked]
            yield Outcome(GameResult(scores, winners, asked, spent, none, end == FINISHED), None)

    def _won(self, team_of: tuple[int, ...], teams: int, scores: list[int]) -> Teams:
        """The seats that won, by teams."""
        best = max(scores) if self.game.program.highest_wins else min(scores)
        ranks = tuple([1 if score == best else 2 for score in scores])
        key = team_of, teams, ranks
        found = self._winners.get(key)
        if found is None:
            seats = tuple(
                tuple(seat for seat, team in enumerate(team_of) if team == number)
                for number in range(teams)
            )
            found = self._winners[key] = winning_teams(ranks, seats)
        return found


class Lots:
    """Games in lots: more of them, as long as they take less than a tenth of a second."""

    def __init__(self, games: range) -> None:
        self.rest = games
        self._size = 16
        self._lock = threading.Lock()

    def take(self) -> range:
        """The next games."""
        with self._lock:
            lot, self.rest = self.rest[: self._size], self.rest[self._size :]
            return lot

    def pace(self, games: int, seconds: float) -> None:
        """So many games took so long."""
        if games == self._size and seconds < LAP and self._size < LARGEST:
            self._size *= 2

    def stop(self) -> None:
        """Nobody gets any more."""
        with self._lock:
            self.rest = self.rest[:0]
