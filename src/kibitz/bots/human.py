"""A person at the terminal, as a bot: for games set up in Python.

`kibitz play` draws a better table; this is the plain one, for any seat of any game.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View

__all__ = ["Human"]


class Human:
    """You: shown what your seat sees, and asked until you choose something that is on offer."""

    def choose(self, view: View, budget: float | None) -> Action:
        """What the person types: a number of the list, a card, or what an option says."""
        who = view.game.seats[view.seat or 0]
        keys = _keyed(view.actions)
        print(f"\n{who}, this is what you see:")
        for line in _seen(view):
            print(f"  {line}")
        print("You can:")
        for key, action in keys.items():
            print(f"  {key:>3}  {action.label}")
        while True:
            try:
                text = input(f"{who}: ")
            except EOFError:
                raise KibitzError(f"nobody is there to choose for {who}") from None
            chosen = keys.get(text.strip()) or _meant(text, view.actions, view.game)
            if chosen is not None:
                return chosen
            print(f"`{text.strip()}` is not on offer: type a number, a card, or what it says.")


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
    try:
        card = game.card(wanted).text
    except KibitzError:
        return None
    found = [action for action in actions if action.cards == (card,)]
    return found[0] if len(found) == 1 else None
