"""What follows from the sets of a ledger, as compiled bots reckon it.

Where sets say everything, it is what `view.knowledge` says. Laws ("at least six cards were plain")
are left out of account: they cost much and change little. Where a ledger has more than sets and
laws, or chances cannot be reckoned this way, `view.knowledge` is asked after all.
"""

from __future__ import annotations

from array import array
from typing import Any

from kibitz.engine.compiled import row_length
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.views import View
from kibitz.recycle.layout import BITS

__all__ = ["Reckoning", "chance"]

CERTAIN, HALF = 1_000_000, 0.5000001


def chance(likely: float) -> int:
    """A chance in millionths, as compiled bots reckon with.

    >>> chance(0.25), chance(1 / 3)
    (250000, 333333)
    """
    return int(likely * CERTAIN + HALF)


class Reckoning:
    """What one seat may conclude about the cards it does not see."""

    def __init__(self, view: View) -> None:
        self.view, self.game = view, view.game
        told = view._told
        self.numbers, self.hidden = told.numbers, told.hidden
        self.row = row_of(told.ledger)
        """The row of what is known, as a compiled bot gets it."""
        self._kernel: dict[str, Any] = dict(self.game.kernel("reckon"))
        self._known = array("q", bytes(8 * row_length(self.game)))
        self._by_sets = _has_only_sets(told.ledger)
        if self._by_sets:
            self._kernel["known_to"](self.row, self._known, view.seat or 0)
        self._exact: dict[int, int] = {}

    def possible(self, place: int) -> int:
        """The cards that may lie in a place, as a bit set."""
        words = range(self.game.layout.words)
        return sum(self.word(place, word) << BITS * word for word in words)

    def word(self, place: int, word: int) -> int:
        """A word of them."""
        layout = self.game.layout
        if not (0 <= place < layout.places and 0 <= word < layout.words):
            return 0
        if place not in self.hidden:
            return self.numbers[layout.sets + place * layout.words + word]
        if self._by_sets:
            found: int = self._kernel["possible"](self.numbers, self._known, place, word)
            if not self._known[self._kernel["UNABLE"]]:
                return found
        if place not in self._exact:
            knowledge, cards = self.view.knowledge, range(len(self.game.cards))
            there = (c for c in cards if place in knowledge.possible_places(c))
            self._exact[place] = sum(1 << card for card in there)
        return self._exact[place] >> BITS * word & ((1 << BITS) - 1)

    def likely(self, card: int, place: int) -> int:
        """How likely a card lies in a place, in millionths."""
        game = self.game
        if not (0 <= place < game.layout.places and 0 <= card < len(game.cards)):
            return 0
        if place not in self.hidden:
            return CERTAIN * (self.numbers[game.layout.where + card] == place)
        if self._by_sets:
            found: int = self._kernel["likely"](self.numbers, self._known, card, place)
            if not self._known[self._kernel["UNABLE"]]:
                return found
        face, name, knowledge = game.cards[card], game.place_names[place], self.view.knowledge
        if len(game.copies(face.text)) > 1:
            return chance(knowledge.probability(f"{face.text}{face.mark or '.1'}", name))
        return chance(knowledge.probabilities.get(face.text, {}).get(name, 0.0))


def _has_only_sets(ledger: Ledger) -> bool:
    """Whether a ledger has sets, and laws perhaps, but nothing else."""
    plain = ledger.observers.plain
    return ledger.knowers == plain[0] and ledger[6:12] == plain[2:]
