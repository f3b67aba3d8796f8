"""Opponents: bots in the seats that a learner does not have, by name as everywhere.

They play in this process, each new in every game, with a seed of its own; a bot in a file or from a
package is as trusted here as the program that learns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kibitz.bots.names import Candidate, find, split
from kibitz.bots.player import Player, Seated
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["Bots", "opponents", "seated"]

Bots = str | Sequence[str]
"""One name for all seats, or a name for each, in the order of the seats: `"random,first"`."""


def opponents(game: Game, seat: int, bots: Bots) -> dict[int, Candidate]:
    """Who sits where, but for the seat that learns.

    >>> import kibitz
    >>> {seat: bot.name for seat, bot in opponents(kibitz.load("tarot"), 1, "random,first").items()}
    {0: 'random', 2: 'first'}
    """
    others = [other for other in range(game.players) if other != seat]
    names = split(bots) if isinstance(bots, str) else list(bots)
    found = [find(name, game) for name in (names * len(others) if len(names) == 1 else names)]
    if len(found) != len(others):
        raise KibitzError(
            f"{len(found)} bots for {len(others)} seats of {game.title}",
            "name one for all seats, or one for each",
        )
    if any(bot.person for bot in found):
        raise KibitzError("people cannot sit with a learner", "choose other bots")
    return dict(zip(others, found, strict=True))


def seated(game: Game, bots: Mapping[int, Candidate], seed: Callable[[], int]) -> dict[int, Player]:
    """All of them at their seats in a new game."""
    return {
        seat: Player(Seated(bot.name, bot.make(), seed()), game, seat) for seat, bot in bots.items()
    }
