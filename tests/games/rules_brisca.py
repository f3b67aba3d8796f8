"""Brisca, slowly and plainly, from its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

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


VARIANTS: tuple[Parameters, ...] = tuple(
    {"TIE": tie, "FIRST": first} for tie in ("DRAW", "SECOND") for first in range(4)
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 40)
    hands = {f"HAND {p}": " ".join(cards[3 * p : 3 * p + 3]) for p in range(4)}
    return {**hands, "STOCK": " ".join(cards[12:39]), "TRUMP": cards[39]}


def truths() -> Iterator[Truth]:
    """The first cards from each seat, and last tricks: some won, some with a possible draw."""
    rng = random.Random(3)
    for first in range(4):
        parameters: Parameters = {"TIE": "DRAW", "FIRST": first}
        yield count(start, parameters, random_deal(rng), 6)
    draws = 0
    others = 0
    while draws < 3 or others < 3:
        parameters = {"TIE": "DRAW", "FIRST": rng.randrange(4)}
        deal = random_deal(rng)
        before = random_moves(start(deal, **parameters), 28, rng)
        position = play(start(deal, **parameters), *before)
        if max(position.points) > 60:
            continue
        truth = count(start, parameters, deal, 12, before)
        if (0, 0, 0, 0) in truth.endings and draws < 3:
            draws += 1
            yield truth
            yield count(start, {**parameters, "TIE": "SECOND"}, deal, 12, before)
        elif len(truth.endings) == 2 and others < 3:
            others += 1
            yield truth
