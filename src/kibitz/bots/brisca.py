"""A rule bot for Brisca: what is this trick worth to us if I play this card?

For each of its cards the bot reckons how likely its side takes the trick, from what it knows of the
hands that are still to play, and what would be in it; what the card could still be used for later
is taken off. The usual advice for the game follows from that: lead low plain cards, take rich
tricks as cheaply as possible, throw points on a trick the partner wins and rubbish on a lost one,
keep the ace and three of trumps for something that is worth them.
"""

from __future__ import annotations

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.bots.compiled import chance
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule", "Trick"]

RANKS = ("DOS", "CUATRO", "CINCO", "SEIS", "SIETE", "SOTA", "CABALLO", "REY", "TRES", "AS")
POINTS = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
PLACES = ("HAND 0", "TRICK 0", "TRUMP", "WON team 0")
STORES = ("TRUMP", "PLAYED", "POINTS team 0")
TO_COME = 1.0
"""Points a player is likely to add to a trick, more or less."""


class Rule:
    """Plays the card with which the trick is worth most to its side."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Brisca."""
        must_have("brisca-rule", game, PLACES, STORES, 4)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """The best card; of equal ones the lower."""
        trick = Trick(self.cards, view, self.seat, sides=2)
        plays = self.cards.played(view.actions)
        best = max(plays, key=lambda card: (trick.value_with(card), -self.cards.height[card]))
        return plays[best]


class Trick:
    """A trick as the player to move sees it, who plays for one of so many sides."""

    def __init__(self, cards: Cards, view: View, seat: int, sides: int) -> None:
        self.deck = cards
        self.trump = str(view.store("TRUMP"))
        self.names = {number: name for name, number in cards.number.items()}
        self.table = cards.table(view)
        self.seat, self.sides = seat, sides
        players = len(cards.tricks)
        self.to_come = [(seat + i) % players for i in range(1, players - len(self.table))]
        self.chances = view.knowledge.probabilities if self.to_come else {}

    def points(self, card: int) -> int:
        return POINTS[self.deck.height[card]]

    def value_with(self, card: int) -> float:
        """What the trick is worth to my side if I play a card, less what the card is worth later:
        its points are won or lost with it."""
        laid = [*self.table, card]
        best = 0
        for i, other in enumerate(laid):
            if self.deck.beats(other, laid[best], self.trump):
                best = i
        ours = (len(laid) - 1 - best) % self.sides == 0  # I or my partner
        rich = sum(map(self.points, laid))
        ours_at_last = self.chance_of_ours(laid[best], ours, rich)
        rich_at_last = rich + TO_COME * len(self.to_come)
        return (2 * ours_at_last - 1) * rich_at_last - self.kept(card)

    def chance_of_ours(self, best: int, ours: bool, rich: int) -> float:
        """How likely my side takes the trick, once all have played that are still to come."""
        chance = float(ours)
        for seat in self.to_come:
            beaten = self.chance_of_beating(seat, best, rich)
            if (seat - self.seat) % self.sides:
                chance *= 1 - beaten
            else:
                chance += (1 - chance) * beaten
        return chance

    def chance_of_beating(self, seat: int, best: int, rich: int) -> float:
        """How likely a player has, and plays, a card that beats the best so far. They are glad
        to win with a plain card, but keep a trump for a trick that is worth it."""
        plainly = trumping = 1.0
        for card, name in self.names.items():
            if self.deck.beats(card, best, self.trump):
                likely = self.chances.get(name, {}).get(f"HAND {seat}", 0.0)
                other = 1 - chance(likely) / 1_000_000  # as its compiled version reckons
                if self.deck.suit[card] == self.trump:
                    trumping *= other
                else:
                    plainly *= other
        willing = min(1.0, 0.15 + rich / 12)
        return 1 - plainly * (1 - willing * (1 - trumping))

    def kept(self, card: int) -> float:
        """What a card is worth if it is kept: a trump will take points that would be lost, and its
        own are safe; a plain card may win or lose them later."""
        if self.deck.suit[card] == self.trump:
            return 4.0 + self.deck.height[card] / 2 + self.points(card)
        return 0.0
