"""French Tarot for four and five players, slowly and plainly, from its rules.

What is the same for three players (cards, what may be played, who wins a trick) comes from
`rules_tarot`. The bids, a called king and the settlement between two sides are here. Decisions are
named as `perft.named` names the engine's.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .counting import Deal
from .rules_tarot import (
    BOUTS,
    DECK,
    PLACE,
    TARGET,
    Play,
    halves,
    height,
    legal_cards,
    ordered,
    petit_sec,
    suit,
    trick_winner,
)

BIDS = ("pass", "prise", "garde", "garde_sans", "garde_contre")
TIMES = {"prise": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
HONOURS = {"king": "K", "queen": "Q", "knight": "C"}
SUITS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
OPENLY = "openly"
POIGNEE = "poignée_of_"


@dataclass(frozen=True)
class Table:
    """How many play, with how many cards, and what a poignée of a size is worth."""

    players: int
    tricks: int
    dog: int
    poignees: Mapping[int, int]

    @property
    def calling(self) -> bool:
        """Whether the taker calls a king."""
        return self.players == 5


FOUR = Table(4, 18, 6, {10: 20, 13: 30, 15: 40})
FIVE = Table(5, 15, 3, {8: 20, 10: 30, 13: 40})


@dataclass(frozen=True)
class Position:
    """One deal, from the first bid to the last trick; seat 0 sits after the dealer."""

    table: Table
    dealt: tuple[frozenset[str], ...]
    dog: frozenset[str]
    auction: bool
    slam: bool
    bids: tuple[str, ...] = ()
    called: str = ""
    picked: tuple[str, ...] = ()
    discard: frozenset[str] = frozenset()
    announced: bool | None = None
    poignees: tuple[tuple[int, int], ...] = ()
    """Who has announced a poignée, and of how many trumps."""
    shown: frozenset[int] = frozenset()
    """Who has shown theirs."""
    tricks: tuple[tuple[Play, ...], ...] = ()
    trick: tuple[Play, ...] = ()

    # What stands after the auction

    @property
    def bidding(self) -> bool:
        return self.auction and len(self.bids) < self.table.players

    @property
    def contract(self) -> str:
        """The highest bid."""
        return max(self.bids, key=BIDS.index, default="pass") if self.auction else "garde"

    @property
    def taker(self) -> int:
        return self.bids.index(self.contract) if self.auction else 0

    @property
    def side(self) -> frozenset[int]:
        """The taker, and whoever was dealt the card that was called."""
        partners = [seat for seat, hand in enumerate(self.dealt) if self.called in hand]
        return frozenset([self.taker, *partners])

    @property
    def over(self) -> bool:
        if self.bidding:
            return False
        return self.contract == "pass" or len(self.tricks) == self.table.tricks

    @property
    def asking(self) -> str:
        """What is decided next."""
        if self.bidding:
            return "bid"
        if self.table.calling and not self.called:
            return "call"
        if self.contract in ("prise", "garde") and not self.discard:
            return "discard" if len(self.free) >= self.table.dog else OPENLY
        if self.slam and self.announced is None:
            return "chelem"
        return "show" if dict(self.poignees).keys() - self.shown else "play"

    @property
    def to_move(self) -> int:
        if self.bidding:
            return len(self.bids)
        if self.asking not in ("show", "play"):
            return self.taker
        leader = self.taker if self.announced else 0
        if self.tricks:
            leader = self.winners[-1]
        return (leader + len(self.trick)) % self.table.players

    def hand(self, seat: int) -> list[str]:
        """What somebody holds, in the order of the deck."""
        cards = set(self.dealt[seat])
        called = not self.table.calling or self.called
        if not self.bidding and self.contract in ("prise", "garde") and called:
            cards |= self.dog if seat == self.taker else set()
        gone = {card for trick in (*self.tricks, self.trick) for _, card in trick}
        return ordered(cards - gone - self.discard)

    @property
    def free(self) -> list[str]:
        """The taker's cards that may be laid aside without further ado."""
        return [card for card in self.hand(self.taker) if suit(card) not in "TE" and card[0] != "K"]

    # What may be done

    @property
    def actions(self) -> list[str]:
        """Everything the player to move may do."""
        if self.over:
            return []
        seat = self.to_move
        hand = self.hand(seat)
        match self.asking:
            case "bid":
                return ["pass", *BIDS[BIDS.index(self.contract) + 1 :]]
            case "call":
                return self._calls(hand)
            case "discard":
                return self._next_of(self.free, self.table.dog)
            case "openly":
                spare = [card for card in hand if suit(card) == "T" and card not in BOUTS]
                return self._next_of(spare, self.table.dog - len(self.free))
            case "chelem":
                return ["pass", "chelem_announced"]
            case "show":
                trumps = [card for card in hand if suit(card) == "T"]
                size = dict(self.poignees)[seat]
                return self._next_of(trumps if len(trumps) >= size else [*trumps, "EX"], size)
        plays = self._leads(hand) or legal_cards(hand, [card for _, card in self.trick])
        if not self.tricks and seat not in dict(self.poignees):
            trumps = [card for card in hand if suit(card) in "TE"]
            plays += [POIGNEE + str(size) for size in self.table.poignees if len(trumps) >= size]
        return plays

    def _calls(self, hand: Iterable[str]) -> list[str]:
        """A king; with all kings also a queen, with all queens as well a knight."""
        found = []
        for honour, letter in HONOURS.items():
            found += [f"call_the_{honour}_of_{name}" for name in SUITS]
            if not all(letter + sign in hand for sign in SUITS.values()):
                break
        return found

    def _leads(self, hand: Iterable[str]) -> list[str]:
        """What may open the deal, if a king was called: nothing else of its suit."""
        if not self.called or self.tricks or self.trick:
            return []
        return [c for c in hand if c == self.called or suit(c) != suit(self.called)]

    def _next_of(self, cards: Iterable[str], size: int) -> list[str]:
        """The cards that may be told next on the way to a set of that size."""
        later = [c for c in ordered(cards) if not self.picked or PLACE[c] > PLACE[self.picked[-1]]]
        return later[: len(later) - (size - len(self.picked)) + 1]

    # Doing it

    def after(self, action: str) -> Position:
        """The position after one of the actions."""
        assert action in self.actions, (action, self.actions)
        seat = self.to_move
        match self.asking:
            case "bid":
                return replace(self, bids=(*self.bids, action))
            case "call":
                _, _, honour, _, name = action.split("_")
                return replace(self, called=HONOURS[honour] + SUITS[name])
            case "discard" | "openly" as how:
                picked = (*self.picked, action)
                aside = frozenset(picked if how == "discard" else (*picked, *self.free))
                if len(aside) < self.table.dog:
                    return replace(self, picked=picked)
                return replace(self, picked=(), discard=aside)
            case "chelem":
                return replace(self, announced=action != "pass")
            case "show":
                picked = (*self.picked, action)
                if len(picked) < dict(self.poignees)[seat]:
                    return replace(self, picked=picked)
                return replace(self, picked=(), shown=self.shown | {seat})
        if action.startswith(POIGNEE):
            size = int(action.removeprefix(POIGNEE))
            return replace(self, poignees=(*self.poignees, (seat, size)))
        trick = (*self.trick, (seat, action))
        if len(trick) < self.table.players:
            return replace(self, trick=trick)
        return replace(self, trick=(), tricks=(*self.tricks, trick))

    # The end

    @property
    def grand(self) -> bool:
        """Whether the Excuse lies in the last trick and its side has won all the others."""
        if len(self.tricks) < self.table.tricks:
            return False
        owners = [seat for seat, card in self.tricks[-1] if card == "EX"]
        return bool(owners) and all(
            (trick_winner(trick) in self.side) == (owners[0] in self.side)
            for trick in self.tricks[:-1]
        )

    @property
    def winners(self) -> list[int]:
        """Who won each trick; the Excuse wins the last one if it completes a chelem."""
        found = [trick_winner(trick) for trick in self.tricks]
        if self.slam and self.grand:
            found[-1] = next(seat for seat, card in self.tricks[-1] if card == "EX")
        return found

    @property
    def attack(self) -> list[str]:
        """The cards that count for the taker's side."""
        won: dict[bool, list[str]] = {True: [], False: []}
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            won[winner in self.side] += [card for _, card in trick if card != "EX"]
        excused = [
            (number, seat, winner)
            for number, (trick, winner) in enumerate(zip(self.tricks, self.winners, strict=True), 1)
            for seat, card in trick
            if card == "EX"
        ]
        for number, seat, winner in excused:
            own = seat in self.side
            lost = not won[own] or (number == self.table.tricks and not self.grand)
            won[own != lost].append("EX")
            small = [card for card in won[own] if halves([card]) == 1]
            if not lost and (winner in self.side) != own and small:
                won[own].remove(small[0])
                won[not own].append(small[0])
        mine = self.discard if self.discard else self.dog
        return won[True] + (list(mine) if self.contract != "garde_contre" else [])

    @property
    def stake(self) -> int:
        """What each of the others pays."""
        over = halves(self.attack) - TARGET[len(BOUTS & set(self.attack))]
        sign, times = (1 if over >= 0 else -1), TIMES[self.contract]
        handfuls = sum(self.table.poignees[size] for _, size in self.poignees)
        stake = sign * (times * (25 + (abs(over) + 1) // 2) + handfuls)
        last = [*self.tricks[-1], *(self.tricks[-2] if self.slam and self.grand else ())]
        if "T1" in [card for _, card in last]:
            stake += 10 * times * (1 if self.winners[-1] in self.side else -1)
        return stake + (self.chelem if self.slam else 0)

    @property
    def chelem(self) -> int:
        """What is paid for winning all tricks, or none, or announcing too much."""
        won = sum(winner in self.side for winner in self.winners)
        if won == self.table.tricks:
            return 400 if self.announced else 200
        return -200 * bool(self.announced) - 200 * (won == 0)

    @property
    def scores(self) -> list[int]:
        """What the deal is worth to each seat: the taker has what the others leave."""
        if self.contract == "pass" or not self.over:
            return [0] * self.table.players
        stake = self.stake
        found = [stake if seat in self.side else -stake for seat in range(self.table.players)]
        found[self.taker] = 0
        found[self.taker] = -sum(found)
        return found


def seated(table: Table, deal: Mapping[str, str], auction: str, slam: str) -> Position:
    """The first position of a deal: HAND 0 and so on, and DOG."""
    hands = tuple(frozenset(deal[f"HAND {seat}"].split()) for seat in range(table.players))
    assert not any(map(petit_sec, hands))
    return Position(table, hands, frozenset(deal["DOG"].split()), auction == "YES", slam == "YES")


def dealt(table: Table, rng: random.Random, own: Iterable[str] = ()) -> Deal:
    """A random deal that is not void, in which North has some cards for certain."""
    own = list(own)
    while True:
        rest = [card for card in DECK if card not in own]
        rng.shuffle(rest)
        cards = own + rest
        size = table.tricks
        hands = [ordered(cards[size * p : size * p + size]) for p in range(table.players)]
        if not any(map(petit_sec, hands)):
            found = {f"HAND {p}": " ".join(hand) for p, hand in enumerate(hands)}
            return {**found, "DOG": " ".join(ordered(cards[size * table.players :]))}


def trumped(position: Position, left: int, rng: random.Random) -> tuple[str, ...]:
    """What is played until so many tricks are left, if the taker plays their trumps from above."""
    chosen: tuple[str, ...] = ()
    while len(position.tricks) < position.table.tricks - left:
        trumps = [card for card in position.actions if suit(card) == "T"]
        if position.to_move == position.taker and trumps:
            move = max(trumps, key=height)
        else:
            move = rng.choice([a for a in position.actions if not a.startswith(POIGNEE)])
        position, chosen = position.after(move), (*chosen, move)
    return chosen
