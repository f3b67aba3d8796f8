"""Worlds: the deals somebody considers possible.

A *place* holds a known number of cards; a *world* puts every unseen card into one of the places it
may be in, so that each place gets its number. What else is known is a list of *laws*, each saying
how many of some cards lie in some places. Two worlds are the same to a seat if they agree on the
places it observes.

Cards and places are numbered from 0 within a `Worlds`; sets of either are bit sets, Python integers
of any length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.engine.disclosures import Count

__all__ = ["Count", "Law", "Worlds", "members"]


def members(numbers: int) -> list[int]:
    """The numbers in a bit set, ascending.

    >>> members(0b1101)
    [0, 2, 3]
    """
    found = []
    while numbers:
        low = numbers & -numbers
        found.append(low.bit_length() - 1)
        numbers ^= low
    return found


Law = tuple[Count, ...]
"""At least one of these is so."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """All deals that are possible."""

    sizes: tuple[int, ...]
    """How many cards each place holds; together as many as there are cards."""
    masks: tuple[int, ...]
    """For every card the set of places it may be in; never empty."""
    laws: tuple[Law, ...] = ()
    """What masks cannot say."""
    tests: tuple[Callable[[Sequence[int]], bool], ...] = ()
    """What laws cannot say either: a world for which one of these is False is impossible."""

    def allows(self, world: Sequence[int]) -> bool:
        """Whether a world (the place of every card) is among them."""
        sizes = [0] * len(self.sizes)
        for mask, place in zip(self.masks, world, strict=True):
            if not mask >> place & 1:
                return False
            sizes[place] += 1
        return (
            tuple(sizes) == self.sizes
            and all(any(count.holds(world) for count in law) for law in self.laws)
            and all(test(world) for test in self.tests)
        )
