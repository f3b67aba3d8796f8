"""President, slowly and plainly, from its rules: something to check the engine against.

One deal: what is exchanged before the next one, the tests of the game look at themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SPOKEN = ("threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
          "jacks", "queens", "kings", "aces", "twos")  # fmt: skip
NUMBERS = {2: "two", 3: "three", 4: "four"}
DECK = tuple(rank + suit for rank in RANKS for suit in "CDHS")


@dataclass(frozen=True)
class Position:
    """The hands, the cards to be beaten, and who has answered them."""

    hands: tuple[tuple[str, ...], ...]
    order: tuple[str, ...]
    """The ranks from low to high."""
    bombs: bool
    once: bool
    """Whether whoever passes is out of the round."""
    to_move: int
    best: int = 0
    number: int = 0
    rank: str = ""
    passed: frozenset[int] = frozenset()
    """Who is out of the round."""
    finished: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """All but one are rid of their cards."""
        return len(self.finished) == len(self.hands) - 1

    def held(self, rank: str) -> list[str]:
        """The cards of a rank in the hand of the player to move, in the order of the deck."""
        return [card for card in DECK if card in self.hands[self.to_move] and card[:-1] == rank]

    def beats(self, rank: str, number: int) -> bool:
        """Whether so many cards of a rank may be played now."""
        if not self.number:
            return True
        if number == self.number:
            return self.order.index(rank) > self.order.index(self.rank)
        return self.bombs and number == 4

    @property
    def actions(self) -> tuple[str, ...]:
        """Single cards, so many of a rank, and to pass, unless one leads."""
        found = ["pass"] if self.number else []
        for rank in RANKS:
            cards = self.held(rank)
            if self.beats(rank, 1):
                found += cards
            spoken = SPOKEN[RANKS.index(rank)]
            found += [
                f"play_{word}_{spoken}"
                for number, word in NUMBERS.items()
                if len(cards) >= number and self.beats(rank, number)
            ]
        return tuple(found)

    def after(self, move: str) -> Position:
        """The position after cards were played, or a pass."""
        if move == "pass":
            passed = self.passed | {self.to_move} if self.once else self.passed
            return replace(self, passed=passed)._next()
        cards = [move]
        if move not in DECK:
            _, word, spoken = move.split("_")
            number = next(number for number, each in NUMBERS.items() if each == word)
            cards = self.held(RANKS[SPOKEN.index(spoken)])[:number]
        hands = tuple(tuple(card for card in hand if card not in cards) for hand in self.hands)
        finished = self.finished if hands[self.to_move] else (*self.finished, self.to_move)
        played = replace(
            self,
            hands=hands,
            finished=finished,
            best=self.to_move,
            number=len(cards),
            rank=cards[0][:-1],
        )
        return played if played.over else played._next()

    def _next(self) -> Position:
        """With the next player who may answer, or with a new round."""
        players = len(self.hands)
        seat = self.to_move
        while True:
            seat = (seat + 1) % players
            if seat == self.best:
                break
            if self.hands[seat] and seat not in self.passed:
                return replace(self, to_move=seat)
        leader = self.best
        while not self.hands[leader]:
            leader = (leader + 1) % players
        return replace(self, to_move=leader, number=0, rank="", passed=frozenset())

    @property
    def scores(self) -> list[int]:
        """A point for each player whom one was ahead of."""
        players = len(self.hands)
        return [
            players - 1 - self.finished.index(seat) if seat in self.finished else 0
            for seat in range(players)
        ]


def start(
    deal: Mapping[str, str],
    NUMP: int = 4,
    TWOS: str = "HIGH",
    BOMBS: str = "NO",
    PASS: str = "AGAIN",
    FIRST: str = "CLUBS",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", "HAND 1": ...}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    order = RANKS if TWOS == "HIGH" else ("2", *RANKS[:-1])
    holder = next(seat for seat, hand in enumerate(hands) if "3C" in hand)
    return Position(hands, order, BOMBS == "YES", PASS == "OUT", holder if FIRST == "CLUBS" else 0)


VARIANTS: tuple[Parameters, ...] = (
    {"NUMP": 3},
    {"NUMP": 4},
    {"NUMP": 5},
    {"NUMP": 7},
    *({"NUMP": players, "PASS": "OUT", "BOMBS": "YES"} for players in (3, 4, 6)),
    {"TWOS": "LOW", "FIRST": "LEFT"},
    {"NUMP": 5, "TWOS": "LOW", "BOMBS": "YES", "PASS": "OUT", "FIRST": "LEFT"},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 4, **_: int | str) -> Deal:
    """A random deal: all 52 cards, as evenly as can be."""
    cards = rng.sample(DECK, 52)
    return {f"HAND {seat}": " ".join(cards[seat::NUMP]) for seat in range(NUMP)}


def truths() -> Iterator[Truth]:
    """The first cards, and the ends of some deals."""
    rng = random.Random(8)
    dealt: Callable[..., Deal] = random_deal
    yield count(start, {"NUMP": 4}, random_deal(rng), 3)
    yield count(start, {"NUMP": 3, "FIRST": "LEFT"}, random_deal(rng, NUMP=3), 2)
    yield count(start, {"BOMBS": "YES", "TWOS": "LOW"}, random_deal(rng), 3)
    for parameters in VARIANTS[1:6]:
        deal = dealt(rng, **parameters)
        begun: Callable[..., Position] = start
        before = random_moves(begun(deal, **parameters), 60, rng)
        yield count(start, parameters, deal, 5, before)
