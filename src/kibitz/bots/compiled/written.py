"""A bot that is written as a function of numbers, run by Python.

`kibitz.engine.compiled` says what such a text looks like, and makes machine code of it. Here it is
run as it is, on the numbers of a view: so it can sit wherever a bot can, and decides the same. What
it asks about hidden cards is answered from the view, too.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

from kibitz.bots.compiled.reckoning import Reckoning
from kibitz.engine.actions import Action
from kibitz.engine.compiled import STREAM, Chooser, asks, bots_text, checked
from kibitz.engine.derived import derived
from kibitz.engine.files import is_there, read_text
from kibitz.engine.game import Game
from kibitz.engine.knowing import shape_of
from kibitz.engine.primitives import noise
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.prelude import LIMITS

__all__ = ["SUFFIX", "Written", "read_bot"]

SUFFIX = ".bot.py.txt"


class _Offered(threading.local):
    """The numbers of the actions on offer: one long row for each thread, -1 behind the last."""

    def __init__(self) -> None:
        self.row = array("q", [-1]) * LIMITS["options"]


_OFFERED = _Offered()


class Written:
    """A bot that is written as a function of numbers: a class for each text."""

    chooser: ClassVar[Chooser]

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table."""
        self.seat, self.seed, self.made = seat, seed, 0
        self.asks = asks(game, self.chooser)
        code, name, names = derived(game, _code, self.chooser)
        known = {**names, "possible": self._possible, "likely": self._likely}
        exec(code, known)
        self.function: Callable[..., Any] = known[name]
        self.nothing = array("q", bytes(8 * shape_of(game).length))

    def choose(self, view: View, budget: float | None) -> Action:
        """What the function says."""
        self.view = view
        self._reckoned: Reckoning | None = None
        actions, told, offered = view.actions, view._told, _OFFERED.row
        dense, n = view.game.action_count, len(actions)
        for k, action in enumerate(actions):
            offered[k] = action.id if action.id < dense else -1
        known = self._reckoning.row if self.asks else self.nothing
        seed = noise(self.seed, 0, STREAM, self.made)
        self.made += 1
        try:
            k = self.function(told.numbers, known, offered, n, self.seat, seed)
        finally:
            for k_ in range(n):
                offered[k_] = -1
        if not 0 <= int(k) < n:
            raise KibitzError(
                f"{self.chooser.entry} says {k:g}, and there are {n} options",
                f"it must return a number from 0 to n - 1: {self.chooser.source.name}",
            )
        return actions[int(k)]

    @property
    def _reckoning(self) -> Reckoning:
        if self._reckoned is None:
            self._reckoned = Reckoning(self.view)
        return self._reckoned

    def _possible(self, V: object, K: object, place: int, word: int) -> int:
        return self._reckoning.word(place, word)

    def _likely(self, V: object, K: object, card: int, place: int) -> int:
        return self._reckoning.likely(card, place)


def _code(game: Game, chooser: Chooser) -> tuple[CodeType, str, Mapping[str, Any]]:
    """The text of a bot, ready to be run; what its function is called, and what it may use."""
    text, called = bots_text(game, [chooser])
    head = f"{shape_of(game).text}\nMOST_OPTIONS = {LIMITS['options']}\n\n\n{text}"
    return compile(head, chooser.source.name, "exec"), called[chooser], game.functions


def read_bot(path: Path, game: Game) -> type[Written]:
    """The bot of a file, if it is one."""
    if not is_there(path):
        raise KibitzError(f"there is no file `{path}`", f"a compiled bot is written my{SUFFIX}")
    chooser = Chooser(Source(read_text(path, "a bot"), str(path)))
    checked(game, chooser)
    return type(path.name.removesuffix(SUFFIX), (Written,), {"chooser": chooser})
