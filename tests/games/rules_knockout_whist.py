"""One deal of Knockout Whist, slowly and plainly, from its rules.

What comes after the first deal is known only if the game is over then: the next one is shuffled.
`test_knockout_whist.py` goes on with the hands the engine has dealt.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, counted

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)


@dataclass(frozen=True)
class Position:
    """One deal: hands, nobody's being empty but of those who are out; and the tricks so far."""

    hands: tuple[tuple[str, ...], ...]
    size: int
    """The number of tricks to be played."""
    trump: str
    leader: int
    dogs: frozenset[int] = frozenset()
    final: bool = False
    """Whether the deal decides the game, however it ends."""
    pet: bool = False
    """Whether those who take no trick will live on as dogs."""
    turns: tuple[tuple[int, str], ...] = ()
    """What has been played to this trick, or `pass`, and by whom."""
    winners: tuple[int, ...] = ()

    @property
    def waiting(self) -> list[int]:
        """Those who are still to play to this trick, in order."""
        seats = len(self.hands)
        order = [(self.leader + i) % seats for i in range(seats)]
        acted = {seat for seat, _ in self.turns}
        return [seat for seat in order if self.hands[seat] and seat not in acted]

    @property
    def done(self) -> bool:
        """All tricks of the deal have been played."""
        return len(self.winners) == self.size

    @property
    def survivors(self) -> set[int]:
        """Those who took a trick and, if it is the first time, the others too."""
        return set(range(len(self.hands))) if self.pet else set(self.winners)

    @property
    def over(self) -> bool:
        """The game is over, and not just the deal."""
        return self.done and (self.final or len(self.survivors) == 1)

    @property
    def to_move(self) -> int:
        """The seat that plays next."""
        return self.waiting[0]

    @property
    def actions(self) -> tuple[str, ...]:
        """The suit led if there is any, or else any card; a dog may wait for a later trick."""
        seat = self.to_move
        hand = self.hands[seat]
        cards = [move for _, move in self.turns if move != "pass"]
        following = tuple(card for card in hand if cards and card[-1] == cards[0][-1])
        waits = seat in self.dogs and len(self.winners) < self.size - 1
        return (following or hand) + (("pass",) if waits else ())

    def after(self, move: str) -> Position:
        """The position after a card, or after a dog has passed."""
        seat = self.to_move
        hands = list(self.hands)
        hands[seat] = tuple(card for card in hands[seat] if card != move)
        played = replace(self, hands=tuple(hands), turns=(*self.turns, (seat, move)))
        if played.waiting:
            return played
        cards = [(who, card) for who, card in played.turns if card != "pass"]
        trumps = [each for each in cards if each[1][-1] == self.trump]
        fitting = trumps or [each for each in cards if each[1][-1] == cards[0][1][-1]]
        winner = max(fitting, key=lambda each: RANKS.index(each[1][:-1]))[0]
        return replace(played, leader=winner, turns=(), winners=(*self.winners, winner))

    @property
    def scores(self) -> list[int]:
        """One for each who has survived the deal."""
        if not self.done:
            return [0] * len(self.hands)
        return [int(seat in self.survivors) for seat in range(len(self.hands))]


def start(deal: Mapping[str, str], NUMP: int = 4, SIZE: int = 7, PET: str = "YES") -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", ..., "TURNED": "9H"}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    assert all(len(hand) == SIZE for hand in hands)
    final = SIZE == 1
    return Position(hands, SIZE, deal["TURNED"][-1], 0, final=final, pet=PET == "YES" and not final)


VARIANTS: tuple[Parameters, ...] = tuple(
    {"NUMP": players, "SIZE": 1, "PET": pet} for players in (2, 4, 7) for pet in ("YES", "NO")
)
"""Parameters with which the engine is compared to these rules: games of one deal."""


def random_deal(rng: random.Random, NUMP: int = 4, SIZE: int = 7, **_: int | str) -> Deal:
    """A random first deal."""
    *cards, turned = rng.sample(DECK, NUMP * SIZE + 1)
    hands = {f"HAND {p}": " ".join(cards[p * SIZE : (p + 1) * SIZE]) for p in range(NUMP)}
    return {**hands, "TURNED": turned}


def truths() -> Iterator[Truth]:
    """The first cards, the last tricks of a first deal, and games that end with it."""
    yield from counted(
        start,
        random_deal,
        [
            ({}, 0, 5),
            ({"NUMP": 7}, 0, 7),
            ({}, 16, 11),
            ({"NUMP": 3}, 12, 8),
            ({"NUMP": 2, "SIZE": 3}, 0, 5),
            ({"NUMP": 5, "SIZE": 1}, 0, 5),
        ],
        seed=4,
    )
    swept = {"HAND 0": "AC KC QC", "HAND 1": "2C 3D 4S", "TURNED": "2H"}
    yield count(start, {"NUMP": 2, "SIZE": 3, "PET": "NO"}, swept, 6)
