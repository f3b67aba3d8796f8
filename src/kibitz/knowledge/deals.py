"""Deals: how many worlds there are, how likely each card is where, and worlds at random.

All answers are exact: counts are whole numbers, probabilities are right up to rounding, and every
world comes with the same chance. Where that would take too much, it is said, with the estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.native import Functions, kernel_text
from kibitz.engine.primitives import PRIMITIVES, below, noise
from kibitz.errors import KibitzError
from kibitz.knowledge.cases import Case, case_of, looks
from kibitz.knowledge.laws import bits, relaxed, terms
from kibitz.knowledge.shoe import filled_shoe
from kibitz.knowledge.tables import Floats, Numbers
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
        self.worlds = worlds
        self.faces = tuple(range(len(worlds.masks)) if faces is None else faces)

    def __repr__(self) -> str:
        return f"<{len(self.worlds.masks)} cards in {len(self.worlds.sizes)} places>"

    # --- the cases ------------------------------------------------------------------------------

    @cached_property
    def _terms(self) -> list[Case]:
        """Cases to be added and taken away: their sum is all worlds, tests apart."""
        if not self._laws:
            return self._cases
        return [case for term in terms(self.worlds) if (case := case_of(term))]

    @cached_property
    def _relaxed(self) -> tuple[Worlds, tuple[tuple[Count, ...], ...]]:
        return relaxed(self.worlds)

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
        return not self.worlds.tests or self._listed is not None

    @cached_property
    def _counted(self) -> int:
        return sum(case.sign * case.count for case in self._terms)

    @cached_property
    def _listed(self) -> Numbers | None:
        """All worlds, if there are tests, which only that can count, and the worlds are few."""
        if not self.worlds.tests or sum(case.count for case in self._cases) > FEW:
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
            for law in self.worlds.laws
            for count in law
        ):  # what is known tells copies apart: only a list can say which deals look the same
            order = np.array([card for cards in alike for card in cards])
            seen = self.table(FEW)[:, order]
            at = 0
            for cards in alike:
                seen[:, at : at + len(cards)].sort(axis=1)
                at += len(cards)
            return len(np.unique(seen, axis=0))
        return sum(term.sign * looks(term, alike) for term in terms(self.worlds))

    # --- probabilities --------------------------------------------------------------------------

    @cached_property
    def probabilities(self) -> Floats:
        """[card, place]: how likely it is there."""
        found = np.zeros((len(self.worlds.masks), len(self.worlds.sizes)))
        if self._listed is not None:
            for place in range(len(self.worlds.sizes)):
                found[:, place] = (self._listed == place).mean(axis=0)
        elif len(self._terms) == 1:
            self._terms[0].add_probabilities(found, 1.0)
        elif sum(case.count for case in self._terms) > CANCELLED * max(1, self.count):
            for card, mask in enumerate(self.worlds.masks):
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
            held = np.count_nonzero(self._listed[:, card] == place)
            return Fraction(int(held), self.count)
        held = sum(case.sign * case.count * case.fraction(card, place) for case in self._terms)
        return Fraction(held) / self.count

    def possible(self, card: int) -> int:
        """The set of places a card can really be in."""
        found = 0
        if self._listed is not None:
            for place in np.unique(self._listed[:, card]).tolist():
                found |= 1 << place
        elif self._laws:
            for place in bits(self.worlds.masks[card]) if self.count else ():
                found |= (self.fraction(card, place) > 0) << place
        else:
            for case in self._cases:
                found |= case.possible(card)
        return found

    # --- all worlds -----------------------------------------------------------------------------

    def worlds_listed(self) -> Iterator[tuple[int, ...]]:
        raise NotImplementedError
