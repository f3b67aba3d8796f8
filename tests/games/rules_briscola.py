"""Briscola, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, counted

SUITS = ("D", "C", "S", "B")
RANKS = ("2", "4", "5", "6", "7", "F", "C", "R", "3", "A")  # from low to high
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
POINTS = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}


def deck(players: int) -> tuple[str, ...]:
    """The cards: three play without the two of coppe."""
    return tuple(card for card in DECK if players == 2 or card != "C2")


def worth(card: str) -> int:
    """The points of a card: `worth("CR") == 4`."""
    return POINTS.get(card[1], 0)


def winner_of(trick: tuple[str, ...], trump: str) -> int:
    """Which card takes the trick: the highest trump, or else the highest of the suit led."""
    suits = [card[0] for card in trick]
    decisive = trump if trump in suits else suits[0]
    rivals = [card for card in trick if card[0] == decisive]
    return trick.index(max(rivals, key=lambda card: RANKS.index(card[1])))


@dataclass(frozen=True)
class Position:
    """Hands, stock from the top down with the card turned up last, trick, and tricks won."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    trump: str
    won: tuple[tuple[str, ...], ...]
    leader: int = 0
    trick: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """All cards have been played."""
        return not self.trick and not any(self.hands)

    @property
    def to_move(self) -> int:
        """The seat that plays the next card."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def actions(self) -> tuple[str, ...]:
        """Any card may be played at any time."""
        return self.hands[self.to_move]

    def after(self, card: str) -> Position:
        """The position after a card; after the last card of a trick everybody draws."""
        players = len(self.hands)
        hands = [[other for other in hand if other != card] for hand in self.hands]
        trick = (*self.trick, card)
        if len(trick) < players:
            return replace(self, hands=tuple(map(tuple, hands)), trick=trick)
        winner = (self.leader + winner_of(trick, self.trump)) % players
        won = [(*cards, *trick) if seat == winner else cards for seat, cards in enumerate(self.won)]
        stock = list(self.stock)
        for turn in range(players if stock else 0):
            hands[(winner + turn) % players].append(stock.pop(0))
        return Position(
            tuple(map(tuple, hands)), tuple(stock), self.trump, tuple(won), leader=winner
        )

    @property
    def scores(self) -> list[int]:
        """One for whoever has the most points, nothing for the others, or if two have the most."""
        points = [sum(map(worth, cards)) for cards in self.won]
        most = max(points)
        return [int(each == most and points.count(most) == 1) for each in points]


def start(deal: Mapping[str, str], NUMP: int = 2) -> Position:
    """The first position of a deal: HAND 0 and so on, STOCK from the top down, BRISCOLA."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    stock = (*deal["STOCK"].split(), deal["BRISCOLA"])
    assert sorted([card for hand in hands for card in hand] + list(stock)) == sorted(deck(NUMP))
    return Position(hands, stock, deal["BRISCOLA"][0], ((),) * NUMP)


VARIANTS: tuple[Parameters, ...] = ({"NUMP": 2}, {"NUMP": 3})
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int | str = 2, **_: int | str) -> Deal:
    """A random deal."""
    cards = list(deck(int(NUMP)))
    rng.shuffle(cards)
    hands = {f"HAND {p}": " ".join(cards[3 * p : 3 * p + 3]) for p in range(int(NUMP))}
    return {**hands, "STOCK": " ".join(cards[3 * int(NUMP) : -1]), "BRISCOLA": cards[-1]}


def truths() -> Iterator[Truth]:
    """The first cards, and the last tricks of some deals."""
    two: Parameters = {"NUMP": 2}
    three: Parameters = {"NUMP": 3}
    ends = [(two, 32, 8)] * 4 + [(three, 30, 9)] * 4
    yield from counted(start, random_deal, [(two, 0, 5), (three, 0, 5), *ends], seed=4)
