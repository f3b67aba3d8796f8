"""A person at the terminal, as a bot: for games set up in Python.

`kibitz play` draws a better table; this is the plain one, for any seat of any game.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.picking import Picking
from kibitz.engine.twins import labels, offers, unmarked
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View

__all__ = ["Human"]


class Human:
    """You: shown what your seat sees, and asked until you choose something that is on offer."""

    def __init__(self) -> None:
        self.picks: list[int] = []
        """The cards of a set that were named, and that the rules are still to ask for."""

    def choose(self, view: View, budget: float | None) -> Action:
        """What the person types: a number of the list, a card, or what an option says; of several
        cards that are asked for, all in one line."""
        who = view.game.seats[view.seat or 0]
        if self.picks and view.pickings:
            return _step(view, view.pickings[0], self.picks.pop(0))
        self.picks = []
        begun = {index for picking in view.pickings for index in picking.offered}
        whole = tuple(action for n, action in enumerate(view.actions) if n not in begun)
        if not begun:
            whole = offers(view)
        keys = _keyed(whole)
        print(f"\n{who}, this is what you see:")
        for line in _seen(view):
            print(f"  {line}")
        print("You can:")
        for key, label in zip(keys, labels(view.game, [*keys.values()]), strict=True):
            print(f"  {key:>3}  {label}")
        for picking in view.pickings:
            cards = " ".join(view.game.cards[card].symbol for card in picking.cards)
            print(f"  choose {picking.size} of {cards}")
        while True:
            try:
                text = input(f"{who}: ")
            except EOFError:
                raise KibitzError(f"nobody is there to choose for {who}") from None
            chosen = keys.get(text.strip()) or _meant(text, whole, view.game)
            if chosen is not None:
                return chosen
            for picking in view.pickings:
                found = _set(text, picking, view.game)
                if found:
                    first, *self.picks = found
                    return _step(view, picking, first)
            more = ", or all the cards that are asked for" if view.pickings else ""
            print(f"`{text.strip()}` is not on offer: type a number, a card, what it says{more}.")


def _set(text: str, picking: Picking, game: Game) -> list[int]:
    """The cards of a set that somebody typed, in any order; nothing if it is none."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        copies = [face.number for face in game.written(word)]
        free = [card for card in copies if card in picking.cards and card not in found]
        if not free:
            return []
        found.append(free[0])
    return sorted(found) if len(found) == picking.size else []


def _step(view: View, picking: Picking, card: int) -> Action:
    """What picks a card next; the actions on offer are those of the lowest cards, in order."""
    return view.actions[picking.offered[picking.cards.index(card)]]


def _seen(view: View) -> list[str]:
    """The cards of every place, or how many there are; nothing of empty places."""
    lines = []
    for name, there in view.places.items():
        if isinstance(there, int):
            cards = f"{there} card{'s' * (there != 1)}" if there else ""
        else:
            cards = " ".join(view.game.cards[card].symbol for card in there)
        if cards:
            lines.append(f"{name.lower()}: {cards}")
    return lines


def _keyed(actions: tuple[Action, ...]) -> dict[str, Action]:
    """A number for each action: its own, where each has one (`guess 2`); else they are counted."""
    own = {str(a.numbers[0]): a for a in actions if len(a.numbers) == 1 and not a.cards}
    if len(own) == len(actions):
        return own
    return {str(number): action for number, action in enumerate(actions, 1)}


def _meant(text: str, actions: tuple[Action, ...], game: Game) -> Action | None:
    """The action that says this, or the only one with this card."""
    wanted = " ".join(text.lower().split())
    for action in actions:
        if wanted in (action.text.lower(), action.label.lower()):
            return action
    for action, label in zip(actions, labels(game, actions), strict=True):
        if wanted in (unmarked(action).lower(), label.lower()):
            return action
    try:
        card = game.card(wanted).text
    except KibitzError:
        return None
    found = [action for action in actions if action.cards == (card,)]
    return found[0] if len(found) == 1 else None
