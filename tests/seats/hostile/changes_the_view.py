"""Changes what it was given: the cards of its view, those of the game, the list of its options, the
scores.

Comes to: illegal.
"""

from __future__ import annotations

import gc
from contextlib import suppress

from loot import hand

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ChangesTheView:
    def choose(self, view: View, budget: float | None) -> Action:
        mine, others = set(hand(view)), view.game.cards
        best = next(face for n, face in enumerate(others) if n not in mine)
        for action in view.actions:
            object.__setattr__(action, "cards", (best.text,))
            object.__setattr__(action, "text", f"play {best.text}")
            object.__setattr__(action, "id", 10**9)
        for face in others:
            object.__setattr__(face, "attributes", {})
        for thing in gc.get_objects():
            if type(thing).__name__ == "array":
                for n in range(len(thing)):
                    with suppress(Exception):
                        thing[n] = 0
        return view.actions[0]
