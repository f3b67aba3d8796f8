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
from typing import NamedTuple

from kibitz.engine.disclosures import Count

__all__ = ["Count", "Law", "Sum", "Weighed", "Worlds", "members"]


def members(numbers: int) -> list[int]:
    """The numbers in a bit set, ascending.

    >>> members(0b1101)
    [0, 2, 3]
    """
    return [number for number, bit in enumerate(bin(numbers)[:1:-1]) if bit == "1"]


class Sum(NamedTuple):
    """The points of these cards that lie in these places are at least `least` and at most `most`
    in all: a count in which some cards count for more than others."""

    places: int
    cards: int
    least: int
    most: int
    points: tuple[int, ...]
    """Of every card of the worlds; never negative."""

    def holds(self, world: Sequence[int]) -> bool:
        """Whether it is so when every card is in the place given here."""
        found = sum(self.points[c] for c in members(self.cards) if self.places >> world[c] & 1)
        return self.least <= found <= self.most


Law = tuple[Count, ...]
"""At least one of these is so."""

Weighed = tuple[Count | Sum, ...]
"""Likewise."""


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
    sums: tuple[Weighed, ...] = ()
    """What some of the tests say, so that it can be dealt by: they are still to be tested."""

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
