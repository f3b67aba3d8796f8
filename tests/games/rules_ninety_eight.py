"""Ninety-Eight, slowly and plainly, from its rules: something to check the engine against.

As long as the stock lasts: what a pile that was shuffled gives nobody can say.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)


def added(total: int, card: str, most: int) -> int:
    """The total after a card."""
    rank = card[:-1]
    if rank == "K":
        return most
    if rank == "10":
        return total - 10
    return total + (0 if rank in "JQ" else RANKS.index(rank) + 1)


@dataclass(frozen=True)
class Position:
    """The hands, the stock from the top down, the total, and who is out, in order."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    most: int
    last: int
    """The number of players who must be out for the game to be over."""
    to_move: int = 0
    total: int = 0
    out: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Enough players are out."""
        return len(self.out) == self.last

    @property
    def actions(self) -> tuple[str, ...]:
        """Any card of the hand."""
        return self.hands[self.to_move]

    def after(self, card: str) -> Position:
        """The position after a card: a new total and a new card, or one player fewer."""
        seat, hands, stock, out = self.to_move, list(self.hands), self.stock, self.out
        total = added(self.total, card, self.most)
        if total > self.most:
            total, out, hands[seat] = self.total, (*out, seat), ()
        else:
            kept = tuple(other for other in hands[seat] if other != card)
            hands[seat], stock = (*kept, stock[0]), stock[1:]
        players = len(hands)
        following = [(seat + n) % players for n in range(1, players + 1)]
        next_seat = next(each for each in following if each not in out)
        return replace(
            self, hands=tuple(hands), stock=stock, to_move=next_seat, total=total, out=out
        )

    @property
    def scores(self) -> list[int]:
        """How many players were out before each; those who never were have most."""
        return [
            self.out.index(seat) if seat in self.out else len(self.out) * self.over
            for seat in range(len(self.hands))
        ]


def start(
    deal: Mapping[str, str], NUMP: int = 4, HAND: int = 4, MOST: int = 98, OUT: str = "ONE"
) -> Position:
    """The first position of a deal: HAND 0, HAND 1, ..., and STOCK from the top down."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    assert all(len(hand) == HAND for hand in hands)
    return Position(hands, tuple(deal["STOCK"].split()), MOST, 1 if OUT == "ONE" else NUMP - 1)


VARIANTS: tuple[Parameters, ...] = (
    *({"NUMP": players, "OUT": "ONE"} for players in (2, 3, 4, 6)),
    *({"NUMP": players, "OUT": "ALL"} for players in (2, 3)),
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 4, HAND: int = 4, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    hands = {f"HAND {p}": " ".join(cards[p * HAND : (p + 1) * HAND]) for p in range(NUMP)}
    return {**hands, "STOCK": " ".join(cards[NUMP * HAND :])}


def truths() -> Iterator[Truth]:
    """The first cards, and the end of games with few cards and a low limit."""
    rng = random.Random(7)
    yield count(start, {"NUMP": 4}, random_deal(rng), 5)
    for players, hand, out in ((2, 2, "ONE"), (3, 2, "ALL"), (4, 2, "ONE"), (4, 1, "ALL")):
        parameters: Parameters = {"NUMP": players, "HAND": hand, "MOST": 20, "OUT": out}
        yield count(start, parameters, random_deal(rng, NUMP=players, HAND=hand), 12)
