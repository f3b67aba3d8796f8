"""Moments of a game in which chance decides one thing at a time.

OpenSpiel wants to be told what chance can do, and to do it itself. A shuffle is no node of chance,
but each card that is drawn from a shuffled place is one: all cards that may come are equally
likely, and 52 cards are 52 small nodes, not one of 52! outcomes. For each of them the rules are run
again from the last decision (`dice.py`). What leaves no choice (the last card of a pool) is no
node.
"""

from __future__ import annotations

from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.replay import Outcomes
from kibitz.engine.state import State, begin
from kibitz.engine.step import Hearsay
from kibitz.errors import KibitzError
from kibitz.interop.openspiel.dice import Dice, Undecided

__all__ = ["Moment", "first", "numbered"]

KEY = (0, 0)
"""Of all games here: the random generator is never asked."""


class Moment:
    """A game between two things that are decided: a seat decides, or chance, or it is over.

    Nothing in it changes, so copies of OpenSpiel's states share it.
    """

    __slots__ = ("action", "before", "cards", "given", "number", "outcomes", "state")

    def __init__(self, state: State | None, before: Moment | None = None, number: int = -1) -> None:
        self.state = state
        """The last position in which a seat had to decide, or the end; None before the deal."""
        self.before, self.number = before, number
        """The moment before, and what was decided there."""
        self.action: Action | None = None
        """What the seat has decided, as long as chance is not done with it."""
        self.given: tuple[int, ...] = ()
        """What chance has decided since then."""
        self.outcomes: tuple[int, ...] = ()
        """Between what it has to decide now, if it has to."""
        self.cards = False
        """Whether these are cards."""

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.path(),)

    def path(self) -> list[int]:
        """All that was decided, from the start of the game."""
        path: list[int] = []
        at: Moment = self
        while at.before is not None:
            path.append(at.number)
            at = at.before
        if at.state is not None and isinstance(at.state.steps()[0], Hearsay):
            raise KibitzError("a state drawn from a view has no past that could be played again")
        return path[::-1]

    def after(self, game: Game, number: int) -> Moment:
        """The moment after a decision, or what chance does, by its number."""
        if self.outcomes:
            given = (*self.given, number)
            return _settled(game, self.state, self.action, given, self, number)
        assert self.state is not None
        return _settled(game, self.state, numbered(self.state)[number], (), self, number)


def first(game: Game) -> Moment:
    """The moment before the deal."""
    return _settled(game, None, None, (), None, -1)


def numbered(state: State) -> dict[int, Action]:
    """The legal actions by number, in ascending order. Those that have no dense number, because
    groups of cards or large numbers are picked, follow behind all others, in the order in which
    they are offered: such a number means something in this position only."""
    dense = state.game.action_count
    keyed = [action for action in state.actions if action.id >= dense]
    named = {action.id: action for action in state.actions if action.id < dense}
    return {**dict(sorted(named.items())), **dict(enumerate(keyed, dense))}


def _settled(
    game: Game,
    state: State | None,
    action: Action | None,
    given: tuple[int, ...],
    before: Moment | None,
    number: int,
) -> Moment:
    """What comes of a deal or a decision: the next one, or a question to chance."""
    if state is not None and action is not None and not given:
        following = state.after(action)
        if all(following.array[at] == state.array[at] for at in derived(game, _counters)):
            return Moment(following, before, number)
    try:
        all_of_it = Outcomes(derived(game, Dice).run(state, action, given))
    except Undecided as question:
        moment = Moment(state, before, number)
        moment.action, moment.given = action, given
        moment.outcomes, moment.cards = question.outcomes, question.cards
        return moment
    if state is None or action is None:
        return Moment(begin(game, KEY, all_of_it.given), before, number)
    return Moment(state.after(action, all_of_it.given), before, number)


def _counters(game: Game) -> tuple[int, ...]:
    """Where a state counts how often chance was asked; if nothing changes there, it was not."""
    layout = game.layout
    pools = (at + layout.words + k for at in layout.pools.values() for k in (0, 1))
    return layout.TIES, layout.RANDOMS, *pools
