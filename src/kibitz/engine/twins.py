"""Twins: actions that differ only in which of several equal-looking cards they are done with.

To the rules two queens of clubs are two cards, and playing the one or the other are two actions
with numbers of their own: records, masks and search trees rely on that. To a person they are one
option. They are taken for one where nothing that can happen afterwards tells them apart: the cards
look the same, lie in the same place, the rules do not look at the order of that place, and nothing
else in the state names one of them. People, hints and the answers of a search have the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.recycle.tree import Kind

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["firsts", "twins", "unmarked"]


def twins(game: Game, numbers: Sequence[int], actions: Sequence[Action]) -> tuple[int, ...]:
    """For each action the index of the first that differs from it in nothing but the copies; its
    own, if there is none. `numbers` are those of the state, as far as whoever decides sees them."""
    if not derived(game, _has_twins):
        return tuple(range(len(actions)))
    first: dict[tuple[Any, ...], int] = {}
    return tuple(
        first.setdefault(_look(game, numbers, action), index)
        for index, action in enumerate(actions)
    )


def firsts(game: Game, numbers: Sequence[int], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions without those that are twins of earlier ones."""
    found = twins(game, numbers, actions)
    return tuple(action for index, action in enumerate(actions) if found[index] == index)


def unmarked(action: Action) -> str:
    """What an action says, whichever copies it is done with."""
    return _named(action)[0]


def _has_twins(game: Game) -> bool:
    """Whether cards look the same, and no rule keeps single cards in mind by a name."""
    kept = {binding.kind for binding in game.layout.slots}
    return any(face.mark for face in game.cards) and not kept & {
        Kind.CARD, Kind.CARDS, Kind.GROUPS,
    }  # fmt: skip


def _named(action: Action) -> tuple[str, list[str]]:
    """The text of an action without marks, and the names of its cards with them."""
    if not action.cards:
        return action.text, []
    names = "|".join(re.escape(card) for card in sorted(set(action.cards), key=len, reverse=True))
    written = re.compile(rf"(?<!\S)({names})(\.\d+)?(?!\S)")
    marked = [card + mark for card, mark in written.findall(action.text)]
    return written.sub(r"\1", action.text), marked


def _look(game: Game, numbers: Sequence[int], action: Action) -> tuple[Any, ...]:
    """The same for actions that are one to a person."""
    text, marked = _named(action)
    cards = []
    for name in marked:
        written = game.written(name)
        if not written:
            return (action.id,)
        card = written[0]
        place = numbers[game.layout.where + card.number]
        ordered: Any = game.functions["ORDERED"]
        if place < 0 or ordered[place]:
            return (action.id,)
        cards.append(
            (frozenset(card.attributes.items()), place, _remembered(game, numbers, card.number))
        )
    if len(cards) != len(action.cards):
        return (action.id,)
    return text, tuple(sorted(cards, key=repr)), action.numbers


def _remembered(game: Game, numbers: Sequence[int], card: int) -> tuple[int, ...]:
    """The memories that a card is noted in."""
    return tuple(
        place
        for place, at in game.layout.memories.items()
        if card in numbers[at + 1 : at + 1 + numbers[at]]
    )
