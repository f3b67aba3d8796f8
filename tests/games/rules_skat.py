"""Skat, slowly and plainly, from its rules: something to check the engine against."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

RANKS = ("7", "8", "9", "Q", "K", "10", "A", "J")
NULL_RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}
DECK = tuple(rank + suit for suit in "DHSC" for rank in RANKS)
JACKS = ("JC", "JS", "JH", "JD")
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS = {
    ("taken", "no_more"): 23,
    ("hand", "no_more"): 35,
    ("taken", "open_cards"): 46,
    ("hand", "open_cards"): 59,
}
LADDER = sorted(
    {BASES[suit] * times for suit in SUITS for times in range(2, 19)}
    | {BASES["grand"] * times for times in range(2, 12)}
    | set(NULLS.values())
)
"""All values a game can have. With eleven matadors a suit can count eighteen times."""

HIGHER = {"no_more": 0, "schneider": 1, "schwarz": 2, "open_cards": 3}
"""What is announced, and how many of the three announcements it makes."""

Trick = tuple[tuple[int, str], ...]
"""Who played which card, in order."""


def eyes(cards: Iterable[str]) -> int:
    """What cards count: 120 in all.

    >>> eyes(DECK)
    120
    """
    return sum(WORTH.get(card[:-1], 0) for card in cards)


def trumps(game: str) -> list[str]:
    """The trumps from the highest down.

    >>> trumps("grand")
    ['JC', 'JS', 'JH', 'JD']
    """
    if game == "null":
        return []
    suit = [rank + SUITS[game] for rank in reversed(RANKS[:-1])] if game in SUITS else []
    return [*JACKS, *suit]


def colour(card: str, game: str) -> str:
    """What has to be followed: T for a trump, else the suit."""
    return "T" if card in trumps(game) else card[-1]


def winner(trick: Trick, game: str) -> int:
    """Who takes a trick."""
    high = trumps(game)
    cards = {card: seat for seat, card in trick}
    for card in high:
        if card in cards:
            return cards[card]
    led = trick[0][1][-1]
    order = NULL_RANKS if game == "null" else RANKS
    return max((order.index(card[:-1]), seat) for card, seat in cards.items() if card[-1] == led)[1]


def matadors(cards: Iterable[str], game: str) -> int:
    """With or without how many the taker plays.

    >>> matadors(["JC", "JS", "JD"], "grand"), matadors(["JH", "AS"], "spades")
    (2, 2)
    """
    held = [card in set(cards) for card in trumps(game)]
    return held.index(not held[0]) if (not held[0]) in held else len(held)


@dataclass(frozen=True)
class Auction:
    """Where an auction stands: the highest bid, who speaks, and who has won it."""

    bid: int = 0
    speaker: int | None = None
    answering: bool = False
    taker: int | None = None


def auction(said: Sequence[str]) -> Auction:
    """What has come of the words that were said.

    >>> auction(["18", "yes", "20", "pass", "pass"])
    Auction(bid=20, speaker=None, answering=False, taker=1)
    """
    words, bid, left = list(said), 0, 0
    for asker in (1, 2):
        hearer = left
        while True:
            if not words:
                return Auction(bid, asker)
            if (word := words.pop(0)) == "pass":
                break
            bid = int(word)
            if not words:
                return Auction(bid, hearer, answering=True)
            if words.pop(0) == "pass":
                left = asker
                break
    if bid:
        return Auction(bid, taker=left)
    if not words:
        return Auction(0, 0)
    return Auction(18, taker=0) if words[0] == "18" else Auction()


@dataclass(frozen=True)
class Position:
    """One deal: forehand is seat 0."""

    dealt: tuple[tuple[str, ...], ...]
    skat: tuple[str, ...]
    ramsch: bool
    count: str
    said: tuple[str, ...] = ()
    taken: bool | None = None
    aside: tuple[str, ...] = ()
    game: str = ""
    announced: str = ""
    tricks: tuple[Trick, ...] = ()
    table: Trick = ()

    # What is known of the deal

    @property
    def auction(self) -> Auction:
        return auction(self.said)

    @property
    def taker(self) -> int | None:
        return self.auction.taker

    @property
    def playing(self) -> str:
        """The game that is played, or nothing if the auction goes on, or nobody plays."""
        if self.auction.speaker is None and self.taker is None and self.ramsch:
            return "ramsch"
        return self.game

    def hand(self, seat: int) -> list[str]:
        """What somebody still holds."""
        cards = list(self.dealt[seat])
        if seat == self.taker and self.taken:
            cards += self.skat
        gone = {card for trick in (*self.tricks, self.table) for _, card in trick}
        return [card for card in DECK if card in cards and card not in gone | set(self.aside)]

    def won(self, seat: int) -> list[str]:
        """The cards somebody took in tricks."""
        return [
            card
            for trick in self.tricks
            if winner(trick, self.playing) == seat
            for _, card in trick
        ]

    # Whose turn it is, and what they may do

    @property
    def asking(self) -> str:
        """What is decided next."""
        if self.auction.speaker is not None:
            return "call"
        if self.playing == "ramsch":
            return "card"
        if self.taken is None:
            return "skat"
        if self.taken and len(self.aside) < 2:
            return "aside"
        if not self.game:
            return "game"
        if not self.announced and (not self.taken or self.game == "null"):
            return "announce"
        return "card"

    @property
    def over(self) -> bool:
        if self.auction.speaker is not None:
            return False
        if self.taker is None and not self.ramsch:
            return True
        lost = self.playing == "null" and any(
            winner(trick, "null") == self.taker for trick in self.tricks
        )
        return lost or len(self.tricks) == 10

    @property
    def to_move(self) -> int:
        if self.auction.speaker is not None:
            return self.auction.speaker
        if self.asking != "card":
            assert self.taker is not None
            return self.taker
        leader = winner(self.tricks[-1], self.playing) if self.tricks else 0
        return (leader + len(self.table)) % 3

    @property
    def null_values(self) -> dict[str, int]:
        """What a null would be worth, as it is announced, if that is enough for the bid."""
        way = "taken" if self.taken else "hand"
        found = {called: NULLS[way, called] for called in ("no_more", "open_cards")}
        return {called: value for called, value in found.items() if value >= self.auction.bid}

    @property
    def actions(self) -> list[str]:
        """What may be done."""
        if self.over:
            return []
        hand = self.hand(self.to_move)
        match self.asking:
            case "call":
                if self.auction.answering:
                    return ["pass", "yes"]
                more = [str(value) for value in LADDER if value > self.auction.bid]
                return ["pass", *more[:1]]
            case "skat":
                return ["take_the_skat", "play_hand"]
            case "aside":
                later = [
                    c for c in hand if not self.aside or DECK.index(c) > DECK.index(self.aside[0])
                ]
                return later if self.aside else later[:-1]
            case "game":
                return [f"play_{game}" for game in BASES] + ["play_null"] * bool(self.null_values)
            case "announce":
                words = list(self.null_values) if self.game == "null" else list(HIGHER)
                return [f"announce_{word}" for word in words]
        led = colour(self.table[0][1], self.playing) if self.table else ""
        return [card for card in hand if colour(card, self.playing) == led] or hand

    def after(self, action: str) -> Position:
        """The position after one of the actions."""
        assert action in self.actions
        match self.asking:
            case "call":
                return replace(self, said=(*self.said, action))
            case "skat":
                return replace(self, taken=action == "take_the_skat")
            case "aside":
                return replace(self, aside=(*self.aside, action))
            case "game":
                return replace(self, game=action.removeprefix("play_"))
            case "announce":
                return replace(self, announced=action.removeprefix("announce_"))
        table = (*self.table, (self.to_move, action))
        if len(table) < 3:
            return replace(self, table=table)
        return replace(self, table=(), tricks=(*self.tricks, table))

    # What it is worth

    @property
    def outcome(self) -> int:
        """What the game brings the taker: its value, or minus twice that."""
        taker = self.taker
        assert taker is not None
        mine = self.won(taker)
        if self.game == "null":
            value = NULLS["taken" if self.taken else "hand", self.announced]
            return -2 * value if mine else value
        calls = HIGHER[self.announced or "no_more"]
        points = eyes([*mine, *(self.aside or self.skat)])
        goal = 90 if calls else 61
        won = points >= goal and (calls < 2 or len(mine) == 30)
        times = 1 + matadors([*self.dealt[taker], *self.skat], self.game) + (not self.taken)
        times += (calls > 0 or not 30 < points < 90) + (calls > 1 or len(mine) in (0, 30)) + calls
        base = BASES[self.game]
        value = base * times
        while value < self.auction.bid:
            won = False
            value += base
        return value if won else -2 * value

    @property
    def ramsched(self) -> list[int]:
        """What a ramsch brings each player."""
        piles = [self.won(seat) for seat in range(3)]
        last = winner(self.tricks[-1], "ramsch")
        points = [eyes(pile) + eyes(self.skat) * (seat == last) for seat, pile in enumerate(piles)]
        if max(map(len, piles)) == 30:
            return [120 if pile else 0 for pile in piles]
        factor = 2 if [] in piles else 1
        return [-factor * own if own == max(points) else 0 for own in points]

    @property
    def scores(self) -> list[int]:
        """What the deal is worth to each seat."""
        gains = [0, 0, 0]
        if self.taker is not None:
            gains[self.taker] = self.outcome
        elif self.ramsch:
            gains = self.ramsched
        if self.count == "PAID":
            return [sum(own - other for other in gains) for own in gains]
        if self.count == "SEEGER" and self.taker is not None:
            lost = self.outcome < 0
            return [
                self.outcome + (-50 if lost else 50) if seat == self.taker else 40 * lost
                for seat in range(3)
            ]
        return gains


def start(
    deal: Mapping[str, str], DEALS: int = 1, PASSED: str = "NOTHING", COUNT: str = "PAID"
) -> Position:
    """The first position of a deal: HAND 0 to HAND 2, and SKAT."""
    assert DEALS == 1
    assert PASSED != "AGAIN"
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(3))
    return Position(hands, tuple(deal["SKAT"].split()), PASSED == "RAMSCH", COUNT)


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 32)
    hands = {f"HAND {p}": " ".join(cards[10 * p : 10 * p + 10]) for p in range(3)}
    return {**hands, "SKAT": " ".join(cards[30:])}


def matador_deal(rng: random.Random) -> Deal:
    """A deal in which forehand has many of the highest trumps if clubs are trumps."""
    own = trumps("clubs")[: rng.randint(5, 10)]
    rest = [card for card in DECK if card not in own]
    rng.shuffle(rest)
    cards = own + rest
    hands = {f"HAND {p}": " ".join(cards[10 * p : 10 * p + 10]) for p in range(3)}
    return {**hands, "SKAT": " ".join(cards[30:])}


VARIANTS: tuple[Parameters, ...] = tuple(
    {"PASSED": passed, "COUNT": how}
    for passed in ("NOTHING", "RAMSCH")
    for how in ("PAID", "LIST", "SEEGER")
)
"""Parameters with which the engine is compared to these rules."""


def truths() -> Iterator[Truth]:
    """Auctions, declarations, and the ends of some deals."""
    rng = random.Random(8)
    nothing: dict[str, Any] = {"PASSED": "NOTHING"}
    ramsch: dict[str, Any] = {"PASSED": "RAMSCH"}
    seeger: dict[str, Any] = {"PASSED": "NOTHING", "COUNT": "SEEGER"}
    yield count(start, nothing, random_deal(rng), 6)
    for words in (
        "18 yes 20 pass pass take_the_skat",
        "pass 18 yes 20 yes 22 yes 23 yes 24 pass play_hand",
        "18 pass 20 yes 22 pass play_hand play_clubs announce_schneider",
        "18 pass pass play_hand play_null announce_open_cards",
    ):
        yield count(start, nothing, random_deal(rng), 3, tuple(words.split()))
    parameters: dict[str, Any]
    for parameters, words in (
        (nothing, "18 yes pass pass take_the_skat"),
        (nothing, "18 yes 20 yes 22 pass pass play_hand play_grand announce_no_more"),
        (seeger, "pass 18 pass play_hand play_diamonds"),
        (ramsch, "pass pass pass"),
    ):
        deal, before = random_deal(rng), tuple(words.split())
        position = play(start(deal, **parameters), *before)
        later = random_moves(position, 23, rng)
        yield count(start, parameters, deal, 12, (*before, *later))
    deal = matador_deal(rng)
    before = ("18", "yes", "pass", "pass", "play_hand", "play_clubs", "announce_schneider")
    later = random_moves(play(start(deal), *before), 22, rng)
    yield count(start, nothing, deal, 12, (*before, *later))
