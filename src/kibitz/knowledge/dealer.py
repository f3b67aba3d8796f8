"""The dealer: complete states at random, each of those that a seat cannot exclude as likely.

Most positions need no more than the tables of `Deals`, which the kernel `deals` deals from. Where
hidden cards lie in an order, a card is kept by a name, or worlds have to pass tests, it is the
kernel `trials` (see `kibitz.knowledge.deals.trials`). Both give the same bytes in both modes.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.engine.buffers import shared
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.tables import Numbers
from kibitz.knowledge.deals.trials import filled_trial, list_shoe
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.told import Gap

__all__ = ["Dealer"]

PROBES = 10_000
"""If so many worlds in a row fail the tests, all are listed, if that can be done."""

MOST_LISTED = 100_000
"""So many worlds are listed."""

ENOUGH = 1_000_000
"""If so many worlds in a row fail the tests, it is given up."""

SETTLED = (0, 0)
"""The key for trying out how often worlds pass: nothing that is dealt may depend on what was dealt
before."""


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

    @property
    def kernel(self) -> str:
        """Which kernel deals."""
        tested = self.heights or self.gaps or self.frame.worlds.tests or self.frame.ghosts
        return "trials" if tested else "deals"

    @property
    def way(self) -> str:
        """How worlds are found, in a word or two."""
        if not self.frame.worlds.tests:
            return "dealt" if self.kernel == "deals" else "dealt in order"
        return "listed" if self._source("native")[0][1] < 0 else "tested"

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
        shoe, space = self._source(mode)
        if self._run(found.reshape(-1), n, shoe, space, key, mode, ENOUGH) < n:
            raise KibitzError(
                f"{ENOUGH:,} deals in a row were not as is known: no deal can be found"
            )
        return found

    def _run(
        self,
        rows: Numbers,
        n: int,
        shoe: Sequence[int],
        space: int,
        key: Key,
        mode: str,
        tries: int,
    ) -> int:
        """Write n states, as far as that many tries for each will do; how many that are."""
        frame, kernel = self.frame, self.game.kernel("trials", mode)
        arrays = self.blank, shared(rows, mode), n, shoe, [0] * space, frame.cards, frame.places
        trial = array("q", self._trial)  # cards are laid out in it: nobody else may do so
        given = [as_in(mode, each) for each in (*arrays, trial)]
        done: int = kernel["trial_all"](*given, *key, 0, tries)
        return done

    @cached_property
    def _trial(self) -> array[int]:
        return filled_trial(self.game, self.frame, self.heights, self.gaps)

    @cached_property
    def _sources(self) -> dict[str, tuple[Any, int]]:
        return {}

    def _source(self, mode: str) -> tuple[Any, int]:
        """What worlds are drawn from, and how many numbers that needs to work on."""
        if mode not in self._sources:
            self._sources[mode] = self._found_source(mode)
        return self._sources[mode]

    def _found_source(self, mode: str) -> tuple[Any, int]:
        """The shoe; or if the tests are hardly ever passed, all worlds that pass them."""
        shoe, space = self.deals.shoe
        shoe, space = as_in(mode, shoe), max(space, 2 * len(self.frame.cards), 1)
        if not self.frame.worlds.tests or self.deals.most > MOST_LISTED:
            return shoe, space
        row = np.empty(self.game.layout.size, np.int64)
        if self._run(row, 1, shoe, space, SETTLED, mode, PROBES):
            return shoe, space
        worlds = self.deals.untested().astype(np.int64)
        passed = np.zeros(len(worlds), np.int64)
        judge = self.game.kernel("trials", mode)["judge_all"]
        given = as_in(mode, self.frame.cards), as_in(mode, array("q", self._trial))
        rows = shared(worlds.reshape(-1), mode)
        if not judge(rows, *worlds.shape, *given, shared(passed, mode)):
            raise KibitzError("no deal agrees with all that is known")
        return as_in(mode, list_shoe(worlds[passed > 0])), space


def as_in(mode: str, numbers: Any) -> Any:
    """Numbers as a mode has them: Python is quicker with lists."""
    if isinstance(numbers, int | memoryview):
        return numbers
    if mode == "native":
        return np.asarray(numbers, np.int64)
    return numbers if isinstance(numbers, list | array) else list(numbers)
