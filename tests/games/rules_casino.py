"""Casino without building, slowly and plainly, from its rules: something to check the engine
against. One deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from .counting import Deal, Parameters, Truth, counted

NUMBERS = {"A": 1} | {str(number): number for number in range(2, 11)}
RANKS = (*NUMBERS, "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
Cards = tuple[str, ...]


def groups(card: str, table: Cards) -> list[Cards]:
    """What a card may capture at a time: one of its rank, or numbers that add up to it."""
    found: list[Cards] = [(other,) for other in table if other[:-1] == card[:-1]]
    if card[:-1] in NUMBERS:
        numbers = [other for other in table if other[:-1] in NUMBERS]
        found += [
            group
            for size in range(2, len(numbers) + 1)
            for group in combinations(numbers, size)
            if sum(NUMBERS[other[:-1]] for other in group) == NUMBERS[card[:-1]]
        ]
    return found


@dataclass(frozen=True)
class Position:
    """The hands, the table, the stock from the top down, and what each player has captured."""

    hands: tuple[Cards, ...]
    table: Cards
    stock: Cards
    sweep: bool
    """Whether clearing the table is worth a point."""
    won: tuple[Cards, ...]
    sweeps: tuple[int, ...]
    to_move: int = 0
    taker: int = 0
    played: str = ""
    """The card that has captured in this turn, while it may capture more."""

    @property
    def over(self) -> bool:
        """All cards have been played, and nothing more is to be captured."""
        return not any(self.hands) and not self.stock and not self.played

    @property
    def choices(self) -> dict[str, tuple[str, Cards]]:
        """The card that is played, and what it captures, by the name of the choice."""
        found: dict[str, tuple[str, Cards]] = {}
        if self.played:
            for group in groups(self.played, self.table):
                name = group[0] if len(group) == 1 else f"take_{'_'.join(group)}_too"
                found[name] = (self.played, group)
            return found | {"take_no_more": (self.played, ())}
        for card in self.hands[self.to_move]:
            found[card] = (card, ())
            for group in groups(card, self.table):
                found[f"play_{card}_to_capture_{'_'.join(group)}"] = (card, group)
        return found

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of all choices."""
        return tuple(self.choices)

    def after(self, action: str) -> Position:
        """The position after a card, another group, or none."""
        card, group = self.choices[action]
        if not self.played and not group:
            return replace(self, hands=self.without(card), table=(*self.table, card)).passed_on()
        won = list(self.won)
        won[self.to_move] += (*group, *(() if self.played else (card,)))
        table = tuple(other for other in self.table if other not in group)
        following = replace(
            self, hands=self.without(card), table=table, won=tuple(won), taker=self.to_move
        )
        if group and groups(card, table):
            return replace(following, played=card)
        return following.swept().passed_on()

    def without(self, card: str) -> tuple[Cards, ...]:
        """The hands, after a card was played."""
        return tuple(tuple(other for other in hand if other != card) for hand in self.hands)

    def swept(self) -> Position:
        """With a sweep if the table is clear, but not after the last card of the deal."""
        if self.table or not self.sweep or not (any(self.hands) or self.stock):
            return self
        sweeps = list(self.sweeps)
        sweeps[self.to_move] += 1
        return replace(self, sweeps=tuple(sweeps))

    def passed_on(self) -> Position:
        """At the next player, with four new cards for all if nobody has any; after the last turn
        with what is left given to whoever captured last."""
        following = replace(self, to_move=(self.to_move + 1) % len(self.hands), played="")
        if any(self.hands):
            return following
        if not self.stock:
            won = list(self.won)
            won[self.taker] += self.table
            return replace(following, table=(), won=tuple(won))
        ends = range(0, 4 * len(self.hands), 4)
        hands = tuple(self.stock[end : end + 4] for end in ends)
        return replace(following, hands=hands, stock=self.stock[4 * len(hands) :])

    @property
    def scores(self) -> list[int]:
        """Three for most cards, one for most spades, and the cards that count."""
        points = list(self.sweeps)
        for seat, cards in enumerate(self.won):
            aces = sum(card[0] == "A" for card in cards)
            points[seat] += aces + 2 * ("10D" in cards) + ("2S" in cards)
        lengths = [len(cards) for cards in self.won]
        spades = [sum(card[-1] == "S" for card in cards) for cards in self.won]
        for worth, counts in ((3, lengths), (1, spades)):
            if counts.count(max(counts)) == 1:
                points[counts.index(max(counts))] += worth
        return points


def start(deal: Mapping[str, str], NUMP: int = 2, SWEEP: str = "YES") -> Position:
    """The first position of a deal: HAND 0, HAND 1, ..., TABLE and STOCK from the top down."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    table, stock = tuple(deal["TABLE"].split()[::-1]), tuple(deal["STOCK"].split())
    assert all(len(cards) == 4 for cards in (*hands, table))
    assert len(stock) == 48 - 4 * NUMP
    return Position(hands, table, stock, SWEEP == "YES", ((),) * NUMP, (0,) * NUMP)


VARIANTS: tuple[Parameters, ...] = ({}, {"SWEEP": "NO"}, {"NUMP": 3}, {"NUMP": 4})
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 2, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    places = [f"HAND {seat}" for seat in range(NUMP)] + ["TABLE"]
    deal = {place: " ".join(cards[4 * at : 4 * at + 4]) for at, place in enumerate(places)}
    return deal | {"STOCK": " ".join(cards[4 * len(places) :])}


def truths() -> Iterator[Truth]:
    """The first cards of some deals, and the last cards of others."""
    yield from counted(
        start,
        random_deal,
        (
            ({}, 0, 4),
            ({}, 20, 4),
            ({"NUMP": 3}, 0, 4),
            ({"NUMP": 4}, 0, 4),
            ({}, 52, 12),
            ({"SWEEP": "NO"}, 53, 12),
            ({"NUMP": 3}, 52, 12),
            ({"NUMP": 4}, 52, 12),
        ),
    )
