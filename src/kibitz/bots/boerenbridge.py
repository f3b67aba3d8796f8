"""The classic agents of Boeren Bridge: greedy, greedy kripke and full kripke.

All three guess by the same rule, from how high their hand is. *Greedy* then plays its highest card.
The two *kripke* bots ask what they know: may anybody else still have a trump, is mine the highest
heart left? *Greedy kripke* always wants the trick; *full kripke* wants it until it has as many as
it guessed, and then plays to lose. The two decision trees are `to_win` and `to_lose`.

"Left" means: in somebody else's hand, for all the bot knows, or in the trick that is being played.
"A trump lies there" means that somebody trumped a plain suit; where trumps were led they are a suit
like any other. Of equal cards the one of the earlier suit counts as the lower.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["FullKripke", "Greedy", "GreedyKripke", "guess_for"]

RANKS = (
    "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN",
    "JACK", "QUEEN", "KING", "ACE",
)  # fmt: skip
TRUMP_BONUS = 13
FirstCut = Annotated[
    float, "how high a hand must be, compared with all cards, for more than no trick to be guessed"
]
PLACES = ("HAND 0", "TRICK 0", "TRUMP")
STORES = ("CARDS", "TRUMP", "LEAD", "GUESSES", "GUESS 0", "TRICKS 0")


def guess_for(values: Iterable[int], first_cut: float = 0.8) -> int:
    """How many tricks to promise with cards of these values: 0 for a two to 12 for an ace, and 13
    more for a trump.

    Their mean is compared with that of all cards in the round, which are the highest of each suit.

    >>> guess_for([10, 11, 12]), guess_for([10, 11, 12 + 13]), guess_for([12, 11 + 13, 12 + 13])
    (0, 1, 3)
    """
    hand = list(values)
    n = len(hand)
    mean_of_all = (12 + (13 - n)) / 2 + TRUMP_BONUS / 4
    x = sum(hand) / n / mean_of_all
    if x < first_cut:
        return 0
    if x < 1.1:
        return n // 4
    return n // 2 if x < 1.3 else n


@lru_cache(maxsize=8)
def _values(cards: Cards, trump: str) -> tuple[int, ...]:
    """The value of every card when a suit is trump: it says which card of a hand is the highest."""
    return tuple(
        height + TRUMP_BONUS if suit == trump else height
        for height, suit in zip(cards.height, cards.suit, strict=True)
    )


class Trick:
    """What whoever is to play a card sees and asks."""

    def __init__(self, cards: Cards, view: View, seat: int) -> None:
        self.deck = cards
        self.view = view
        self.seat = seat
        self.trump = str(view.store("TRUMP"))
        self.values = _values(cards, self.trump)
        self.plays = cards.played(view.actions)
        self.cards = sorted(self.plays, key=self.values.__getitem__)
        """The cards that may be played, lowest first."""
        self.table = [card for trick in cards.tricks for card in view.numbers(trick)]
        self.led = str(view.store("LEAD"))
        self.opening = not self.table
        self.following = not self.opening and cards.suit[self.cards[0]] == self.led
        self.last = len(self.table) == len(cards.tricks) - 1

    def of_suit(self, suit: str) -> list[int]:
        """My cards of a suit, lowest first."""
        return [card for card in self.cards if self.deck.suit[card] == suit]

    @property
    def trumps(self) -> list[int]:
        return self.of_suit(self.trump)

    @property
    def plain(self) -> list[int]:
        """My cards that are no trumps, lowest first."""
        return [card for card in self.cards if self.deck.suit[card] != self.trump]

    @property
    def trumped(self) -> list[int]:
        """The trumps that lie on a plain suit, lowest first."""
        if self.led == self.trump:
            return []
        there = [card for card in self.table if self.deck.suit[card] == self.trump]
        return sorted(there, key=self.values.__getitem__)

    def others_may_hold(self, suit: str) -> bool:
        """Do others possibly hold cards of this suit?"""
        deck = self.deck
        return self.view.knowledge.possibly(deck.suits[suit], deck.others[self.seat])

    def is_highest_left(self, card: int) -> bool:
        """Is no higher card of its suit left?"""
        higher = self.deck.above[card]
        if any(higher >> other & 1 for other in self.table):
            return False
        return not self.view.knowledge.possibly(higher, self.deck.others[self.seat])


# --- the two trees --------------------------------------------------------------------------------


def to_win(trick: Trick) -> int:
    """The card to play for whoever wants the trick."""
    if trick.opening:
        return _open_to_win(trick)
    lowest, suit = trick.cards[0], trick.of_suit(trick.led)
    if trick.following:
        if trick.trumped or not trick.is_highest_left(suit[-1]):
            return suit[0]
        return suit[-1]
    trumps = trick.trumps
    if not trumps:
        return lowest
    if trick.last:
        there = trick.trumped
        enough = [card for card in trumps if not there or _beats(trick, card, there[-1])]
        return enough[0] if enough else lowest
    if trick.others_may_hold(trick.led) and trick.others_may_hold(trick.trump):
        return trumps[-1] if trick.is_highest_left(trumps[-1]) else lowest
    return trumps[0]


def _open_to_win(trick: Trick) -> int:
    deck, lowest, trumps, plain = trick.deck, trick.cards[0], trick.trumps, trick.plain
    feared = trick.others_may_hold(trick.trump)
    if feared and trumps and trick.is_highest_left(trumps[-1]):
        return trumps[-1]
    masters = [card for card in reversed(plain) if trick.is_highest_left(card)]
    if masters and not feared:
        return masters[0]
    if masters:
        safe = [card for card in masters if trick.others_may_hold(deck.suit[card])]
        return safe[0] if safe else lowest
    for card in plain:
        if len(trick.of_suit(deck.suit[card])) > 1:
            return card
    return lowest


def to_lose(trick: Trick) -> int:
    """The card to play for whoever wants no trick any more."""
    lowest = trick.cards[0]
    if trick.opening:
        return lowest
    there = trick.trumped
    if trick.following:
        suit = trick.of_suit(trick.led)
        best = max(trick.values[card] for card in trick.table if trick.deck.suit[card] == trick.led)
        lower = [card for card in suit if trick.values[card] < best]
        return lower[-1] if lower and not there else suit[-1]
    under = [card for card in trick.trumps if there and _beats(trick, there[-1], card)]
    if under:
        return under[-1]
    plain = trick.plain
    return plain[-1] if plain else lowest


def _beats(trick: Trick, one: int, other: int) -> bool:
    """Whether one trump is higher than another."""
    return trick.values[one] > trick.values[other]


# --- the bots -------------------------------------------------------------------------------------


class _Guesser(ABC):
    """What the three share: where they sit, and the guess."""

    name = "boerenbridge"

    def __init__(self, first_cut: FirstCut = 0.8) -> None:
        self.first_cut = first_cut

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Boeren Bridge."""
        must_have(self.name, game, PLACES, STORES, 4)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """Guess, or play a card."""
        if view.actions[0].cards:
            trick = Trick(self.cards, view, self.seat)
            return trick.plays[self.card(trick)]
        return self.guess(view)

    def guess(self, view: View) -> Action:
        """The guess nearest to what the rule says; if a dealer must change it and one more is as
        near as one less, one less."""
        values = _values(self.cards, str(view.store("TRUMP")))
        hand = view.numbers(f"HAND {self.seat}")
        wanted = guess_for([values[card] for card in hand], self.first_cut)
        return min(view.actions, key=lambda action: abs(action.numbers[0] - wanted))

    @abstractmethod
    def card(self, trick: Trick) -> int:
        """The card to play."""


class Greedy(_Guesser):
    """Always its highest card, whatever it guessed; a trump is higher than all others."""

    name = "greedy"

    def card(self, trick: Trick) -> int:
        return trick.cards[-1]


class GreedyKripke(_Guesser):
    """Always plays to win, by what it knows of the other hands."""

    name = "greedy-kripke"

    def card(self, trick: Trick) -> int:
        return to_win(trick)


class FullKripke(_Guesser):
    """Plays to win until it has the tricks it guessed, then to lose.

    With `only_tricks` it has no such scruples: the game in which everybody just collects tricks.
    """

    name = "full-kripke"

    def __init__(
        self,
        first_cut: FirstCut = 0.8,
        only_tricks: Annotated[bool, "wants every trick, whatever it guessed"] = False,
    ) -> None:
        super().__init__(first_cut)
        self.only_tricks = only_tricks

    def card(self, trick: Trick) -> int:
        won, wanted = (trick.view.store(f"{name} {self.seat}") for name in ("TRICKS", "GUESS"))
        if self.only_tricks or int(won) < int(wanted):
            return to_win(trick)
        return to_lose(trick)
