"""Twins: actions that differ only in which of several equal-looking cards they are done with.

To the rules two queens of clubs are two cards, and playing the one or the other are two actions
with numbers of their own: records, masks and search trees rely on that. To a person they are one
option. They are taken for one where nothing that can happen afterwards tells them apart: the cards
look the same, lie in the same place, the rules do not look at the order of that place, and nothing
else in the state names one of them. People, hints and the answers of a search have the first.
Which of them is played is drawn then: see `kibitz.engine.copies`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.recycle.tree import Kind

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Shown", "Whole", "has_twins", "labels", "looks", "offers", "twins", "unmarked"]


class _Moment(Protocol):
    @property
    def game(self) -> Game: ...

    @property
    def actions(self) -> tuple[Action, ...]: ...


class Whole(_Moment, Protocol):
    """A state: all cards, and what can be done."""

    def cards_at(self, place: int, /) -> tuple[int, ...]: ...


@runtime_checkable
class Shown(_Moment, Protocol):
    """A view: what one seat sees of a game, and can do."""

    @property
    def places(self) -> Mapping[str, tuple[int, ...] | int]: ...


def offers(moment: Whole | Shown) -> tuple[Action, ...]:
    """The actions of a state or a view as people count them: of those that differ only in which of
    several equal-looking cards they are done with, the first."""
    first = twins(moment)
    return tuple(action for index, action in enumerate(moment.actions) if first[index] == index)


def twins(moment: Whole | Shown) -> tuple[int, ...]:
    """For each action the index of the first that is the same to a person; as a rule its own."""
    game = moment.game
    if not derived(game, has_twins):
        return tuple(range(len(moment.actions)))
    lying = _lying(moment)
    first: dict[tuple[Any, ...], int] = {}
    return tuple(
        first.setdefault(_look(game, lying, action), index)
        for index, action in enumerate(moment.actions)
    )


def unmarked(action: Action) -> str:
    """What an action says, whichever copies it is done with."""
    return _named(action)[0]


def labels(game: Game, actions: Sequence[Action]) -> list[str]:
    """What people read of some options. A copy has a number only where two would read the same."""
    marks = derived(game, _marks)
    if not marks:
        return [action.label for action in actions]
    plain = [" ".join(marks.get(w, w) for w in action.label.split(" ")) for action in actions]
    return [
        action.label if plain.count(read) > 1 else read
        for action, read in zip(actions, plain, strict=True)
    ]


def _marks(game: Game) -> dict[str, str]:
    """How copies are written that have a number, and how without it."""
    return {face.symbol + face.mark: face.symbol for face in game.cards if face.mark}


def has_twins(game: Game) -> bool:
    """Whether cards look the same, and no rule keeps single cards in mind by a name."""
    kept = {binding.kind for binding in game.layout.slots}
    return any(face.mark for face in game.cards) and not kept & {
        Kind.CARD, Kind.CARDS, Kind.GROUPS,
    }  # fmt: skip


def looks(moment: Whole | Shown) -> Callable[[int], str]:
    """What is the same for cards that a person does not tell apart."""
    game, lying, ordered = moment.game, _lying(moment), moment.game.functions["ORDERED"]

    def look(card: int) -> str:
        places = lying.get(card, [])
        free = places and not any(ordered[place] for place in places)  # type: ignore[index]
        printed = sorted(game.cards[card].attributes.items())
        return repr((printed, places) if free else card)

    return look


def _lying(moment: Whole | Shown) -> dict[int, list[int]]:
    """For every card one sees the places that have it: it lies in one, memories may note it."""
    game, found = moment.game, dict[int, list[int]]()
    for place, name in enumerate(game.place_names):
        there = moment.places[name] if isinstance(moment, Shown) else moment.cards_at(place)
        for card in () if isinstance(there, int) else there:
            found.setdefault(card, []).append(place)
    return found


def _named(action: Action) -> tuple[str, list[str]]:
    """The text of an action without marks, and the names of its cards with them."""
    if not action.cards:
        return action.text, []
    names = "|".join(re.escape(card) for card in sorted(set(action.cards), key=len, reverse=True))
    written = re.compile(rf"(?<!\S)({names})(\.\d+)?(?!\S)")
    marked = [card + (mark or ".1") for card, mark in written.findall(action.text)]
    return written.sub(r"\1", action.text), marked


def _look(game: Game, lying: Mapping[int, list[int]], action: Action) -> tuple[Any, ...]:
    """The same for actions that are one to a person."""
    text, marked = _named(action)
    ordered: Any = game.functions["ORDERED"]
    cards = []
    for name in marked:
        copies = game.written(name) or game.written(name.removesuffix(".1"))
        places = lying.get(copies[0].number, []) if len(copies) == 1 else []
        if not places or any(ordered[place] for place in places):
            return (action.id,)
        cards.append((sorted(copies[0].attributes.items()), places))
    if len(cards) != len(action.cards):
        return (action.id,)
    return text, repr(sorted(cards)), action.numbers
