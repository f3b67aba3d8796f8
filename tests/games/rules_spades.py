"""Spades, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def value(card: str, led: str) -> int:
    """How high a card is in a trick: spades are trump."""
    bonus = 200 if suit(card) == "S" else 100 if suit(card) == led else 0
    return RANKS.index(card[:-1]) + bonus


@dataclass(frozen=True)
class Table:
    """What is agreed before the deal."""

    nil: int
    help: bool
    """Whether tricks of a nil that fails help the partner."""
    bags: int
    lock: bool
    """Whether spades must be broken."""


@dataclass(frozen=True)
class Position:
    """The hands, the bids, the trick on the table, and who took the tricks so far."""

    hands: tuple[tuple[str, ...], ...]
    table: Table
    bids: tuple[int, ...] = ()
    leader: int = 0
    trick: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    broken: bool = False

    @property
    def over(self) -> bool:
        """All thirteen tricks have been played."""
        return len(self.winners) == 13

    @property
    def to_move(self) -> int:
        """The seat that bids or plays."""
        if len(self.bids) < 4:
            return len(self.bids)
        return (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """Bids, partners together at most thirteen; then cards."""
        if len(self.bids) < 4:
            said = self.bids[self.to_move - 2] if len(self.bids) >= 2 else 0
            return ("bid_nil", *(str(tricks) for tricks in range(1, 14 - said)))
        hand = self.hands[self.to_move]
        if self.trick:
            wanted = tuple(card for card in hand if suit(card) == suit(self.trick[0]))
        elif self.table.lock and not self.broken:
            wanted = tuple(card for card in hand if suit(card) != "S")
        else:
            wanted = hand
        return wanted or hand

    def after(self, move: str) -> Position:
        """The position after a bid or a card."""
        if len(self.bids) < 4:
            return replace(self, bids=(*self.bids, 0 if move == "bid_nil" else int(move)))
        hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
        trick = (*self.trick, move)
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick)
        values = [value(card, suit(trick[0])) for card in trick]
        winner = (self.leader + values.index(max(values))) % 4
        return replace(
            self,
            hands=hands,
            leader=winner,
            trick=(),
            winners=(*self.winners, winner),
            broken=self.broken or any(suit(card) == "S" for card in trick),
        )

    @property
    def scores(self) -> list[int]:
        """The points of the deal, by seat."""
        if not self.over:
            return [0, 0, 0, 0]
        return [self.points(0), self.points(1)] * 2

    def points(self, side: int) -> int:
        """What a side has won or lost."""
        seats = (side, side + 2)
        contract = sum(self.bids[seat] for seat in seats)
        points = useful = bags = 0
        for seat in seats:
            taken = self.winners.count(seat)
            if self.bids[seat] == 0:
                points += self.table.nil if taken == 0 else -self.table.nil
            if self.bids[seat] > 0 or self.table.help:
                useful += taken
            else:
                bags += taken
        if useful >= contract:
            points += 10 * contract
            bags += useful - contract
        else:
            points -= 10 * contract
        if self.table.bags:
            points -= bags // self.table.bags * 100
        return points + bags


def start(
    deal: Mapping[str, str],
    DEALS: int = 1,
    POINTS: int = 0,
    NIL: int = 100,
    NILTRICKS: str = "COUNT",
    BAGS: int = 10,
    BREAK: str = "YES",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", "HAND 1": ...}`."""
    assert (DEALS, POINTS) == (1, 0)
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)
    return Position(hands, Table(NIL, NILTRICKS == "COUNT", BAGS, BREAK == "YES"))


VARIANTS: tuple[Parameters, ...] = (
    {},
    {"NILTRICKS": "BAGS"},
    {"NILTRICKS": "BAGS", "BAGS": 5, "NIL": 50},
    {"BREAK": "NO", "BAGS": 0, "NIL": 0},
    {"BAGS": 3},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    return {f"HAND {p}": " ".join(cards[13 * p : 13 * p + 13]) for p in range(4)}


def truths() -> Iterator[Truth]:
    """The bids, the first cards, and the last three tricks after some bids."""
    rng = random.Random(3)
    yield count(start, {}, random_deal(rng), 4)
    variants: tuple[Parameters, ...] = ({}, {"BREAK": "NO"})
    for parameters in variants:
        yield count(start, parameters, random_deal(rng), 4, ("3", "4", "bid_nil", "2"))
    endings: tuple[tuple[Parameters, str], ...] = (
        ({}, "3 0 4 5"),
        ({}, "0 1 0 2"),
        ({"NILTRICKS": "BAGS"}, "0 0 3 2"),
        ({"NILTRICKS": "BAGS", "BAGS": 4}, "0 0 0 0"),
        ({"BREAK": "NO", "BAGS": 2, "NIL": 50}, "1 0 2 1"),
    )
    for parameters, bids in endings:
        deal, said = random_deal(rng), tuple(bids.replace("0", "bid_nil").split())
        position = play(start(deal, **parameters), *said)
        yield count(start, parameters, deal, 12, said + random_moves(position, 40, rng))
