"""One deal of Pitch, slowly and plainly, from its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, counted

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}


def height(card: str) -> int:
    """The place of a card among the ranks, the ace highest."""
    return RANKS.index(card[:-1])


@dataclass(frozen=True)
class Position:
    """One deal: the hands as dealt and as they are, the bids, and the tricks with who took them."""

    dealt: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    partners: bool
    least: int
    steal: bool
    dealt_low: bool
    bids: tuple[int, ...] = ()
    """0 for a pass; the dealer, seat 3, bids last."""
    leader: int = 0
    trick: tuple[str, ...] = ()
    tricks: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def bid(self) -> int:
        """The highest bid so far."""
        return max(self.bids, default=0)

    @property
    def bidder(self) -> int:
        """The last seat to bid as much: a dealer may steal the bid."""
        return max(seat for seat, bid in enumerate(self.bids) if bid == self.bid)

    @property
    def bidding(self) -> bool:
        """Whether somebody is still to bid."""
        return len(self.bids) < 4 and (self.bid < 4 or self.steal)

    @property
    def trump(self) -> str:
        """The suit of the first card played."""
        first = self.tricks[0][1] if self.tricks else self.trick
        return first[0][-1]

    @property
    def over(self) -> bool:
        """All six tricks have been played."""
        return len(self.tricks) == 6

    @property
    def to_move(self) -> int:
        """The seat that bids or plays."""
        return len(self.bids) if self.bidding else (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """Higher bids, and mostly a pass; or cards: the suit led, trumps, or all of a void hand."""
        if self.bidding:
            dealer = len(self.bids) == 3
            enough = self.bid if dealer and self.steal else self.bid + 1
            bids = tuple(str(bid) for bid in range(max(enough, self.least), 5))
            return bids if dealer and not self.bid else ("pass", *bids)
        hand = self.hands[self.to_move]
        if not self.trick:
            return hand
        led = self.trick[0][-1]
        if any(card[-1] == led for card in hand):
            return tuple(card for card in hand if card[-1] in (led, self.trump))
        return hand

    def after(self, move: str) -> Position:
        """The position after a bid or a card."""
        if self.bidding:
            bid = 0 if move == "pass" else int(move)
            later = replace(self, bids=(*self.bids, bid))
            return later if later.bidding else replace(later, leader=later.bidder)
        hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
        trick = (*self.trick, move)
        later = replace(self, hands=hands, trick=trick)
        if len(trick) < 4:
            return later
        trumps = [card for card in trick if card[-1] == later.trump]
        fitting = trumps or [card for card in trick if card[-1] == trick[0][-1]]
        winner = (self.leader + trick.index(max(fitting, key=height))) % 4
        return replace(later, leader=winner, trick=(), tricks=(*self.tricks, (winner, trick)))

    def side(self, seat: int) -> int:
        """The partnership of a seat, or the seat itself."""
        return seat % 2 if self.partners else seat

    @property
    def made(self) -> list[int]:
        """The points each side has made."""
        sides = range(2 if self.partners else 4)
        trumps = [card for hand in self.dealt for card in hand if card[-1] == self.trump]
        taken = {card: self.side(who) for who, trick in self.tricks for card in trick}
        held = {card: self.side(who) for who, hand in enumerate(self.dealt) for card in hand}
        low = min(trumps, key=height)
        winners = [held[max(trumps, key=height)], (held if self.dealt_low else taken)[low]]
        if "J" + self.trump in taken:
            winners.append(taken["J" + self.trump])
        pips = [
            sum(PIPS.get(card[:-1], 0) for card in taken if taken[card] == side) for side in sides
        ]
        if pips.count(max(pips)) == 1:
            winners.append(pips.index(max(pips)))
        return [winners.count(side) for side in sides]

    @property
    def scores(self) -> list[int]:
        """What has been made, but bidders who have not made their bid lose it."""
        if not self.over:
            return [0, 0, 0, 0]
        points = self.made
        bidders = self.side(self.bidder)
        if points[bidders] < self.bid:
            points[bidders] = -self.bid
        return [points[self.side(seat)] for seat in range(4)]


def start(
    deal: Mapping[str, str],
    PARTNERS: str = "YES",
    LEAST: int = 2,
    STEAL: str = "NO",
    LOW: str = "DEALT",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", ...}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    assert all(len(hand) == 6 for hand in hands)
    return Position(hands, hands, PARTNERS == "YES", LEAST, STEAL == "YES", LOW == "DEALT")


VARIANTS: tuple[Parameters, ...] = (
    {},
    {"PARTNERS": "NO"},
    {"LEAST": 1, "STEAL": "YES"},
    {"LOW": "TAKEN"},
    {"PARTNERS": "NO", "STEAL": "YES", "LOW": "TAKEN"},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 24)
    return {f"HAND {p}": " ".join(cards[6 * p : 6 * p + 6]) for p in range(4)}


def truths() -> Iterator[Truth]:
    """All auctions and the first cards, and the last tricks of some deals."""
    yield from counted(
        start,
        random_deal,
        [
            ({}, 0, 5),
            ({"LEAST": 1}, 0, 5),
            ({"STEAL": "YES"}, 0, 5),
            ({}, 20, 8),
            ({"PARTNERS": "NO"}, 20, 8),
            ({"LOW": "TAKEN"}, 20, 8),
            ({"PARTNERS": "NO", "LOW": "TAKEN", "STEAL": "YES"}, 18, 10),
        ],
        seed=2,
    )
