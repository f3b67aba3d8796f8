"""Sets of cards that are asked for card by card, seen as what they are: so many cards of these.

The rules ask for the cards of `(any (subsets 6 HAND) ...)` one by one in ascending order, so that
the lists of options stay short. A person thinks of the set, in any order, and changes their mind.
A `Picking` is the set that is asked for; `picked` makes the decisions that pick it.

>>> import kibitz
>>> state = kibitz.load("tarot", AUCTION="NO").new(5)
>>> [picking] = pickings(state)
>>> picking.size, len(picking.cards), len(state.actions)
(6, 22, 17)
>>> picked(state, picking, picking.cards[-6:])[-1]
<French Tarot after 6 decisions, North to move>
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.engine.actions import Action
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.copies import drawn_set
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import IllegalAction
from kibitz.recycle.prelude import numbers as constants

__all__ = ["Picking", "picked", "pickings", "steps"]


class Picking(NamedTuple):
    """A set of cards that somebody is to pick: plain numbers, which another process can read."""

    position: int
    """Where the rules are while they ask for it."""
    size: int
    """How many cards it takes, without those picked already."""
    cards: tuple[int, ...]
    """The cards that can be in it, in ascending order."""
    offered: tuple[int, ...]
    """Which of the actions on offer begin it or go on with it: where they are in the list."""


def pickings(state: State) -> tuple[Picking, ...]:
    """The sets that are asked for card by card in a state."""
    here = state.array[0]
    if here not in state.game.rules.sets:
        return ()
    subsets = state.game.emitted.subsets
    if here in subsets:
        return (_picking(state, here),)
    kinds = state.game.emitted.choices[here].kinds
    offered = {kinds[code % len(kinds)] for code in state.codes}
    found = [_picking(state, at) for at, clause in subsets.items() if clause in offered]
    return tuple(picking for picking in found if picking.size > 0)


def _picking(state: State, position: int) -> Picking:
    """The set that is asked for at a position."""
    game = state.game
    offer, numbers = game.functions["options"], array("q", state.array)
    numbers[0] = position
    offer(numbers, BUFFERS.codes, numbers, BUFFERS.work)
    size = BUFFERS.work[constants(game.layout)["LOT"]]
    if size < 1:  # of no cards there is one set, which is an option like others
        return Picking(position, 0, (), ())
    # If only one card were missing, each that can be in the set would be on offer.
    numbers[game.layout.CHOSEN_COUNT] += size - 1
    count = offer(numbers, BUFFERS.codes, numbers, BUFFERS.work)
    cards = tuple(BUFFERS.codes[:count])
    codes = {_code(state, position, card) for card in cards}
    offered = tuple(index for index, code in enumerate(state.codes) if code in codes)
    return Picking(position, size, cards, offered)


def steps(game: Game, picking: Picking) -> dict[int, Action]:
    """What picks each of the cards."""
    numbers = array("q", game.blank)
    numbers[0] = picking.position
    actions = game.namer.actions(numbers, array("q", picking.cards), numbers)
    return dict(zip(picking.cards, actions, strict=True))


def picked(state: State, picking: Picking, cards: Sequence[int]) -> list[State]:
    """The states after each of the decisions that pick a set, given in any order; of copies that
    look the same some are drawn. Raises `IllegalAction` if that is not what is asked for."""
    faces = state.game.cards
    for card in cards:
        name = faces[card].symbol if 0 <= card < len(faces) else f"card {card}"
        if cards.count(card) > 1:
            raise IllegalAction(f"{name} was picked twice")
        if card not in picking.cards:
            raise IllegalAction(f"{name} cannot be picked now")
    if len(cards) != picking.size:
        raise IllegalAction(f"{picking.size} cards are to be picked, not {len(cards)}")
    states: list[State] = []
    for card in sorted(drawn_set(state, cards, picking.cards)):
        step = state.codes.index(_code(state, picking.position, card))
        state = state.after(state.actions[step])
        states.append(state)
    return states


def _code(state: State, position: int, card: int) -> int:
    """What the rules call the option of picking a card of the set that is asked for there."""
    here, emitted = state.array[0], state.game.emitted
    if here == position:
        return card
    kinds = emitted.choices[here].kinds
    return card * len(kinds) + kinds.index(emitted.subsets[position])
