"""A rule bot for Gin Rummy: melds first, then little deadwood, and knock early.

The usual advice: the upcard is taken if it makes a meld or lets one knock, for it tells the other
player what one collects; otherwise one draws. The card goes that leaves least deadwood. Early in a
deal one knocks as soon as one may; later the other player has little deadwood, too, and one
knocks only with less.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from kibitz.bots.cards import must_have, set_of
from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Melds", "Rule"]

RANKS = (
    *("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"),
    *("EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"),
)
PLACES = ("HAND 0", "PILE", "STOCK")
STORES = ("TURNNO", "LIMIT", "KNOCKER", "DEADWOOD 0")
EARLY = 16
"""In so many turns of both players one knocks with anything."""
LOW = 5
"""Later, with at most so much deadwood."""


class Rule:
    """Plays by the usual advice."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Gin Rummy."""
        must_have("gin-rummy-rule", game, PLACES, STORES, 2)
        self.melds = derived(game, Melds)
        self.number = {face.text: face.number for face in game.cards}
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """Whether to take the upcard, or what to throw away and whether to knock with it."""
        hand = set_of(view.numbers(f"HAND {self.seat}"))
        if hand.bit_count() > 10:
            return self.thrown(view, hand)
        for action in view.actions:
            if action.cards and self.wanted(view, hand, self.number[action.cards[0]]):
                return action
        return view.actions[-1]

    def wanted(self, view: View, hand: int, card: int) -> bool:
        """Whether the upcard makes a meld, or lets one knock."""
        more = hand | 1 << card
        if self.melds.deadwood(more) < self.melds.deadwood(hand):
            return True
        return self.ready(view, min(self.left(more, other) for other in self.melds.of(hand)))

    def thrown(self, view: View, hand: int) -> Action:
        """The card that leaves least deadwood, the highest of equals; with a knock if that is
        wise."""
        throws = {self.number[a.cards[0]]: a for a in view.actions if a.text.startswith("discard")}
        knocks = {self.number[a.cards[0]]: a for a in view.actions if a not in throws.values()}
        card = min(throws, key=lambda card: (self.left(hand, card), -self.melds.rank[card]))
        return knocks[card] if self.ready(view, self.left(hand, card)) else throws[card]

    def ready(self, view: View, deadwood: int) -> bool:
        """Whether one may and would knock with so much."""
        low = LOW if int(view.store("TURNNO")) > EARLY else deadwood
        return deadwood <= min(low, int(view.store("LIMIT")))

    def left(self, hand: int, card: int) -> int:
        """The deadwood without a card."""
        return self.melds.deadwood(hand & ~(1 << card))


class Melds:
    """All melds of the deck, as bit sets of cards, and what cards are worth."""

    def __init__(self, game: Game) -> None:
        self.rank = tuple(RANKS.index(face.attributes["RANK"]) for face in game.cards)
        """How high each card is, from 0."""
        suits = [face.attributes["SUIT"] for face in game.cards]
        lines: list[list[int]] = [
            sorted((c for c in range(52) if suits[c] == suit), key=self.rank.__getitem__)
            for suit in dict.fromkeys(suits)
        ]
        alike = [[card for card in range(52) if self.rank[card] == rank] for rank in range(13)]
        runs = [line[at : at + n] for line in lines for n in (3, 4, 5) for at in range(14 - n)]
        sets = [meld for cards in alike for n in (3, 4) for meld in combinations(cards, n)]
        self.all = [(set_of(meld), self.worth(meld)) for meld in (*runs, *sets)]
        """Longer runs are made of these."""

    def of(self, cards: int) -> list[int]:
        """The cards of a bit set."""
        return [card for card in range(52) if cards >> card & 1]

    def worth(self, cards: Iterable[int]) -> int:
        """What cards count as deadwood."""
        return sum(min(10, self.rank[card] + 1) for card in cards)

    def deadwood(self, cards: int) -> int:
        """What is left of cards in the best arrangement."""
        possible = [meld for meld in self.all if meld[0] & ~cards == 0]
        return self.worth(self.of(cards)) - _best(possible)


def _best(melds: list[tuple[int, int]]) -> int:
    """The most that melds without a card in common are worth."""
    if not melds:
        return 0
    (cards, worth), *rest = melds
    with_it = worth + _best([other for other in rest if not other[0] & cards])
    return max(with_it, _best(rest))
