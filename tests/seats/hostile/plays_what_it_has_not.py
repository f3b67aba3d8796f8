"""Plays a card that it does not hold: the action is made by hand, with the right number and text.

Comes to: illegal.
"""

from __future__ import annotations

from loot import hand

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class PlaysWhatItHasNot:
    def choose(self, view: View, budget: float | None) -> Action:
        mine = set(hand(view))
        other = next(n for n, _ in enumerate(view.game.cards) if n not in mine)
        face, action = view.game.cards[other], view.actions[0]
        text = action.text.replace(action.cards[0], face.text)
        number = action.id - mine_number(view, action) + other
        return Action(number, text, text, (face.text,))


def mine_number(view: View, action: Action) -> int:
    return next(n for n, face in enumerate(view.game.cards) if face.text == action.cards[0])
