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

from kibitz.engine.game import Game
from kibitz.engine.state import State, Table
from kibitz.knowledge.ledger_data import Entry, Ledger
from kibitz.knowledge.observers import Observers, observers_of
from kibitz.knowledge.updates import Update

__all__ = ["Entry", "Ledger", "Observers", "ledger_of"]


def ledger_of(state: State) -> Ledger:
    """The ledger of a state; what was worked out for the states before it is used."""
    pending: list[Table] = []
    table: Table | None = state.table
    while table is not None and table.ledger is None:
        pending.append(table)
        table = table.before
    if table is not None:
        ledger = table.ledger
        assert isinstance(ledger, Ledger)
    else:
        ledger = _first(state.game)
    for step in reversed(pending):
        ledger = step.ledger = Update(ledger, step).done()
    return ledger


def _first(game: Game) -> Ledger:
    """Before anything has happened everybody knows where every card is."""
    observers = observers_of(game)
    held = dict.fromkeys(observers.hidden, 0)
    sizes = dict.fromkeys(observers.hidden, 0)
    for card in range(observers.cards):
        place = game.blank[game.layout.where + card]
        if place in held:
            held[place] |= observers.all << card
            sizes[place] += 1
    return Ledger(observers, -1, tuple(held.values()), tuple(sizes.values()))
