"""Tressette, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from .counting import Deal, Parameters, Truth, counted

SUITS = {"D": "denari", "C": "coppe", "S": "spade", "B": "bastoni"}
RANKS = ("4", "5", "6", "7", "F", "C", "R", "A", "2", "3")  # from low to high
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
KINDS = {"A": "aces", "2": "twos", "3": "threes"}


def worth(card: str) -> Fraction:
    """The points of a card: one for an ace, a third for threes, twos and court cards."""
    if card[1] == "A":
        return Fraction(1)
    return Fraction(int(card[1] in "32RCF"), 3)


def declarations(hand: tuple[str, ...]) -> dict[str, int]:
    """What may be declared with ten cards, and for how much."""
    found = {
        f"declare_the_napoletana_in_{name}": 3
        for suit, name in SUITS.items()
        if {suit + rank for rank in KINDS} <= set(hand)
    }
    for rank, kind in KINDS.items():
        missing = [name for suit, name in SUITS.items() if suit + rank not in hand]
        if not missing:
            found[f"declare_four_{kind}"] = 4
        elif len(missing) == 1:
            found[f"declare_three_{kind}_without_{missing[0]}"] = 3
    return found


@dataclass(frozen=True)
class Position:
    """Hands, what each has declared, the trick on the table and the tricks taken."""

    hands: tuple[tuple[str, ...], ...]
    declaring: bool
    declared: tuple[tuple[str, ...], ...] = ((), (), (), ())
    bonus: tuple[int, int] = (0, 0)
    leader: int = 0
    trick: tuple[str, ...] = ()
    tricks: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def over(self) -> bool:
        """All tricks have been played. (If both teams had the same, more deals would follow.)"""
        return len(self.tricks) == 10

    @property
    def to_move(self) -> int:
        """The seat that declares or plays a card."""
        return (self.leader + len(self.trick)) % 4

    def _accusi(self) -> dict[str, int]:
        if not self.declaring or self.tricks:
            return {}
        said = self.declared[self.to_move]
        found = declarations(self.hands[self.to_move])
        return {name: points for name, points in found.items() if name not in said}

    @property
    def actions(self) -> tuple[str, ...]:
        """The cards that may be played, and what may be declared."""
        hand = self.hands[self.to_move]
        same = tuple(card for card in hand if self.trick and card[0] == self.trick[0][0])
        return (*(same or hand), *self._accusi())

    def after(self, action: str) -> Position:
        """The position after a card or a declaration."""
        seat = self.to_move
        if action not in DECK:
            declared = list(self.declared)
            declared[seat] += (action,)
            bonus = list(self.bonus)
            bonus[seat % 2] += self._accusi()[action]
            return replace(self, declared=tuple(declared), bonus=(bonus[0], bonus[1]))
        hands = tuple(tuple(card for card in hand if card != action) for hand in self.hands)
        trick = (*self.trick, action)
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick)
        rivals = [card for card in trick if card[0] == trick[0][0]]
        best = max(rivals, key=lambda card: RANKS.index(card[1]))
        winner = (self.leader + trick.index(best)) % 4
        return replace(
            self, hands=hands, leader=winner, trick=(), tricks=(*self.tricks, (winner, trick))
        )

    @property
    def scores(self) -> list[int]:
        """The whole points of the teams."""
        points = [Fraction(0), Fraction(0)]
        for winner, trick in self.tricks:
            points[winner % 2] += sum(map(worth, trick))
        if self.over:
            points[self.tricks[-1][0] % 2] += 1
        whole = [int(points[team]) + self.bonus[team] for team in (0, 1)]
        return [*whole, *whole]


def start(deal: Mapping[str, str], ACCUSI: str = "YES") -> Position:
    """The first position of a deal such as `{"HAND 0": "D4 ...", "HAND 1": ...}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)
    return Position(hands, ACCUSI == "YES")


VARIANTS: tuple[Parameters, ...] = ({"ACCUSI": "YES"}, {"ACCUSI": "NO"})
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal; every other one puts many high cards into two hands."""
    cards = rng.sample(DECK, 40)
    if rng.randrange(2):
        cards.sort(key=lambda card: card[1] not in KINDS)
    hands = [cards[0:20:2], cards[1:20:2], cards[20:30], cards[30:]]
    rng.shuffle(hands)
    return {f"HAND {seat}": " ".join(hand) for seat, hand in enumerate(hands)}


def truths() -> Iterator[Truth]:
    """The first cards and declarations, and the last tricks of some deals."""
    accusi: Parameters = {"ACCUSI": "YES"}
    without: Parameters = {"ACCUSI": "NO"}
    first = [(accusi, 0, 4)] * 4 + [(without, 0, 4)]
    yield from counted(start, random_deal, [*first, *[(without, 28, 12)] * 3], seed=8)
