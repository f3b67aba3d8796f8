"""The dealer: complete states at random, each of those that a seat cannot exclude as likely.

Most positions need no more than the tables of `Deals`, which the kernel `deals` deals from. Where
hidden cards lie in an order, a card is kept by a name, or worlds have to pass tests, it is the
kernel `trials` (see `kibitz.knowledge.deals.trials`). Both give the same bytes in both modes.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.buffers import shared
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.engine.testing import has_tests
from kibitz.errors import KibitzError, OutOfReach
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.parts import labour
from kibitz.knowledge.deals.tables import Numbers
from kibitz.knowledge.deals.trials import Pile, Test, filled_trial, is_compiled_test, list_shoe
from kibitz.knowledge.deals.weighing import weighed
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.hidden import put_in
from kibitz.knowledge.told import Gap
from kibitz.knowledge.worlds import Weighed
from kibitz.recycle.layout import BITS
from kibitz.recycle.tree import Kind

__all__ = ["Dealer", "kernels_to_deal"]

PROBES = 10_000
"""If so many worlds in a row fail the tests, all are listed, if that can be done."""

AT_ONCE = 16
"""So often a single state is tried for before anything is worked out."""

TRIED = 64
"""Worlds that are tried out to see which tests are failed."""

OFTEN = 16
"""If so many of these pass, nothing more is done about it."""

MOST_WORK = 20_000
"""Tables that are more work, as `labour` reckons, are not made narrower."""

MOST_LISTED = 100_000
"""So many worlds are listed."""

MOST_TRIED = 1000
"""So many worlds are listed if there are tests that native code cannot do."""

ENOUGH, ENOUGH_SLOWLY = 1_000_000, 4_000
"""If so many worlds in a row fail the tests, it is given up."""

STATES, IN_TURN, WORLDS, TESTS, TESTS_IN_TURN = range(5)
"""What the kernel draws worlds for."""

LISTED = "listed"

SETTLED = (0, 0)
"""The key for trying out how often worlds pass: nothing that is dealt may depend on what was dealt
before."""


def kernels_to_deal(game: Game) -> tuple[str, ...]:
    """The kernels that dealing hidden cards of a game may need, as far as its rules tell."""
    ordered = any(
        family.followed and family.sight not in ("vloc", "mem")
        for family in game.layout.families.values()
    )
    named = any(each.kind in (Kind.CARD, Kind.CARDS) for each in game.layout.slots)
    return ("deals", "trials") if ordered or named or has_tests(game) else ("deals",)


@dataclass(eq=False)
class Dealer:
    """Draws states: a row of numbers with the hidden cards of a frame put in."""

    game: Game
    deals: Deals
    frame: Frame
    blank: array[int] = field(repr=False)
    """The state without its hidden cards."""
    heights: Mapping[int, Sequence[int]]
    """The heights of the cards in those places one cannot see that keep an order."""
    gaps: Sequence[Gap]
    residents: Mapping[int, int] = field(default_factory=dict)
    """Cards that are in no world though not seen, and where they lie: above the others."""
    tested: int = 0
    """Slow tests that were made so far: what dealing has cost, whatever the clock says."""
    _found: Source | None = field(default=None, repr=False)

    @property
    def kernel(self) -> str:
        """Which kernel deals."""
        frame = self.frame
        more = self.heights or self.gaps or frame.worlds.tests or frame.ghosts or self.residents
        return "trials" if more else "deals"

    @property
    def way(self) -> str:
        """How worlds are found, in a word or two."""
        return "dealt" if self.kernel == "deals" else self._source("native").way

    def states(self, key: Key, n: int, mode: str = "native", out: Numbers | None = None) -> Numbers:
        """[deal, word]: n states, written to `out` if it is given."""
        game, frame = self.game, self.frame
        if self.kernel == "deals":
            return self.deals.states(
                game, self.blank, frame.cards, frame.places, key, n, mode=mode, out=out
            )
        size = game.layout.size
        found = np.empty((n, size), np.int64) if out is None else out
        if found.shape != (n, size):
            raise KibitzError(f"{n} deals of this game need an array of {n} x {size}")
        source = self._source(mode)
        if self._slow and source.way != LISTED:
            source, what = self._sifted(source, key, n, mode), IN_TURN
        else:
            what = STATES
        if self._run(found, n, source, key, mode, what) < n:
            raise _given_up(ENOUGH)
        return found

    def source(self, mode: str) -> list[Any] | None:
        """What a kernel needs to deal by itself: the state without hidden cards, and what it deals
        from; None if that is not all there is to it."""
        if self.kernel != "deals":
            return None
        return [self.blank, *self.deals.source(self.frame.cards, self.frame.places, mode)]

    def state(self, key: Key, mode: str) -> Numbers:
        """A single state. If it passes the tests at once, nothing need be found out beforehand."""
        if self.kernel == "trials" and not self._slow:
            row = np.empty(self.game.layout.size, np.int64)
            if self._run(row, 1, self._plain, key, mode, STATES, tries=AT_ONCE):
                return row
            key = key[1], key[0]  # others than those that have failed
        found: Numbers = self.states(key, 1, mode)[0]
        return found

    def _run(
        self, out: Numbers, n: int, source: Source, key: Key, mode: str, what: int,
        *, tries: int | None = None, first: int = 0,
    ) -> int:  # fmt: skip
        """Have n worlds drawn for something; how many there were."""
        frame = self.frame
        lists = [as_in(mode, each) for each in (frame.cards, frame.places)]
        trial = as_in(mode, array("q", self._trial))  # cards are laid out in it: nobody else's
        done: int = self.game.kernel("trials", mode)["trial_all"](
            as_in(mode, self._start), shared(out, mode), n, *source.numbers(mode), *lists, trial,
            *key, first, ENOUGH if tries is None else tries, what,
        )  # fmt: skip
        return done

    # --- what the kernel must know --------------------------------------------------------------

    @cached_property
    def _quick(self) -> list[Test]:
        """The tests that native code can do."""
        tests = cast("tuple[Test, ...]", self.frame.worlds.tests)
        return [test for test in tests if is_compiled_test(self.game, test)]

    @cached_property
    def _slow(self) -> list[Test]:
        """The other tests."""
        tests = cast("tuple[Test, ...]", self.frame.worlds.tests)
        return [test for test in tests if not is_compiled_test(self.game, test)]

    @cached_property
    def _start(self) -> array[int]:
        """The state with all cards but those of the worlds."""
        numbers, layout = array("q", self.blank), self.game.layout
        for card, place in self.residents.items():
            put_in(self.game, numbers, card, place)
            if place in layout.pools:
                numbers[layout.pools[place] + card // BITS] |= 1 << card % BITS
        return numbers

    @cached_property
    def _trial(self) -> array[int]:
        piles = [self._pile(place, sorted(each)) for place, each in sorted(self.heights.items())]
        return filled_trial(self.game, self.frame, self._quick, piles, self.gaps)

    def _pile(self, place: int, heights: list[int]) -> Pile:
        lots = [i for i, own in enumerate(self.frame.places) if own == place]
        pooled = place in self.game.layout.pools
        beneath = [height for height in heights if height <= 0 or not pooled]
        return Pile(
            place,
            sorted(lots, key=self.frame.heights.__getitem__),
            [card for card, own in self.residents.items() if own == place],
            beneath,
            heights[len(beneath) :],
        )

    # --- where worlds come from -----------------------------------------------------------------

    def _source(self, mode: str) -> Source:
        """What worlds are drawn from; it is the same whatever the mode."""
        if self._found is None:
            self._found = self._sought(mode)
        return self._found

    @cached_property
    def _plain(self) -> Source:
        """The tables of the worlds as they are."""
        cards = len(self.frame.cards) + len(self.residents)
        return Source(*self.deals.shoe, 2 * cards + 1, "tested")

    def _sought(self, mode: str) -> Source:
        """The tables of the worlds. If tests are failed too often, they get narrower: the test that
        is failed most becomes a law, if it is a sum of points and the tables stay small. If hardly
        any world passes at all, a list of those that do, if they can be listed."""
        worlds, source = self.frame.worlds, self._plain
        if not worlds.tests:
            return replace(source, way="dealt in order")
        if self._slow and self.deals.most <= MOST_TRIED:
            return self._list(source, mode)
        sums: dict[int, tuple[Weighed, ...]] = {}
        tried = self._tried(source, TRIED, mode)
        while np.count_nonzero(tried.all(axis=1)) < OFTEN:
            passed = tried.sum(axis=0).tolist()
            worst = min(range(len(passed)), key=lambda t: (t in sums, passed[t]))
            if worst in sums or passed[worst] == TRIED:
                break
            sums[worst] = weighed(self.game, self._quick[worst])
            narrower = replace(worlds, sums=tuple(law for each in sums.values() for law in each))
            if not sums[worst] or labour(narrower) > MOST_WORK:
                sums[worst] = ()
                continue
            source = Source(*Deals(narrower).shoe, source.room, "weighed")
            tried = self._tried(source, TRIED, mode)
        if tried.all(axis=1).any() or self.deals.most > MOST_LISTED:
            return source
        row = np.empty(self.game.layout.size, np.int64)
        if self._run(row, 1, source, SETTLED, mode, STATES, tries=PROBES):
            return source
        return self._list(source, mode)

    def _tried(self, source: Source, n: int, mode: str, what: int = TESTS) -> NDArray[np.bool_]:
        """[world, test]: which quick tests some worlds pass; of a list, the first ones in turn."""
        passed = np.zeros(n * len(self._quick), np.int64)
        self._run(passed, n, source, SETTLED, mode, what)
        return passed.reshape(n, len(self._quick)) > 0

    def _list(self, source: Source, mode: str) -> Source:
        """All worlds that pass."""
        worlds = self.deals.untested()
        every = Source(list_shoe(worlds), 0, source.room, LISTED)
        kept = worlds[self._tried(every, len(worlds), mode, TESTS_IN_TURN).all(axis=1)]
        for test in self._slow:
            kept = kept[np.array([test(world) for world in kept.tolist()], np.bool_)]
        if not len(kept):
            raise KibitzError("no deal agrees with all that is known")
        return replace(every, shoe=list_shoe(kept))

    def _passes(self, world: list[int]) -> bool:
        """Whether a world passes the slow tests."""
        for test in self._slow:
            self.tested += 1
            if not test(world):
                return False
        return True

    def _sifted(self, source: Source, key: Key, n: int, mode: str) -> Source:
        """n worlds that pass the slow tests, too, as a list."""
        cards = len(self.frame.cards)
        kept: list[list[int]] = []
        drawn = failed = 0
        while len(kept) < n:
            worlds = np.zeros((n, cards), np.int64)
            if self._run(worlds, n, source, key, mode, WORLDS, first=drawn) < n:
                raise _given_up(ENOUGH)
            drawn += n
            for world in worlds.tolist():
                if self._passes(world):
                    kept.append(world)
                    failed = 0
                elif (failed := failed + 1) == ENOUGH_SLOWLY:
                    raise _given_up(failed)
        return Source(list_shoe(np.array(kept[:n], np.int8)), 0, source.room, "tested slowly")


def _given_up(tries: int) -> OutOfReach:
    return OutOfReach(f"{tries:,} deals in a row were not as is known: no deal can be found")


@dataclass(frozen=True)
class Source:
    """What worlds are drawn from."""

    shoe: list[int] = field(repr=False)
    space: int
    """How many numbers the kernel needs to deal from it."""
    room: int
    """How many it needs in any case."""
    way: str
    """How worlds are found, in a word or two."""

    def numbers(self, mode: str) -> tuple[Any, Any]:
        """The shoe, and new room to work on."""
        space = max(self.space, self.room)
        if mode == "native":
            return self._array, np.zeros(space, np.int64)
        return self.shoe, [0] * space

    @cached_property
    def _array(self) -> Numbers:
        return np.array(self.shoe, np.int64)


def as_in(mode: str, numbers: Any) -> Any:
    """Numbers as a mode has them: Python is quicker with lists."""
    if isinstance(numbers, int | memoryview):
        return numbers
    if mode == "native":
        return np.asarray(numbers, np.int64)
    return numbers if isinstance(numbers, list | array) else list(numbers)
