"""Raises what few expect: an interrupt, an exception that cannot be shown, one that is megabytes
long.

Comes to: raised.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Unspeakable(BaseException):
    def __str__(self) -> str:
        raise RuntimeError("not even its name can be said")

    __repr__ = __str__


class RaisesOddly:
    def __init__(self) -> None:
        self.errors = [
            Unspeakable(),
            KeyboardInterrupt(),
            GeneratorExit(),
            OSError("x" * 20_000_000),
        ]

    def choose(self, view: View, budget: float | None) -> Action:
        raise self.errors[len(view.events) % 4]
