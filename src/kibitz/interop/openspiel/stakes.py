"""What can come out of a game: the numbers OpenSpiel asks for before anything is played.

Nothing here is found by playing some games and hoping that the rest is alike. A small game is gone
through, every outcome of chance and every option, and then all is known exactly. Of a larger one we
know what its text says: the least and the most its score can be, where that can be read off; and
the house knows its own games. What nobody knows is told so: bounds are infinite, the sum is open
(`GENERAL_SUM`). Whoever knows better says so, and is held to it: see `spiel_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf

from kibitz.engine.descriptions import describe
from kibitz.engine.game import Game
from kibitz.interop.openspiel.walk import walk
from kibitz.recycle.holdings import holdings
from kibitz.recycle.layout import OWNERS, bounds
from kibitz.recycle.prelude import LIMITS

__all__ = ["Stakes", "stakes_of"]

LONGEST = 10_000
"""Decisions of a game at most, and outcomes of chance, if nothing else is known."""


PLACES = 64
"""Actions without a number of their own at most, where no groups of cards are picked."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What can come out of a game."""

    lowest: float = -inf
    """The least a seat can get."""
    highest: float = inf
    total: float | None = None
    """What all seats get together, if it is always the same."""
    decisions: int = LONGEST
    """How many there can be in a game."""
    chances: int = LONGEST
    """How often chance decides."""
    events: int = 0
    """How many things can happen; 0: that is not known."""
    places: int = 0
    """How many numbers are kept for actions that have none of their own, and are counted by their
    place among those on offer: see `numbered`."""
    exact: bool = False
    """All of this is so and not only a bound: the game was gone through."""

    def relative(self, players: int) -> Stakes:
        """The same where each seat gets its score less the mean of all."""
        most = (self.highest - self.lowest) * (players - 1) / players
        return replace(self, lowest=-most, highest=most, total=0.0)


def stakes_of(game: Game) -> Stakes:
    """What can come out of a game, as far as that is known."""
    walked = walk(game)
    if walked is not None:
        total = min(walked.totals) if len(walked.totals) == 1 else None
        most = walked.decisions, walked.chances, walked.events, walked.places
        return Stakes(walked.lowest, walked.highest, total, *most, exact=True)
    groups = any(verb.size == 0 for verb in game.emitted.verbs)
    known = Stakes(*_written(game), places=LIMITS["options"] if groups else PLACES)
    ours = game.name in HOUSE and game.source.text == describe(game.name).text
    return HOUSE[game.name](replace(known, places=0), game.parameters) if ours else known


def _written(game: Game) -> tuple[float, float]:
    """What the text says about the score."""
    node, layout = game.program.score, game.layout
    limits = bounds(node, layout)
    if node.op == "store":
        wanted = OWNERS[node.args[0].kind], node.text, str(node.args[1].value)
        held = holdings(layout).get(wanted)
        limits = held.limits if held is not None else None
    if limits is None:
        return -inf, inf
    low, high = float(limits[0]), float(limits[1])
    return (low, high) if game.program.highest_wins else (-high, -low)


_Numbers = Mapping[str, int | str]
HOUSE: dict[str, Callable[[Stakes, _Numbers], Stakes]] = {
    "agram": lambda known, of: replace(
        known, total=1.0, decisions=int(of["NUMP"]) * int(of["TRICKS"]), chances=35
    ),
    "brisca": lambda known, of: replace(known, lowest=-1.0, highest=1.0, total=0.0, decisions=40),
    "boerenbridge": lambda known, of: known,
    "hearts": lambda known, of: replace(
        known, lowest=-26.0 * int(of["DEALS"]), highest=0.0, decisions=64 * int(of["DEALS"])
    ),
    "ninety-eight": lambda known, of: known,
    "tarot": lambda known, of: replace(known, total=0.0),
}
"""What the house knows about its own games, as their rules are; all their actions have numbers."""
