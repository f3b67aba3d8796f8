"""Hearts, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)
DISTANCES = {"LEFT": 1, "ACROSS": 2, "RIGHT": 3}


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def strength(card: str) -> int:
    """The place of a card among the ranks, the ace highest."""
    return RANKS.index(card[:-1])


def worth(card: str) -> int:
    """The points of a card: one for a heart, thirteen for the queen of spades."""
    return 13 if card == "QS" else int(suit(card) == "H")


@dataclass(frozen=True)
class Position:
    """One deal: the hands, what was passed, the trick on the table and the tricks taken."""

    hands: tuple[tuple[str, ...], ...]
    distance: int
    clubs: bool
    broken: bool
    """Whether hearts may be led: from the start, if they need not be broken."""
    blood: bool
    moon: bool
    jack: bool
    leader: int = 0
    chosen: tuple[str, ...] = ()
    """The cards to be passed that the player to move has named so far."""
    passed: tuple[tuple[str, ...], ...] = ()
    trick: tuple[str, ...] = ()
    tricks: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def passing(self) -> bool:
        """Whether cards are still to be passed."""
        return self.distance > 0 and len(self.passed) < 4

    @property
    def over(self) -> bool:
        """All thirteen tricks have been played."""
        return len(self.tricks) == 13

    @property
    def to_move(self) -> int:
        """The seat that passes cards or plays one."""
        return len(self.passed) if self.passing else (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """The cards that may be played. Three to be passed are named one by one in the order of the
        deck, so that each set can be named in one way."""
        hand = self.hands[self.to_move]
        if self.passing:
            after = DECK.index(self.chosen[-1]) + 1 if self.chosen else 0
            later = [card for card in DECK[after:] if card in hand]
            return tuple(later[: len(later) - (2 - len(self.chosen))])
        if not self.trick:
            if self.clubs and not self.tricks:
                return ("2C",)
            allowed = tuple(card for card in hand if self.broken or suit(card) != "H")
            return allowed or hand
        following = tuple(card for card in hand if suit(card) == suit(self.trick[0]))
        if following:
            return following
        if not self.blood and not self.tricks:
            return tuple(card for card in hand if worth(card) == 0) or hand
        return hand

    def after(self, card: str) -> Position:
        """The position after a card is played, or named to be passed."""
        if self.passing:
            return self._after_naming(card)
        hands = tuple(tuple(other for other in hand if other != card) for hand in self.hands)
        trick = (*self.trick, card)
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick)
        rivals = [each for each in trick if suit(each) == suit(trick[0])]
        winner = (self.leader + trick.index(max(rivals, key=strength))) % 4
        return replace(
            self,
            hands=hands,
            leader=winner,
            trick=(),
            broken=self.broken or any(suit(each) == "H" for each in trick),
            tricks=(*self.tricks, (winner, trick)),
        )

    def _after_naming(self, card: str) -> Position:
        chosen = (*self.chosen, card)
        if len(chosen) < 3:
            return replace(self, chosen=chosen)
        passed = (*self.passed, chosen)
        if len(passed) < 4:
            return replace(self, chosen=(), passed=passed)
        hands = [
            (*(card for card in hand if card not in passed[seat]), *passed[seat - self.distance])
            for seat, hand in enumerate(self.hands)
        ]
        return opened(replace(self, hands=tuple(hands), chosen=(), passed=passed))

    @property
    def scores(self) -> list[int]:
        """The points each has taken; all of them go to the others, if the moon may be shot. The
        jack of diamonds is apart from that."""
        points = [0, 0, 0, 0]
        for winner, trick in self.tricks:
            points[winner] += sum(map(worth, trick))
        if self.moon and 26 in points:
            points = [26 - taken for taken in points]
        for winner, trick in self.tricks:
            if self.jack and "JD" in trick:
                points[winner] -= 10
        return points


def opened(position: Position) -> Position:
    """With the leader of the first trick."""
    if not position.clubs:
        return position
    return replace(
        position, leader=next(n for n, hand in enumerate(position.hands) if "2C" in hand)
    )


def start(
    deal: Mapping[str, str],
    PASS: str = "LEFT",
    FIRST: str = "CLUBS",
    BREAK: str = "YES",
    BLOOD: str = "NO",
    MOON: str = "YES",
    JACK: str = "NO",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", "HAND 1": ...}`."""
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)
    distance = DISTANCES.get(PASS, 0)
    position = Position(
        hands,
        distance,
        FIRST == "CLUBS",
        BREAK == "NO",
        BLOOD == "YES",
        MOON == "YES",
        JACK == "YES",
    )
    return position if distance else opened(position)


VARIANTS: tuple[Parameters, ...] = tuple(
    {"PASS": way, "FIRST": opens, "BREAK": rest, "BLOOD": rest, "MOON": rest, "JACK": rest}
    for way in ("LEFT", "RIGHT", "ACROSS", "NONE")
    for opens in ("CLUBS", "LEFT")
    for rest in ("YES", "NO")
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    return {f"HAND {p}": " ".join(cards[13 * p : 13 * p + 13]) for p in range(4)}


def truths() -> Iterator[Truth]:
    """The first cards, passed and played, and the last three tricks of some deals."""
    rng = random.Random(6)
    for variant in (
        {"PASS": "LEFT"},
        {"PASS": "NONE"},
        {"PASS": "NONE", "FIRST": "LEFT", "BLOOD": "YES", "MOON": "NO"},
        {"PASS": "NONE", "FIRST": "LEFT", "BREAK": "NO"},
    ):
        parameters: Parameters = dict(variant)
        yield count(start, parameters, random_deal(rng), 4)
    for way in ("LEFT", "RIGHT", "ACROSS", "NONE"):
        parameters = {"PASS": way}
        deal = random_deal(rng)
        passed = 0 if way == "NONE" else 12
        before = random_moves(start(deal, PASS=way), passed + 40, rng)
        yield count(start, parameters, deal, 12, before)
