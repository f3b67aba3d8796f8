"""Deals: how many worlds there are, how likely each card is where, and worlds at random.

All answers are exact: counts are whole numbers, probabilities are right up to rounding, and every
world comes with the same chance. Where that would take too much, it is said, with the estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.native import Functions, kernel_text
from kibitz.engine.primitives import PRIMITIVES, below, noise
from kibitz.errors import KibitzError
from kibitz.knowledge.deals.faces import alike, looks, looks_listed
from kibitz.knowledge.deals.laws import simplified
from kibitz.knowledge.deals.lists import listed
from kibitz.knowledge.deals.parts import Division, divided
from kibitz.knowledge.deals.shoe import filled_shoe
from kibitz.knowledge.deals.tables import Floats, Numbers
from kibitz.knowledge.worlds import Worlds

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.engine.keys import Key

__all__ = ["Deals"]

DEALS = -5
"""The random stream of the kernel."""

FEW = 20_000
"""So many worlds are listed if tests cannot be counted otherwise."""

ENOUGH = 100_000
"""So many worlds in a row may fail the tests."""

MANY = 2_000_000
"""So many worlds are listed one by one unless told otherwise."""


class Deals:
    """The worlds as a whole.

    >>> deals = Deals(Worlds((2, 1), (0b11, 0b11, 0b01)))
    >>> deals.count, deals.fraction(0, 0), deals.possible(2)
    (2, Fraction(1, 2), 1)
    """

    def __init__(self, worlds: Worlds, faces: Sequence[int] | None = None) -> None:
        """`faces` gives cards that look the same the same number."""
        if sum(worlds.sizes) != len(worlds.masks):
            raise KibitzError(f"{len(worlds.masks)} cards cannot fill {sum(worlds.sizes)} places")
        self.given = worlds
        self.faces = tuple(range(len(worlds.masks)) if faces is None else faces)

    def __repr__(self) -> str:
        return f"<{len(self.given.masks)} cards in {len(self.given.sizes)} places>"

    @cached_property
    def _plain(self) -> Worlds | None:
        """The worlds with as few laws as possible, None if there are none."""
        return simplified(self.given)

    @cached_property
    def _division(self) -> Division | None:
        """The worlds taken apart, None if there are none. Tests are left out of account."""
        return None if self._plain is None else divided(self._plain)

    # --- counting -------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """The number of worlds; if not `exact`, there are at most so many."""
        return self._counted if self._listed is None else len(self._listed)

    @property
    def exact(self) -> bool:
        """Whether the count is exact. It is, unless there are tests and too many worlds to list."""
        return not self.given.tests or self._listed is not None

    @property
    def _counted(self) -> int:
        return 0 if self._division is None else self._division.count

    @property
    def most(self) -> int:
        """How many worlds there are if tests are left out of account."""
        return self._counted

    def untested(self) -> NDArray[np.int8]:
        """[world, card]: all of these."""
        if self._plain is None:
            return np.zeros((0, len(self.given.masks)), np.int8)
        return listed(self._plain)

    @cached_property
    def _listed(self) -> NDArray[np.int8] | None:
        """All worlds, if there are tests, which only that can count, and the worlds are few."""
        if not self.given.tests or self._counted > FEW:
            return None
        return self.table(FEW)

    @cached_property
    def count_faces(self) -> int:
        """The number of deals that look different."""
        faces = alike(self.faces)
        if len(faces) == len(self.faces) or self._plain is None:
            return self.count
        found = looks(self._plain, faces) if self._listed is None else None
        return looks_listed(self.table(FEW), faces) if found is None else found

    # --- probabilities --------------------------------------------------------------------------

    @cached_property
    def probabilities(self) -> Floats:
        """[card, place]: how likely it is there; if not `exact`, tests are left out of account."""
        places = len(self.given.sizes)
        if self._listed is not None:
            held = [np.count_nonzero(self._listed == place, axis=0) for place in range(places)]
            return np.array(held).T / max(1, self.count)
        if self._division is None:
            return np.zeros((len(self.given.masks), places))
        return self._division.probabilities(places)

    def fraction(self, card: int, place: int) -> Fraction:
        """How likely a card lies in a place, exactly."""
        if self._division is None or not self.count:
            raise _impossible()
        if self._listed is not None:
            return Fraction(int(np.count_nonzero(self._listed[:, card] == place)), self.count)
        return self._division.fraction(card, place)

    def possible(self, card: int) -> int:
        """The set of places a card can really be in."""
        if self._listed is not None:
            return sum(1 << place for place in np.unique(self._listed[:, card]).tolist())
        return 0 if self._division is None else self._division.possible(card)

    # --- all worlds -----------------------------------------------------------------------------

    def table(self, limit: int) -> NDArray[np.int8]:
        """[world, card]: all worlds, each as the places of the cards."""
        total = self._counted
        if total > limit:
            raise KibitzError(
                f"there are up to {total:,} deals, too many to list", f"limit: {limit:,}"
            )
        if not total or self._plain is None:
            return np.zeros((0, len(self.given.masks)), np.int8)
        found = listed(self._plain)
        for test in self.given.tests:
            found = found[np.array([test(world) for world in found.tolist()], np.bool_)]
        return found

    def worlds(self, limit: int = MANY) -> Iterator[tuple[int, ...]]:
        """All worlds, one by one."""
        return map(tuple, self.table(limit).tolist())

    # --- worlds at random -----------------------------------------------------------------------

    def sample(self, key: Key, number: int) -> tuple[int, ...]:
        """A random world, each with the same chance: the place of every card. It depends on the key
        and the number only."""
        own, own2 = (noise(*key, DEALS, 2 * number + i) for i in range(2))
        if self._listed is not None:
            if not len(self._listed):
                raise _impossible()
            return tuple(self._listed[below(own, own2, DEALS, 0, len(self._listed))].tolist())
        shoe, space = self.shoe
        working = [0] * space
        for _ in range(ENOUGH):
            _dealing()["deal"](shoe, working, own, own2)
            world = tuple(working[: len(self.given.masks)])
            if all(test(world) for test in self.given.tests):
                return world
            own, own2 = noise(own, own2, DEALS, -1), noise(own, own2, DEALS, -2)
        raise KibitzError(f"{ENOUGH:,} deals in a row were not as is known: no deal can be found")

    def states(
        self,
        game: Game,
        blank: Any,  # an array of Python or of NumPy, by mode
        cards: Sequence[int],
        places: Sequence[int],
        key: Key,
        n: int,
        *,
        first: int = 0,
        mode: str = "native",
        out: Numbers | None = None,
    ) -> Numbers:
        """[deal, word]: n complete states of a game, the samples from number `first` on.

        Each is the state `blank`, in which the unseen cards are nowhere, with the cards put where
        the sample has them, and a key of its own. `cards` and `places` are what the game calls
        those of the worlds. Tests are not applied. Whoever deals often gives an array `out` to be
        written to: new memory takes longer than the deals.
        """
        found = np.empty((n, game.layout.size), np.int64) if out is None else out
        if found.shape != (n, game.layout.size):
            raise KibitzError(f"{n} deals of this game need an array of {n} x {game.layout.size}")
        arrays: list[Any] = [blank, cards, places]
        if mode == "native":
            arrays = [np.array(each, np.int64) for each in arrays]
        start, own, theirs = arrays
        shoe, space = self.shoe
        table: Any = self._shoe_array if mode == "native" else shoe
        work: Any = np.zeros(space, np.int64) if mode == "native" else [0] * space
        sample = game.kernel("deals", mode)["sample_all"]
        sample(start, found.reshape(-1), n, table, work, own, theirs, *key, first)
        return found

    @cached_property
    def _shoe_array(self) -> Numbers:
        """The shoe for machine code; Python is quicker with lists."""
        return np.array(self.shoe[0], np.int64)

    @cached_property
    def shoe(self) -> tuple[list[int], int]:
        """What worlds are dealt from, whether they pass tests or not, and how many numbers the
        kernel needs to work on."""
        if self._division is None:
            raise _impossible()
        return filled_shoe(len(self.given.masks), self._division)


@cache
def _dealing() -> Functions:
    """The kernel without a game: what deals worlds needs none."""
    namespace: dict[str, Any] = dict(PRIMITIVES)
    exec(compile(kernel_text("deals"), "<deals>", "exec"), namespace)
    return namespace


def _impossible() -> KibitzError:
    return KibitzError("no deal agrees with all that is known")
