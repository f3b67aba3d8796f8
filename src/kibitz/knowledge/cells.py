"""Cells: cards in a hidden place of which some know more than others.

Whoever passes a card to a neighbour knows one card in that hand; the others only know that there
is one. Such cards are a *cell* of the place, and who saw them come are its knowers. What one
knows of what others know then depends on which cards are in which cell.

A card that is played for all to see from a place with cells may have been in one of them. Those who
know can tell, and the others wonder: it stays in the model as a *ghost* of the place it has left.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Cell", "Ghost"]


class Cell(NamedTuple):
    """Some cards of a hidden place that the same seats saw come."""

    place: int
    knowers: int
    """The seats that saw them come, a bit each."""
    size: int
    """How many they are, ghosts included."""
    may: int
    """The cards they may be, given what everybody knew when they came."""
    cards: int
    """Those they are; -1 in the ledger of somebody who does not know."""


class Ghost(NamedTuple):
    """A card that everybody saw leave a place with cells, of which it may have been in one."""

    card: int
    place: int
