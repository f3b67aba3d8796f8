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
from kibitz.knowledge.deals.cases import Case, case_of, looks
from kibitz.knowledge.deals.laws import bits, relaxed, terms
from kibitz.knowledge.deals.listing import listed
from kibitz.knowledge.deals.shoe import filled_shoe
from kibitz.knowledge.deals.tables import Floats, Numbers
from kibitz.knowledge.worlds import Count, Worlds

if TYPE_CHECKING:
    from kibitz.engine.game import Game, Key

__all__ = ["Deals"]

DEALS = -5
"""The random stream of the kernel."""

FEW = 20_000
"""So many worlds are listed if tests cannot be counted otherwise."""

ENOUGH = 100_000
"""So many worlds in a row may fail the tests."""

MANY = 2_000_000
"""So many worlds are listed one by one unless told otherwise."""

CANCELLED = 1000
"""If terms are so many times their sum, probabilities are computed with whole numbers."""


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

    # --- the cases ------------------------------------------------------------------------------

    @cached_property
    def _terms(self) -> list[Case]:
        """Cases to be added and taken away: their sum is all worlds, tests apart."""
        if not self._laws:
            return self._cases
        return [case for term in terms(self.given) if (case := case_of(term))]

    @cached_property
    def _relaxed(self) -> tuple[Worlds, tuple[tuple[Count, ...], ...]]:
        return relaxed(self.given)

    @property
    def _laws(self) -> tuple[tuple[Count, ...], ...]:
        """The laws that the cases do not know."""
        return self._relaxed[1]

    @cached_property
    def _cases(self) -> list[Case]:
        """Disjoint cases that hold all worlds, and perhaps some that break a law or fail a test."""
        return [case for term in terms(self._relaxed[0]) if (case := case_of(term))]

    # --- counting -------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """The number of worlds; if not `exact`, there are at most so many."""
        if self._listed is not None:
            return len(self._listed)
        return self._counted

    @property
    def exact(self) -> bool:
        """Whether the count is exact. It is, unless there are tests and too many worlds to list."""
        return not self.given.tests or self._listed is not None

    @cached_property
    def _counted(self) -> int:
        return sum(case.sign * case.count for case in self._terms)

    @cached_property
    def _listed(self) -> NDArray[np.int8] | None:
        """All worlds, if there are tests, which only that can count, and the worlds are few."""
        if not self.given.tests or sum(case.count for case in self._cases) > FEW:
            return None
        return self.table(FEW)

    @cached_property
    def count_faces(self) -> int:
        """The number of deals that look different."""
        faces: dict[int, list[int]] = {}
        for card, face in enumerate(self.faces):
            faces.setdefault(face, []).append(card)
        alike = [tuple(cards) for cards in faces.values()]
        if len(alike) == len(self.faces):
            return self.count
        if self._listed is not None or any(
            0 < sum(count.cards >> card & 1 for card in cards) < len(cards)
            for cards in alike
            for law in self.given.laws
            for count in law
        ):  # what is known tells copies apart: only a list can say which deals look the same
            order = np.array([card for cards in alike for card in cards])
            seen = self.table(FEW)[:, order]
            at = 0
            for cards in alike:
                seen[:, at : at + len(cards)].sort(axis=1)
                at += len(cards)
            return len(np.unique(seen, axis=0))
        return sum(term.sign * looks(term, alike) for term in terms(self.given))

    # --- probabilities --------------------------------------------------------------------------

    @cached_property
    def probabilities(self) -> Floats:
        """[card, place]: how likely it is there; if not `exact`, tests are left out of account."""
        found = np.zeros((len(self.given.masks), len(self.given.sizes)))
        if self._listed is not None:
            for place in range(len(self.given.sizes)):
                held = np.count_nonzero(self._listed == place, axis=0)
                found[:, place] = held / max(1, self.count)
        elif len(self._terms) == 1:
            self._terms[0].add_probabilities(found, 1.0)
        elif not self.count:
            pass
        elif sum(case.count for case in self._terms) > CANCELLED * self.count:
            for card, mask in enumerate(self.given.masks):
                for place in bits(mask):
                    found[card, place] = self.fraction(card, place)
        else:
            for case in self._terms:
                case.add_probabilities(found, case.sign * case.count / self.count)
        return found

    def fraction(self, card: int, place: int) -> Fraction:
        """How likely a card lies in a place, exactly."""
        if not self.count:
            raise _impossible()
        if self._listed is not None:
            return Fraction(int(np.count_nonzero(self._listed[:, card] == place)), self.count)
        held = Fraction(0)
        for case in self._terms:
            held += case.sign * case.count * case.fraction(card, place)
        return held / self.count

    def possible(self, card: int) -> int:
        """The set of places a card can really be in."""
        found = 0
        if self._listed is not None:
            for place in np.unique(self._listed[:, card]).tolist():
                found |= 1 << place
        elif self._laws:
            for place in bits(self.given.masks[card]) if self.count else ():
                found |= (self.fraction(card, place) > 0) << place
        else:
            for case in self._cases:
                found |= case.possible(card)
        return found

    # --- all worlds -----------------------------------------------------------------------------

    def table(self, limit: int) -> NDArray[np.int8]:
        """[world, card]: all worlds, each as the places of the cards."""
        total = sum(case.count for case in self._cases)
        if total > limit:
            raise KibitzError(
                f"there are up to {total:,} deals, too many to list", f"limit: {limit:,}"
            )
        lists = [listed(term) for term in terms(self._relaxed[0])]
        found = np.concatenate([np.zeros((0, len(self.given.masks)), np.int8), *lists])
        for law in self._laws:
            kept = np.zeros(len(found), np.bool_)
            for count in law:
                counted = np.array([count.places >> p & 1 for p in range(len(self.given.sizes))])
                held = counted[found[:, list(bits(count.cards))]].sum(axis=1)
                kept |= (count.least <= held) & (held <= count.most)
            found = found[kept]
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
        shoe, space = self._shoe_lists
        for _ in range(ENOUGH):
            if not _dealing()["deal"](shoe, space, own, own2):
                break
            world = tuple(space[: len(self.given.masks)])
            if all(test(world) for test in self.given.tests):
                return world
            own, own2 = noise(own, own2, DEALS, -1), noise(own, own2, DEALS, -2)
        raise _starved()

    def states(
        self,
        game: Game,
        blank: Any,
        cards: Sequence[int],
        places: Sequence[int],
        key: Key,
        n: int,
        *,
        first: int = 0,
        mode: str = "native",
    ) -> Numbers:
        """[deal, word]: n complete states of a game, the samples from number `first` on.

        Each is the state `blank`, in which the unseen cards are nowhere, with the cards put where
        the sample has them, and a key of its own. `cards` and `places` are what the game calls
        those of the worlds. Tests are not applied.
        """
        found = np.empty(n * game.layout.size, np.int64)
        shoe, space = self._shoe
        arrays: list[Any] = [shoe, np.zeros(space, np.int64)]
        arrays += [np.array(each, np.int64) for each in (cards, places)]
        start: Any = np.array(blank, np.int64)
        if mode != "native":  # quicker with lists
            start, *arrays = (each.tolist() for each in (start, *arrays))
        sample_all = game.kernel("deals", mode)["sample_all"]
        dealt = sample_all(start, found, n, *arrays, *key, first)
        if dealt < n:
            raise _starved()
        return found.reshape(n, -1)

    @cached_property
    def _shoe(self) -> tuple[Numbers, int]:
        few = all(len(law) > 1 for law in self._laws)  # otherwise there is too much to count
        if not self._cases or (self._laws and few and not self._counted):
            raise _impossible()
        cards, places = len(self.given.masks), len(self.given.sizes)
        return filled_shoe(cards, places, self._cases, self._laws)

    @cached_property
    def _shoe_lists(self) -> tuple[list[int], list[int]]:
        """The same for Python, which is quicker with lists."""
        shoe, space = self._shoe
        return shoe.tolist(), [0] * space


@cache
def _dealing() -> Functions:
    """The kernel without a game: what deals worlds needs none."""
    namespace: dict[str, Any] = dict(PRIMITIVES)
    exec(compile(kernel_text("deals"), "<deals>", "exec"), namespace)
    return namespace


def _impossible() -> KibitzError:
    return KibitzError("no deal agrees with all that is known")


def _starved() -> KibitzError:
    return KibitzError(f"{ENOUGH:,} deals in a row were not as is known: no deal can be found")
