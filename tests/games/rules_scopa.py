"""Scopa, slowly and plainly, from its rules: something to check the engine against. One deal, in
which fewer than three kings lie on the table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from .counting import Deal, Parameters, Truth, counted

RANKS = ("1", "2", "3", "4", "5", "6", "7", "F", "C", "R")
PRIMES = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}
DECK = tuple(rank + suit for suit in "DCSB" for rank in RANKS)
Cards = tuple[str, ...]


def number(card: str) -> int:
    """What a card counts when cards are added up."""
    return RANKS.index(card[0]) + 1


def captures(card: str, table: Cards, ace: bool) -> list[frozenset[str]]:
    """What a card may capture."""
    equal = [other for other in table if other[0] == card[0]]
    if equal:
        return [frozenset((other,)) for other in equal]
    if ace and card[0] == "1":
        return [frozenset(table)] if table else []
    return [
        frozenset(group)
        for size in range(2, len(table) + 1)
        for group in combinations(table, size)
        if sum(map(number, group)) == number(card)
    ]


def primiera(cards: Cards) -> int:
    """The best card of each suit, or nothing if one is missing."""
    best = [
        max((PRIMES[card[0]] for card in cards if card[1] == suit), default=0) for suit in "DCSB"
    ]
    return sum(best) if all(best) else 0


@dataclass(frozen=True)
class Position:
    """The hands, the table, the stock from the top down, and what each side has captured."""

    hands: tuple[Cards, ...]
    table: Cards
    stock: Cards
    each: int
    """Cards dealt to each at a time."""
    ace: bool
    won: tuple[Cards, ...]
    sweeps: tuple[int, ...]
    to_move: int = 0
    taker: int = 0

    @property
    def over(self) -> bool:
        """All cards have been played."""
        return not any(self.hands) and not self.stock

    def side(self, seat: int) -> int:
        """The number of a player's partnership, or of themselves."""
        return seat % len(self.won)

    @property
    def choices(self) -> dict[str, tuple[str, frozenset[str]]]:
        """What may be played, and what it captures, by its name."""
        found: dict[str, tuple[str, frozenset[str]]] = {}
        for card in self.hands[self.to_move]:
            groups = captures(card, self.table, self.ace)
            for group in groups:
                taken = "_".join(sorted(group, key=self.table.index))
                found[f"play_{card}_to_capture_{taken}"] = (card, group)
            if not groups:
                found[card] = (card, frozenset())
        return found

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of all choices."""
        return tuple(self.choices)

    def after(self, action: str) -> Position:
        """The position after a card, with new cards for all if nobody has any."""
        card, group = self.choices[action]
        seat, won, sweeps = self.to_move, list(self.won), list(self.sweeps)
        hands = tuple(tuple(other for other in hand if other != card) for hand in self.hands)
        table, taker = (*self.table, card), self.taker
        last = not any(hands) and not self.stock
        if group:
            table, taker = tuple(other for other in self.table if other not in group), seat
            won[self.side(seat)] += (card, *group)
            grabbed = self.ace and card[0] == "1"
            sweeps[self.side(seat)] += not table and not last and not grabbed
        if last:
            won[self.side(taker)] += table
        following = (seat + 1) % len(hands)
        moved = replace(
            self, hands=hands, table=table, taker=taker, won=tuple(won), sweeps=tuple(sweeps)
        )
        return replace(moved, to_move=following).dealt()

    def dealt(self) -> Position:
        """With new cards for all, if all hands are empty."""
        if any(self.hands) or not self.stock:
            return self
        hands = tuple(
            self.stock[self.each * seat : self.each * (seat + 1)] for seat in range(len(self.hands))
        )
        return replace(self, hands=hands, stock=self.stock[self.each * len(hands) :])

    @property
    def scores(self) -> list[int]:
        """Sweeps, the seven of coins, and what one side has more of than any other."""
        points = Counter(dict(enumerate(self.sweeps)))
        for side, cards in enumerate(self.won):
            points[side] += "7D" in cards
        for count in (
            [len(cards) for cards in self.won],
            [sum(card[1] == "D" for card in cards) for cards in self.won],
            [primiera(cards) for cards in self.won],
        ):
            if count.count(max(count)) == 1:
                points[count.index(max(count))] += 1
        return [points[self.side(seat)] for seat in range(len(self.hands))]


def start(
    deal: Mapping[str, str],
    NUMP: int = 2,
    HAND: int = 3,
    TABLE: int = 4,
    ACE: str = "NO",
) -> Position:
    """The first position of a deal: HAND 0, HAND 1, ..., TABLE and STOCK from the top down."""
    stock, table = tuple(deal.get("STOCK", "").split()), tuple(deal.get("TABLE", "").split()[::-1])
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    assert all(len(hand) == HAND for hand in hands)
    assert len(table) == TABLE
    assert sum(card[0] == "R" for card in table) < 3
    nothing: tuple[Cards, ...] = ((),) * (2 if NUMP == 4 else NUMP)
    return Position(hands, table, stock, HAND, ACE == "YES", nothing, (0,) * len(nothing))


VARIANTS: tuple[Parameters, ...] = (
    {},
    {"ACE": "YES"},
    {"NUMP": 3},
    {"NUMP": 4},
    {"NUMP": 4, "HAND": 9},
    {"NUMP": 4, "HAND": 10, "TABLE": 0, "ACE": "YES"},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(
    rng: random.Random, NUMP: int = 2, HAND: int = 3, TABLE: int = 4, **_: int | str
) -> Deal:
    """A random deal that is played."""
    cards = rng.sample(DECK, 40)
    while sum(card[0] == "R" for card in cards[:TABLE]) > 2:
        rng.shuffle(cards)
    ends = [TABLE + HAND * seat for seat in range(NUMP + 1)]
    deal = {f"HAND {p}": " ".join(cards[ends[p] : ends[p] + HAND]) for p in range(NUMP)}
    deal |= {"TABLE": " ".join(cards[:TABLE]), "STOCK": " ".join(cards[ends[-1] :])}
    return {place: cards for place, cards in deal.items() if cards}


def truths() -> Iterator[Truth]:
    """The first cards of some deals, and the last cards of others."""
    yield from counted(
        start,
        random_deal,
        (
            ({}, 0, 6),
            ({"NUMP": 4}, 0, 5),
            ({"NUMP": 4, "HAND": 10, "TABLE": 0}, 0, 3),
            ({}, 29, 7),
            ({"ACE": "YES"}, 28, 8),
            ({"NUMP": 3}, 27, 9),
            ({"NUMP": 4, "HAND": 9}, 28, 8),
        ),
    )
