"""Steps of a game that was played: what happened by chance in each, and the same step again.

A table is kept as a record: how it was dealt, and for every decision its text and the outcomes of
chance that followed. From these any process makes the same states, one step at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.engine.deals import stack
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State, begin
from kibitz.errors import RecordError
from kibitz.recycle.prelude import EVENTS

__all__ = ["Deal", "Move", "again", "chance_of", "deal_again", "deal_of", "record_of"]

CHANCE = EVENTS["chance"]

Move = tuple[str, list[int]]
"""A decision, as its action is written, and the outcomes of chance that followed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How a game began."""

    key: tuple[int, int]
    chance: list[int]
    piles: dict[str, list[int]] = field(default_factory=dict)
    """Shuffled places whose order was given, from the top down."""


def chance_of(state: State) -> list[int]:
    """The outcomes of chance in the last step."""
    raw = state.last.events
    return [raw[at + 2] for at in range(0, len(raw), 6) if raw[at] == CHANCE]


def deal_of(state: State) -> Deal:
    """How a game began, from the state before its first decision."""
    game, at = state.game, state.game.layout.KEY
    piles = {game.place_names[place]: list(cards) for place, cards in state.last.piles.items()}
    return Deal((state.array[at], state.array[at + 1]), chance_of(state), piles)


def deal_again(game: Game, deal: Deal) -> State:
    """The state before the first decision."""
    given = _given(deal.chance)
    state = begin(game, (deal.key[0], deal.key[1]), given)
    _used_up(given)
    if deal.piles:
        stack(state, {game.place(name): cards for name, cards in deal.piles.items()})
    return state


def again(state: State, move: Sequence[object]) -> State:
    """The state after a decision that was made before."""
    text, chance = move
    action = next((action for action in state.actions if action.text == text), None)
    if action is None or not isinstance(chance, list):
        raise RecordError(f"a decision of this table, `{text}`, is not on offer")
    given = _given(chance)
    following = state.after(action, given)
    _used_up(given)
    return following


def record_of(game: Game, deal: Deal, moves: Sequence[Move], players: tuple[str, ...]) -> Record:
    """The record of a game, to be given away when all may see it."""
    return Record(
        game.name,
        game.hash,
        game.parameters,
        deal.key,
        tuple(text for text, _ in moves),
        (*deal.chance, *(outcome for _, chance in moves for outcome in chance)),
        players,
        {name: tuple(cards) for name, cards in deal.piles.items()},
    )


def _given(chance: list[int]) -> array[int]:
    """Outcomes as the emitted functions take them: the next one's number, how many, all of them."""
    return array("q", [0, len(chance) or -1, *chance])


def _used_up(given: array[int]) -> None:
    if given[0] != len(given) - 2:
        raise RecordError("this table has outcomes of chance that its game does not use")
