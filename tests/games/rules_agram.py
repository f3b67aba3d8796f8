"""Agram, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "A")
DECK = tuple(rank + suit for suit in "SHCD" for rank in RANKS if rank + suit != "AS")


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def strength(card: str) -> int:
    """The place of a card among the ranks, the ace highest."""
    return RANKS.index(card[:-1])


@dataclass(frozen=True)
class Position:
    """The hands, the trick on the table, and who won the tricks so far."""

    hands: tuple[tuple[str, ...], ...]
    tricks: int
    leader: int = 0
    trick: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """All the tricks have been played."""
        return len(self.winners) == self.tricks

    @property
    def to_move(self) -> int:
        """The seat that plays the next card."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def actions(self) -> tuple[str, ...]:
        """The cards that may be played: of the suit led if there are any."""
        hand = self.hands[self.to_move]
        if self.trick:
            following = tuple(card for card in hand if suit(card) == suit(self.trick[0]))
            if following:
                return following
        return hand

    def after(self, card: str) -> Position:
        """The position after a card; the last card of a trick settles it."""
        seat = self.to_move
        hands = list(self.hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        played = replace(self, hands=tuple(hands), trick=(*self.trick, card))
        if len(played.trick) < len(hands):
            return played
        rivals = [other for other in played.trick if suit(other) == suit(played.trick[0])]
        best = played.trick.index(max(rivals, key=strength))
        winner = (self.leader + best) % len(hands)
        return replace(played, leader=winner, trick=(), winners=(*self.winners, winner))

    @property
    def scores(self) -> list[int]:
        """One for whoever won the last trick, nothing for the others."""
        return [int(self.over and self.winners[-1] == seat) for seat in range(len(self.hands))]


def start(deal: Mapping[str, str], NUMP: int = 4, HAND: int = 6, TRICKS: int = 6) -> Position:
    """The first position of a deal such as `{"HAND 0": "3H 9C", "HAND 1": "4H AD"}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    assert all(len(hand) == HAND for hand in hands)
    return Position(hands, min(TRICKS, HAND))


VARIANTS: tuple[Parameters, ...] = (
    *({"NUMP": players} for players in (2, 3, 4, 5)),
    {"NUMP": 6, "HAND": 5},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 4, HAND: int = 6, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, NUMP * HAND)
    return {f"HAND {p}": " ".join(cards[p * HAND : (p + 1) * HAND]) for p in range(NUMP)}


def truths() -> Iterator[Truth]:
    """Small games to the end, large ones to some depth."""
    rng = random.Random(1)
    deal = {"HAND 0": "3H 9C", "HAND 1": "4H AD"}
    yield count(start, {"NUMP": 2, "HAND": 2, "TRICKS": 2}, deal, 4)
    deal = {"HAND 0": "3H 4H 5H", "HAND 1": "6H 7H 8H"}
    yield count(start, {"NUMP": 2, "HAND": 3, "TRICKS": 3}, deal, 6)
    deal = {"HAND 0": "3S 4S 5S", "HAND 1": "6H 7H 8H"}
    yield count(start, {"NUMP": 2, "HAND": 3, "TRICKS": 3}, deal, 6)
    for players, hand, tricks, depth in (
        (2, 1, 1, 2),
        (2, 2, 1, 2),
        (2, 3, 3, 6),
        (2, 4, 4, 8),
        (2, 5, 2, 4),
        (2, 6, 6, 6),
        (3, 2, 2, 6),
        (3, 3, 3, 9),
        (3, 6, 6, 6),
        (4, 2, 2, 8),
        (4, 3, 3, 12),
        (4, 6, 6, 7),
        (5, 2, 2, 10),
        (5, 7, 7, 6),
        (6, 2, 2, 12),
        (6, 5, 5, 7),
    ):
        parameters: Parameters = {"NUMP": players, "HAND": hand, "TRICKS": tricks}
        yield count(start, parameters, random_deal(rng, NUMP=players, HAND=hand), depth)
    # Late in a long game: the last three tricks, all of them.
    for players in (2, 3, 4, 5):
        parameters = {"NUMP": players, "HAND": 6, "TRICKS": 6}
        deal = random_deal(rng, NUMP=players)
        before = random_moves(start(deal, NUMP=players), 3 * players, rng)
        yield count(start, parameters, deal, 3 * players, before)
