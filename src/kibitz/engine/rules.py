"""Rules: how states are dealt and played, and what there is to know of a *position*, that is where
the rules wait for a decision.

There are two ways to play: Python, and machine code once it is worth loading and there (see
`kibitz.engine.singles`). Both change the row of numbers that a state is, and leave the code of what
went wrong in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.engine.buffers import BUFFERS

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Rules"]


class Rules:
    """What `State` plays by."""

    __slots__ = ("deal", "follow", "general", "sets", "turns")

    deal: Callable[[array[int]], array[int] | None]
    """Deal a game that has its key, and play on to its first decision. The codes of what can be
    decided there are returned, if they are found at no cost."""
    follow: Callable[[array[int], int], array[int] | None]
    """Play the option with a code, and on to the next decision; the same of that."""

    def __init__(self, game: Game) -> None:
        def deal(numbers: array[int]) -> None:
            game.functions["run"](numbers, 1)

        def follow(numbers: array[int], code: int) -> None:
            game.functions["apply"](numbers, code, BUFFERS.work)

        self.deal, self.follow = deal, follow
        choices, cycles = game.emitted.choices, game.layout.cycles
        self.turns = {at: cycles + 2 * choice.depth for at, choice in choices.items()}
        """Where a state keeps whose decision it is, by position."""
        self.general = frozenset(at for at, choice in choices.items() if choice.general)
        """Positions at which options are found by playing them on a copy of the state."""
        begun = {at for at, choice in choices.items() if any(k.subset for k in choice.kinds)}
        self.sets = frozenset(begun.union(game.emitted.subsets))
        """Positions at which sets may be asked for card by card."""
