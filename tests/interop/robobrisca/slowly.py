"""RoboBrisca's game, slow and obvious: written from its rules, and from nothing of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

HIGH_TO_LOW = (1, 3, 12, 11, 10, 7, 6, 5, 4, 2)
POINTS = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2, 7: 0, 6: 0, 5: 0, 4: 0, 2: 0}

Pick = Callable[["Table"], str]


def deck() -> list[str]:
    return [f"{suit}{number}" for suit in "OECB" for number in sorted(HIGH_TO_LOW)]


def points(card: str) -> int:
    return POINTS[int(card[1:])]


def winner(trick: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes a trick."""
    for suit in (trump[0], trick[0][1][0]):
        for number in HIGH_TO_LOW:
            for seat, card in trick:
                if card == f"{suit}{number}":
                    return seat
    raise AssertionError("somebody has led a card")


def reward(trick: list[str], trump: str) -> int:
    """What the heuristic of records says when the last of these cards is played."""

    def above(card: str, other: str) -> bool:
        def rank(one: str) -> tuple[bool, bool, int]:
            return one[0] == trump[0], one[0] == trick[0][0], -HIGH_TO_LOW.index(int(one[1:]))

        return rank(card) > rank(other)

    total = sum(map(points, trick))
    return total if all(above(trick[-1], other) for other in trick[:-1]) else -total


@dataclass
class Table:
    """A game that is being played."""

    first: int
    stock: list[str]
    hands: list[list[str]]
    turn: int = -1
    trick: list[tuple[int, str]] = field(default_factory=list)
    won: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turn = self.first
        self.trump = self.stock[-1]
        self.lines = [str(self.first)]
        self.lines += ["".join(f"{card} " for card in pile) for pile in (self.stock, *self.hands)]

    @property
    def over(self) -> bool:
        return not any(self.hands)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        worth = reward([card for _, card in self.trick], self.trump)
        self.lines.append(f"{self.turn} {card} {worth}")
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            self.turn = winner(self.trick, self.trump)
            self.won[self.turn] += [card for _, card in self.trick]
            self.trick = []
            if self.stock:
                for i in range(4):
                    self.hands[(self.turn + i) % 4].append(self.stock.pop(0))

    def page(self, names: str = "A B A B ") -> list[str]:
        """The lines of its record."""
        totals = "".join(f"{sum(map(points, won))} " for won in self.won)
        return [names, *self.lines, totals]


def dealt(rng: Random, first: int = 0) -> Table:
    cards = deck()
    rng.shuffle(cards)
    hands = [cards[seat:12:4] for seat in range(4)]
    return Table(first, cards[12:], hands)


def played(rng: Random, first: int = 0) -> Table:
    """A game at random."""
    table = dealt(rng, first)
    while not table.over:
        table.play(rng.choice(table.hands[table.turn]))
    return table
