"""A rule bot for Schnapsen: the usual advice, and a reckoning of what a card is worth.

It exchanges the jack of trumps and declares marriages whenever it can, closes the talon when the
tricks that nobody can take from it make sixty-six, and claims as soon as that is true. A card is
chosen by what is likely in the trick, and who takes it; what could still be done with the card
is taken off: a trump takes other tricks, and a king or queen may be half a marriage.
"""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

RANKS = ("JACK", "QUEEN", "KING", "TEN", "ACE")
POINTS = (2, 3, 4, 10, 11)
GOAL = 66
SMALL = 2.0
"""Points that the other adds to a trick they lose, more or less, if they can choose."""
FORCED = 4.0
"""The same, if they must follow suit."""
TRUMP = 7.0
"""What it is worth to keep a trump, beyond its points."""


class Rule:
    """Plays Schnapsen by the usual advice."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Schnapsen."""
        places = ("HAND 0", "TRICK 0", "TALON", "TURNUP")
        must_have("schnapsen-rule", game, places, ("TRUMP", "CLOSER", "POINTS 0"), 2)
        self.cards = cards_of(game, RANKS)

    def choose(self, view: View, budget: float | None) -> Action:
        """First what costs nothing, then the talon, then a card."""
        trick = Trick(self.cards, view)
        verbs: dict[str, list[Action]] = {}
        for action in view.actions:
            verbs.setdefault(action.text.partition(" ")[0], []).append(action)
        if "exchange" in verbs:
            return verbs["exchange"][0]
        if "claim" in verbs and trick.points >= GOAL:
            return verbs["claim"][0]
        if "declare" in verbs:
            return max(verbs["declare"], key=lambda each: trick.in_trumps(each.text))
        if "close" in verbs and trick.safe_points() >= GOAL:
            return verbs["close"][0]
        plays = self.cards.played(verbs["play"])
        return plays[max(plays, key=trick.value)]


class Trick:
    """A trick as the player to move sees it."""

    def __init__(self, cards: Cards, view: View) -> None:
        seat = view.to_move or 0
        self.deck = cards
        self.trump = str(view.store("TRUMP"))
        self.points = int(view.store(f"POINTS {seat}"))
        self.waiting = int(view.store(f"PENDING {seat}"))
        self.hand = view.numbers(f"HAND {seat}")
        self.led = view.numbers(f"TRICK {1 - seat}")
        self.open = not view.store("CLOSER") and bool(view.numbers("TURNUP"))
        where = view.knowledge.probabilities
        likely = {card: where[name] for name, card in cards.number.items() if name in where}
        self.theirs = {card: at.get(f"HAND {1 - seat}", 0.0) for card, at in likely.items()}
        """How likely the other player has each card."""
        self.hidden = {card for card, at in likely.items() if card not in self.hand and at}
        """The cards that the other player has or may draw."""
        if not self.open:
            self.hidden = {card for card, chance in self.theirs.items() if chance > 0}

    def worth(self, card: int) -> int:
        return POINTS[self.deck.height[card]]

    def in_trumps(self, text: str) -> bool:
        """Whether it is the marriage in trumps that is declared."""
        return text.endswith(self.trump.lower())

    def value(self, card: int) -> tuple[float, int]:
        """What the trick is worth with a card, less what the card is worth later; of equal ones the
        lower is better."""
        if self.led:
            wins = float(self.deck.beats(card, self.led[0], self.trump))
            rich = self.worth(card) + float(self.worth(self.led[0]))
            if wins and self.points + self.waiting + rich >= GOAL:
                return 1000.0, 0
        else:
            wins = self.unbeaten(card)
            rich = self.worth(card) + (SMALL if self.open else FORCED)
        return (2 * wins - 1) * rich - self.kept(card), -self.deck.height[card]

    def unbeaten(self, card: int) -> float:
        """How likely a card that is led takes the trick."""
        higher = self.none(c for c in self.theirs if self.deck.above[card] >> c & 1)
        if self.deck.suit[card] == self.trump:
            return higher if not self.open else (1 + higher) / 2
        trumps = self.none(c for c in self.theirs if self.deck.suit[c] == self.trump)
        if self.open:  # they need not, but are glad to trump what is worth it
            return higher * (1 - (1 - trumps) * min(1.0, self.worth(card) / 11))
        void = self.none(c for c in self.theirs if self.deck.suit[c] == self.deck.suit[card])
        return higher * (1 - void * (1 - trumps))

    def none(self, cards: Iterable[int]) -> float:
        """How likely the other player has none of these cards."""
        chance = 1.0
        for card in cards:
            chance *= 1 - self.theirs[card]
        return chance

    def kept(self, card: int) -> float:
        """What a card is worth if it is kept."""
        kept = 0.0
        if self.deck.suit[card] == self.trump:
            kept += TRUMP + self.worth(card) if self.open else 1.0
        if self.deck.height[card] in (1, 2):
            partner = card + 1 if self.deck.height[card] == 1 else card - 1
            if partner in self.hand:
                kept += 20.0
            elif self.open and partner in self.hidden:
                kept += 2.0
        return kept

    def safe_points(self) -> float:
        """The points I may count on if I close the talon and lead my best cards: the trumps that
        nobody can beat, and then, if they draw all trumps of the other, the best plain cards."""
        total = float(self.points + self.waiting)
        hidden = sorted(self.hidden, key=self.worth)
        trumps = [card for card in hidden if self.deck.suit[card] == self.trump]
        mine = self.deck.of_suit(self.hand, self.trump)[::-1]
        sure = [card for card in mine if not any(self.deck.above[card] >> c & 1 for c in trumps)]
        if len(sure) >= len(trumps):
            sure += [
                card
                for card in self.hand
                if self.deck.suit[card] != self.trump
                and not any(self.deck.above[card] >> c & 1 for c in hidden)
            ]
        return total + sum(self.worth(card) + FORCED for card in sure)
