"""One round of Boeren Bridge, slowly and plainly, from its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "C", "D")


def suit(card: str) -> str:
    """The suit of a card: `suit("10H") == "H"`."""
    return card[-1]


def value(card: str, led: str, trump: str) -> int:
    """What a card is worth in a trick: 0 to 12, 13 more in the suit led, 26 more in trumps."""
    bonus = 26 if suit(card) == trump else 13 if suit(card) == led else 0
    return RANKS.index(card[:-1]) + bonus


def round_deck(n: int) -> tuple[str, ...]:
    """The cards of a round with n cards each: the n highest ranks of each suit."""
    return tuple(rank + s for s in SUITS for rank in RANKS[-n:])


def rounds(first: int, peak: int) -> list[int]:
    """The sizes of the hands, round by round: `rounds(3, 5) == [3, 4, 5, 4, 3]`."""
    return [*range(first, peak), *range(peak, first - 1, -1)]


def points(guess: int, tricks: int, n: int) -> int:
    """What a guess is worth in a round with n cards each."""
    if guess != tricks:
        return -2 * abs(guess - tricks)
    if guess == 0 and n >= 6:
        return 20
    return 10 + 2 * tricks


@dataclass(frozen=True)
class Position:
    """One round; seat 0 opens and seat 3 deals. Guesses and cards are both given as text."""

    hands: tuple[tuple[str, ...], ...]
    n: int
    trump: str
    free: bool = False
    guesses: tuple[int, ...] = ()
    leader: int = 0
    trick: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def corrections(self) -> tuple[int, ...]:
        """What the dealer may change their guess to, if they must."""
        if len(self.guesses) < 4 or sum(self.guesses) != self.n:
            return ()
        said = self.guesses[3]
        return tuple(
            guess
            for guess in range(self.n + 1)
            if guess != said and (self.free or abs(guess - said) == 1)
        )

    @property
    def over(self) -> bool:
        """All the tricks have been played."""
        return len(self.winners) == self.n

    @property
    def to_move(self) -> int:
        """The seat that guesses, corrects or plays next."""
        if len(self.guesses) < 4:
            return len(self.guesses)
        if self.corrections:
            return 3
        return (self.leader + len(self.trick)) % 4

    @property
    def actions(self) -> tuple[str, ...]:
        """Guesses, then perhaps corrections, then cards: of the suit led if there are any."""
        if len(self.guesses) < 4:
            return tuple(str(guess) for guess in range(self.n + 1))
        if self.corrections:
            return tuple(str(guess) for guess in self.corrections)
        hand = self.hands[self.to_move]
        if self.trick:
            following = tuple(card for card in hand if suit(card) == suit(self.trick[0]))
            if following:
                return following
        return hand

    def after(self, move: str) -> Position:
        """The position after a guess, a correction or a card."""
        if len(self.guesses) < 4 or self.corrections:
            guessed = replace(self, guesses=(*self.guesses[:3], int(move)))
            if len(guessed.corrections) == 1:
                # The only possible change is made without asking.
                guessed = replace(guessed, guesses=guessed.guesses[:3] + guessed.corrections)
            return guessed
        return self._after_card(move)

    def _after_card(self, card: str) -> Position:
        seat = self.to_move
        hands = list(self.hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        played = replace(self, hands=tuple(hands), trick=(*self.trick, card))
        if len(played.trick) < 4:
            return played
        led = suit(played.trick[0])
        values = [value(other, led, self.trump) for other in played.trick]
        winner = (self.leader + values.index(max(values))) % 4
        return replace(played, leader=winner, trick=(), winners=(*self.winners, winner))

    @property
    def scores(self) -> list[int]:
        """The count of this round, once it is over."""
        if not self.over:
            return [0, 0, 0, 0]
        return [points(self.guesses[seat], self.winners.count(seat), self.n) for seat in range(4)]


def start(
    deal: Mapping[str, str],
    FIRST: int = 3,
    PEAK: int = 5,
    DEALER: str = "BYONE",
    OPENER: str = "LEFT",
) -> Position:
    """The first position of a deal such as `{"HAND 0": "QH KH AH", ..., "TRUMP": "S"}`."""
    assert FIRST == PEAK, "a deal is the deal of one round"
    assert OPENER in ("LEFT", "WINNER")
    hands = tuple(tuple(deal[f"HAND {seat}"].split()) for seat in range(4))
    assert sorted(card for hand in hands for card in hand) == sorted(round_deck(FIRST))
    return Position(hands, FIRST, deal["TRUMP"], DEALER == "FREE")


VARIANTS: tuple[Parameters, ...] = tuple(
    {"FIRST": n, "PEAK": n, "DEALER": dealer}
    for dealer in ("BYONE", "FREE")
    for n in (1, 2, 3, 4, 5, 6, 8, 13)
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, FIRST: int = 3, **_: int | str) -> Deal:
    """A random deal of the first round."""
    cards = rng.sample(round_deck(FIRST), 4 * FIRST)
    hands = {f"HAND {p}": " ".join(cards[p * FIRST : (p + 1) * FIRST]) for p in range(4)}
    return {**hands, "TRUMP": rng.choice(SUITS)}


def truths() -> Iterator[Truth]:
    """Whole rounds of one and two cards, the guesses of larger ones, and the play after some."""
    rng = random.Random(2)
    for dealer in ("BYONE", "FREE"):
        for n, depth in ((1, 9), (1, 9), (2, 13), (3, 6), (4, 5)):
            parameters: Parameters = {"FIRST": n, "PEAK": n, "DEALER": dealer}
            yield count(start, parameters, random_deal(rng, FIRST=n), depth)
    for n, guesses in ((2, "1 0 1 2"), (3, "1 1 0 2"), (3, "0 0 0 0"), (3, "3 0 1 1")):
        parameters = {"FIRST": n, "PEAK": n, "DEALER": "BYONE"}
        deal = random_deal(rng, FIRST=n)
        yield count(start, parameters, deal, 4 * n, tuple(guesses.split()))
    # The dealer guessed one and has to choose between none and two.
    parameters = {"FIRST": 3, "PEAK": 3, "DEALER": "BYONE"}
    deal = random_deal(rng)
    yield count(start, parameters, deal, 4, ("1", "1", "0", "1"))
    # The last tricks of long rounds, where no tricks at all may be worth twenty points.
    for n, guesses in ((6, "0 0 0 0"), (6, "0 2 1 0"), (8, "0 3 0 1"), (13, "0 4 0 0")):
        parameters = {"FIRST": n, "PEAK": n, "DEALER": "BYONE"}
        deal = random_deal(rng, FIRST=n)
        spoken = tuple(guesses.split())
        position = play(start(deal, FIRST=n, PEAK=n), *spoken)
        before = spoken + random_moves(position, 4 * (n - 3), rng)
        yield count(start, parameters, deal, 12, before)
