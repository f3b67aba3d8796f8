"""The rules of a game, run with outcomes of chance that somebody else decides.

The rules ask for a random number wherever a card of a shuffled place is looked at, a tie is broken
or something is random. Here they are run with a `below` of our own, which stops them at the first
number that nobody has given yet, and says between what chance has to decide.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.game import Game
from kibitz.engine.primitives import PRIMITIVES
from kibitz.engine.state import State
from kibitz.recycle.layout import BITS

__all__ = ["Dice", "Undecided"]


class Undecided(Exception):
    """Chance has to decide: between what, and whether these are cards."""

    def __init__(self, outcomes: tuple[int, ...], cards: bool) -> None:
        super().__init__()
        self.outcomes, self.cards = outcomes, cards


class Dice:
    """The rules of a game, run with what chance has decided so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.functions: dict[str, Any] = {**PRIMITIVES, "below": self.below}
        text = game.emitted.module.quick()
        exec(compile(text, f"<{game.name}, by hand>", "exec"), self.functions)
        self.numbers: array[int] = array("q")
        self.given: list[int] = []
        """What chance has decided: cards, and numbers."""
        self.used = 0
        self.recent: dict[int, list[int]] = {}
        """The cards drawn from each place in this run."""

    def below(self, key: int, key2: int, stream: int, counter: int, n: int) -> int:
        """What the rules call for a random number from 0 to n - 1."""
        outcomes = tuple(range(n)) if stream < 0 else self._pool(stream, n)
        if self.used == len(self.given):
            if n > 1:
                raise Undecided(outcomes, stream >= 0)
            self.given.append(outcomes[0])
        outcome = self.given[self.used]
        self.used += 1
        if stream >= 0:
            self.recent.setdefault(stream, []).append(outcome)
        return outcomes.index(outcome)

    def _pool(self, place: int, n: int) -> tuple[int, ...]:
        """The n cards of a place that may come. Where many are dealt at once, the rules take them
        out of the pool when all are drawn: those that were drawn last may still be in it."""
        layout = self.game.layout
        at = layout.pools[place]
        words = enumerate(self.numbers[at : at + layout.words])
        cards = [w * BITS + bit for w, word in words for bit in range(BITS) if word >> bit & 1]
        late = self.recent.get(place, [])[n - len(cards) :] if len(cards) > n else []
        return tuple(card for card in cards if card not in late)

    def run(self, state: State | None, action: Action | None, given: Sequence[int]) -> list[int]:
        """All outcomes of a deal or a decision, if those that are given are enough."""
        self.given, self.used, self.recent = list(given), 0, {}
        if state is None or action is None:
            self.numbers = array("q", self.game.blank)
            self.functions["run"](self.numbers, 1)
        else:
            self.numbers = array("q", state.array)
            code = state.codes[state.actions.index(action)]
            self.functions["apply"](self.numbers, code, BUFFERS.work)
        if self.numbers[1]:
            raise self.game.fault(self.numbers[1])
        return self.given
