"""Told: all that an observer is given of a game at one moment.

It is made from a state by leaving out: the cards the observer cannot see are taken out of the row
of numbers, the key and the private numbers of others are wiped, events are told as the observer saw
them, and of the ledger there is what it knows and what everybody knows. This is the one place where
a state is looked at for somebody; whatever is made of it, here or in another process, has no way
back.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.observer import Observer
from kibitz.engine.picking import Picking, pickings
from kibitz.engine.state import State
from kibitz.engine.step import Tale, tale_of
from kibitz.errors import KibitzError
from kibitz.knowledge.hidden import kept_cards, take_out, wipe_private
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.updates import ledger_of
from kibitz.recycle.tree import Kind

__all__ = ["Gap", "Told", "tell", "together", "unseen"]


class Gap(NamedTuple):
    """A number in the row that is a card one cannot see: any card of that place will do."""

    at: int
    place: int


class Told(NamedTuple):
    """What an observer is given."""

    tale: Tale
    """What has happened, as it was told."""
    numbers: array[int]
    """The row of numbers that a state is, without the cards that cannot be seen."""
    hidden: dict[int, int]
    """How many cards lie in each place that cannot be seen."""
    heights: dict[int, tuple[int, ...]]
    """The heights of the cards in those places one cannot see that keep an order."""
    gaps: tuple[Gap, ...]
    ledger: Ledger
    to_move: int | None
    """The seat that must decide."""
    actions: tuple[Action, ...]
    """What can be done, if it is the observer's turn."""
    weights: tuple[float, ...] | None
    """How many complete options stand behind each action; None: one behind each."""
    pickings: tuple[Picking, ...] = ()
    """The sets of cards that the actions begin or go on with, card by card."""


def tell(state: State, observer: Observer) -> Told:
    """What an observer may be given of a state."""
    if observer.everything:
        raise KibitzError("the kibitzer sees everything", "look at the state itself")
    game, ledger = state.game, ledger_of(state)
    numbers = array("q", state.array)
    wipe_private(game, numbers, observer)
    hidden = unseen(ledger, numbers, observer)
    heights, removed = take_out(game, numbers, hidden)
    gaps = tuple(_gaps(game, numbers, removed)) if game.layout.slots else ()
    to_move = state.to_move
    mine = observer.decides(to_move)
    asked = pickings(state) if mine else ()
    if not mine:
        _restart_subset(game, numbers)
    return Told(
        tale_of(state.last, observer),
        numbers,
        hidden,
        heights,
        gaps,
        ledger.as_seen_by(observer.number),
        to_move,
        state.actions if mine else (),
        tuple(state.weights()) if asked else None,
        asked,
    )


def unseen(ledger: Ledger, numbers: array[int], observer: Observer) -> dict[int, int]:
    """The places that an observer cannot see, and how many cards lie in each."""
    sight, bit = ledger.observers.sights(numbers), observer.number
    return {place: size for place, size in ledger.counts().items() if not sight[place] >> bit & 1}


def _gaps(game: Game, numbers: array[int], removed: dict[int, int]) -> Iterator[Gap]:
    """Blank the cards that are kept for later by a name and cannot be seen."""
    for at in kept_cards(game, numbers):
        if numbers[at] in removed:
            yield Gap(at, removed[numbers[at]])
            numbers[at] = -1


def _restart_subset(game: Game, numbers: array[int]) -> None:
    """Somebody is picking cards one by one, unseen: let them begin anew."""
    layout, position = game.layout, numbers[0]
    if position in game.emitted.subsets:
        numbers[0] = game.emitted.choices[position].label
        for word in range(layout.words):
            numbers[layout.chosen + word] = 0
        numbers[layout.CHOSEN_COUNT] = 0


def together(game: Game, gaps: Sequence[Gap]) -> list[tuple[int, list[int]]]:
    """Names by what they belong to and the place of their cards: those of one list are cards that
    differ."""
    lists = [slot for each, slot in game.layout.slots.items() if each.kind is Kind.CARDS]
    found: dict[tuple[int, int], list[int]] = {}
    for at, place in gaps:
        own = max([slot for slot in lists if slot < at], default=-1)
        single = at in game.layout.slots.values()
        found.setdefault((at if single else own, place), []).append(at)
    return [(place, numbers) for (_, place), numbers in found.items()]
