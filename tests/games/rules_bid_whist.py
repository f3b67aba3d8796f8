"""Bid Whist, slowly and plainly, from its rules: one deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
WAYS = ("uptown", "downtown", "no_trump")


def deck(jokers: int) -> tuple[str, ...]:
    """The cards that are played with: the first joker is the big one."""
    return tuple(rank + s for s in SUITS for rank in RANKS) + ("LJ", "BJ")[2 - jokers :]


@dataclass(frozen=True)
class Position:
    """The cards, what was bid and named, the trick on the table, and who took the tricks."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    least: int
    double: bool
    bids: tuple[tuple[int, str], ...] = ()
    """Of each seat, a number and a way, or 0."""
    trump: str = ""
    """`C`, `D`, `S`, `H` or `none` once it is named."""
    high: bool = True
    """Whether high cards win."""
    chosen: tuple[str, ...] = ()
    """The cards to be laid aside that were named so far."""
    leader: int = 0
    trick: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def highest(self) -> tuple[int, str]:
        """The highest bid so far."""
        return max(self.bids, key=rank_of, default=(0, ""))

    @property
    def bidder(self) -> int:
        """Who made it."""
        return self.bids.index(self.highest)

    @property
    def over(self) -> bool:
        """All twelve tricks have been played."""
        return len(self.winners) == 12

    @property
    def to_move(self) -> int:
        """The seat that bids, names, lays aside or plays."""
        if len(self.bids) < 4:
            return len(self.bids)
        if self.kitty:
            return self.bidder
        return (self.leader + len(self.trick)) % 4

    def suit(self, card: str) -> str:
        """The suit of a card; jokers are trumps, or of no suit."""
        if card in ("LJ", "BJ"):
            return self.trump if self.trump in SUITS else ""
        return card[-1]

    def value(self, card: str, led: str) -> int:
        """How good a card is in a trick."""
        bonus = 200 if self.suit(card) == self.trump else 100 if self.suit(card) == led else 0
        if card in ("LJ", "BJ"):
            return bonus + 50 + (card == "BJ") if bonus else 0
        order = RANKS if self.high else (*RANKS[-2::-1], "A")
        return bonus + order.index(card[:-1])

    @property
    def led(self) -> str:
        """The suit of the first card that has one."""
        return next((self.suit(card) for card in self.trick if self.suit(card)), "")

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be said or played."""
        if len(self.bids) < 4:
            said = self.highest[0]
            may_pass = len(self.bids) < 3 or said > 0
            # As high as the highest bid there is only no trump: the number says it all.
            alike = [str(said)] if self.highest[1] in ("uptown", "downtown") else []
            more = range(max(self.least, said + 1), 8)
            higher = [f"bid_{number}_{way}" for number in more for way in WAYS]
            return (*(["pass"] if may_pass else []), *alike, *higher)
        if not self.trump:
            if self.highest[1] == "no_trump":
                return ("play_uptown", "play_downtown")
            return tuple(f"name_{name}_as_trumps" for name in SUITS.values())
        hand = self.hands[self.to_move]
        if self.kitty:
            order = deck(2)
            after = order.index(self.chosen[-1]) + 1 if self.chosen else 0
            later = [card for card in order[after:] if card in hand]
            missing = len(self.kitty) - len(self.chosen)
            return tuple(later[: len(later) - missing + 1])
        following = tuple(card for card in hand if self.suit(card) == self.led)
        return following if self.led and following else hand

    def after(self, move: str) -> Position:
        """The position after a bid, a name or a card."""
        if len(self.bids) < 4:
            if move == "pass":
                return replace(self, bids=(*self.bids, (0, "")))
            if move.isdigit():
                return replace(self, bids=(*self.bids, (int(move), "no_trump")))
            _, number, way = move.split("_", 2)
            return replace(self, bids=(*self.bids, (int(number), way)))
        if not self.trump:
            return self._after_naming(move)
        if self.kitty:
            return self._after_laying(move)
        hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
        now = replace(self, hands=hands, trick=(*self.trick, move))
        if len(now.trick) < 4:
            return now
        values = [now.value(card, now.led) for card in now.trick]
        winner = (self.leader + values.index(max(values))) % 4
        return replace(now, leader=winner, trick=(), winners=(*self.winners, winner))

    def _after_naming(self, move: str) -> Position:
        hands = list(self.hands)
        hands[self.bidder] += self.kitty
        named = replace(self, hands=tuple(hands), leader=self.bidder)
        if move.startswith("play_"):
            return replace(named, trump="none", high=move == "play_uptown")
        trump = next(sign for sign, name in SUITS.items() if name == move.split("_")[1])
        return replace(named, trump=trump, high=self.highest[1] == "uptown")

    def _after_laying(self, card: str) -> Position:
        chosen = (*self.chosen, card)
        if len(chosen) < len(self.kitty):
            return replace(self, chosen=chosen)
        hands = tuple(tuple(card for card in hand if card not in chosen) for hand in self.hands)
        return replace(self, hands=hands, kitty=(), chosen=())

    @property
    def scores(self) -> list[int]:
        """The points of the deal, by seat."""
        if not self.over:
            return [0, 0, 0, 0]
        side = self.bidder % 2
        more = 1 + sum(winner % 2 == side for winner in self.winners) - 6
        points = more if more >= self.highest[0] else -self.highest[0]
        if self.double and self.trump == "none":
            points *= 2
        return [points if seat % 2 == side else 0 for seat in range(4)]


def rank_of(bid: tuple[int, str]) -> tuple[int, bool]:
    """How high a bid is: more tricks, or as many without trumps."""
    return bid[0], bid[1] == "no_trump"


def start(
    deal: Mapping[str, str],
    JOKERS: int = 2,
    LEAST: int = 3,
    KITTY: str = "HIDDEN",
    DOUBLE: str = "NO",
    DEALS: int = 1,
    POINTS: int = 0,
) -> Position:
    """The first position of a deal such as `{"HAND 0": "2C ...", ..., "KITTY": "LJ 5H ..."}`; who
    sees the kitty changes nothing."""
    assert (DEALS, POINTS) == (1, 0)
    assert KITTY in ("HIDDEN", "SHOWN")
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    kitty = tuple(deal["KITTY"].split())
    assert sorted([card for hand in hands for card in hand] + [*kitty]) == sorted(deck(JOKERS))
    return Position(hands, kitty, LEAST, DOUBLE == "YES")


VARIANTS: tuple[Parameters, ...] = (
    {},
    {"JOKERS": 1, "LEAST": 4, "DOUBLE": "YES"},
    {"JOKERS": 0, "LEAST": 1, "KITTY": "SHOWN"},
    {"JOKERS": 2, "DOUBLE": "YES"},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, JOKERS: int = 2, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(deck(JOKERS), 52 + JOKERS)
    hands = {f"HAND {p}": " ".join(cards[12 * p : 12 * p + 12]) for p in range(4)}
    return {**hands, "KITTY": " ".join(cards[48:])}


def truths() -> Iterator[Truth]:
    """The bids, the cards laid aside and the first ones played, and the last three tricks."""
    rng = random.Random(2)
    yield count(start, {}, random_deal(rng), 4)
    yield count(start, {"LEAST": 5}, random_deal(rng), 5)
    bid = ("pass", "pass", "pass", "bid_3_uptown", "name_spades_as_trumps")
    yield count(start, {"JOKERS": 0}, random_deal(rng, JOKERS=0), 4, bid)
    endings: tuple[tuple[Parameters, str], ...] = (
        ({}, "pass bid_3_uptown pass pass name_hearts_as_trumps"),
        ({}, "pass bid_3_downtown bid_4_downtown pass name_clubs_as_trumps"),
        ({}, "bid_3_no_trump pass pass pass play_downtown"),
        ({"DOUBLE": "YES"}, "pass bid_5_uptown 5 pass play_uptown"),
        ({"JOKERS": 1}, "bid_7_uptown pass pass pass name_diamonds_as_trumps"),
    )
    for parameters, moves in endings:
        jokers = int(parameters.get("JOKERS", 2))
        deal, said = random_deal(rng, JOKERS=jokers), tuple(moves.split())
        position = play(start(deal, **parameters), *said)
        before = said + random_moves(position, jokers + 40, rng)
        yield count(start, parameters, deal, 12, before)
