"""The ledger: where every card may be, for every observer at once, kept up to date by the events.

For each place that not everybody sees there is the set of cards that may lie in it: one set for
every seat, one for the spectators, and one for what is common knowledge among the seats. They stand
side by side in one long integer, a *block* of bits each, so that an event takes a few operations
whoever saw it. What everybody learns beyond that (`kibitz.engine.disclosures`) becomes part of the
sets or, where sets cannot say it, a *law*: how many of some cards lie in some places. How all this
changes with what happens is written in `kibitz.knowledge.updates`.

The true place of a card is never written here, only what somebody saw.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.engine.disclosures import Condition
from kibitz.knowledge.cells import Cell, Ghost
from kibitz.knowledge.observers import Observers
from kibitz.knowledge.predicates import Predicate
from kibitz.knowledge.worlds import Law

__all__ = ["Doubt", "Entry", "Ledger"]


class Entry(NamedTuple):
    """Something everybody learnt: after which decision, from whose move, and what."""

    decision: int
    seat: int
    condition: Condition
    """What was so, of the cards as they lay then."""


class Doubt(NamedTuple):
    """Something that can be known and is not in the ledger, and why."""

    decision: int
    observers: int
    """Those who know more than the ledger says: a bit each. None: everybody's own deals are right,
    but not all that they know of each other is told."""
    line: int
    """Where the description says it; 0 if it is no matter of one line."""
    why: str


class Ledger(NamedTuple):
    """What every observer may think of every hidden place, at one moment."""

    observers: Observers
    decision: int
    may_hold: tuple[int, ...]
    """For each hidden place, in the order of `observers.hidden`, the cards it may hold: a block for
    each observer."""
    sizes: tuple[int, ...]
    """How many cards lie in each hidden place."""
    layers: tuple[int, ...]
    """For each hidden place, those to whom the order of its cards may tell something: they know
    other things of the upper cards than of the lower ones."""
    laws: tuple[Law, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    """What laws cannot say."""
    rough: int = 0
    """Those who know more than this ledger says: a bit each."""
    cells: tuple[Cell, ...] = ()
    """Cards in hidden places that some saw come who do not see the place."""
    ghosts: tuple[Ghost, ...] = ()
    private: int = 0
    """Those who know more than what everybody knows, what they see now, and the cells: say, which
    card they passed to somebody who has passed on another since."""
    entries: tuple[Entry, ...] = ()
    """What was announced, in order."""
    doubts: tuple[Doubt, ...] = ()
    """What is not in it, and why."""

    def sets_of(self, observer: int) -> dict[int, int]:
        """The cards each hidden place may hold in the eyes of one observer."""
        shift, full = self.observers.cards * observer, self.observers.full
        return {
            place: held >> shift & full
            for place, held in zip(self.observers.hidden, self.may_hold, strict=True)
        }

    def as_seen_by(self, observer: int) -> Ledger:
        """What one observer may be given: its own sets, and for all others what everybody knows."""
        observers = self.observers
        own, shared, full = observers.cards * observer, observers.shared, observers.full
        rest = observers.all ^ (1 << own)
        held = tuple(
            [(each >> shared & full) * rest | (each >> own & full) << own for each in self.may_hold]
        )
        if not self.cells:
            return Ledger(observers, self.decision, held, *self[3:])
        cells = tuple(
            cell if cell.knowers >> observer & 1 else cell._replace(cards=-1) for cell in self.cells
        )
        return self._replace(may_hold=held, cells=cells)
