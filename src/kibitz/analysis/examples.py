"""Games chosen by rule to be shown: a typical one, and the most dramatic.

They are played once more, so that nothing of the others need be kept: the same deal, the same
searchers, the same game. What comes of it is a record, which can be replayed anywhere, and the lead
history.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.analysis.histories import Floats, winners
from kibitz.analysis.surveyed import SEARCHER, Searched
from kibitz.analysis.surveys import MADE, MOVER, Surveyor
from kibitz.analysis.watched import watched
from kibitz.engine.record import Record
from kibitz.engine.simulation import game_key
from kibitz.engine.state import begin

__all__ = ["dramatic", "typical"]

LONGEST = 400
"""Games with more decisions are not shown."""


def typical(games: Searched) -> dict[str, Any] | None:
    """The game whose drama, length and changes of the lead are closest to those in the middle."""
    good = _presentable(games)
    if not len(good):
        return None
    away = np.zeros(len(good))
    for name in ("drama", "decisions", "changes"):
        values = games.column(name)[good]
        low, middle, high = np.quantile(values, (0.25, 0.5, 0.75))
        away += np.abs(values - middle) / max(high - low, 1e-9 + abs(middle) / 10)
    why = "its drama, its length and its changes of the lead are closest to the medians"
    return _shown(games, int(good[np.argmin(away)]), f"{why} of {len(games.histories):,} games")


def dramatic(games: Searched) -> dict[str, Any] | None:
    """The game with the most drama."""
    good = _presentable(games)
    if not len(good):
        return None
    why = f"it has the most drama of {len(games.histories):,} games"
    return _shown(games, int(good[np.argmax(games.column("drama")[good])]), why)


def _presentable(games: Searched) -> Any:  # an array of NumPy
    """Which games came to an end, had something to decide, and are not too long."""
    there = (games.column("finished") > 0) & (games.column("entries") > 0)
    return np.flatnonzero(there & (games.column("decisions") <= LONGEST))


def _shown(games: Searched, index: int, why: str) -> dict[str, Any]:
    """A game, played once more."""
    game, number = games.game, games.histories[index].number
    surveyor = Surveyor.of(game)
    everybody = (1 << game.players) - 1
    played = watched(surveyor, games.seed, number, everybody, games.how, games.bots)
    state = begin(game, game_key(games.seed, number))
    for choice in played.choices.tolist():
        state = state.after(state.actions[choice])
    names = tuple(
        (games.bots or (SEARCHER,))[s % (len(games.bots) or 1)] for s in range(game.players)
    )
    leads: Floats = played.leads / games.how.playouts
    won = winners(played, game.program.highest_wins)
    return {
        "number": number,
        "record": Record.of(state, names).to_json(),
        "leads": [[round(x, 6) for x in row] for row in leads.tolist()],
        "decisions": played.rows[:, MADE].tolist(),
        "movers": played.rows[:, MOVER].tolist(),
        "winners": np.flatnonzero(won > 0).tolist(),
        "why": why,
    }
