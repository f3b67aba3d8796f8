"""Brisca, slowly and plainly, from its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

SUITS = ("O", "E", "C", "B")
RANKS = ("1", "3", "12", "11", "10", "7", "6", "5", "4", "2")  # from high to low
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
POINTS = {"1": 11, "3": 10, "12": 4, "11": 3, "10": 2}


def worth(card: str) -> int:
    """The points of a card: `worth("C12") == 4`."""
    return POINTS.get(card[1:], 0)


def winner_of(trick: tuple[str, ...], trump: str) -> int:
    """Which card takes the trick: the highest trump, or else the highest of the suit led."""
    suits = [card[0] for card in trick]
    decisive = trump if trump in suits else suits[0]
    rivals = [card for card in trick if card[0] == decisive]
    return trick.index(min(rivals, key=lambda card: RANKS.index(card[1:])))


@dataclass(frozen=True)
class Position:
    """Hands, stock from the top down with the shown trump last, trick, and the tricks won."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    trump: str
    second: bool = False
    leader: int = 0
    trick: tuple[str, ...] = ()
    won: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def over(self) -> bool:
        """All forty cards have been played."""
        return len(self.won[0]) + len(self.won[1]) == 40

    @property
    def to_move(self) -> int:
        """The seat that plays the next card."""
        return (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """Any card may be played at any time."""
        return self.hands[self.to_move]

    def after(self, card: str) -> Position:
        """The position after a card; after the last card of a trick everybody draws."""
        hands = [list(hand) for hand in self.hands]
        hands[self.to_move].remove(card)
        trick = (*self.trick, card)
        if len(trick) < 4:
            return replace(self, hands=tuple(map(tuple, hands)), trick=trick)
        winner = (self.leader + winner_of(trick, self.trump)) % 4
        won = list(self.won)
        won[winner % 2] += trick
        stock = list(self.stock)
        for turn in range(4):
            if stock:
                hands[(winner + turn) % 4].append(stock.pop(0))
        return replace(
            self,
            hands=tuple(map(tuple, hands)),
            stock=tuple(stock),
            leader=winner,
            trick=(),
            won=(won[0], won[1]),
        )

    @property
    def points(self) -> tuple[int, int]:
        """The points taken by seats 0 and 2, and by seats 1 and 3."""
        return sum(map(worth, self.won[0])), sum(map(worth, self.won[1]))

    @property
    def scores(self) -> list[int]:
        """One for the winners, minus one for the losers, nothing for a draw."""
        if not self.over:
            return [0, 0, 0, 0]
        mine = (self.points[0], len(self.won[0]))
        theirs = (self.points[1], len(self.won[1]))
        result = (mine > theirs) - (mine < theirs)
        if result == 0 and self.second:
            result = -1
        return [result, -result, result, -result]


def start(deal: Mapping[str, str], TIE: str = "DRAW", FIRST: int = 0) -> Position:
    """The first position of a deal: HAND 0 to HAND 3, STOCK from the top down, TRUMP."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    stock = (*deal["STOCK"].split(), deal["TRUMP"])
    assert sorted([card for hand in hands for card in hand] + list(stock)) == sorted(DECK)
    return Position(hands, stock, deal["TRUMP"][0], TIE == "SECOND", FIRST)
