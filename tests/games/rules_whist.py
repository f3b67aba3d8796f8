"""Whist, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card takes a trick from another that was winning it."""
    if suit(card) == suit(other):
        return RANKS.index(card[:-1]) > RANKS.index(other[:-1])
    return suit(card) == trump


@dataclass(frozen=True)
class Position:
    """The hands, the trick on the table, and the tricks taken with their winners."""

    hands: tuple[tuple[str, ...], ...]
    trump: str
    honours: bool
    leader: int = 0
    trick: tuple[str, ...] = ()
    tricks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    played: tuple[tuple[int, str], ...] = ()
    """Who has played what."""

    @property
    def over(self) -> bool:
        """All thirteen tricks have been played."""
        return len(self.tricks) == 13

    @property
    def to_move(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """The cards that may be played: of the suit led, if there are any."""
        hand = self.hands[self.to_move]
        if not self.trick:
            return hand
        following = tuple(card for card in hand if suit(card) == suit(self.trick[0]))
        return following or hand

    def after(self, card: str) -> Position:
        """The position after a card is played."""
        seat = self.to_move
        hands = tuple(tuple(other for other in hand if other != card) for hand in self.hands)
        trick = (*self.trick, card)
        played = replace(self, hands=hands, trick=trick, played=(*self.played, (seat, card)))
        if len(trick) < 4:
            return played
        best = 0
        for place in (1, 2, 3):
            if beats(trick[place], trick[best], self.trump):
                best = place
        winner = (self.leader + best) % 4
        return replace(played, leader=winner, trick=(), tricks=(*self.tricks, (winner, trick)))

    @property
    def scores(self) -> list[int]:
        """A point for each trick of a side over six; four for four honours, two for three."""
        points = [0, 0]
        for side in (0, 1):
            taken = sum(winner % 2 == side for winner, _ in self.tricks)
            points[side] += max(0, taken - 6)
            held = [card for seat, card in self.played if seat % 2 == side]
            count = sum(suit(card) == self.trump and card[0] in "AKQJ" for card in held)
            if self.honours:
                points[side] += {3: 2, 4: 4}.get(count, 0)
        return points * 2


def start(
    deal: Mapping[str, str],
    DEALS: int = 1,
    POINTS: int = 0,
    TRUMPS: str = "TURNED",
    HONOURS: str = "NO",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", ..., "TURNED 3": "KH"}`; where
    no card is turned, the first trumps are hearts."""
    assert (DEALS, POINTS) == (1, 0)
    hands = [tuple(deal[f"HAND {seat}"].split()) for seat in range(4)]
    trump = "H"
    if TRUMPS == "TURNED":
        hands[3] += (deal["TURNED 3"],)
        trump = suit(deal["TURNED 3"])
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)
    return Position(tuple(hands), trump, HONOURS == "YES")


VARIANTS: tuple[Parameters, ...] = tuple(
    {"TRUMPS": trumps, "HONOURS": honours}
    for trumps in ("TURNED", "ROTATION")
    for honours in ("NO", "YES")
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, TRUMPS: str = "TURNED", **_: int | str) -> Deal:
    """A random deal; the last card may be turned up."""
    cards = rng.sample(DECK, 52)
    hands = {f"HAND {p}": " ".join(cards[13 * p : 13 * p + 13]) for p in range(4)}
    if TRUMPS == "ROTATION":
        return hands
    return {**hands, "HAND 3": " ".join(cards[39:51]), "TURNED 3": cards[51]}


def truths() -> Iterator[Truth]:
    """The first cards and the last three tricks of some deals."""
    rng = random.Random(4)
    for parameters in VARIANTS:
        yield count(start, parameters, random_deal(rng, str(parameters["TRUMPS"])), 4)
    for parameters in VARIANTS:
        deal = random_deal(rng, str(parameters["TRUMPS"]))
        before = random_moves(start(deal, **parameters), 40, rng)
        yield count(start, parameters, deal, 12, before)
