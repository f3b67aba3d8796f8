"""Schnapsen, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count
from .perft import moves, play

RANKS = ("J", "Q", "K", "10", "A")  # from low to high
WORTH = {"J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
SUITS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def height(card: str) -> int:
    """The place of a card in its suit, the ace highest."""
    return RANKS.index(card[:-1])


def worth(card: str) -> int:
    """The points of a card."""
    return WORTH[card[:-1]]


@dataclass(frozen=True)
class Position:
    """One deal as it is played."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    talon: tuple[str, ...]
    """What is left to be drawn, in this order; the card turned up is the last."""
    trump: str
    said: bool
    """Whether sixty-six points must be claimed."""
    least: int
    """With fewer cards in the talon one may neither exchange nor close."""
    leader: int = 0
    led: str = ""
    called: str = ""
    """The suit of a marriage declared just now."""
    tricks: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    married: tuple[int, int] = (0, 0)
    """The points of the marriages each has declared."""
    closer: int | None = None
    standing: int = 0
    """What the other had when the talon was closed: the game points to be won against them."""
    won: tuple[int, int] | None = None
    """At the end: the winner and their game points."""

    @property
    def over(self) -> bool:
        """Somebody has won."""
        return self.won is not None

    @property
    def to_move(self) -> int:
        """The leader, and then the other."""
        return 1 - self.leader if self.led else self.leader

    @property
    def strict(self) -> bool:
        """The talon is closed or used up."""
        return self.closer is not None or not self.talon

    def points(self, seat: int) -> int:
        """Nothing counts before the first trick."""
        if not self.tricks[seat]:
            return 0
        return sum(map(worth, self.tricks[seat])) + self.married[seat]

    def against(self, seat: int) -> int:
        """The game points that are won against a player as they stand."""
        if not self.tricks[seat]:
            return 3
        return 2 if self.points(seat) < 33 else 1

    @property
    def scores(self) -> list[int]:
        """The game points of the winner."""
        if self.won is None:
            return [0, 0]
        winner, stake = self.won
        return [stake if seat == winner else 0 for seat in (0, 1)]

    @property
    def actions(self) -> tuple[str, ...]:
        """The options, as one types them."""
        if self.led:
            return self._answers()
        hand = self.hands[self.leader]
        if self.called:
            leads = [rank + self.called for rank in ("Q", "K")]
            return (*leads, "claim_sixty-six") if self.said else tuple(leads)
        jack = "J" + self.trump
        early = self.closer is None and len(self.talon) >= self.least
        exchange = early and jack in hand
        found = [f"play_{card}" if exchange and card == jack else card for card in hand]
        found += [
            f"declare_the_marriage_in_{name}"
            for letter, name in SUITS.items()
            if "Q" + letter in hand and "K" + letter in hand
        ]
        if exchange:
            found.append(f"exchange_{jack}_for_the_trump_card")
        if early:
            found.append("close_the_talon")
        if self.said:
            found.append("claim_sixty-six")
        return tuple(found)

    def _answers(self) -> tuple[str, ...]:
        hand = self.hands[1 - self.leader]
        if not self.strict:
            return hand
        same = tuple(card for card in hand if suit(card) == suit(self.led))
        higher = tuple(card for card in same if height(card) > height(self.led))
        trumps = tuple(card for card in hand if suit(card) == self.trump)
        return higher or same or trumps or hand

    def after(self, action: str) -> Position:
        """The position after an option."""
        me = self.leader
        if action == "claim_sixty-six":
            return self._claimed(me)
        if action == "close_the_talon":
            return replace(self, closer=me, standing=self.against(1 - me))
        if action.startswith("exchange"):
            hand = [card for card in self.hands[me] if card != "J" + self.trump]
            return replace(
                self._holding(me, (*hand, self.talon[-1])),
                talon=(*self.talon[:-1], "J" + self.trump),
            )
        if action.startswith("declare"):
            letter = next(s for s, name in SUITS.items() if action.endswith(name))
            value = 40 if letter == self.trump else 20
            married = list(self.married)
            married[me] += value
            return replace(self, called=letter, married=(married[0], married[1]))._counted(me)
        return self._played(action.removeprefix("play_"))

    def _holding(self, seat: int, hand: tuple[str, ...]) -> Position:
        hands = [hand if seat == each else self.hands[each] for each in (0, 1)]
        return replace(self, hands=(hands[0], hands[1]))

    def _counted(self, seat: int) -> Position:
        """Won, if sixty-six points need not be claimed and a player has them."""
        return self._won(seat) if not self.said and self.points(seat) >= 66 else self

    def _won(self, seat: int) -> Position:
        if self.closer is None:
            stake = self.against(1 - seat)
        elif self.closer == seat:
            stake = self.standing
        else:
            stake = 3 if self.standing == 3 else 2
        return replace(self, won=(seat, stake))

    def _claimed(self, seat: int) -> Position:
        if self.points(seat) >= 66:
            return self._won(seat)
        if self.closer == seat:
            return replace(self, won=(1 - seat, 3 if self.standing == 3 else 2))
        return replace(self, won=(1 - seat, 3 if not self.tricks[1 - seat] else 2))

    def _played(self, card: str) -> Position:
        seat = self.to_move
        hand = tuple(other for other in self.hands[seat] if other != card)
        position = self._holding(seat, hand)
        if not self.led:
            return replace(position, led=card, called="")
        beaten = (
            height(card) > height(self.led)
            if suit(card) == suit(self.led)
            else suit(card) == self.trump
        )
        winner = seat if beaten else self.leader
        tricks = list(self.tricks)
        tricks[winner] += (self.led, card)
        return replace(
            position, led="", leader=winner, tricks=(tricks[0], tricks[1])
        )._after_trick()

    def _after_trick(self) -> Position:
        winner = self.leader
        position = self._counted(winner)
        if position.over:
            return position
        if not self.strict:
            first, second, *rest = self.talon
            position = self._holding(winner, (*self.hands[winner], first))
            position = position._holding(1 - winner, (*self.hands[1 - winner], second))
            return replace(position, talon=tuple(rest))
        if self.hands[0]:
            return self
        if self.closer is None:
            return replace(self, won=(winner, 1))
        return self._claimed(self.closer)


def start(
    deal: Mapping[str, str], CLAIM: str = "COUNTED", LATE: str = "NO", GOAL: int = 1
) -> Position:
    """The first position of a deal: HAND 0, HAND 1, TALON from the top down, TURNUP."""
    assert GOAL == 1
    hands = (tuple(deal["HAND 0"].split()), tuple(deal["HAND 1"].split()))
    talon = (*deal["TALON"].split(), deal["TURNUP"])
    assert sorted((*hands[0], *hands[1], *talon)) == sorted(DECK)
    return Position(hands, talon, suit(deal["TURNUP"]), CLAIM == "SAID", 2 if LATE == "YES" else 4)


VARIANTS: tuple[Parameters, ...] = tuple(
    {"CLAIM": claim, "LATE": late} for claim in ("COUNTED", "SAID") for late in ("NO", "YES")
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 20)
    return {
        "HAND 0": " ".join(cards[:5]),
        "HAND 1": " ".join(cards[5:10]),
        "TALON": " ".join(cards[10:19]),
        "TURNUP": cards[19],
    }


def opening(position: Position, number: int, rng: random.Random) -> tuple[tuple[str, ...], bool]:
    """Some random moves, and whether the deal was over with them."""
    before: list[str] = []
    while len(before) < number and not position.over:
        before.append(rng.choice(moves(position)))
        position = play(position, before[-1])
    return tuple(before), position.over


def truths() -> Iterator[Truth]:
    """The first decisions of some deals, and the ends of others, closed or played out."""
    rng = random.Random(7)
    for variant in VARIANTS:
        yield count(start, variant, random_deal(rng), 4)
    for parameters in VARIANTS:
        found = 0
        while found < 2:
            deal = random_deal(rng)
            before, ended = opening(start(deal, **parameters), 11, rng)
            if ended:
                continue
            truth = count(start, parameters, deal, 20, before)
            if len(truth.endings) >= 4 and sum(truth.counts) < 3000:
                found += 1
                yield truth
