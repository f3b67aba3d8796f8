"""The exact solver: what best play leads to from a position in which all cards are known.

It looks ahead to the end of the round and reads the scores there. The coalition of a seat (its team
as the position stands) does its best for that seat, all others do their worst: between two sides
this is the exact value; where everyone is for himself it is what the seat can be sure of.

>>> import kibitz
>>> hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
>>> state = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
>>> print(solve(state, mode="python"))
play 9♥: 1, best play 9♥ 4♥ 5♦ 3♠ 10♠ 6♦
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.buffers import Buffers
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled
from kibitz.engine.simulation import MODES
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.search.plan import plan_of

__all__ = ["LIMIT", "Solution", "Solver", "Unsolvable", "solve", "solve_all"]

LIMIT = 20_000_000
"""Positions that are looked at before the solver gives up."""

PATIENCE = 2_000
"""Positions looked at in Python before it is worth compiling."""

WIDTH, DEPTH, FRAME, HISTORY = 256, 320, 6, 4096
"""As in the kernel: options, decisions in a row, numbers kept for each, memory of good options."""

SMALL, LARGE = 1 << 12, 1 << 19
"""Rooms of the table of positions, for short endings and for long ones."""

SOLVERS = "solvers"


class Unsolvable(KibitzError):
    """A position that is not fully decided by the play, or too large."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play leads to."""

    seat: int
    """Whose score is meant."""
    value: int
    """His score at the end of the round if both sides play as well as they can."""
    values: tuple[tuple[Action, int], ...]
    """All actions of the position, in the order of the rules, and what each leads to."""
    best: tuple[Action, ...]
    """The actions that are best for whoever has to decide."""
    line: tuple[Action, ...]
    """Best play to the end of the round, one line of several."""
    nodes: int
    """How many positions were looked at, not counting those for the line."""

    def __str__(self) -> str:
        best = ", ".join(map(str, self.best))
        cards = " ".join(str(a).removeprefix("play ") for a in self.line)
        return f"{best}: {self.value}, best play {cards}"


class Solver:
    """A solver for one game with its work space; to be used by one thread at a time."""

    def __init__(self, game: Game, mode: str = "native", merge: bool = True) -> None:
        self.game, self.mode, self.merge = game, mode, merge
        self.nodes = 0
        """Positions looked at in the last call."""
        self._functions = game.kernel("solver", mode)
        self._buffers = Buffers()
        self._epoch = 0
        room = 2 * WIDTH * DEPTH, FRAME * DEPTH + WIDTH, DEPTH * game.layout.size
        self._options, self._frames, self._stack = (np.zeros(n, np.int64) for n in room)
        self._table = np.zeros(4 * SMALL, np.int64)
        self._history = np.zeros(2 * HISTORY, np.int64)
        self._shown = np.zeros(64 * game.layout.words, np.int64)
        self._scratch = np.zeros(game.layout.size, np.int64)
        self._out = np.zeros(32, np.int64)

    def values(
        self, rows: NDArray[np.int64], seat: int, actions: NDArray[np.int64], limit: int = LIMIT
    ) -> NDArray[np.int64]:
        """The value of every action in each of several states, given as rows of one array.

        `actions` are dense numbers; -1 stands for the option at that place in the order of the
        rules. All states must offer exactly these.
        """
        rows = np.ascontiguousarray(rows, np.int64)
        found = np.zeros((len(rows), len(actions)), np.int64)
        done = self._call(rows, seat, actions, found, limit, self.merge)
        if done == _UNLIKE:  # the rules compare cards in an unusual way: try all of them
            done = self._call(rows, seat, actions, found, limit, False)
        if done:
            raise self._refusal(done, rows[0], limit)
        return found

    def _call(
        self,
        rows: NDArray[np.int64],
        seat: int,
        actions: NDArray[np.int64],
        found: NDArray[np.int64],
        limit: int,
        merge: bool,
    ) -> int:
        size = self._room(rows[0])
        if len(self._table) < 4 * size:
            self._table = np.zeros(4 * size, np.int64)
        self._epoch += 1
        plan = plan_of(self.game, seat, merge)
        cast = _flat if self.mode == "native" else _words
        space = self._stack, self._frames, self._options, self._table
        work = self._history, self._shown, self._buffers.codes, self._scratch, self._buffers.work
        done: int = self._functions["solve_rows"](
            *map(cast, (rows, len(rows), seat, actions, len(actions), found, plan, *space)),
            *map(cast, (size - 1, *work, self._out, limit, self._epoch)),
        )
        self.nodes = int(self._out[_NODES])
        return done

    def _room(self, row: NDArray[np.int64]) -> int:
        """Rooms of the table: few stay in the processor's cache, many do not suffer from crowding."""
        cards = cards_in_hands(self.game, row)
        return max(SMALL, min(LARGE, 1 << cards // 2 + 4))

    def _refusal(self, done: int, row: NDArray[np.int64], limit: int) -> KibitzError:
        """Why there is no answer."""
        detail = int(self._out[_DETAIL])
        if done == _FAULTY:
            return self.game.fault(detail)
        if done == _STUCK:
            return self.game.no_option(detail)
        if done == _OVER:
            return Unsolvable("the game is over: there is nothing left to solve")
        if done == _CHANCE:
            return Unsolvable(
                "cards are still drawn in this position, or chance decides in another way",
                "solve a position in which the rest of the round is up to the players alone",
            )
        if done == _OTHER:
            return Unsolvable("these states do not all offer the same actions")
        return Unsolvable(
            f"this position is too large to be solved: {cards_in_hands(self.game, row)} cards in "
            f"hands, and more than {limit:,} positions to look at",
            "take one nearer to the end of the round, or allow more positions",
        )


_OVER, _CHANCE, _FAULTY, _STUCK, _UNLIKE, _OTHER = 1, 2, 3, 4, 6, 7
_NODES, _DETAIL = 16, 17


def cards_in_hands(game: Game, row: NDArray[np.int64]) -> int:
    """How many cards the players hold."""
    layout, held = game.layout, 0
    for hand in vocabulary_of(game).hands:
        held |= hand
    return sum(
        int(row[layout.sets + place * layout.words + word]).bit_count()
        for place in range(layout.places)
        if held >> place & 1
        for word in range(layout.words)
    )


def solve(
    state: State,
    seat: int | None = None,
    limit: int = LIMIT,
    mode: str = "auto",
    merge: bool = True,
    line: bool = True,
) -> Solution:
    """What best play leads to, for a seat (None: the one to move).

    The state is taken as it is, with all hands: this is for endings, puzzles and tests. `merge`
    says whether cards that are as good as each other are tried only once.
    """
    mover = state.to_move
    if mover is None:
        raise Unsolvable("the game is over: there is nothing left to solve")
    if seat is None:
        seat = mover
    if not 0 <= seat < state.game.players:
        raise KibitzError(f"{state.game.title} has no seat {seat}")
    found, nodes = _values(state, seat, limit, mode, merge)
    value = _best(state, seat, found)
    return Solution(
        seat,
        value,
        tuple(zip(state.actions, found, strict=True)),
        tuple(a for a, v in zip(state.actions, found, strict=True) if v == value),
        _line(state, seat, found, limit, mode, merge) if line else (),
        nodes,
    )


def solve_all(
    game: Game, rows: NDArray[np.int64], seat: int, limit: int = LIMIT, mode: str = "auto"
) -> NDArray[np.int64]:
    """The value for a seat of every action in each of several states that offer the same ones.

    The states are rows of one array, as `Batch.states` and the samples of a view are; the columns
    of the answer are the actions of the first state in the order of the rules. `limit` counts the
    positions looked at for all of them.
    """
    first = State(game, array("q", rows[0].tobytes()), None)  # type: ignore[arg-type]
    actions = _numbers(game, first.actions)
    return _solved(game, rows, seat, actions, limit, mode, True)[0]


def _numbers(game: Game, actions: tuple[Action, ...]) -> NDArray[np.int64]:
    """The numbers of actions that have dense ones; the others are known by their place."""
    numbers = [action.id if action.id < game.action_count else -1 for action in actions]
    return np.array(numbers, np.int64)


def _values(
    state: State, seat: int, limit: int, mode: str, merge: bool
) -> tuple[list[int], int]:
    rows = np.array([state.array], np.int64)
    actions = _numbers(state.game, state.actions)
    found, nodes = _solved(state.game, rows, seat, actions, limit, mode, merge)
    return [int(value) for value in found[0]], nodes


def _solved(
    game: Game,
    rows: NDArray[np.int64],
    seat: int,
    actions: NDArray[np.int64],
    limit: int,
    mode: str,
    merge: bool,
) -> tuple[NDArray[np.int64], int]:
    """The values of actions, by a solver that is kept; in the mode that answers soonest."""
    if mode not in MODES:
        raise KibitzError(f"there is no mode `{mode}`", f"one of: {', '.join(MODES)}")
    if mode == "auto" and not is_compiled(game, "solver"):
        try:
            return _solved(game, rows, seat, actions, min(limit, PATIENCE), "python", merge)
        except Unsolvable:
            if limit <= PATIENCE:
                raise
    mode = "native" if mode == "auto" else mode
    spare: list[Solver] = game.shelf.setdefault((SOLVERS, mode), [])
    solver = spare.pop() if spare else Solver(game, mode)
    solver.merge = merge
    try:
        return solver.values(rows, seat, actions, limit), solver.nodes
    finally:
        spare.append(solver)


def _best(state: State, seat: int, values: list[int]) -> int:
    """The value that whoever has to decide aims at."""
    of = state.game.layout.team_of
    mover = state.to_move
    assert mover is not None
    friend = state.array[of + mover] == state.array[of + seat]
    return max(values) if friend == state.game.program.highest_wins else min(values)


def _line(
    state: State, seat: int, values: list[int], limit: int, mode: str, merge: bool
) -> tuple[Action, ...]:
    """Best play to the end of the round."""
    round_at = state.game.layout.ROUND
    line: list[Action] = []
    here = state
    while not here.over and here.array[round_at] == state.array[round_at]:
        if here is not state:
            alone = len(here.actions) == 1
            values = [0] if alone else _values(here, seat, limit, mode, merge)[0]
        line.append(here.actions[values.index(_best(here, seat, values))])
        here = here.after(line[-1])
    return tuple(line)


def _flat(argument: Any) -> Any:
    """An array as native code takes it: in one row, sharing memory."""
    if isinstance(argument, int):
        return argument
    return np.frombuffer(argument, np.int64)


def _words(argument: Any) -> Any:
    """An array as Python code takes it: plain integers, sharing memory."""
    return argument if isinstance(argument, int) else memoryview(argument).cast("B").cast("q")
