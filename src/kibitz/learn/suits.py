"""Suits that the rules cannot tell apart: what is learnt with hearts holds with spades.

In Boeren Bridge any suit may be trump, and none is higher than another. Whoever renames the suits
of a game, everywhere, gets another game that might as well have been dealt: its rows are the same
rows with columns exchanged. So a decision can be learnt from in as many ways as suits can be
renamed (Brisca: 24), none of which has to be played.

Which suits are alike is not guessed from the rules: some random games are played again, decision by
decision and draw by draw, with two suits exchanged. If everybody always has the same options and
the same score, nobody can tell.

>>> alike(kibitz.load("agram", NUMP=2, HAND=2))  # there is no ace of spades
(('HEARTS', 'CLUBS', 'DIAMONDS'),)
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product
from random import Random

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.derived import derived
from kibitz.engine.encoding import encoding_of
from kibitz.engine.events import chances
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError

__all__ = ["Renamings", "alike", "renamings"]

Renaming = Mapping[str, str]
"""Names of suits, and what they become."""

MOST = 6
"""Values of an attribute that are taken for suits; where there are more, they are ranks."""

GAMES, LONGEST = 12, 400
"""Games that are played again, and decisions of each."""

WAYS = 120
"""Renamings at most: those of five suits."""


@dataclass(frozen=True, slots=True, eq=False)
class Renamings:
    """All ways to rename suits that are alike; the first changes nothing."""

    columns: NDArray[np.intp]
    """[way, column]: the column of a row that stands there after the renaming."""
    actions: NDArray[np.intp]
    """[way, action]: the number an action has then."""

    def __len__(self) -> int:
        return len(self.columns)


def renamings(game: Game, knowledge: str = "none") -> Renamings:
    """How rows and actions of a game can be renamed."""
    return derived(game, _renamings, knowledge)


def _renamings(game: Game, knowledge: str) -> Renamings:
    encoding = encoding_of(game, knowledge)
    groups = alike(game)
    ways = islice(product(*(permutations(group) for group in groups)), WAYS)
    columns: list[NDArray[np.intp]] = []
    for way in ways:
        names = {old: new for group, named in zip(groups, way, strict=True)
                 for old, new in zip(group, named, strict=True)}  # fmt: skip
        moved = _moved(encoding.columns, _Spelling(game, names))
        if moved is not None:
            columns.append(moved)
    mask = encoding.parts["mask"]
    table = np.array(columns)
    actions = np.zeros((len(table), game.action_count), np.intp)
    for number, row in enumerate(table):
        actions[number, row[mask] - mask.start] = np.arange(game.action_count)
    return Renamings(table, actions)


def _moved(columns: Sequence[str], spelling: _Spelling) -> NDArray[np.intp] | None:
    """For each column the one whose number stands there after a renaming; None if that does not
    come out even."""
    at = {name: k for k, name in enumerate(columns)}
    goes = [at.get(spelling(name), -1) for name in columns]
    if sorted(goes) != list(range(len(columns))):
        return None
    moved = np.zeros(len(columns), np.intp)
    moved[goes] = np.arange(len(columns))
    return moved


class _Spelling:
    """Texts in which cards and suits are renamed."""

    def __init__(self, game: Game, names: Renaming) -> None:
        words = game.sheet.names
        self.cards = _cards(game, names)
        self.words: dict[str, str] = {}
        for old, new in names.items():
            self.words[old] = new
            self.words[words.get(old, old.lower())] = words.get(new, new.lower())
        for card, other in enumerate(self.cards or ()):
            self.words[repr(game.cards[card])] = repr(game.cards[other])
            self.words[_written(game, card)] = _written(game, other)

    def __call__(self, text: str) -> str:
        return re.sub(r"[^\s:]+", lambda found: self.words.get(found[0], found[0]), text)


def _written(game: Game, card: int) -> str:
    face = game.cards[card]
    return face.text + face.mark


# --- which are alike ------------------------------------------------------------------------------


def alike(game: Game) -> tuple[tuple[str, ...], ...]:
    """Groups of suits that nobody can tell apart."""
    return derived(game, _alike)


def _alike(game: Game) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for values in _values(game):
        groups = [[value] for value in values]
        for one, other in combinations(values, 2):
            mine = next(group for group in groups if one in group)
            if other not in mine and _exchanged(game, {one: other, other: one}):
                theirs = next(group for group in groups if other in group)
                groups.remove(theirs)
                mine += theirs
        found += [tuple(sorted(group, key=values.index)) for group in groups if len(group) > 1]
    return tuple(found)


def _values(game: Game) -> Iterator[list[str]]:
    """The values of each attribute that may be suits."""
    for attribute in game.layout.attributes:
        held = (face.attributes.get(attribute) for face in game.cards)
        values = list(dict.fromkeys(value for value in held if value is not None))
        if 2 <= len(values) <= MOST:
            yield values


def _cards(game: Game, names: Renaming) -> list[int] | None:
    """The card that each card becomes; None if there is none for one of them."""
    free: dict[tuple[object, ...], list[int]] = {}
    faces = [(card.back, card.attributes) for card in game.layout.cards]
    for number, (back, printed) in enumerate(faces):
        free.setdefault((back, *sorted(printed.items())), []).append(number)
    found: list[int] = []
    for back, printed in faces:
        renamed = sorted((name, names.get(value, value)) for name, value in printed.items())
        left = free.get((back, *renamed))
        if not left:
            return None
        found.append(left.pop(0))
    return found


def _exchanged(game: Game, names: Renaming) -> bool:
    """Whether random games go the same way with suits renamed."""
    cards = _cards(game, names)
    if cards is None:
        return False
    try:
        return all(_same(game, number, cards, _Spelling(game, names)) for number in range(GAMES))
    except KibitzError:  # the rules do not know how to go on
        return False


def _same(game: Game, number: int, cards: Sequence[int], spelling: _Spelling) -> bool:
    """Whether a random game goes the same way: the same options, the same scores."""
    dice = Random(number)
    key = game_key(1, number)
    state = begin(game, key)
    twin = begin(game, key, _turned(state, cards))
    for _ in range(LONGEST):
        if state.scores != twin.scores or state.to_move != twin.to_move:
            return False
        theirs = {action.text: action for action in twin.actions}
        if sorted(spelling(action.text) for action in state.actions) != sorted(theirs):
            return False
        if state.over:
            return True
        action = dice.choice(state.actions)
        state = state.after(action)
        twin = twin.after(theirs[spelling(action.text)], _turned(state, cards))
    return True


def _turned(state: State, cards: Sequence[int]) -> array[int]:
    """What chance decided in the last step, for the game with other cards."""
    drawn = [
        cards[outcome] if card and outcome >= 0 else outcome
        for card, outcome in chances(state.last.events)
    ]
    return array("q", [0, len(drawn) or -1, *drawn])
