"""A hint: what a bot would do at your place, and what it thinks of your options, as a value.

The bot gets your view, like any bot, and its random numbers come from what you have seen: whatever
the others hold, the same hint.

>>> import kibitz
>>> from kibitz.bots.plain import First
>>> state = kibitz.load("agram").new(seed=1)
>>> print(hint(kibitz.view(state, 0), "first", First()))
first would play 3♠
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.bots.bot import Bot
from kibitz.bots.player import Player, Seated
from kibitz.engine.actions import Action
from kibitz.engine.keys import derive_key
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.search.thoughts import Thinking

__all__ = ["Hint", "hint"]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do, and why, as far as it tells."""

    seat: int
    """Whose decision it is about."""
    by: str
    """Who gives it."""
    best: Action
    forced: bool
    """Whether there is nothing else to do: then nobody was asked."""
    thinking: Thinking | None
    """What it thinks of every option, over how many tries; None if it does not tell."""

    def __str__(self) -> str:
        return f"{self.by} would {self.best}"


def hint(view: View, by: str, bot: Bot, budget: float | None = None) -> Hint:
    """What a bot would do with what a seat sees, within so many seconds if they are given."""
    if view.seat is None or view.to_move != view.seat:
        raise KibitzError("it is not your turn", "a hint is about what you can do now")
    if len(view.actions) == 1:
        return Hint(view.seat, by, view.actions[0], True, None)
    seed = derive_key("hint", view.seat, bytes(view))[0]
    player = Player(Seated(by, bot, seed), view.game, view.seat, budget=budget)
    made = sum(event.kind == "choice" for event in view.events)
    best = player.choice(view, made)
    return Hint(view.seat, by, best, False, player.thinking())
