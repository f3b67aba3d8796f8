"""One deal of German Whist, slowly and plainly, from its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, counted

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)


def beats(answer: str, led: str, trump: str) -> bool:
    """Whether the second card of a trick takes it."""
    if answer[-1] == led[-1]:
        return RANKS.index(answer[:-1]) > RANKS.index(led[:-1])
    return answer[-1] == trump


@dataclass(frozen=True)
class Position:
    """Two hands, the stock from the top down, its first card being face up; and the tricks."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    stock: tuple[str, ...]
    trump: str
    every: bool
    """Whether the tricks of the first half count, too."""
    leader: int = 0
    led: str = ""
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """All twenty-six tricks have been played."""
        return len(self.winners) == 26

    @property
    def to_move(self) -> int:
        """The leader, or the other one."""
        return 1 - self.leader if self.led else self.leader

    @property
    def actions(self) -> tuple[str, ...]:
        """Any card, but the suit led if there is any."""
        hand = self.hands[self.to_move]
        return tuple(card for card in hand if self.led and card[-1] == self.led[-1]) or hand

    def after(self, card: str) -> Position:
        """The position after a card and, if it ends a trick in the first half, two cards drawn."""
        seat = self.to_move
        hands = [list(hand) for hand in self.hands]
        hands[seat].remove(card)
        if not self.led:
            return replace(self, hands=pair(hands), led=card)
        winner = seat if beats(card, self.led, self.trump) else self.leader
        if self.stock:
            hands[winner].append(self.stock[0])
            hands[1 - winner].append(self.stock[1])
        return replace(
            self,
            hands=pair(hands),
            stock=self.stock[2:],
            leader=winner,
            led="",
            winners=(*self.winners, winner),
        )

    @property
    def scores(self) -> list[int]:
        """The tricks that count."""
        counting = self.winners if self.every else self.winners[13:]
        return [counting.count(0), counting.count(1)]


def pair(hands: list[list[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two hands as they are kept."""
    return tuple(hands[0]), tuple(hands[1])


def start(deal: Mapping[str, str], COUNT: str = "SECOND") -> Position:
    """The first position of a deal: HAND 0, HAND 1, TURNED, and STOCK from the top down."""
    hands = (tuple(deal["HAND 0"].split()), tuple(deal["HAND 1"].split()))
    stock = (deal["TURNED"], *deal["STOCK"].split())
    assert sorted((*hands[0], *hands[1], *stock)) == sorted(DECK)
    return Position(hands, stock, deal["TURNED"][-1], COUNT == "ALL")


VARIANTS: tuple[Parameters, ...] = ({"COUNT": "SECOND"}, {"COUNT": "ALL"})
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    return {
        "HAND 0": " ".join(cards[:13]),
        "HAND 1": " ".join(cards[13:26]),
        "TURNED": cards[26],
        "STOCK": " ".join(cards[27:]),
    }


def truths() -> Iterator[Truth]:
    """The first cards, the end of the first half, and the last tricks."""
    yield from counted(
        start,
        random_deal,
        [
            ({}, 0, 3),
            ({}, 22, 3),
            ({}, 25, 3),
            ({}, 44, 8),
            ({"COUNT": "ALL"}, 45, 7),
        ],
        seed=1,
    )
