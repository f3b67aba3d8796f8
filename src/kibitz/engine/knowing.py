"""The row of a ledger: what every observer may think of every hidden place, as numbers.

Beside the row `S` of a state there may be a row `K` of what is known in it, kept up to date by the
*knowing* variant of the rules. For each place that not everybody sees it has the number of cards
and, for every observer, the set of cards that may lie there:

    K[SURE]                                           1 while the sets say everything, otherwise 0
    K[SIZE_AT + slot]                                 how many cards lie in a hidden place
    K[HELD_AT + (slot * OBSERVERS + o) * WORDS + w]   word w of what it may hold in the eyes of o

Observers are the seats, then the spectators, then what is common knowledge among the seats. Each
hidden place has a slot. `kibitz.knowledge.rows` makes the same row of a ledger in Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engine.derived import derived

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["SURE", "Shape", "shape_of"]

SURE, SIZE_AT = 0, 2


@dataclass(frozen=True)
class Shape:
    """Who looks at a game, which places not all of them see, and where a row has what."""

    players: int
    cards: int
    words: int
    """Numbers that a set of cards takes."""
    sight: tuple[int, ...]
    """Who surely sees each place, whatever the teams are: a bit for each seat, and one for the
    spectators."""
    vague: frozenset[int]
    """Places that are seen by other people when the teams change."""
    piles: frozenset[int]
    """The hidden places in which it counts where a card lies: the rules look at their order
    without a shuffle before, or at a card that stays there."""

    @property
    def observers(self) -> int:
        """How many there are: the seats, the spectators, what is common knowledge."""
        return self.players + 2

    @property
    def onlookers(self) -> int:
        """All seats and the spectators, a bit each."""
        return (1 << (self.players + 1)) - 1

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """The places that not everybody sees. Each has a *slot*, in this order."""
        every = self.onlookers
        return tuple(place for place, seen in enumerate(self.sight) if seen & every != every)

    @property
    def slots(self) -> int:
        return len(self.hidden)

    @cached_property
    def slot(self) -> tuple[int, ...]:
        """The slot of each place, -1 if it has none."""
        slots = {place: slot for slot, place in enumerate(self.hidden)}
        return tuple(slots.get(place, -1) for place in range(len(self.sight)))

    @property
    def size_at(self) -> int:
        """Where the numbers of cards begin in a row."""
        return SIZE_AT

    @property
    def held_at(self) -> int:
        """Where the sets begin in a row."""
        return SIZE_AT + self.slots

    @property
    def block(self) -> int:
        """Numbers for each slot: a set for every observer."""
        return self.observers * self.words

    @property
    def length(self) -> int:
        """How many numbers a row has."""
        return self.held_at + self.slots * self.block

    @cached_property
    def text(self) -> str:
        """All this by the names that kernels use; PLAYERS and WORDS they know."""
        slot = ", ".join(map(str, self.slot or (-1,)))
        return (
            f"SURE = {SURE}\nSIZE_AT = {SIZE_AT}\nHELD_AT = {self.held_at}\n"
            f"SLOTS = {self.slots}\nOBSERVERS = {self.observers}\nLEDGER = {self.length}\n"
            f"SLOT = table(({slot},))"
        )


def shape_of(game: Game) -> Shape:
    """The shape of a game's ledger."""
    return derived(game, _shape)


def _shape(game: Game) -> Shape:
    layout = game.layout
    regrouped = any(node.op == "create_teams" for node in game.program.nodes())
    sight = [0] * layout.places
    vague: set[int] = set()
    piles: set[int] = set()
    for family in layout.families.values():
        places = range(family.base, family.base + family.size)
        if regrouped and family.owner == "team" and family.sight not in ("vloc", "mem"):
            vague.update(places)
        else:
            for place in places:
                sight[place] = game.functions["sees"](game.blank, place)
        if family.followed:
            piles.update(places)
    shape = Shape(
        game.players, len(game.cards), layout.words, tuple(sight), frozenset(vague), frozenset()
    )
    hidden = frozenset(shape.hidden)
    return Shape(
        game.players, len(game.cards), layout.words, tuple(sight), shape.vague, hidden & piles
    )
