"""Lots of games at random: how many are worth it, how many at once, and whether to compile for it.

All of it is reckoned from what a pilot has found, so that it is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from kibitz.analysis.study import Asked, Pilot
from kibitz.engine.game import Game

__all__ = ["Lots", "lots"]

PLAIN, GENERAL = 1.2e-7, 2.5e-6
"""Seconds of a decision: where options can be read off, and where they must be found by trying."""

LOT = 0.3
"""Seconds of a lot."""

SLOW = 100
"""How much longer a game takes in Python."""

WORTH_COMPILING = 30_000
"""Decisions that take longer in Python than compiling does."""

LEAST = 200
"""Games that are played however long they are; and enough of them where most have no end."""


@dataclass(frozen=True, slots=True)
class Lots:
    """Some games, in lots."""

    games: int
    size: int
    """Of a lot."""
    native: bool
    """Whether it is worth compiling; the games are the same."""


def lots(
    game: Game, asked: Asked, pilot: Pilot, share: float, most: int, effort: float = 1
) -> Lots:
    """As many games as a share of the time allows, if a decision takes so much more effort than one
    of a plain game at random."""
    general = any(choice.general for choice in game.emitted.choices.values())
    decision = GENERAL + pilot.options * PLAIN if general else PLAIN
    cost = max(pilot.decisions, 1) * decision * effort
    games = asked.effort.games(share, cost, most, least=LEAST)
    if pilot.unfinished > 0.5:
        games = min(games, LEAST)
    if asked.random is not None:
        games = min(asked.random, most) if effort > 1 else asked.random
    native = games * pilot.decisions * effort > WORTH_COMPILING
    size = ceil(LOT / cost / (1 if native else SLOW))
    return Lots(games, max(20, min(50_000, size)), native)
