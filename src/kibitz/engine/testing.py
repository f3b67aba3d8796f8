"""The telling variant of a game, and the tests of hidden cards in it, for native code.

What the telling variant discloses may be a test that is done again on other deals (`Secret`). The
kernel `trials` does that many times, so the tests are emitted once more, by themselves and without
telling, and it is put on top of them instead of the game. Where there are none, as in most games,
it is put on top of the game as every other kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engine.derived import derived
from kibitz.recycle.emitter import Emitted, emit
from kibitz.recycle.printer import Function

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["TESTING", "compiled_tests", "has_tests", "telling_of", "tests_text"]

TESTING = "trials"

NONE = '''
def secret(k, S, A):
    """There is nothing to test in this game."""
    return 0
'''


def telling_of(game: Game) -> Emitted:
    """The variant that tells what happens, as it is emitted; errors have the same numbers in it."""
    return derived(game, _emitted)


def _emitted(game: Game) -> Emitted:
    other = emit(game.program, log=True, errors=game.emitted.errors)
    assert other.layout.size == game.layout.size, "both variants share one layout"
    return other


def has_tests(game: Game) -> bool:
    """Whether hidden cards are tested in a way that has no simpler form."""
    return telling_of(game).secrets is not None


def compiled_tests(game: Game) -> frozenset[str]:
    """The names of the tests that native code can do."""
    return derived(game, _names)


def _names(game: Game) -> frozenset[str]:
    pieces = module.pieces if (module := telling_of(game).secrets) is not None else ()
    return frozenset(piece.name for piece in pieces if isinstance(piece, Function))


def tests_text(game: Game, kernel: str) -> str:
    """What a kernel that tests needs where there are no tests."""
    return NONE if kernel == TESTING and not has_tests(game) else ""
