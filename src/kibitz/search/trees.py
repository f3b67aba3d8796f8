"""Tree search over the deals a seat cannot exclude.

One search is many iterations. Each takes a deal, walks down the tree of what was decided before,
tries one decision that is new there, plays on at random to the end of the round, and backs up the
scores. The loop is the kernel `trees`, over any compiled game, in both modes.

Two ways to see the hidden cards:

- *ismcts* has one tree for all deals. A node is what its mover has seen decided, so a hidden
  discard leads to one node of those who did not see it. How good an option looks is weighed with
  how often it was on offer.
- *pimc* has a tree for each of some deals, as if all cards were open, and adds up what they say.

And two ways to think of the others: by *maxn* everybody wants the most for himself; by *paranoid*
the root's side wants the most for the root, and everybody else the least.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import inf, log, sqrt
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.game import Game, derive_key
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.search.thinking import Thinking, Thought

__all__ = ["Method", "search", "search_openly"]

Numbers: TypeAlias = NDArray[np.int64]
Dealing: TypeAlias = Callable[[int, Random], Numbers]
"""Gives so many states, a row of numbers each."""

PARANOID, CLASSIC, FLAT = 1, 2, 4
DEEPEST, FEW, PATH, ENTRY_SIZE = 200, 1024, 8, 4
"""As in the kernel."""

LAP = 256
"""Iterations between two looks at the clock, at most."""

MOST_ENTRIES = 1 << 20
"""Entries of a tree: when it is full, it grows no more."""


class _Rows(threading.local):
    """Room for deals, one for each thread: new memory takes longer than the deals."""

    def __init__(self) -> None:
        self.numbers = np.zeros(0, np.int64)

    def of(self, game: Game, n: int) -> Numbers:
        """Room for n states of a game."""
        size = game.layout.size
        if len(self.numbers) < n * size:
            self.numbers = np.zeros(n * size, np.int64)
        return self.numbers[: n * size].reshape(n, size)


ROWS = _Rows()


@dataclass(frozen=True, slots=True)
class Method:
    """How to search."""

    name: str
    policy: str = "maxn"
    exploration: float = 0.7
    """How far a search looks around: times the spread of the results it has seen."""
    group: int = 1
    """Iterations for each deal; more than one: a tree for each (pimc)."""
    flat: bool = False
    """No tree: all options in turn, and random play after them."""
    classic: bool = False
    """Won or lost instead of scores, and the visits of the parent instead of how often an option
    was on offer."""

    @property
    def style(self) -> int:
        return PARANOID * (self.policy == "paranoid") + CLASSIC * self.classic + FLAT * self.flat

    @property
    def words(self) -> str:
        """The method in a few words."""
        return self.name if self.flat else f"{self.name}, {self.policy}"


def search(
    view: View,
    method: Method,
    *,
    iterations: int | None = 1000,
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 1,
    mode: str = "native",
) -> Thinking:
    """Think about a decision: so many iterations, or for so many seconds (None: no limit; if both
    are given, whatever ends first). The same view, seed, iterations and threads give the same."""
    if view.seat is None or not view.actions:
        raise KibitzError("there is nothing to think about: it is not this seat's turn")

    def deal(n: int, rng: Random) -> Numbers:
        return view.samples(n, rng, mode, out=ROWS.of(view.game, n))

    return _think(
        view.game, view.seat, view.actions, deal, method, iterations, seconds, seed, threads, mode
    )


def search_openly(
    state: State,
    method: Method,
    *,
    iterations: int | None = 1000,
    seconds: float | None = None,
    seed: int = 1,
    mode: str = "native",
) -> Thinking:
    """Think with all cards open: the cheater, for measuring, and for tests."""
    if state.to_move is None:
        raise KibitzError("there is nothing to think about: the game is over")
    row = np.array([state.array], np.int64)
    return _think(
        state.game,
        state.to_move,
        state.actions,
        lambda n, rng: np.repeat(row, n, 0),
        method,
        iterations,
        seconds,
        seed,
        1,
        mode,
    )


def _think(
    game: Game,
    seat: int,
    actions: tuple[Action, ...],
    deal: Dealing,
    method: Method,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    threads: int,
    mode: str,
) -> Thinking:
    begun = time.perf_counter()
    if iterations is None and seconds is None:
        raise KibitzError("a search without end", "give it iterations or seconds")
    until = inf if seconds is None else begun + seconds
    shares = [
        None if iterations is None else _share(iterations, threads, i) for i in range(threads)
    ]
    trees = [
        _Tree(game, seat, len(actions), deal, method, share, f"{seed}/{number}", mode)
        for number, share in enumerate(shares)
    ]
    if threads == 1:
        trees[0].grow(until)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for growing in [pool.submit(tree.grow, until) for tree in trees]:
                growing.result()
    tallies = np.sum([tree.tally() for tree in trees], axis=0)
    sign = 1 if game.program.highest_wins else -1
    thoughts = [
        _thought(action, sign, *map(int, row)) for action, row in zip(actions, tallies, strict=True)
    ]
    if method.flat:
        thoughts.sort(key=lambda thought: sign * thought.value, reverse=True)
    else:
        thoughts.sort(key=lambda thought: (thought.visits, sign * thought.value), reverse=True)
    done = sum(tree.made for tree in trees)
    return Thinking(seat, tuple(thoughts), method.words, done, time.perf_counter() - begun)


def _share(total: int, threads: int, number: int) -> int:
    return total // threads + (number < total % threads)


def _thought(action: Action, sign: int, visits: int, total: int, squares: int) -> Thought:
    if not visits:
        return Thought(action, 0, 0.0, -inf, inf)
    mean = total / visits
    variance = max(0.0, squares / visits - mean * mean) * visits / max(1, visits - 1)
    margin = 1.96 * sqrt(variance / visits) if visits > 1 else inf
    value = sign * mean
    return Thought(action, visits, value, value - margin, value + margin)


class _Tree:
    """One tree and who grows it."""

    def __init__(
        self,
        game: Game,
        seat: int,
        options: int,
        deal: Dealing,
        method: Method,
        iterations: int | None,
        seed: str,
        mode: str,
    ) -> None:
        self.game, self.seat, self.deal, self.method, self.mode = game, seat, deal, method, mode
        self.iterations = iterations
        self.rng = Random(seed)
        self.key = derive_key("search", seed)
        self.made = 0
        entries = MOST_ENTRIES
        if iterations is not None:
            entries = min(entries, 1 << (4 * iterations + 64).bit_length())
        players = game.players
        self.mask = entries - 1
        self.entries = self._array(entries * ENTRY_SIZE)
        self.options = self._array(3 * options)
        self.results = self._array(1 + 2 * players)
        self.path = self._array(PATH + 2 * DEEPEST + 2)
        self.seen = self._array(players)
        self.weights = self._array(FEW)
        self.state = self._array(game.layout.size)
        self.scratch = self._array(game.layout.size)
        self.scores = self._array(players)

    def _array(self, n: int) -> Any:
        return self._shared(array("q", bytes(8 * n)))

    def grow(self, until: float) -> None:
        """Iterate until enough is done, or the time is over."""
        grow = self.game.kernel("trees", self.mode)["grow"]
        space = borrow()
        codes, work = (self._shared(each) for each in space)
        logs = self._shared(_logarithms())
        group = self.method.group
        lap = LAP if until == inf else 64
        pace = 0.0
        while self.iterations is None or self.made < self.iterations:
            now = time.perf_counter()
            if until != inf and self.made and now + pace > until:
                break
            n = max(1, lap // group) * group
            if self.iterations is not None:
                n = min(n, self.iterations - self.made)
            rows = self._shared(self.deal(-(-n // group), self.rng).reshape(-1))
            stuck = grow(
                rows,
                self.made,
                self.made + n,
                group,
                round(self.method.exploration * 1024),
                self.seat,
                self.method.style,
                *self.key,
                self.entries,
                self.mask,
                self.options,
                self.results,
                logs,
                self.path,
                self.seen,
                self.weights,
                self.state,
                codes,
                self.scratch,
                work,
                self.scores,
            )
            if stuck >= 0:
                position, fault = int(self.state[0]), int(self.state[1])
                raise self.game.fault(fault) if fault else self.game.no_option(position)
            self.made += n
            pace = time.perf_counter() - now
            if until != inf:
                left = until - time.perf_counter()
                lap = max(group, min(LAP, int(n * left / max(pace, 1e-6) / 2)))
                pace *= lap / n
        give_back(space)

    def _shared(self, numbers: Any) -> Any:
        """An array as the mode wants it, sharing memory."""
        if self.mode == "native":
            return np.frombuffer(numbers, np.int64)
        return memoryview(numbers).cast("B").cast("q")

    def tally(self) -> Numbers:
        """[option, what]: tries, sum and sum of squares of the seat's results."""
        return np.frombuffer(self.options, np.int64).reshape(-1, 3)


@cache
def _logarithms() -> array[int]:
    """Natural logarithms of whole numbers, times 2^20: the same on every machine."""
    return array("q", [0, *(round(log(n) * 1048576) for n in range(1, 65536))])
