"""Sheepshead, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

FAILS = ("7", "8", "9", "K", "10", "A")
"""The ranks of a suit that is not trumps, from the lowest up."""

TRUMPS = (
    *(rank + "D" for rank in FAILS),
    *("J" + suit for suit in "DHSC"),
    *("Q" + suit for suit in "DHSC"),
)
DECK = (
    *(rank + "D" for rank in FAILS),
    *(rank + suit for suit in "HSC" for rank in FAILS),
    *("J" + suit for suit in "DHSC"),
    *("Q" + suit for suit in "DHSC"),
)
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}

Trick = tuple[tuple[int, str], ...]
"""Who played which card, in order."""


def points(cards: Iterable[str]) -> int:
    """What cards count: 120 in all."""
    return sum(WORTH.get(card[:-1], 0) for card in cards)


def kind(card: str) -> str:
    """What has to be followed: T for trumps, else the suit."""
    return "T" if card in TRUMPS else card[-1]


def winner(trick: Trick) -> int:
    """Who takes a trick."""
    trumps = [play for play in trick if kind(play[1]) == "T"]
    if trumps:
        return max(trumps, key=lambda play: TRUMPS.index(play[1]))[0]
    running = [play for play in trick if kind(play[1]) == kind(trick[0][1])]
    return max(running, key=lambda play: FAILS.index(play[1][:-1]))[0]


@dataclass(frozen=True)
class Position:
    """One deal. Seat 0 sits left of the dealer, who has the last seat."""

    dealt: tuple[frozenset[str], ...]
    blind: frozenset[str]
    passed: str
    bump: bool
    calls: tuple[str, ...] = ()
    buried: tuple[str, ...] = ()
    tricks: tuple[Trick, ...] = ()
    table: Trick = ()

    @property
    def players(self) -> int:
        return len(self.dealt)

    @property
    def picker(self) -> int | None:
        """Who has picked, if anybody has."""
        if "pick" in self.calls:
            return self.calls.index("pick")
        forced = self.passed == "FORCED" and len(self.calls) == self.players - 1
        return self.players - 1 if forced else None

    @property
    def calling(self) -> bool:
        return self.picker is None and len(self.calls) < self.players

    @property
    def burying(self) -> bool:
        return self.picker is not None and len(self.buried) < 2

    @property
    def over(self) -> bool:
        return len(self.tricks) == 30 // self.players

    @property
    def to_move(self) -> int:
        if self.calling:
            return len(self.calls)
        if self.burying:
            assert self.picker is not None
            return self.picker
        leader = winner(self.tricks[-1]) if self.tricks else 0
        return (leader + len(self.table)) % self.players

    def hand(self, seat: int) -> list[str]:
        """What somebody still holds, in the order of the deck."""
        cards = set(self.dealt[seat])
        if seat == self.picker:
            cards |= self.blind
        cards -= {card for trick in (*self.tricks, self.table) for _, card in trick}
        return [card for card in DECK if card in cards - set(self.buried)]

    @property
    def actions(self) -> list[str]:
        """What may be done."""
        if self.over:
            return []
        if self.calling:
            return ["pass", "pick"]
        hand = self.hand(self.to_move)
        if self.burying:
            if not self.buried:
                return hand[:-1]
            return [card for card in hand if DECK.index(card) > DECK.index(self.buried[0])]
        led = kind(self.table[0][1]) if self.table else ""
        return [card for card in hand if kind(card) == led] or hand

    def after(self, action: str) -> Position:
        """The position after one of the actions."""
        assert action in self.actions
        if self.calling:
            return replace(self, calls=(*self.calls, action))
        if self.burying:
            return replace(self, buried=(*self.buried, action))
        table = (*self.table, (self.to_move, action))
        if len(table) < self.players:
            return replace(self, table=table)
        return replace(self, table=(), tricks=(*self.tricks, table))

    def won(self, *seats: int) -> list[str]:
        """The cards that some players took in tricks."""
        return [card for trick in self.tricks if winner(trick) in seats for _, card in trick]

    @property
    def leastered(self) -> list[int]:
        """What a leaster brings each seat."""
        totals = {}
        for seat in range(self.players):
            if pile := self.won(seat):
                last = winner(self.tricks[-1]) == seat
                totals[seat] = points(pile) + points(self.blind) * last
        best = [seat for seat, total in totals.items() if total == min(totals.values())]
        if len(best) > 1:
            return [0] * self.players
        return [self.players - 1 if seat in best else -1 for seat in range(self.players)]

    @property
    def scores(self) -> list[int]:
        """What the deal is worth to each seat."""
        picker = self.picker
        if picker is None:
            return self.leastered
        holders = [seat for seat in range(self.players) if "JD" in self.dealt[seat]]
        partner = holders[0] if holders and self.players == 5 else picker
        side = {picker, partner}
        pile = self.won(*side)
        total = points(pile) + points(self.buried)
        if total > 60:
            stake = 3 if len(pile) == 30 else 2 if total > 90 else 1
        else:
            stake = -3 if not pile else -2 if total <= 30 else -1
            stake *= 2 if self.bump else 1
        scores = [stake if seat in side else -stake for seat in range(self.players)]
        scores[picker] = 0
        scores[picker] = -sum(scores)
        return scores


def start(
    deal: Mapping[str, str],
    NUMP: int = 5,
    DEALS: int = 1,
    PASSED: str = "LEASTER",
    BUMP: str = "YES",
) -> Position:
    """The first position of a deal: HAND 0 to HAND 4, and BLIND."""
    assert DEALS == 1
    assert PASSED != "AGAIN"
    hands = tuple(frozenset(deal[f"HAND {seat}"].split()) for seat in range(NUMP))
    return Position(hands, frozenset(deal["BLIND"].split()), PASSED, BUMP == "YES")


def random_deal(rng: random.Random, NUMP: int | str = 5, **_: int | str) -> Deal:
    """A random deal."""
    cards, size = rng.sample(DECK, 32), 30 // int(NUMP)
    hands = {f"HAND {p}": " ".join(cards[size * p : size * p + size]) for p in range(int(NUMP))}
    return {**hands, "BLIND": " ".join(cards[30:])}


VARIANTS: tuple[Parameters, ...] = tuple(
    {"NUMP": players, "PASSED": passed, "BUMP": bump}
    for players in (5, 3)
    for passed in ("LEASTER", "FORCED")
    for bump in ("YES", "NO")
)
"""Parameters with which the engine is compared to these rules."""


def truths() -> Iterator[Truth]:
    """Picking and burying, and the ends of some deals."""
    rng = random.Random(4)
    five: Parameters = {}
    yield count(start, five, random_deal(rng), 6)
    yield count(start, {"NUMP": 3, "PASSED": "FORCED"}, random_deal(rng, NUMP=3), 5)
    for parameters, words, played in (
        (five, "pick", 2 + 18),
        (five, "pass pass pick", 2 + 15),
        ({"BUMP": "NO"}, "pass pass pass pass pick", 2 + 18),
        ({"PASSED": "FORCED"}, "pass pass pass pass", 2 + 15),
        (five, "pass pass pass pass pass", 18),
        ({"NUMP": 3}, "pass pick", 2 + 22),
        ({"NUMP": 3}, "pass pass pass", 22),
    ):
        chosen: dict[str, Any] = dict(parameters)
        deal, before = random_deal(rng, **chosen), tuple(words.split())
        later = random_moves(play(start(deal, **chosen), *before), played, rng)
        yield count(start, chosen, deal, 15, (*before, *later))
