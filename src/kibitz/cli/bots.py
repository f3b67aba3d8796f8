"""The bots that can sit down at a table in the terminal, by name.

A bot chooses from a state with a random generator it is given; more of them, which look at no more
than a player may, come with `kibitz.bots` and plug in here.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import did_you_mean

__all__ = ["BOTS", "HUMAN", "Bot", "seat_bots"]

Bot = Callable[[State, random.Random], Action]

HUMAN = "you"


def random_bot(state: State, rng: random.Random) -> Action:
    """Any option, all complete ones equally likely."""
    return rng.choices(state.actions, state.weights())[0]


def first_bot(state: State, rng: random.Random) -> Action:
    """The first option listed."""
    return state.actions[0]


BOTS: dict[str, Bot] = {"random": random_bot, "first": first_bot}


def seat_bots(text: str, players: int, human: int) -> tuple[str, ...]:
    """The name of who sits where: one bot for all other seats, or one for each of them."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise KibitzError(
                f"there is no bot `{name}`{did_you_mean(name, BOTS)}", f"one of: {', '.join(BOTS)}"
            )
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise KibitzError(
            f"{len(names)} bots for {players - 1} seats", "give one for all, or one for each"
        )
    return (*names[:human], HUMAN, *names[human:])
