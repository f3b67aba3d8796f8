"""Answers with what is not an action: a text, a number, a card, a list, a class.

Comes to: garbage.
"""

from __future__ import annotations

from kibitz.knowledge.views import View


class ReturnsOtherThings:
    def choose(self, view: View, budget: float | None) -> object:
        action = view.actions[0]
        things = action.text, action.id, view.game.card(action.cards[0]), [action], type(action)
        return things[len(view.events) % len(things)]
