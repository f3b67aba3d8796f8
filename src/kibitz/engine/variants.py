"""Which variant of a game's rules a kernel is put on top of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engine.knowing import KNOWING, knowing_of
from kibitz.engine.parted import PARTING, parted_of
from kibitz.engine.testing import TESTING, telling_of
from kibitz.recycle.printer import Module

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["rules_of"]


def rules_of(game: Game, kernel: str) -> Module:
    """What a kernel is put on top of: the rules, the tests of hidden cards, the rules that keep up
    to date what everybody knows, or those that list what each clause offers."""
    if kernel == PARTING:
        return parted_of(game).module
    if kernel.partition(":")[0] in KNOWING:
        return knowing_of(game)
    tests = telling_of(game).secrets if kernel == TESTING else None
    return game.emitted.module if tests is None else tests
