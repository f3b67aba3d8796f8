"""What a bot is: something that chooses, given what its seat sees and knows.

A bot needs one method, `choose`. Three more are called if it has them:

- `start(game, seat, seed)`, before a game: where it sits, and a seed for what it does at random;
- `finish(result)`, after a game;
- `thinking()`, after a choice: what it thought, or None.

A bot gets a `View` and nothing else. It is asked only where there is something to decide: a single
legal action is played for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View
from kibitz.search.thoughts import Thinking

__all__ = ["Bot", "Result", "finish", "start", "thinking"]


class Bot(Protocol):
    """Who can sit at a table: a class with `choose` is enough.

    >>> class Cautious:
    ...     def choose(self, view, budget):
    ...         return view.actions[0]
    >>> view = kibitz.view(kibitz.load("agram").new(seed=1), "North")
    >>> print(Cautious().choose(view, None))
    play 3♠
    """

    def choose(self, view: View, budget: float | None) -> Action:
        """One of `view.actions`, within `budget` seconds if there is one."""
        ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    seat: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """The rank of every seat, 1 the best; equal scores share the better one."""


def start(bot: Bot, game: Game, seat: int, seed: int) -> None:
    """Tell a bot that a game begins."""
    _call(bot, "start", game, seat, seed)


def finish(bot: Bot, result: Result) -> None:
    """Tell a bot how the game ended."""
    _call(bot, "finish", result)


def thinking(bot: Bot) -> Thinking | None:
    """What a bot thought at its last choice, if it tells."""
    found = _call(bot, "thinking")
    return found if isinstance(found, Thinking) else None


def _call(bot: Bot, name: str, *arguments: object) -> Any:  # whatever somebody's bot has there
    method = getattr(bot, name, None)
    return None if method is None else method(*arguments)
