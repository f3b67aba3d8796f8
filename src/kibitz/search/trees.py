"""Tree search over the deals a seat cannot exclude.

One search is many iterations. Each takes a deal, walks down the tree of what was decided before,
tries one decision that is new there, plays on at random to the end of the round, and backs up the
scores. The loop is the kernel `trees`, over any compiled game, in both modes; where tables are all
it takes to deal, it deals by itself.

Two ways to see the hidden cards:

- *ismcts* has one tree for all deals. A node is what its mover has seen decided, so a hidden
  discard leads to one node of those who did not see it. How good an option looks is weighed with
  how often it was on offer.
- *pimc* has a tree for each of some deals, as if all cards were open, and adds up what they say.

And two ways to think of the others: by *maxn* all want the most for themselves; by *paranoid*
the root's side wants the most for the root, and everybody else the least.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from math import inf, log
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.buffers import borrow, give_back, shared
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.state import State
from kibitz.engine.twins import twins
from kibitz.errors import KibitzError, OutOfReach
from kibitz.knowledge.views import View, dealer_of, heedless_dealer_of
from kibitz.search.guides import Guide, room_to_work
from kibitz.search.thoughts import Thinking, thought

__all__ = ["Method", "think", "think_openly", "usual", "usual_policy"]

Numbers: TypeAlias = NDArray[np.int64]
Dealing: TypeAlias = Callable[[int, Random], Numbers]
"""Gives so many states, a row of numbers each."""

PARANOID, CLASSIC, FLAT, HEEDLESS = 1, 2, 4, 8
LOST = 5
DEEPEST, FEW, PATH, ENTRY_SIZE, GUIDED_ENTRY_SIZE, LAP = 200, 1024, 8, 4, 5, 256
"""As in the kernels."""

INATTENTIVE = "paying no attention"
"""Said of a search that ignores what was announced, and which card went where."""

FIRST_LAP = {"native": 64, "python": 8}
"""Iterations between two looks at the clock, at first; then at most as many as in a lap, for which
deals are drawn at once."""

LAPS = 4
"""So many are made by one call where nobody looks at the clock and the kernel deals by itself."""

LARGE_GROUP = 1000
"""Trees of single deals get room for so many iterations, or for a whole one if it is larger."""

PATIENCE, AT_FIRST = 10, 100
"""Heedless iterations without a way on for each that has one, before it is given up; and so many to
begin with."""

MOST_ENTRIES = 1 << 20
"""Entries of a tree: when it is full, it grows no more."""


AT_MOST = 1_000_000
"""Iterations in a second: a tree gets no more room than that takes."""

KEPT = 1 << 18
"""Numbers of a tree whose room is kept for the next one: two megabytes."""


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

_SPARE: list[Numbers] = []
"""Room for trees that nobody grows just now: new memory takes longer than a short search."""


def _cleared(n: int) -> Numbers:
    """Room for n numbers, all 0. Whoever has done with it appends it to `_SPARE`."""
    try:
        found = _SPARE.pop()
    except IndexError:
        found = np.zeros(0, np.int64)
    if len(found) < n:
        return np.zeros(n, np.int64)
    room = found[:n]
    room.fill(0)
    return room


def _given(numbers: Any, mode: str) -> Any:  # an array of Python or of NumPy
    """An array as the kernel of a mode takes it: compiled ones take any."""
    if mode == "native":
        return numbers
    if isinstance(numbers, np.ndarray) and numbers.dtype.kind == "f":
        plain: Any = numbers
        return memoryview(plain).cast("B").cast(numbers.dtype.char)
    return shared(numbers, mode)


@dataclass(frozen=True, slots=True)
class Method:
    """How to search."""

    name: str
    policy: str = "maxn"
    exploration: float = 1.0
    """How far a search looks around: times the spread of the results it has seen."""
    group: int = 1
    """Iterations for each deal; more than one: a tree for each (pimc)."""
    flat: bool = False
    """No tree: all options in turn, and random play after them."""
    classic: bool = False
    """Won or lost instead of scores, and the visits of the parent instead of how often an option
    was on offer."""
    guide: Guide | None = None
    """Networks that help; only for one tree over all deals, which is not classic."""

    @property
    def style(self) -> int:
        own = PARANOID * (self.policy == "paranoid") + CLASSIC * self.classic + FLAT * self.flat
        return own + (self.guide.style if self.guide else 0)

    @property
    def kernel(self) -> str:
        """The kernel that searches like that."""
        return "guided" if self.guide else "trees"

    @property
    def words(self) -> str:
        """The method in a few words."""
        helped = f", network for {self.guide.words}" if self.guide else ""
        return self.name if self.flat else f"{self.name}, {self.policy}{helped}"


def usual(view: View) -> Method:
    """One tree over all deals."""
    return Method("ismcts", usual_policy(view.game, view.teams))


def usual_policy(game: Game, teams: Sequence[object]) -> str:
    """What is thought of the others. Two sides are enemies, unless all win together; among more,
    all are best thought to mind their own business."""
    return "paranoid" if len(teams) == 2 and not game.program.together else "maxn"


def think(
    view: View,
    method: Method | None = None,
    *,
    iterations: int | None = 1000,
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 1,
    mode: str = "native",
    least: int = 1,
    heedless: bool = False,
) -> Thinking:
    """Think about a decision of a seat: what a search says about each action, the best first.

    It takes so many iterations, or so many seconds (None: no limit; if both are given, whatever
    ends first), but `least` iterations in any case. Without a method it is the usual one, `ismcts`.
    The same view, seed, iterations and threads give the same. Who is `heedless` looks at the table
    and has paid no attention before (see `heedless_dealer_of`): for measuring what that is worth,
    and where deals that fit all that is known cannot be found within reason. `method` says so then.

    >>> state = kibitz.load("agram", NUMP=2).new(seed=7)
    >>> thinking = kibitz.think(kibitz.view(state, "North"), iterations=200)
    >>> thinking.best in state.actions, thinking.iterations
    (True, 200)
    """
    if not isinstance(view, View):
        raise KibitzError("one thinks about a view", "kibitz.view(state, seat) is what a seat sees")
    if not (method is None or isinstance(method, Method)):
        raise KibitzError(
            f"a method is a `kibitz.search.Method`, and this is of type {type(method).__name__}",
            "what else is given has a name: think(view, iterations=100)",
        )
    if view.seat is None or not view.actions:
        raise KibitzError("there is nothing to think about: it is not this seat's turn")

    how = method or usual(view)
    asked = partial(_about, view, how, mode, least)
    if not heedless:
        try:
            return _answer(asked(heedless=False), iterations, seconds, seed, threads)
        except OutOfReach:
            pass
    found = _answer(asked(heedless=True), iterations, seconds, seed, threads)
    return replace(found, method=f"{found.method}, {INATTENTIVE}")


def _about(view: View, how: Method, mode: str, least: int, heedless: bool) -> _Question:
    """A question about what a seat sees."""

    def deal(n: int, rng: Random) -> Numbers:
        return view.samples(n, rng, mode, out=ROWS.of(view.game, n), heedless=heedless)

    assert view.seat is not None
    dealer = heedless_dealer_of(view) if heedless else dealer_of(view)
    return _Question(
        view.game, view.seat, view.actions, deal, how, mode, twins(view), least,
        partial(dealer.source, mode) if how.group == 1 else None, heedless,
    )  # fmt: skip


def think_openly(
    state: State,
    method: Method,
    *,
    iterations: int = 1000,
    seed: int = 1,
    mode: str = "native",
) -> Thinking:
    """Think with all cards open: the cheater, for measuring, and for tests."""
    if state.to_move is None:
        raise KibitzError("there is nothing to think about: the game is over")
    row = np.array([state.array], np.int64)

    def deal(n: int, rng: Random) -> Numbers:
        return np.repeat(row, n, 0)

    question = _Question(state.game, state.to_move, state.actions, deal, method, mode)
    return _answer(question, iterations, None, seed, 1)


@dataclass(frozen=True, slots=True)
class _Question:
    """A decision to think about, and how."""

    game: Game
    seat: int
    actions: tuple[Action, ...]
    deal: Dealing
    method: Method
    mode: str
    twins: tuple[int, ...] | None = None
    """For each action the first that is the same to a person, if any are."""
    least: int = 1
    """Iterations that are made however little time there is."""
    source: Callable[[], list[Any] | None] | None = None
    """What the kernel deals from by itself, if it can: see `Dealer.source`."""
    heedless: bool = False
    """Whether there may be no way on in some of the deals: others are drawn then."""


def _answer(
    question: _Question, iterations: int | None, seconds: float | None, seed: int, threads: int
) -> Thinking:
    """Grow a tree in each thread, and add up what they say of the root."""
    begun = time.perf_counter()
    if seconds is not None and not seconds > 0:
        raise KibitzError(f"nobody can think for {seconds:g} seconds", "more than 0")
    if iterations is None and seconds is None:
        raise KibitzError("this search would never end", "give it iterations or seconds")
    if threads < 1 or (iterations is not None and iterations < 1):
        given = f"{iterations} iterations and {threads} threads"
        raise KibitzError(f"a search cannot have {given}", "at least one of each")
    threads = min(threads, iterations or threads)
    until = inf if seconds is None else begun + seconds
    trees = [
        _Tree(question, share, seconds, f"{seed}/{number}")
        for number, share in enumerate(_shares(iterations, threads))
    ]
    if threads == 1:
        trees[0].grow(until)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for growing in [pool.submit(tree.grow, until) for tree in trees]:
                growing.result()
    tallies = trees[0].options
    for tree in trees[1:]:
        tallies += tree.options
    firsts = question.twins or range(len(question.actions))
    for index, first in enumerate(firsts):
        if first != index:  # what was tried with either copy was tried
            tallies[first] += tallies[index]
    thoughts = [
        thought(action, int(visits), *sums)
        for index, (action, (visits, *sums)) in enumerate(
            zip(question.actions, tallies.tolist(), strict=True)
        )
        if firsts[index] == index
    ]
    sign = 1 if question.game.program.highest_wins else -1
    flat = question.method.flat  # all were tried as often, if there was time for all
    thoughts.sort(
        key=lambda each: (each.visits > 0 if flat else each.visits, sign * each.value),
        reverse=True,
    )
    return Thinking(
        question.seat,
        tuple(thoughts),
        question.method.words,
        sum(tree.made for tree in trees),
        time.perf_counter() - begun,
    )


def _shares(total: int | None, threads: int) -> list[int | None]:
    """How many iterations each thread makes."""
    if total is None:
        return [None] * threads
    return [total // threads + (number < total % threads) for number in range(threads)]


class _Tree:
    """One tree and who grows it."""

    def __init__(
        self, question: _Question, iterations: int | None, seconds: float | None, seed: str
    ) -> None:
        self.question = question
        self.iterations = iterations
        self.rng = Random(seed)
        self.made = self.lost = 0
        """Iterations, and those that had no way on."""
        self.lap = LAP
        guide = question.method.guide
        kind: Any = np.float64 if guide else np.int64
        self.options = np.zeros((len(question.actions), 3), kind)
        """[option, what]: tries, sum and sum of squares of the seat's results."""
        players, size = question.game.players, question.game.layout.size
        entries = MOST_ENTRIES
        if iterations is None and seconds is not None and seconds < 1:
            iterations = round(seconds * AT_MOST) + LAP
        if question.method.group > 1:  # a tree at a time
            iterations = min(iterations or LARGE_GROUP, max(LARGE_GROUP, question.method.group))
        if iterations is not None:  # each adds one; with the visits of parents, some
            each = 4 if question.method.classic else 2
            if guide and guide.has_prior:  # some for each place where there is something new
                each = 4
            entries = min(entries, 1 << (each * iterations + 40).bit_length())
        self.settings = (
            len(question.actions),
            round(question.method.exploration * 1024),
            question.seat,
            question.method.style + HEEDLESS * question.heedless,
            *derive_key("search", seed),
        )
        self.state, self.way = self._room(size), self._room(PATH + 2 * DEEPEST + 2)
        self.room = _cleared(entries * (GUIDED_ENTRY_SIZE if guide else ENTRY_SIZE))
        self.memory = (
            _given(self.room, question.mode),
            entries - 1,
            _given(self.options, question.mode),
            self._room(1 + 2 * players, kind),  # results
            _given(_logarithms(), question.mode),
            self.way,
            self._room(players),  # what each has seen
            self._room(FEW),  # weights
            self.state,
        )
        self.spare = self._room(size), self._room(players)
        self.guided: list[Any] = []
        if guide:
            helping = guide.numbers, *room_to_work(guide, question.game, FEW)
            helping = *helping[:3], guide.weights, *helping[3:]
            self.guided = [_given(each, question.mode) for each in helping]

    def _room(self, n: int, kind: Any = np.int64) -> Any:  # as the mode has them: see `shared`
        return _given(np.zeros(n, kind), self.question.mode)

    def grow(self, until: float) -> None:
        """Iterate until enough is done, or the time is over."""
        question = self.question
        grow = question.game.kernel(question.method.kernel, question.mode)["grow"]
        space = borrow()
        codes, work = (_given(each, question.mode) for each in space)
        scratch, scores = self.spare
        try:
            source = question.source and question.source()
            if source is not None and until == inf:
                self.lap = LAPS * LAP
            for first, n in self._laps(until):
                span = first, first + n, question.method.group
                rows, *dealing = self._deals(source, -(-n // question.method.group))
                given = *self.settings, *self.memory, codes, scratch, work, scores, *self.guided
                if grow(rows, *span, *dealing, *given) >= 0:
                    raise self._stuck()
                if question.heedless:
                    self._take_back(n)
        finally:
            give_back(space)
            if len(self.room) <= KEPT:
                _SPARE.append(self.room)

    def _deals(self, source: list[Any] | None, n: int) -> list[Any]:
        """So many deals, or what the kernel deals them from, as it takes them."""
        if source is None:
            rows = _given(self.question.deal(n, self.rng), self.question.mode)
            return [rows, 1, *[self.state] * 5]
        draw, laps = self.rng.getrandbits, -(-n // LAP)  # a key for each, as `View.samples` has it
        return [source[0], 0, *source[1:], array("q", [draw(62) for _ in range(2 * laps)])]

    def _take_back(self, n: int) -> None:
        """Some of the last n iterations may have had no way on: as many others are to be made."""
        lost, self.way[LOST] = int(self.way[LOST]), 0
        self.made -= lost
        self.lost += lost
        if self.lost > AT_FIRST + PATIENCE * (self.made + n):
            raise KibitzError(
                f"in {self.question.game.title} there is hardly a deal in which the game goes on, "
                "if one goes by what is in sight alone"
            )

    def _stuck(self) -> KibitzError:
        """Why an iteration had no way on."""
        game, position, fault = self.question.game, int(self.state[0]), int(self.state[1])
        if fault:
            return game.fault(fault)
        return game.no_option(position)

    def _laps(self, until: float) -> Iterator[tuple[int, int]]:
        """The first iteration of each lap, and how many it has: fewer when the time runs out."""
        group = self.question.method.group
        lap = self.lap if until == inf else FIRST_LAP[self.question.mode]
        while self.iterations is None or self.made < self.iterations:
            n = max(1, lap // group) * group
            if self.iterations is not None:
                n = min(n, self.iterations - self.made)
            begun = time.perf_counter()
            yield self.made + self.lost, n
            self.made += n
            if until < inf:
                now = time.perf_counter()
                lap = min(max(LAP, group), int(n * (until - now) / max(now - begun, 1e-6) / 2))
                lap = max(lap, min(LAP, self.question.least - self.made))
                if lap < group:
                    return


@cache
def _logarithms() -> array[int]:
    """Natural logarithms of whole numbers, times 2^20: the same on every machine."""
    return array("q", [0, *(round(log(n) * 1048576) for n in range(1, 65536))])
