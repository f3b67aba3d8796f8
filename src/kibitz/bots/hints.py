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
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thoughts import Thinking

__all__ = ["Hint", "hint", "hints"]


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


def hint(seen: View, by: str, bot: Bot, budget: float | None = None) -> Hint:
    """What a bot would do with what a seat sees, within so many seconds if they are given."""
    if seen.seat is None or seen.to_move != seen.seat:
        raise KibitzError("it is not your turn", "a hint is about what you can do now")
    if len(seen.actions) == 1:
        return Hint(seen.seat, by, seen.actions[0], True, None)
    seed = derive_key("hint", seen.seat, bytes(seen))[0]
    player = Player(Seated(by, bot, seed), seen.game, seen.seat, budget=budget)
    made = sum(event.kind == "choice" for event in seen.events)
    best = player.choice(seen, made)
    return Hint(seen.seat, by, best, False, player.thinking())


def hints(
    state: State, seat: int, by: str, bot: Bot, budget: float | None = None
) -> tuple[Hint, ...]:
    """A hint for a whole decision: where several cards are asked for one by one, one for each card,
    given the cards before it; else a single one."""
    seen = view(state, seat)
    found = [hint(seen, by, bot, budget)]
    step = seen.actions.index(found[0].best)
    size = next((p.size for p in seen.pickings if step in p.offered), 1)
    while len(found) < size:
        state = state.after(found[-1].best)
        found.append(hint(view(state, seat), by, bot, budget))
    return tuple(found)
