"""One game by bots, from the deal to the end.

A bot is asked only where there is something to decide, is given a view and nothing else, and is
timed. What it does wrong becomes one sentence that names it and the decision.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.bots.bot import Bot, Result, finish, start
from kibitz.bots.sources import failure
from kibitz.engine.actions import Action
from kibitz.engine.game import Game, Key
from kibitz.engine.simulation import LIMIT
from kibitz.engine.state import State, begin
from kibitz.errors import IllegalAction, KibitzError
from kibitz.knowledge.views import view

__all__ = ["GRACE", "Played", "Seated", "play"]

GRACE = 0.005
"""Seconds over the budget that nobody minds: a clock and a busy machine are not exact."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A bot at a seat, under a name, with a seed for what it does at random."""

    name: str
    bot: Bot
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. The lists have a number for each seat."""

    state: State
    """How it ended; how it stood, if it was left unfinished."""
    asked: list[int]
    """At how many decisions there was something to decide."""
    seconds: list[float]
    """How long all of them took."""
    overruns: list[int]
    """How many of them took longer than the budget."""


def play(
    game: Game,
    key: Key,
    seats: Sequence[Seated],
    *,
    budget: float | None = None,
    cheats: bool = False,
) -> Played:
    """Deal a game and let the bots play it, each choice within `budget` seconds if one is given.

    With `cheats`, a bot that has a method `choose_seeing_all(state, budget)` is given the state
    itself, all hands open: an upper bound for measuring, never for playing.
    """
    choosers = [_chooser(seated, cheats) for seated in seats]
    for number, seated in enumerate(seats):
        try:
            start(seated.bot, game, number, seated.seed)
        except Exception as error:
            raise _failed(seated, "at the start of a game", error) from None
    asked = [0] * game.players
    seconds = [0.0] * game.players
    overruns = [0] * game.players
    late = None if budget is None else budget + GRACE
    clock = time.perf_counter
    state = begin(game, key)
    for made in range(LIMIT):
        if state.over:
            break
        actions = state.actions
        if len(actions) == 1:
            state = state.after(actions[0])
            continue
        seat = state.to_move
        assert seat is not None
        choose, sees_all = choosers[seat]
        shown = state if sees_all else view(state, seat)
        begun = clock()
        try:
            action = choose(shown, budget)
        except Exception as error:
            raise _failed(seats[seat], _decision(state, made), error) from None
        spent = clock() - begun
        if not isinstance(action, Action):  # a state would understand a text
            said = f"{action!r} is not an action"
            raise _wrong(seats[seat], _decision(state, made), said)
        asked[seat] += 1
        seconds[seat] += spent
        if late is not None and spent > late:
            overruns[seat] += 1
        try:
            state = state.after(action)
        except IllegalAction as error:
            raise _wrong(seats[seat], _decision(state, made), error.message) from None
    scores, ranks = state.scores, state.ranks
    for number, seated in enumerate(seats):
        try:
            finish(seated.bot, Result(number, scores, ranks))
        except Exception as error:
            raise _failed(seated, "at the end of a game", error) from None
    return Played(state, asked, seconds, overruns)


def _chooser(seated: Seated, cheats: bool) -> tuple[Callable[[Any, float | None], Action], bool]:
    """How a bot is asked, and whether it is shown everything."""
    seeing_all = getattr(seated.bot, "choose_seeing_all", None)
    if seeing_all is None:
        return seated.bot.choose, False
    if not cheats:
        raise KibitzError(
            f"`{seated.name}` wants to see all hands: it has a method choose_seeing_all",
            "it can only be measured, with cheats=True in Python",
        )
    return seeing_all, True


def _decision(state: State, made: int) -> str:
    return f"at decision {made + 1} ({state.game.seats[state.to_move or 0]})"


def _failed(seated: Seated, when: str, error: Exception) -> KibitzError:
    return failure(f"the bot `{seated.name}` failed {when}", error, type(seated.bot))


def _wrong(seated: Seated, when: str, said: str) -> KibitzError:
    return KibitzError(
        f"the bot `{seated.name}` chose wrongly {when}: {said}",
        "choose must return one of view.actions",
    )
