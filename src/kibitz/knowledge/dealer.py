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
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.parts import labour
from kibitz.knowledge.deals.tables import Numbers
from kibitz.knowledge.deals.trials import Test, filled_trial, list_shoe
from kibitz.knowledge.deals.weighing import weighed
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.told import Gap
from kibitz.knowledge.worlds import Weighed
from kibitz.recycle.tree import Kind

__all__ = ["Dealer", "kernels_to_deal"]

PROBES = 10_000
"""If so many worlds in a row fail the tests, all are listed, if that can be done."""

TRIED = 256
"""Worlds that are tried out to see which tests are failed."""

OFTEN = 64
"""If so many of these pass, nothing more is done about it."""

MOST_WORK = 20_000
"""Tables that are more work, as `labour` reckons, are not made narrower."""

MOST_LISTED = 100_000
"""So many worlds are listed."""

ENOUGH = 1_000_000
"""If so many worlds in a row fail the tests, it is given up."""

SETTLED = (0, 0)
"""The key for trying out how often worlds pass: nothing that is dealt may depend on what was dealt
before."""


def kernels_to_deal(game: Game) -> tuple[str, ...]:
    """The kernels that dealing hidden cards of a game may need, as far as its rules tell."""
    ordered = any(
        family.stamped and family.sight not in ("vloc", "mem")
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
    gaps: Sequence[Gap]
    _found: Source | None = field(default=None, repr=False)

    @property
    def kernel(self) -> str:
        """Which kernel deals."""
        tested = self.heights or self.gaps or self.frame.worlds.tests or self.frame.ghosts
        return "trials" if tested else "deals"

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
        if self._run(found, n, self._source(mode), key, mode, ENOUGH) < n:
            raise KibitzError(
                f"{ENOUGH:,} deals in a row were not as is known: no deal can be found"
            )
        return found

    def _run(self, rows: Numbers, n: int, source: Source, key: Key, mode: str, tries: int) -> int:
        """Write n states, as far as that many tries for each will do; how many that are."""
        frame = self.frame
        given = [as_in(mode, each) for each in (self.blank, shared(rows, mode))]
        lists = [as_in(mode, each) for each in (frame.cards, frame.places)]
        done: int = self.game.kernel("trials", mode)["trial_all"](
            *given, n, *source.numbers(mode), *lists, self._trial_for(mode), *key, 0, tries
        )
        return done

    @cached_property
    def _trial(self) -> array[int]:
        return filled_trial(self.game, self.frame, self.heights, self.gaps)

    def _trial_for(self, mode: str) -> Any:
        """A copy: cards are laid out in it, and nobody else may do so meanwhile."""
        return as_in(mode, array("q", self._trial))

    # --- where worlds come from -----------------------------------------------------------------

    def _source(self, mode: str) -> Source:
        """What worlds are drawn from; it is the same whatever the mode."""
        if self._found is None:
            self._found = self._sought(mode)
        return self._found

    def _sought(self, mode: str) -> Source:
        """The tables of the worlds. If tests are failed too often, they get narrower: the test that
        is failed most becomes a law, if it is a sum of points and the tables stay small. If hardly
        any world passes at all, a list of those that do, if they can be listed."""
        room, worlds = 2 * len(self.frame.cards) + 1, self.frame.worlds
        source = Source(*self.deals.shoe, room, "tested")
        if not worlds.tests:
            return replace(source, way="dealt in order")
        sums: dict[int, tuple[Weighed, ...]] = {}
        tried = self._tried(source, TRIED, mode)
        while np.count_nonzero(tried.all(axis=1)) < OFTEN:
            passed = tried.sum(axis=0).tolist()
            worst = min(range(len(passed)), key=lambda t: (t in sums, passed[t]))
            if worst in sums or passed[worst] == TRIED:
                break
            sums[worst] = weighed(self.game, self.frame.cards, cast(Test, worlds.tests[worst]))
            narrower = replace(worlds, sums=tuple(law for each in sums.values() for law in each))
            if not sums[worst] or labour(narrower) > MOST_WORK:
                sums[worst] = ()
                continue
            source = Source(*Deals(narrower).shoe, room, "weighed")
            tried = self._tried(source, TRIED, mode)
        if tried.all(axis=1).any() or self.deals.most > MOST_LISTED:
            return source
        row = np.empty(self.game.layout.size, np.int64)
        if self._run(row, 1, source, SETTLED, mode, PROBES):
            return source
        return self._list(source, mode)

    def _tried(self, source: Source, n: int, mode: str) -> NDArray[np.bool_]:
        """[world, test]: which tests some worlds pass; of a list, the first ones."""
        tests = len(self.frame.worlds.tests)
        passed = np.zeros(n * tests, np.int64)
        self._run(passed, n, source, SETTLED, mode, 0)
        return passed.reshape(n, tests) > 0

    def _list(self, source: Source, mode: str) -> Source:
        """All worlds that pass."""
        worlds = self.deals.untested()
        every = Source(list_shoe(worlds), 0, source.room, "listed")
        kept = worlds[self._tried(every, len(worlds), mode).all(axis=1)]
        if not len(kept):
            raise KibitzError("no deal agrees with all that is known")
        return replace(every, shoe=list_shoe(kept))


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
