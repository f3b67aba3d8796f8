"""Plays an action that says it is equal to every other, has the hash of one on offer, and is a card
of somebody else.

Comes to: illegal.
"""

from __future__ import annotations

from loot import hand

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Forged(Action):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class EqualsAll:
    def choose(self, view: View, budget: float | None) -> Action:
        mine = set(hand(view))
        face = next(f for n, f in enumerate(view.game.cards) if n not in mine)
        return Forged(
            view.game.action_count - 1, f"play {face.symbol}", f"play {face.text}", (face.text,)
        )
