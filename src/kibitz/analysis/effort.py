"""How much is played: as much as a game can be understood from in about a minute.

What a game costs is reckoned from some games played at random (see `kibitz.analysis.random_games`),
never from the clock, so that the same seed gives the same report on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import KibitzError, did_you_mean

__all__ = ["EFFORTS", "Effort", "effort"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played for a report."""

    name: str
    random: int
    """Games at random."""
    searched: int
    """Games by searchers, of each setting; fewer where games are long: see `games`."""
    seconds: float
    """What all searched games together may cost, in seconds of a core of 2026."""
    most: float
    """Seconds by the clock after which nothing is begun any more: for games that cost more than was
    reckoned. A report that was cut short by it says so."""

    def games(self, share: float, cost: float, most: int | None = None, least: int = 50) -> int:
        """How many games a study with a share of the seconds plays that cost so many each; an even
        number of hundreds or so, from `least` to `most`."""
        affordable = int(self.seconds * share / max(cost, 1e-9))
        found = max(least, min(affordable, self.searched if most is None else most))
        return found if found < 100 else found // 50 * 50


EFFORTS = {
    "quick": Effort("quick", 5_000, 300, 12.0, 40.0),
    "usual": Effort("usual", 50_000, 2_500, 120.0, 150.0),
    "thorough": Effort("thorough", 1_000_000, 20_000, 1_800.0, 3_600.0),
}


def effort(name: str) -> Effort:
    """An effort by its name."""
    if name not in EFFORTS:
        near = did_you_mean(name, EFFORTS)
        raise KibitzError(f"there is no effort `{name}`{near}", f"one of: {', '.join(EFFORTS)}")
    return EFFORTS[name]
