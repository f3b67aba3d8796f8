"""A rule bot for President: low cards first, whole sets together, high ones when they count.

The usual advice: lead the lowest rank, with all cards of it; follow with the lowest that is
enough, and do not break a pair or three of a kind for it; keep twos and aces until few cards are
left, one's own or somebody else's. Of cards that are given away, the lowest go.
"""

from __future__ import annotations

from collections import Counter

from kibitz.bots.cards import held, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

PLACES = ("HAND 0", "TRICK 0", "DISCARD")
STORES = ("COUNT", "HEIGHT", "BEST")
RANKS = ("THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING",
         "ACE", "TWO")  # fmt: skip
NUMBERS = {"two": 2, "three": 3, "four": 4}
HIGH = 11
"""The height from which cards are kept."""
FEW = 4
"""With so many cards or fewer a player will soon be out."""


class Rule:
    """Plays by the usual advice."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of President."""
        must_have("president-rule", game, PLACES, STORES, game.players)
        self.game = game
        self.seat = seat
        low = game.parameters.get("TWOS") == "LOW"
        order = (RANKS[-1], *RANKS[:-1]) if low else RANKS
        self.heights = {rank: height for height, rank in enumerate(order)}
        self.spoken = {game.sheet.names.get(rank, rank.lower()): rank for rank in RANKS}
        self.rank = {face.text: face.attributes["RANK"] for face in game.cards}

    def choose(self, view: View, budget: float | None) -> Action:
        """The cheapest play; to pass, if all are dear and nobody is about to go out."""
        hand = [self.game.cards[n].attributes["RANK"] for n in view.numbers(f"HAND {self.seat}")]
        held = Counter(hand)
        plays = [action for action in view.actions if action.text != "pass"]
        if not plays:
            return view.actions[0]
        leading = len(plays) == len(view.actions)
        best = min(plays, key=lambda action: self.cost(action, held, leading))
        rank, number = self.played(best)
        dear = held[rank] > number or self.heights[rank] >= HIGH
        if leading or not dear or min(len(hand), self.fewest(view)) <= FEW:
            return best
        return next(action for action in view.actions if action.text == "pass")

    def played(self, action: Action) -> tuple[str, int]:
        """The rank that is played, and how many cards of it."""
        if action.cards:
            return self.rank[action.cards[0]], 1
        _, number, name = action.text.split()
        return self.spoken[name], NUMBERS[number]

    def cost(self, action: Action, held: Counter[str], leading: bool) -> tuple[int, int, int]:
        """What is cheaper is smaller: no set broken, a low rank, many cards."""
        rank, number = self.played(action)
        broken = held[rank] - number
        if leading:
            return self.heights[rank], broken, 0
        return int(broken > 0), self.heights[rank], broken

    def fewest(self, view: View) -> int:
        """The cards of the other player who has fewest of those that still have some."""
        others = (held(view, seat) for seat in range(self.game.players) if seat != self.seat)
        return min(filter(None, others), default=0)
