"""French Tarot for three players, slowly and plainly, from its rules.

It shares nothing with the description in RECYCLE, so that where both agree both are likely right.
Cards are written as in `tarot.toml` (`KH`, `10S`, `T21`, `EX`). A decision is one word: a bid, a
card, the number of a poignée; `label` says it in full.

>>> position = start(EXAMPLE)
>>> position.actions
('pass', 'prise', 'garde', 'gardesans', 'gardecontre')
>>> position.after("garde").to_move
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
DECK = (
    *(rank + suit for suit in "HDCS" for rank in RANKS),
    *(f"T{number}" for number in range(1, 22)),
    "EX",
)
PLACE = {card: place for place, card in enumerate(DECK)}
BOUTS = frozenset({"T1", "T21", "EX"})
BIDS = ("pass", "prise", "garde", "gardesans", "gardecontre")
MULTIPLIER = {"prise": 1, "garde": 2, "gardesans": 4, "gardecontre": 6}
TARGET = {0: 112, 1: 102, 2: 82, 3: 72}
POIGNEES = {13: 20, 15: 30, 18: 40}
TRICKS = 24
OPENLY = "discard {} openly"

EXAMPLE = {
    "HAND 0": "1H 4H 7H 10H QH 2D 5D 8D JD KD 3C 6C 9C CC 1S 4S 7S 10S T1 T4 T7 T10 T13 T16",
    "HAND 1": "2H 5H 8H JH KH 3D 6D 9D CD 1C 4C 7C 10C QC 2S 5S 8S JS T2 T5 T8 T11 T14 T17",
    "HAND 2": "3H 6H 9H CH 1D 4D 7D 10D QD 2C 5C 8C JC KC 3S 6S 9S CS T3 T6 T9 T12 T15 T18",
    "DOG": "QS KS T19 T20 T21 EX",
}

Play = tuple[int, str]
"""Who played which card."""


# ---- Cards -------------------------------------------------------------------------------------


@cache
def suit(card: str) -> str:
    """H, D, C or S; T for a trump; E for the Excuse."""
    return card[0] if card[0] in "TE" else card[-1]


@cache
def height(card: str) -> int:
    """The number of a trump, or the place of a plain card in its suit from 1 to 14."""
    return int(card[1:]) if suit(card) == "T" else RANKS.index(card[:-1]) + 1


def halves(cards: Iterable[str]) -> int:
    """What cards are worth, in half points.

    >>> halves(DECK), halves(["EX", "KH", "QH", "CH", "JH", "10H", "T20"])
    (182, 35)
    """
    worth = {"K": 9, "Q": 7, "C": 5, "J": 3}
    return sum(
        9 if card in BOUTS else 1 if suit(card) == "T" else worth.get(card[:-1], 1)
        for card in cards
    )


def ordered(cards: Iterable[str]) -> list[str]:
    """Cards in the order of the deck."""
    return sorted(cards, key=PLACE.__getitem__)


def petit_sec(hand: Iterable[str]) -> bool:
    """Whether the petit is the only trump of a hand that has no Excuse either."""
    return [card for card in hand if suit(card) in "TE"] == ["T1"]


# ---- Tricks ------------------------------------------------------------------------------------


def legal_cards(hand: Iterable[str], trick: Sequence[str]) -> list[str]:
    """The cards of a hand that may be played on those already in the trick.

    >>> legal_cards(["1H", "T3", "T9", "EX"], ["KH"])
    ['1H', 'EX']
    >>> legal_cards(["1S", "T3", "T9", "EX"], ["KH", "T5"])
    ['T9', 'EX']
    >>> legal_cards(["1S", "T3", "T4"], ["EX", "T5"])
    ['T3', 'T4']
    """
    hand = ordered(hand)
    table = [card for card in trick if card != "EX"]
    if not table:
        return hand
    led = suit(table[0])
    same = [card for card in hand if suit(card) == led]
    trumps = [card for card in hand if suit(card) == "T"]
    highest = max((height(card) for card in table if suit(card) == "T"), default=0)
    higher = [card for card in trumps if height(card) > highest]
    if same and led != "T":
        due = same
    else:
        due = higher or trumps or [card for card in hand if card != "EX"]
    return due + [card for card in hand if card == "EX"]


@lru_cache(maxsize=1024)
def trick_winner(trick: tuple[Play, ...]) -> int:
    """Who wins a trick by its cards alone."""
    table = [(seat, card) for seat, card in trick if card != "EX"]
    led = suit(table[0][1])
    trumps = [play for play in table if suit(play[1]) == "T"]
    running = trumps or [play for play in table if suit(play[1]) == led]
    return max(running, key=lambda play: height(play[1]))[0]


def trick_winners(tricks: Sequence[tuple[Play, ...]], taker: int, slam: bool) -> list[int]:
    """Who won each trick; the Excuse wins the last one if it completes a chelem."""
    winners = [trick_winner(trick) for trick in tricks]
    if slam and _excuse_last(tricks, taker):
        winners[-1] = next(seat for seat, card in tricks[-1] if card == "EX")
    return winners


def _excuse_last(tricks: Sequence[tuple[Play, ...]], taker: int) -> bool:
    """Whether the Excuse lies in the last trick and its side has won all the others."""
    if len(tricks) < TRICKS:
        return False
    owner = [seat for seat, card in tricks[-1] if card == "EX"]
    return bool(owner) and all(
        (trick_winner(trick) == taker) == (owner[0] == taker) for trick in tricks[:-1]
    )


def piles(
    tricks: Sequence[tuple[Play, ...]], taker: int, slam: bool
) -> tuple[list[str], list[str], bool]:
    """The cards won by the taker, those won by the others, and whether one is owed for the Excuse.

    The two sides' piles once the Excuse is where it belongs and paid for, if it can be.
    """
    won: dict[bool, list[str]] = {True: [], False: []}
    for trick, winner in zip(tricks, trick_winners(tricks, taker, slam), strict=True):
        won[winner == taker] += [card for _, card in trick if card != "EX"]
    owed = False
    for number, trick in enumerate(tricks, 1):
        for seat, card in trick:
            if card != "EX":
                continue
            side = seat == taker
            if number == TRICKS and not _excuse_last(tricks, taker):
                won[not side].append("EX")
                continue
            winner = trick_winners(tricks, taker, slam)[number - 1]
            if (winner == taker) == side:
                won[side].append("EX")
                continue
            small = [paid for paid in won[side] if halves([paid]) == 1]
            if small:
                won[side].remove(small[0])
                won[not side].append(small[0])
            owed = not small
            never = len(tricks) == TRICKS and not won[side]
            won[side != never].append("EX")
    return won[True], won[False], owed


# ---- The score ---------------------------------------------------------------------------------


def chelem_bonus(announced: bool, taker_tricks: int) -> int:
    """What the chelem adds to the taker's score before it is shared out."""
    bonus = 0
    if taker_tricks == TRICKS:
        bonus += 400 if announced else 200
    elif announced:
        bonus -= 200
    if taker_tricks == 0:
        bonus -= 200
    return bonus


def settle(
    contract: str,
    taker_halves: int,
    bouts: int,
    petit: int = 0,
    poignees: Iterable[int] = (),
    chelem: int = 0,
) -> tuple[int, int, int]:
    """The scores of the taker and of the two others.

    `petit` is 1 if the taker has won it in the last trick, -1 if the others have; `poignees` are
    the sizes of all that were shown; `chelem` is `chelem_bonus`.

    >>> settle("garde", 99, 2)
    (136, -68, -68)
    """
    over = taker_halves - TARGET[bouts]
    sign = 1 if over >= 0 else -1
    points = (abs(over) + 1) // 2
    stake = sign * (25 + points) * MULTIPLIER[contract]
    stake += 10 * petit * MULTIPLIER[contract]
    stake += sign * sum(POIGNEES[size] for size in poignees)
    stake += chelem
    return 2 * stake, -stake, -stake


# ---- A deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """One deal, from the first bid to the last trick. A value: `after` gives the next one.

    A set of cards (the discard, a poignée) is told card by card in the order of the deck; `picked`
    are those told so far.
    """

    hands: tuple[frozenset[str], ...]
    dog: frozenset[str]
    first: int = 0
    auction: bool = True
    slam: bool = True
    bids: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    discard: frozenset[str] = frozenset()
    announced: bool | None = None
    poignees: tuple[int, ...] = (0, 0, 0)
    handfuls: tuple[frozenset[str], ...] = (frozenset(), frozenset(), frozenset())
    tricks: tuple[tuple[Play, ...], ...] = ()
    table: tuple[Play, ...] = ()

    # What stands after the auction

    @property
    def bidding(self) -> bool:
        return self.auction and len(self.bids) < 3

    @property
    def contract(self) -> str | None:
        """The highest bid, or None if everybody passed."""
        if not self.auction:
            return "garde"
        bid = max(self.bids, key=BIDS.index, default="pass")
        return None if bid == "pass" else bid

    @property
    def taker(self) -> int:
        contract = self.contract
        assert contract is not None
        return (self.first + self.bids.index(contract)) % 3 if self.auction else self.first

    @property
    def discarding(self) -> bool:
        return self.contract in ("prise", "garde") and not self.bidding and not self.discard

    @property
    def over(self) -> bool:
        if self.bidding:
            return False
        return self.contract is None or len(self.tricks) == TRICKS

    @property
    def leader(self) -> int:
        if self.tricks:
            return trick_winners(self.tricks, self.taker, self.slam)[-1]
        return self.taker if self.announced else self.first

    @property
    def to_move(self) -> int:
        if self.bidding:
            return (self.first + len(self.bids)) % 3
        if self.discarding or (self.slam and self.announced is None):
            return self.taker
        return (self.leader + len(self.table)) % 3

    # What may be done

    @property
    def asking(self) -> str:
        """What the player to move decides, as a phrase with a gap."""
        if self.bidding:
            return "{}"
        if self.discarding:
            return "discard {}" if len(self._free(self.hands[self.taker])) >= 6 else OPENLY
        if self.slam and self.announced is None:
            return "chelem {}"
        seat = self.to_move
        return "show {}" if self.poignees[seat] and not self.handfuls[seat] else "play {}"

    @property
    def actions(self) -> tuple[str, ...]:
        """Everything the player to move may do."""
        if self.over:
            return ()
        seat = self.to_move
        hand = self.hands[seat]
        free = self._free(hand)
        match self.asking:
            case "{}":
                return ("pass", *BIDS[BIDS.index(self.contract or "pass") + 1 :])
            case "discard {}":
                return self._next_of(free, 6)
            case "discard {} openly":
                return self._next_of(self._spare(hand), 6 - len(free))
            case "chelem {}":
                return ("pass", "announced")
            case "show {}":
                return self._next_of(self._showable(seat), self.poignees[seat])
        plays = legal_cards(hand, [card for _, card in self.table])
        if not self.tricks and not self.poignees[seat]:
            trumps = sum(suit(card) in "TE" for card in hand)
            plays += [str(size) for size in POIGNEES if trumps >= size]
        return tuple(plays)

    def label(self, action: str) -> str:
        """What a decision is called.

        >>> start(EXAMPLE).after("garde").after("pass").after("pass").label("1H")
        'discard 1H'
        """
        if action == "pass":
            return "pass"
        return f"poignée of {action}" if action.isdigit() else self.asking.format(action)

    def _next_of(self, cards: Iterable[str], size: int) -> tuple[str, ...]:
        """The cards that may be told next on the way to a set of that size."""
        later = ordered(cards)
        if self.picked:
            later = later[later.index(self.picked[-1]) + 1 :]
        missing = size - len(self.picked)
        return tuple(later[: len(later) - missing + 1])

    def _free(self, hand: Iterable[str]) -> list[str]:
        """The cards that may be laid aside without further ado."""
        return [card for card in hand if suit(card) not in "TE" and card[0] != "K"]

    def _spare(self, hand: Iterable[str]) -> list[str]:
        """The trumps that may be laid aside for want of other cards."""
        return [card for card in hand if suit(card) == "T" and card not in BOUTS]

    def _showable(self, seat: int) -> list[str]:
        """What a poignée is shown from: the Excuse only if there are too few trumps."""
        trumps = [card for card in self.hands[seat] if suit(card) == "T"]
        return trumps if len(trumps) >= self.poignees[seat] else [*trumps, "EX"]

    # Doing it

    def after(self, action: str) -> Position:
        """The position after one of the actions."""
        assert action in self.actions, (action, self.actions)
        seat = self.to_move
        if self.bidding:
            position = replace(self, bids=(*self.bids, action))
            return position.with_dog() if position.discarding else position
        if self.discarding:
            return self._after_discard(action)
        if self.slam and self.announced is None:
            return replace(self, announced=action == "announced")
        if action.isdigit():
            sizes = [int(action) if who == seat else self.poignees[who] for who in range(3)]
            return replace(self, poignees=tuple(sizes))
        if self.poignees[seat] and not self.handfuls[seat]:
            picked = (*self.picked, action)
            if len(picked) < self.poignees[seat]:
                return replace(self, picked=picked)
            sets = [frozenset(picked) if who == seat else self.handfuls[who] for who in range(3)]
            return replace(self, picked=(), handfuls=tuple(sets))
        position = self._with_hand(seat, self.hands[seat] - {action})
        table = (*self.table, (seat, action))
        if len(table) < 3:
            return replace(position, table=table)
        return replace(position, table=(), tricks=(*self.tricks, table))

    def with_dog(self) -> Position:
        """The taker has picked up the dog."""
        return self._with_hand(self.taker, self.hands[self.taker] | self.dog)

    def _with_hand(self, seat: int, hand: frozenset[str]) -> Position:
        hands = [hand if who == seat else self.hands[who] for who in range(3)]
        return replace(self, hands=tuple(hands))

    def _after_discard(self, card: str) -> Position:
        picked = (*self.picked, card)
        hand = self.hands[self.taker]
        free = self._free(hand)
        aside = frozenset(picked) if len(free) >= 6 else frozenset([*picked, *free])
        if len(aside) < 6:
            return replace(self, picked=picked)
        position = self._with_hand(self.taker, hand - aside)
        return replace(position, picked=(), discard=aside)

    # The end

    @property
    def counted(self) -> tuple[list[str], list[str]]:
        """The cards that count for the taker and for the others, with discard or dog."""
        attack, defence, _ = piles(self.tricks, self.taker, self.slam)
        if self.contract == "gardecontre":
            return attack, defence + list(self.dog)
        return attack + list(self.discard or self.dog), defence

    @property
    def won(self) -> int:
        """How many tricks the taker has won."""
        return trick_winners(self.tricks, self.taker, self.slam).count(self.taker)

    @property
    def result(self) -> tuple[int, int, int]:
        """The taker's half points and bouts; 1, -1 or 0 if they, the others or nobody has the petit
        in the last trick."""
        attack, _ = self.counted
        last = {card for _, card in self.tricks[-1]}
        if self.slam and _excuse_last(self.tricks, self.taker):
            last |= {card for _, card in self.tricks[-2]}
        petit = 0
        if "T1" in last:
            petit = 1 if self.leader == self.taker else -1
        return halves(attack), len(BOUTS & set(attack)), petit

    @property
    def scores(self) -> list[int]:
        """What the deal is worth to each seat."""
        if self.contract is None or not self.over:
            return [0, 0, 0]
        taker, other, _ = settle(
            self.contract,
            *self.result,
            [size for size in self.poignees if size],
            chelem_bonus(bool(self.announced), self.won) if self.slam else 0,
        )
        return [taker if seat == self.taker else other for seat in range(3)]


def start(
    deal: Mapping[str, str],
    DEALS: int = 1,
    AUCTION: str = "YES",
    PETITSEC: str = "YES",
    SLAM: str = "YES",
    first: int = 0,
) -> Position:
    """The first position of a deal: HAND 0 to HAND 2, DOG. `first` sits after the dealer.

    A position knows one deal; a deal that all pass is over.
    """
    hands = tuple(frozenset(deal[f"HAND {seat}"].split()) for seat in range(3))
    dog = frozenset(deal["DOG"].split())
    assert DEALS == 1
    assert sorted([card for cards in (*hands, dog) for card in cards]) == sorted(DECK)
    assert PETITSEC == "NO" or not any(map(petit_sec, hands))
    position = Position(hands, dog, first, AUCTION == "YES", SLAM == "YES")
    return position if position.auction else position.with_dog()


def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 1, 2, ... `depth` decisions.

    >>> perft(start(EXAMPLE), 3)
    [5, 15, 35]
    """
    counts = []
    level = [position]
    for left in reversed(range(depth)):
        counts.append(sum(len(one.actions) for one in level))
        level = [one.after(action) for one in level for action in one.actions] if left else []
    return counts
