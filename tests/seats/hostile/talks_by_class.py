"""Tells its partner its hand through what both would share in one process: a class, a module, a
builtin.

Comes to: no failure.
"""

from __future__ import annotations

import builtins
import sys

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class TalksByClass:
    HANDS: dict[int, list[int]] = {}

    def choose(self, view: View, budget: float | None) -> Action:
        for board in (
            self.HANDS,
            vars(sys).setdefault("hands", {}),
            vars(builtins).setdefault("hands", {}),
        ):
            board[view.seat or 0] = hand(view)
            if partner(view) in board:
                tell(view, board[partner(view)])
        return any_of(view)
