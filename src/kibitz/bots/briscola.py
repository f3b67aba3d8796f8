"""A rule bot for Briscola: what is this trick worth to me if I play this card?

It reckons as the bot for Brisca does, without a partner: how likely it takes the trick, from what
it knows of the hands that are still to play, and what would be in it, less what the card could be
used for later.
"""

from __future__ import annotations

from kibitz.bots.brisca import Trick
from kibitz.bots.cards import cards_of, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

RANKS = ("DUE", "QUATTRO", "CINQUE", "SEI", "SETTE", "FANTE", "CAVALLO", "RE", "TRE", "ASSO")
PLACES = ("HAND 0", "TRICK 0", "BRISCOLA", "WON 0")


class Rule:
    """Plays the card with which the trick is worth most."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Briscola."""
        must_have("briscola-rule", game, PLACES, ("TRUMP", "POINTS 0"), game.players)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """The best card; of equal ones the lower."""
        trick = Trick(self.cards, view, self.seat, sides=view.game.players)
        plays = self.cards.played(view.actions)
        best = max(plays, key=lambda card: (trick.value_with(card), -self.cards.height[card]))
        return plays[best]
