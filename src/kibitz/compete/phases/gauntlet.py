"""A gauntlet: every entrant against each of the organiser's bots; the entrants never meet."""

from __future__ import annotations

from kibitz.compete.model import HOUSE, Meeting
from kibitz.compete.phases.stage import Results, Stage
from kibitz.compete.points import Row

__all__ = ["meetings", "table"]


def meetings(stage: Stage, results: Results) -> list[Meeting]:
    """Entrant by entrant, in the order of their names: their rank says nothing yet."""
    return [
        stage.meeting((name, HOUSE + opponent), number, results=results)
        for number, (name, opponent) in enumerate(
            (name, opponent) for name in sorted(stage.field) for opponent in stage.phase.opponents
        )
    ]


def table(stage: Stage, results: Results) -> tuple[Row, ...]:
    """The entrants by their points; the organiser's bots are not in it."""
    return stage.plainly(meetings(stage, results), results)
