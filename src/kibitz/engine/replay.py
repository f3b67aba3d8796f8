"""A game taken apart into its deal and its moves, and played again from them, one step at a time.

What happened by chance is part of it: a game is played again from the outcomes, not from the random
generator, so what was written down outlives changes of the emitted code.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.engine.deals import stack
from kibitz.engine.events import chances
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.engine.state import State, begin
from kibitz.engine.step import Hearsay, Step
from kibitz.errors import KibitzError, RecordError

__all__ = [
    "Deal",
    "Move",
    "Outcomes",
    "again",
    "deal_again",
    "deal_of",
    "move_of",
    "pickled",
    "taken_apart",
]

Move = tuple[str, list[int]]
"""A decision, as its action is written, and the outcomes of chance that followed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How a game began."""

    key: Key
    chance: list[int]
    piles: dict[str, list[int]] = field(default_factory=dict)
    """Shuffled places whose order was given, from the top down."""


# --- taking apart ---------------------------------------------------------------------------------


def deal_of(state: State) -> Deal:
    """How the game of a state began."""
    return _deal_of(state, state.steps()[0])


def move_of(state: State) -> Move:
    """The decision that led to a state."""
    return _move_of(state.last)


def taken_apart(state: State) -> tuple[Deal, list[Move]]:
    """How the game of a state began, and the decisions that led to it."""
    first, *others = state.steps()
    return _deal_of(state, first), [_move_of(step) for step in others]


def _deal_of(state: State, first: Step) -> Deal:
    game, at = state.game, state.game.layout.KEY
    piles = {game.place_names[place]: list(cards) for place, cards in first.piles.items()}
    return Deal((state.array[at], state.array[at + 1]), _chance_in(first), piles)


def _move_of(step: Step) -> Move:
    assert step.action is not None, "the deal is not a move"
    return step.action.text, _chance_in(step)


def _chance_in(step: Step) -> list[int]:
    return [outcome for _, outcome in chances(step.events)]


# --- playing again --------------------------------------------------------------------------------


class Outcomes:
    """Outcomes of chance that are to come again, in their order."""

    __slots__ = ("given",)

    def __init__(self, chance: Sequence[int]) -> None:
        self.given = array("q", [0, len(chance) or -1, *chance])
        """As the emitted functions take them: how many were used, how many there are, and all."""

    def used_up(self) -> None:
        """Refuse outcomes that the game has not used."""
        if self.given[0] != len(self.given) - 2:
            raise RecordError("there are outcomes of chance that this game does not use")

    def deal(self, game: Game, key: Key, piles: Mapping[str, Sequence[int]]) -> State:
        """The state before the first decision."""
        state = begin(game, key, self.given)
        stack(state, {_pile(state, name, cards): cards for name, cards in piles.items()})
        return state

    def play(self, state: State, text: str) -> State:
        """The state after the decision that is written so."""
        action = next((action for action in state.actions if action.text == text), None)
        if action is None:
            number = len(state.history) + 1
            raise RecordError(f"decision {number} of the record, `{text}`, is not on offer")
        return state.after(action, self.given)


def _pile(state: State, name: str, cards: Sequence[int]) -> int:
    """The place of a pile, if these cards lie in it."""
    game = state.game
    place = game.place_names.index(name) if name in game.place_names else -1
    if (
        place not in game.layout.pools
        or len(set(cards)) != len(cards)
        or not set(cards) <= set(state.cards_at(place))
    ):
        raise RecordError(f"the pile `{name}` of this record does not fit the game")
    return place


def deal_again(game: Game, deal: Deal) -> State:
    """The state before the first decision."""
    outcomes = Outcomes(deal.chance)
    state = outcomes.deal(game, deal.key, deal.piles)
    outcomes.used_up()
    return state


def again(state: State, move: Move) -> State:
    """The state after a decision that was made before."""
    text, chance = move
    outcomes = Outcomes(chance)
    following = outcomes.play(state, text)
    outcomes.used_up()
    return following


# --- states as bytes ------------------------------------------------------------------------------


def pickled(
    state: State,
) -> tuple[Callable[..., State], tuple[Game, bytes, Deal, list[Move]]]:
    """A state is pickled as the game it is of and what was played."""
    if isinstance(state.steps()[0], Hearsay):
        raise KibitzError(
            "a state drawn from a view has no past that could be played again",
            "send the view, and draw the state there",
        )
    return _unpickled, (state.game, bytes(state), *taken_apart(state))


def _unpickled(game: Game, numbers: bytes, deal: Deal, moves: Sequence[Move]) -> State:
    state = deal_again(game, deal)
    for move in moves:
        state = again(state, move)
    return State(game, array("q", numbers), state.last)
