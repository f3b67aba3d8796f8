"""The row of a ledger: what every observer may think of every hidden place, as numbers.

Beside the row `S` of a state there may be a row `K` of what is known in it, kept up to date by the
*knowing* variant of the rules. For each place that not everybody sees it has the number of cards
and, for every observer, the set of cards that may lie there:

    K[SURE]                                           1 while the sets say everything, otherwise 0
    K[TROUBLE]                                        why not: bits, for whoever keeps the row
    K[SIZE_AT + slot]                                 how many cards lie in a hidden place
    K[HELD_AT + (slot * OBSERVERS + o) * WORDS + w]   word w of what it may hold in the eyes of o

Observers are the seats, then the spectators, then what is common knowledge among the seats. Each
hidden place has a slot. `kibitz.knowledge.rows` makes the same row of a ledger in Python.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engine.derived import derived
from kibitz.engine.testing import telling_of
from kibitz.recycle.emitter import disclosing, emit, knowing
from kibitz.recycle.layout import BITS
from kibitz.recycle.prelude import SWAPPED
from kibitz.recycle.printer import Module

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["KNOWING", "SURE", "Shape", "first_row", "knowing_of", "shape_of"]

SURE, TROUBLE, SIZE_AT = 0, 1, 2
LOST, LAWFUL = 1 << 61, 1 << 60

KNOWING = frozenset({"knowing", "knowing_playouts", "matchesknowing", "actingknowing"})
"""The kernels that are put on top of the knowing variant of the rules."""

NONE = '"==", 0)'


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
    laws: int = 0
    """How many laws a row has room for."""
    said: int = 0
    """Room for conditions while they are made; 0 if nothing is ever disclosed."""

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
    def literal(self) -> int:
        """Numbers that a count of cards takes: the places, at least, at most, the cards."""
        return 3 + self.words

    @property
    def tail_at(self) -> int:
        """Where the sets end. What follows is only for whoever keeps the row up to date."""
        return self.held_at + self.slots * self.block

    @property
    def length(self) -> int:
        """How many numbers a row has."""
        tail = self.laws and 1 + self.laws * (1 + 2 * self.literal)
        return self.tail_at + tail + (self.said and 2 + 2 * self.words + self.said)

    @cached_property
    def text(self) -> str:
        """All this by the names that kernels use; PLAYERS and WORDS they know."""
        pick_at = self.tail_at + (self.laws and 1 + self.laws * (1 + 2 * self.literal))
        numbers = {
            "SURE": SURE,
            "TROUBLE": TROUBLE,
            "SIZE_AT": SIZE_AT,
            "HELD_AT": self.held_at,
            "SLOTS": self.slots,
            "OBSERVERS": self.observers,
            "LEDGER": self.length,
            "SEATS": (1 << self.players) - 1,
            "OPEN": sum(1 << place for place, slot in enumerate(self.slot) if slot < 0),
            "LAWFUL": LAWFUL,
            "LOST": LOST,
            "OTHER": 2,
            "PICK": -1,
            "MANY": 1 << 16,
            "SWAPPED": SWAPPED // 2,
            "TAIL": int(self.said > 0),
            "MOST_LAWS": self.laws,
            "LITERAL": self.literal,
            "LAW": 1 + 2 * self.literal,
            "LAW_AT": self.tail_at,
            "PICK_AT": pick_at,
            "SAID_AT": pick_at + 1 + 2 * self.words,
        }
        every = (1 << self.cards) - 1
        tables = {
            "SLOT": self.slot,
            "HIDDEN": self.hidden,
            "EVERY": [every >> BITS * w & (1 << BITS) - 1 for w in range(self.words)],
            "SURELY": self.sight,
            "PILE": [int(place in self.piles) for place in range(len(self.sight))],
        }
        lines = [f"{name} = {value}" for name, value in numbers.items()]
        lines += [f"{n} = table(({', '.join(map(str, v or (0,)))},))" for n, v in tables.items()]
        return "\n".join(lines)


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
    laws, said = _room(game)
    return replace(shape, piles=frozenset(piles) & {*shape.hidden}, laws=laws, said=said)


def _room(game: Game) -> tuple[int, int]:
    """How many laws there may be, and room for conditions: by what the rules disclose."""
    told = disclosing(telling_of(game).module)
    if not told:
        return 0, 0
    only_none = all(NONE in line for line in told.splitlines() if "counted(" in line)
    if only_none and "opposite(" not in told:
        return 0, 64
    return 2 * game.players, 256


def first_row(game: Game) -> array[int]:
    """The row of a game before anything has happened: everybody knows where every card is, and in
    which order."""
    shape, where = shape_of(game), game.layout.where
    row = array("q", bytes(8 * shape.length))
    for card in range(shape.cards):
        slot = shape.slot[place] if (place := game.blank[where + card]) >= 0 else -1
        if slot >= 0:
            row[SIZE_AT + slot] += 1
            for observer in range(shape.observers):
                at = shape.held_at + slot * shape.block + observer * shape.words
                row[at + card // BITS] |= 1 << card % BITS
    for slot, place in enumerate(shape.hidden):
        if place in shape.piles and row[SIZE_AT + slot] > 1:
            row[TROUBLE] |= 1 << slot
    row[SURE] = row[TROUBLE] == 0
    return row


def knowing_of(game: Game) -> Module:
    """The variant of the rules that keeps rows up to date."""
    return derived(game, _knowing)


def _knowing(game: Game) -> Module:
    telling = emit(game.program, log=True, errors=game.emitted.errors, whole=True).module
    return knowing(game.emitted.module, telling, game.layout, shape_of(game).text)
