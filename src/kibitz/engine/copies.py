"""Copies: with which of several equal-looking cards something is done.

What others see of a card that is played is a copy with a number, and nobody may learn anything from
the number. If it were always the first copy that is played, the second would tell that the first is
elsewhere; and partners could tell each other whatever they like. So whoever plays for somebody lets
the copy be drawn: `played`, in place of `state.after`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.keys import derive_key
from kibitz.engine.state import State
from kibitz.engine.twins import has_twins, looks, twins

__all__ = ["drawn_set", "played"]


def played(state: State, action: Action) -> State:
    """The state after what somebody decides: with which of several equal-looking cards is drawn.
    A set that is asked for card by card is left as it is: what can still be picked depends on the
    copy; `drawn_set` draws all of it."""
    game = state.game
    if not derived(game, has_twins) or action not in state.actions or _of_a_set(state):
        return state.after(action)
    first = twins(state)
    own = first[state.actions.index(action)]
    alike = [other for index, other in enumerate(state.actions) if first[index] == own]
    return state.after(alike[_drawn(state, len(alike))])


def drawn_set(state: State, cards: Sequence[int], among: Sequence[int]) -> tuple[int, ...]:
    """A set that looks the same to a person, of cards that can be picked: its copies are drawn."""
    if not derived(state.game, has_twins):
        return tuple(cards)
    look = looks(state)
    found: list[int] = []
    for own in dict.fromkeys(map(look, cards)):
        left = [card for card in among if look(card) == own]
        for number in range(sum(look(card) == own for card in cards)):
            found.append(left.pop(_drawn(state, len(left), own, number)))
    return tuple(found)


def _of_a_set(state: State) -> bool:
    """Whether cards of a set are asked for one by one."""
    emitted, here = state.game.emitted, state.array[0]
    return here in emitted.subsets or any(kind.subset for kind in emitted.choices[here].kinds)


def _drawn(state: State, among: int, *purpose: object) -> int:
    """A number below `among`, by the key of the game, which nobody who plays knows."""
    at = state.game.layout.KEY
    key = state.array[at : at + 2].tolist()
    return derive_key("copy", key, len(state.history), *purpose)[0] % among
