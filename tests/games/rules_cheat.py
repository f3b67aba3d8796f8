"""Cheat, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SPOKEN = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
          "jacks", "queens", "kings")  # fmt: skip
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
LIE = "call_it_a_lie"


@dataclass(frozen=True)
class Position:
    """The hands, the pile, and what was laid and said in this turn."""

    hands: tuple[tuple[str, ...], ...]
    in_order: bool
    all_asked: bool
    most: int
    longest: int
    pile: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    layer: int = 0
    last: int | None = None
    """The place of the rank said last, if the next depends on it."""
    said: int | None = None
    """The place of the rank said in this turn."""
    asked: int = 0
    turns: int = 0

    @property
    def over(self) -> bool:
        """Somebody is without cards, or time is up, and nobody is to be asked any more."""
        ended = not all(self.hands) or self.turns == self.longest
        return ended and self.said is None and not self.laid

    @property
    def to_move(self) -> int:
        """Who lays cards, or who is asked."""
        between = 0 if self.said is None else 1 + self.asked
        return (self.layer + between) % len(self.hands)

    @property
    def sayable(self) -> list[int]:
        """The ranks that may be said."""
        if self.in_order:
            return [0 if self.last is None else (self.last + 1) % 13]
        if self.last is None:
            return list(range(13))
        return sorted({(self.last + step) % 13 for step in (-1, 0, 1)})

    @property
    def actions(self) -> tuple[str, ...]:
        """Cards to lay, what to say of them, or what to think of it."""
        if self.said is not None:
            return ("pass", LIE)
        lay = self.hands[self.layer] if len(self.laid) < self.most else ()
        say = [f"say_{SPOKEN[rank]}" for rank in self.sayable] if self.laid else []
        return (*lay, *say)

    def after(self, move: str) -> Position:
        """The position after a card, a word or an answer."""
        if move in DECK:
            hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
            return replace(self, hands=hands, laid=(*self.laid, move))
        if move.startswith("say_"):
            rank = SPOKEN.index(move.removeprefix("say_"))
            return replace(self, said=rank, last=rank, asked=0)
        if move == LIE:
            true = all(RANKS.index(card[:-1]) == self.said for card in self.laid)
            taker = self.to_move if true else self.layer
            hands = tuple(
                (*hand, *self.pile, *self.laid) if seat == taker else hand
                for seat, hand in enumerate(self.hands)
            )
            last = self.last if self.in_order else None
            return replace(self, hands=hands, pile=(), last=last)._next()
        if self.all_asked and self.asked + 1 < len(self.hands) - 1:
            return replace(self, asked=self.asked + 1)
        return replace(self, pile=(*self.pile, *self.laid))._next()

    def _next(self) -> Position:
        layer = (self.layer + 1) % len(self.hands)
        return replace(self, laid=(), said=None, asked=0, layer=layer, turns=self.turns + 1)

    @property
    def scores(self) -> list[int]:
        """The cards each still has."""
        return [len(hand) for hand in self.hands]


def start(
    deal: Mapping[str, str],
    NUMP: int = 4,
    RANKS: str = "ORDER",
    ASK: str = "ALL",
    MOST: int = 4,
    LONGEST: int = 100,
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", "HAND 1": ...}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    return Position(hands, RANKS == "ORDER", ASK == "ALL", MOST, LONGEST)


VARIANTS: tuple[Parameters, ...] = (
    {"NUMP": 3, "LONGEST": 20},
    {"NUMP": 4, "LONGEST": 20},
    {"NUMP": 5, "LONGEST": 20},
    {"NUMP": 6, "LONGEST": 20},
    {"RANKS": "NEAR", "LONGEST": 25},
    {"ASK": "NEXT", "LONGEST": 40},
    {"NUMP": 6, "RANKS": "NEAR", "ASK": "NEXT", "MOST": 1},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 4, **_: int | str) -> Deal:
    """A random deal: all 52 cards, as evenly as can be."""
    cards = rng.sample(DECK, 52)
    return {f"HAND {seat}": " ".join(cards[seat::NUMP]) for seat in range(NUMP)}


def truths() -> Iterator[Truth]:
    """The first turns, and later ones."""
    rng = random.Random(9)
    begun: Callable[..., Position] = start
    dealt: Callable[..., Deal] = random_deal
    samples: tuple[tuple[Parameters, int, int], ...] = (
        ({"NUMP": 4}, 0, 3),
        ({"NUMP": 6, "MOST": 2}, 0, 4),
        ({"RANKS": "NEAR", "MOST": 1}, 0, 3),
        ({"RANKS": "NEAR", "LONGEST": 10}, 30, 3),
        ({"ASK": "NEXT"}, 60, 3),
        ({"NUMP": 5}, 41, 3),
        ({"NUMP": 3, "MOST": 1, "LONGEST": 10}, 30, 20),
    )
    for parameters, moved, depth in samples:
        deal = dealt(rng, **parameters)
        before = random_moves(begun(deal, **parameters), moved, rng)
        yield count(start, parameters, deal, depth, before)
