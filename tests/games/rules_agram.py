"""Agram, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
