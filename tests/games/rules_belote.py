"""Belote, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, counted

SUITS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
PLAIN = ("7", "8", "9", "J", "Q", "K", "10", "A")  # from low to high
TRUMPS = ("7", "8", "Q", "K", "10", "A", "9", "J")
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
WORTH_IN_TRUMPS = {**WORTH, "J": 20, "9": 14}


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def worth(card: str, trump: str) -> int:
    """The points of a card."""
    return (WORTH_IN_TRUMPS if suit(card) == trump else WORTH).get(card[:-1], 0)


def height(card: str, trump: str) -> int:
    """The place of a card in its suit."""
    return (TRUMPS if suit(card) == trump else PLAIN).index(card[:-1])


def winner_of(trick: tuple[str, ...], trump: str) -> int:
    """Which card takes a trick."""
    decisive = trump if any(suit(card) == trump for card in trick) else suit(trick[0])
    rivals = [card for card in trick if suit(card) == decisive]
    return trick.index(max(rivals, key=lambda card: height(card, trump)))


def legal(
    hand: tuple[str, ...], trick: tuple[str, ...], trump: str, under: bool
) -> tuple[str, ...]:
    """The cards that may be played to a trick."""
    if not trick:
        return hand
    same = tuple(card for card in hand if suit(card) == suit(trick[0]))
    trumps = tuple(card for card in hand if suit(card) == trump)
    played = [height(card, trump) for card in trick if suit(card) == trump]
    over = tuple(card for card in trumps if height(card, trump) > max(played, default=-1))
    if suit(trick[0]) == trump:
        return over or trumps or hand
    if same:
        return same
    partner_wins = len(trick) >= 2 and winner_of(trick, trump) == len(trick) - 2
    if partner_wins:
        return hand
    if over:
        return over
    return (trumps or hand) if under else hand


@dataclass(frozen=True)
class Position:
    """One deal: the bids, the hands, the trick on the table and the tricks taken."""

    hands: tuple[tuple[str, ...], ...]
    turnup: str
    stock: tuple[str, ...]
    """What is dealt after somebody has taken, in this order."""
    under: bool
    bids: tuple[str, ...] = ()
    trump: str = ""
    taker: int = 0
    leader: int = 0
    belote: int | None = None
    """The team that had king and queen of trumps in one hand."""
    trick: tuple[str, ...] = ()
    tricks: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def over(self) -> bool:
        """Eight tricks have been played."""
        return len(self.tricks) == 8

    @property
    def to_move(self) -> int:
        """The seat that bids or plays."""
        return (self.leader + len(self.trick)) % 4 if self.trump else len(self.bids) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be bid or played."""
        if self.trump:
            return legal(self.hands[self.to_move], self.trick, self.trump, self.under)
        first = len(self.bids) < 4
        takes = [f"take_in_{SUITS[s]}" for s in SUITS if (s == suit(self.turnup)) == first]
        return ("pass", *takes)

    def after(self, action: str) -> Position:
        """The position after a bid or a card."""
        if not self.trump:
            return self._after_bid(action)
        seat = self.to_move
        hands = tuple(tuple(card for card in hand if card != action) for hand in self.hands)
        married = {"K" + self.trump, "Q" + self.trump}
        belote = seat % 2 if married <= set(self.hands[seat]) and action in married else self.belote
        trick = (*self.trick, action)
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick, belote=belote)
        winner = (self.leader + winner_of(trick, self.trump)) % 4
        return replace(
            self,
            hands=hands,
            leader=winner,
            belote=belote,
            trick=(),
            tricks=(*self.tricks, (winner, trick)),
        )

    def _after_bid(self, action: str) -> Position:
        bids = (*self.bids, action)
        if action == "pass":
            assert len(bids) < 8, "a deal that all pass is dealt anew, which is another deal"
            return replace(self, bids=bids)
        taker = self.to_move
        stock = list(self.stock)
        hands = []
        for seat, hand in enumerate(self.hands):
            more = [stock.pop(0) for _ in range(2 if seat == taker else 3)]
            hands.append((*hand, *more, *([self.turnup] if seat == taker else [])))
        trump = next(s for s, name in SUITS.items() if action.endswith(name))
        return replace(self, bids=bids, hands=tuple(hands), trump=trump, taker=taker)

    @property
    def scores(self) -> list[int]:
        """What the teams score."""
        if not self.over:
            return [0, 0, 0, 0]
        points = [0, 0]
        for winner, trick in self.tricks:
            points[winner % 2] += sum(worth(card, self.trump) for card in trick)
        winners = {winner % 2 for winner, _ in self.tricks}
        points[self.tricks[-1][0] % 2] += 100 if len(winners) == 1 else 10
        belote = [20 if self.belote == team else 0 for team in (0, 1)]
        mine, theirs = self.taker % 2, 1 - self.taker % 2
        totals = [points[team] + belote[team] for team in (0, 1)]
        score = list(belote)
        score[theirs] += points[theirs]
        if totals[mine] > totals[theirs]:
            score[mine] += points[mine]
        elif totals[mine] < totals[theirs]:
            score[theirs] += points[mine]
        return [*score, *score]


def start(deal: Mapping[str, str], UNDER: str = "YES") -> Position:
    """The first position of a deal: HAND 0 to HAND 3, TURNUP, and STOCK from the top down."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    stock = tuple(deal["STOCK"].split())
    assert sorted([c for hand in hands for c in hand] + [deal["TURNUP"], *stock]) == sorted(DECK)
    return Position(hands, deal["TURNUP"], stock, UNDER == "YES")


VARIANTS: tuple[Parameters, ...] = ({"UNDER": "YES"}, {"UNDER": "NO"})
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 32)
    hands = {f"HAND {seat}": " ".join(cards[5 * seat : 5 * seat + 5]) for seat in range(4)}
    return {**hands, "TURNUP": cards[20], "STOCK": " ".join(cards[21:])}


def truths() -> Iterator[Truth]:
    """The first bids and cards, and the last tricks of some deals."""
    yes: Parameters = {"UNDER": "YES"}
    no: Parameters = {"UNDER": "NO"}
    ends = [(yes, 22, 20), (no, 22, 20)] * 4
    yield from counted(start, random_deal, [(yes, 0, 3), (no, 0, 3), *ends], seed=10)
