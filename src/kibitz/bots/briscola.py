"""A rule bot for Briscola: what is this trick worth to me if I play this card?

It reckons as the bot for Brisca does, without a partner: how likely it takes the trick, from what
it knows of the hands that are still to play, and what would be in it, less what the card could be
used for later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

RANKS = ("DUE", "QUATTRO", "CINQUE", "SEI", "SETTE", "FANTE", "CAVALLO", "RE", "TRE", "ASSO")
POINTS = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
TO_COME = 1.0
"""Points a player is likely to add to a trick, more or less."""


class Rule:
    """Plays the card with which the trick is worth most."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Briscola."""
        places = ("HAND 0", "TRICK 0", "BRISCOLA", "WON 0")
        must_have("briscola-rule", game, places, ("TRUMP", "POINTS 0"), game.players)
        self.cards = cards_of(game, RANKS)

    def choose(self, view: View, budget: float | None) -> Action:
        """The best card; of equal ones the lower."""
        plays = self.cards.played(view.actions)
        trump = str(view.store("TRUMP"))
        table = self.cards.table(view)
        seat = view.to_move or 0
        left = len(self.cards.tricks) - len(table) - 1
        to_come = [f"HAND {(seat + i) % len(self.cards.tricks)}" for i in range(1, left + 1)]
        where = view.knowledge.probabilities if to_come else {}

        def value(card: int) -> tuple[float, int]:
            return (
                worth(self.cards, trump, table, card, to_come, where),
                -self.cards.height[card],
            )

        return plays[max(plays, key=value)]


def worth(
    cards: Cards,
    trump: str,
    table: Sequence[int],
    card: int,
    to_come: Sequence[str],
    where: Mapping[str, Mapping[str, float]],
) -> float:
    """What the trick is worth with a card, less what the card is worth later: a trump will take
    points that would be lost, and its own are safe."""
    rich = POINTS[cards.height[card]] + sum(POINTS[cards.height[other]] for other in table)
    kept = 0.0
    if cards.suit[card] == trump:
        kept = 4.0 + cards.height[card] / 2 + POINTS[cards.height[card]]
    best = table[0] if table else card
    for other in table:
        if beats(cards, trump, other, best):
            best = other
    if best != card and not beats(cards, trump, card, best):
        return -rich - TO_COME * len(to_come) - kept
    mine = prod(1 - beaten(cards, trump, card, hand, rich, where) for hand in to_come)
    return (2 * mine - 1) * (rich + TO_COME * len(to_come)) - kept


def beats(cards: Cards, trump: str, card: int, best: int) -> bool:
    """Whether a card takes the trick from the best so far."""
    if cards.suit[card] == cards.suit[best]:
        return cards.height[card] > cards.height[best]
    return cards.suit[card] == trump


def beaten(
    cards: Cards,
    trump: str,
    best: int,
    hand: str,
    rich: int,
    where: Mapping[str, Mapping[str, float]],
) -> float:
    """How likely a hand has, and its player plays, a card that beats the best so far. They are glad
    to win with a plain card, but keep a trump for a trick that is worth it."""
    plainly = trumping = 1.0
    for name, card in cards.number.items():
        if beats(cards, trump, card, best):
            other = 1 - where.get(name, {}).get(hand, 0.0)
            if cards.suit[card] == trump:
                trumping *= other
            else:
                plainly *= other
    willing = min(1.0, 0.15 + rich / 12)
    return 1 - plainly * (1 - willing * (1 - trumping))
