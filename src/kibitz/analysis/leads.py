"""The shape of a game: who leads, how often that changes, and how the winner got there."""

from __future__ import annotations

import numpy as np

from kibitz.analysis import figures
from kibitz.analysis.examples import dramatic, typical
from kibitz.analysis.histories import TENTHS
from kibitz.analysis.measured import SHAPE, Measured, measure, named
from kibitz.analysis.surveyed import Searched

__all__ = ["coolness", "decisiveness", "drama", "lead_changes", "leads", "security"]


@measure(
    "leads",
    "Lead histories",
    asks="How does a game go, for those who win it and for the others?",
    sample="all",
    reference=SHAPE,
)
def leads(games: Searched) -> Measured | None:
    """At each decision of a game by searchers, the normalised rank that every seat can expect after
    the best option: the mean over that option's random playouts of 1 - (seats that are better) /
    (n - 1). 1 is first, 0 is last; who is equal has the better rank, and partners are one. (So the
    losers of Agram for four have 2/3 each.) Rows: the mean of those who win and of the others, by
    tenth of the game. Decisions with a single option count too, as in the published figures.
    `games`: one that is typical and one that is dramatic, and why they were chosen."""
    if not games.histories:
        return None
    rows = ()
    for group, name in enumerate(("winner", "others")):
        means = [
            figures.of_moments(int(n), total, squares)
            for n, total, squares in games.moments[:, group].T.tolist()
        ]
        within = [each and each.within(0.0, 1.0) for each in means]
        rows += named(range(1, TENTHS + 1), within, name)  # type: ignore[assignment]
    chosen = {"typical": typical(games), "dramatic": dramatic(games)}
    shown = {name: each for name, each in chosen.items() if each is not None}
    return Measured(rows=rows, note=games.note, data={"games": shown})


@measure(
    "lead_changes",
    "Changes of the lead",
    asks="How often does somebody else come to lead?",
    sample="all",
)
def lead_changes(games: Searched) -> Measured | None:
    """How often in a game another side has the highest estimate than before; one that is level with
    the leader has not passed them. Estimates rest on 10 playouts each, so where everybody is about
    level the lead seems to change more often than it does."""
    return _mean(games, "changes")


@measure(
    "drama",
    "Drama",
    asks="Do winners come from behind?",
    sample="all",
    reference=SHAPE,
    better="high",
)
def drama(games: Searched) -> Measured | None:
    """With the threshold t = (1 + (n-2)/(n-1)) / 2, halfway between first and second of n sides:
    the mean of sqrt(t - x) over those entries x of the winner's lead history that are not above t,
    0 if there are none; averaged over games. Of several winners, their mean. (Who is at t exactly
    is not yet more likely to win than not. Such entries add nothing to the sum, but are counted:
    so read, Agram's published Drama and Security come out; without them Drama is 0.30 and Security
    0.36.)"""
    return _mean(games, "drama")


@measure(
    "security",
    "Security",
    asks="How long does the winner sit safely in front?",
    sample="all",
    unit="share",
    reference=SHAPE,
)
def security(games: Searched) -> Measured | None:
    """The share of the entries of the winner's lead history that are above t, the threshold of
    Drama; averaged over games."""
    return _mean(games, "security", most=1.0)


@measure(
    "decisiveness",
    "Decisiveness",
    asks="How early does the winner pull away for good?",
    sample="all",
    unit="share",
    reference=SHAPE,
)
def decisiveness(games: Searched) -> Measured | None:
    """The share of a game that is still to come when the winner's lead first stays above 0.8: of
    the entries of its lead history, those behind the last that is not above 0.8; averaged over
    games. 1: from the beginning; 0: not even at the end."""
    return _mean(games, "decisiveness", most=1.0)


@measure(
    "coolness",
    "Coolness",
    asks="How rarely does one's standing get worse?",
    sample="all",
    unit="share",
    reference=SHAPE,
)
def coolness(games: Searched) -> Measured | None:
    """The share of consecutive entries of lead histories, of all seats, at which the lead did not
    drop."""
    drops, steps = games.column("drops"), games.column("steps")
    found = figures.ratio((steps - drops).tolist(), steps.tolist())
    if found is None:
        return None
    left = figures.residuals(steps - drops, steps) if games.pairing else None
    return Measured(found.within(0.0, 1.0), note=games.note, residuals=left)


def _mean(games: Searched, name: str, most: float = np.inf) -> Measured | None:
    """The mean over games of one number of their histories."""
    seen = games.column("entries") > 0
    if not seen.any() or (games.column("sides") < 2).all():
        return None
    values = np.where(seen, games.column(name), 0.0)
    found = figures.ratio(values.tolist(), seen.astype(np.float64).tolist())
    assert found is not None
    left = figures.residuals(values, seen) if games.pairing else None
    return Measured(found.within(0.0, most), note=games.note, residuals=left)
