"""The exact solver: what best play leads to from a position in which all cards are known.

It looks ahead to the end of the round and reads the scores there. The coalition of a seat (its team
as the position stands) does its best for that seat, all others do their worst: between two sides
this is the exact value; where all play for themselves it is what the seat can be sure of.

>>> import kibitz
>>> hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
>>> state = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
>>> print(solve(state, mode="python"))
play 3♠: 1, best play 3♠ 10♠ 5♦ 4♥ 6♦ 9♥
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.buffers import Buffers, shared
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled
from kibitz.engine.observer import observer
from kibitz.engine.simulation import MODES
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.errors import KibitzError
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.search.plan import plan_of

__all__ = [
    "MOST_POSITIONS",
    "Solution",
    "Solver",
    "TooLarge",
    "Unsolvable",
    "cards_in_hands",
    "chances",
    "solve",
    "solve_all",
]

MOST_POSITIONS = 20_000_000
"""Positions that are looked at before the solver gives up."""

PATIENCE = 2_000
"""Positions looked at in Python before it is worth compiling."""

WIDTH, DEPTH, FRAME, HISTORY = 256, 320, 6, 4096
"""As in the kernel: options, decisions in a row, numbers kept for each, memory of good options."""

SMALL, LARGE = 1 << 12, 1 << 19
"""Rooms of the table of positions, for short endings and for long ones."""


OVER = "the game is over: there is nothing left to solve"


class Unsolvable(KibitzError):
    """A position that has no value, because chance still has a say, or that none was found for."""


class TooLarge(Unsolvable):
    """A position with more to look at than was allowed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play leads to.

    >>> hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    >>> state = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    >>> solution = kibitz.solve(state)
    >>> [(str(action), value) for action, value in solution.values]
    [('play 3♠', 1), ('play 9♥', 0)]
    """

    seat: int
    """Whose score is meant."""
    value: int
    """That seat's score at the end of the round if both sides play as well as they can."""
    values: tuple[tuple[Action, int], ...]
    """All actions of the position, in the order of the rules, and what each leads to."""
    best: tuple[Action, ...]
    """The actions that are best for whoever has to decide."""
    line: tuple[Action, ...]
    """Best play to the end of the round, one line of several."""
    two_sides: bool
    """Whether there are just two sides: then the value is exact, else what the seat is sure of."""
    highest_first: bool
    """Whether the one to move wants a high score."""
    nodes: int
    """How many positions were looked at, not counting those for the line."""

    def __str__(self) -> str:
        best = ", ".join(map(str, self.best))
        cards = " ".join(str(a).removeprefix("play ") for a in self.line)
        return f"{best}: {self.value}, best play {cards}"


class Solver:
    """A solver for one game with its work space; to be used by one thread at a time.

    `merge`: cards as good as each other are tried once; `table`: positions are remembered. Both
    only save time.
    """

    def __init__(
        self,
        game: Game,
        mode: str = "native",
        merge: bool = True,
        table: bool = True,
        starting: Callable[[], None] | None = None,
    ) -> None:
        self.game, self.mode, self.merge, self.table = game, mode, merge, table
        self.nodes = 0
        """Positions looked at in the last call."""
        self._functions = game.kernel("solver", mode, starting)
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
        self,
        rows: NDArray[np.int64],
        seat: int,
        actions: NDArray[np.int64],
        limit: int = MOST_POSITIONS,
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
        size = self._room(rows[0]) if self.table else 1
        if len(self._table) < 4 * size:
            self._table = np.zeros(4 * size, np.int64)
        self._epoch += 1
        plan = plan_of(self.game, seat, merge)
        space = self._stack, self._frames, self._options, self._table
        work = self._history, self._shown, self._buffers.codes, self._scratch, self._buffers.work
        task = rows, len(rows), seat, actions, len(actions), found, plan
        given = *task, *space, size - 1, *work, self._out, limit, self._epoch
        solve_rows = self._functions["solve_rows"]
        done: int = solve_rows(*(shared(each, self.mode) for each in given))
        self.nodes = int(self._out[_NODES])
        return done

    def _room(self, row: NDArray[np.int64]) -> int:
        """Rooms of the table: few stay in the processor's cache, many are not crowded."""
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
            return Unsolvable(OVER)
        if done == _CHANCE:
            return Unsolvable(
                "cards are still drawn in this position, or chance decides in another way",
                "solve a position in which the rest of the round is up to the players alone",
            )
        if done == _OTHER:
            return Unsolvable("these states do not all offer the same actions")
        return TooLarge(
            f"this position is too large to be solved: {cards_in_hands(self.game, row)} cards in "
            f"hands, and more than {limit:,} positions to look at",
            "take one nearer to the end of the round, or allow more positions",
        )


_OVER, _CHANCE, _FAULTY, _STUCK, _UNLIKE, _OTHER = 1, 2, 3, 4, 6, 7
_NODES, _DETAIL = 16, 17


def cards_in_hands(game: Game, row: Sequence[int] | NDArray[np.int64]) -> int:
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


def chances(state: State) -> tuple[int, ...]:
    """The number of the round, and how often chance has decided something in it."""
    layout, numbers = state.game.layout, state.array
    counters = (layout.ROUND, layout.TIES, layout.RANDOMS)
    pools = (at + layout.words + i for at in layout.pools.values() for i in (0, 1))
    return tuple(numbers[at] for at in (*counters, *pools))


@dataclass(frozen=True, slots=True)
class _Task:
    """Whose score is wanted, and how it may be found."""

    seat: int
    limit: int = MOST_POSITIONS
    mode: str = "auto"
    merge: bool = True
    starting: Callable[[], None] | None = None

    def values(
        self, game: Game, rows: NDArray[np.int64], actions: tuple[Action, ...]
    ) -> tuple[NDArray[np.int64], int]:
        """The values of actions in each state, by a solver that is kept, and the positions it
        looked at; in the mode that answers soonest."""
        if self.mode not in MODES:
            raise KibitzError(f"there is no mode `{self.mode}`", f"one of: {', '.join(MODES)}")
        if self.mode == "auto":
            if is_compiled(game, "solver"):
                return replace(self, mode="native").values(game, rows, actions)
            try:
                quick = replace(self, mode="python", limit=min(self.limit, PATIENCE))
                return quick.values(game, rows, actions)
            except TooLarge:
                if self.limit <= PATIENCE:
                    raise
            return replace(self, mode="native").values(game, rows, actions)
        numbers = [action.id if action.id < game.action_count else -1 for action in actions]
        spare = derived(game, _spare, self.mode)
        solver = spare.pop() if spare else Solver(game, self.mode, starting=self.starting)
        solver.merge = self.merge
        try:
            wanted = np.array(numbers, np.int64)
            return solver.values(rows, self.seat, wanted, self.limit), solver.nodes
        finally:
            spare.append(solver)

    def values_of(self, state: State) -> tuple[list[int], int]:
        """The values of all actions of a state, and the positions looked at."""
        found, nodes = self.values(state.game, np.array([state.array], np.int64), state.actions)
        return [int(value) for value in found[0]], nodes

    def highest_first(self, state: State) -> bool:
        """Whether the one to move wants a high score of the seat."""
        of, mover = state.game.layout.team_of, state.to_move
        assert mover is not None
        friend = state.array[of + mover] == state.array[of + self.seat]
        return friend == state.game.program.highest_wins

    def best(self, state: State, values: list[int]) -> int:
        """The value that the one to move aims at."""
        return max(values) if self.highest_first(state) else min(values)

    def line(self, state: State, values: list[int]) -> tuple[Action, ...]:
        """Best play to the end of the round."""
        line: list[Action] = []
        here = state
        at = state.game.layout.ROUND
        while not here.over and here.array[at] == state.array[at]:
            if here is not state:
                values = [0] if len(here.actions) == 1 else self.values_of(here)[0]
            line.append(here.actions[values.index(self.best(here, values))])
            here = here.after(line[-1])
        return tuple(line)


def _spare(game: Game, mode: str) -> list[Solver]:
    """The solvers of a game that nobody uses at the moment."""
    return []


def solve(
    state: State,
    seat: int | str | None = None,
    limit: int = MOST_POSITIONS,
    mode: str = "auto",
    *,
    merge: bool = True,
    line: bool = True,
    starting: Callable[[], None] | None = None,
) -> Solution:
    """What best play leads to, for the score of a seat, by number, name or initial (None: the one
    to move).

    The state is taken as it is, with all hands: this is for endings, puzzles and tests. `merge`
    says whether cards that are as good as each other are tried only once, `line` whether best play
    is wanted; `starting` is called if the game must be compiled first.

    >>> hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    >>> state = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    >>> print(kibitz.solve(state))
    play 3♠: 1, best play 3♠ 10♠ 5♦ 4♥ 6♦ 9♥
    """
    if state.to_move is None:
        raise Unsolvable(OVER)
    who = observer(state.game, state.to_move if seat is None else seat).number
    task = _Task(who, limit, mode, merge, starting)
    values, nodes = task.values_of(state)
    value = task.best(state, values)
    return Solution(
        who,
        value,
        tuple(zip(state.actions, values, strict=True)),
        tuple(a for a, v in zip(state.actions, values, strict=True) if v == value),
        task.line(state, values) if line else (),
        len({*filter(None, state.teams)}) == 2,
        task.highest_first(state),
        nodes,
    )


def solve_all(
    game: Game, rows: NDArray[np.int64], seat: int, limit: int = MOST_POSITIONS, mode: str = "auto"
) -> NDArray[np.int64]:
    """The value for a seat of every action in each of several states that offer the same ones.

    The states are rows of one array, as `Batch.states` are; the columns of the answer are the
    actions of the first state, in the order of the rules. `limit` counts the positions looked at
    for all of them together.
    """
    first = array("q", np.ascontiguousarray(rows[0], np.int64).tobytes())
    actions = State(game, first, Step(None, array("q"), (), None, -1)).actions
    return _Task(seat, limit, mode).values(game, rows, actions)[0]
