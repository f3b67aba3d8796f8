"""Machine code for single states: `game.rules`, from the kernel `singles`.

In Python the rules take most of the ten microseconds of a decision; the same functions, compiled,
take less than one, and give the same numbers. To load them takes half a second. So a game begins in
Python, and whoever plays many games of it says so now and then:

    warm_up(game, decisions)    so many more have been played

When it has become worth it, they are loaded, if the kernel is at hand. To have it compiled is
somebody else's business: see `kibitz.engine.workshop`.
"""

from __future__ import annotations

import threading
from array import array
from typing import TYPE_CHECKING

from kibitz.engine.buffers import BUFFERS
from kibitz.engine.derived import derived
from kibitz.engine.native import is_at_hand

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["KERNEL", "quicken", "warm_up"]

KERNEL = "singles"

WORTH_IT = 40_000
"""Decisions after which others like them are expected, and machine code is worth loading."""


class _Warmth:
    """How much has been played of a game."""

    def __init__(self, game: Game) -> None:
        self.decisions, self.wanted = 0, WORTH_IT


def warm_up(game: Game, decisions: int) -> None:
    """So many more decisions of a game have been played. If the machine code is not there when it
    is worth loading, it is looked for again when twice as many have been."""
    warmth = derived(game, _Warmth)
    warmth.decisions += decisions
    if warmth.decisions >= warmth.wanted:
        warmth.wanted *= 2
        quicken(game)


def quicken(game: Game) -> bool:
    """Play states of a game by machine code from now on; False if it was not compiled yet."""
    return is_at_hand(game, KERNEL) and derived(game, _replaced)


def _replaced(game: Game) -> bool:
    import numpy as np

    singles, rules = game.kernel(KERNEL, "native"), game.rules
    deal_one, follow_one = singles["deal_one"], singles["follow_one"]
    frombuffer, int64, size = np.frombuffer, np.int64, game.layout.size

    class Space(threading.local):
        """What the kernel works with, beside the state: each thread has its own."""

        def __init__(self) -> None:
            lists = frombuffer(BUFFERS.codes, int64)
            self.here = lists, np.zeros(size, int64), frombuffer(BUFFERS.work, int64)

    space = Space()

    def deal(numbers: array[int]) -> array[int] | None:
        count = deal_one(frombuffer(numbers, int64), *space.here)
        return BUFFERS.codes[:count] if count else None

    def follow(numbers: array[int], code: int) -> array[int] | None:
        count = follow_one(frombuffer(numbers, int64), code, *space.here)
        return BUFFERS.codes[:count] if count else None

    rules.deal, rules.follow = deal, follow
    return True
