"""A rule bot for Crazy Eights: keep the eights, stay in the suit you hold most of.

The usual advice: an eight fits always, so it is kept until nothing else does, and names the suit
one has most of; but one does not want to be left with it when somebody else is about to go out. Of
other cards that one is played which leaves most cards that can follow it; dear ones first, and one
that hinders the next player if they have few cards left.
"""

from __future__ import annotations

from collections import Counter

from kibitz.bots.cards import held, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

PLACES = ("HAND 0", "PILE", "STOCK")
STORES = ("SUIT", "NAMING", "STEP", "OWED")
POINTS = {"EIGHT": 50, "TEN": 10, "JACK": 10, "QUEEN": 10, "KING": 10, "NINE": 9, "SEVEN": 7}
HINDERING = {"TWO": "TWOS", "QUEEN": "SKIP", "ACE": "REVERSE"}
"""Ranks that hinder the next player, and the parameter by which they do."""

FEW = 2
"""With so many cards the next player is dangerous."""


class Rule:
    """Plays by the usual advice."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Crazy Eights."""
        must_have("crazy-eights-rule", game, PLACES, STORES, game.players)
        self.game = game
        self.seat = seat
        self.card = {face.text: face for face in game.cards}
        self.hindering = {
            rank for rank, agreed in HINDERING.items() if game.parameters[agreed] == "YES"
        }

    def choose(self, view: View, budget: float | None) -> Action:
        """The best card or suit; to draw or to pass only if no card can be played."""
        suits = Counter(
            self.game.cards[number].attributes["SUIT"]
            for number in view.numbers(f"HAND {self.seat}")
            if self.game.cards[number].attributes["RANK"] != "EIGHT"
        )
        if view.store("NAMING") == "YES":
            return max(view.actions, key=lambda action: suits[action.text.split()[-1].upper()])
        cards = [action for action in view.actions if action.cards]
        if not cards:
            return view.actions[0]
        step = int(view.store("STEP"))
        close = held(view, (self.seat + step) % self.game.players) <= FEW
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        late = min(held(view, seat) for seat in others) <= FEW
        return max(cards, key=lambda action: self.value(action.cards[0], suits, close, late))

    def value(self, text: str, suits: Counter[str], close: bool, late: bool) -> float:
        """What it is worth to play a card, if one has so many of each suit: the next player may
        be close to going out, or anybody, so that it is late."""
        attributes = self.card[text].attributes
        rank = attributes["RANK"]
        if rank == "EIGHT":
            return 100.0 if late else -100.0
        hinders = 10 if close and rank in self.hindering else 0
        return 2 * suits[attributes["SUIT"]] + POINTS.get(rank, 3) / 4 + hinders
