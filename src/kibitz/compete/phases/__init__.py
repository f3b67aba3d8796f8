"""The kinds of phases: who meets whom next, and who stands where, given what was played so far.

All of it is a function of the charter, the lots and the results, so that a competition that was
stopped goes on as if it had not been, and anybody can work out the same again.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from kibitz.compete.model import Meeting
from kibitz.compete.phases import cup, gauntlet, league, swiss
from kibitz.compete.phases.stage import Results, Stage
from kibitz.compete.points import Row

__all__ = ["Results", "Stage", "is_over", "meetings", "table"]

RULES: dict[str, ModuleType] = {"gauntlet": gauntlet, "league": league, "swiss": swiss, "cup": cup}


def meetings(stage: Stage, results: Results) -> list[Meeting]:
    """All meetings of a phase that are certain by now, those that were played among them."""
    found: list[Meeting] = RULES[stage.phase.kind].meetings(stage, results)
    return found


def table(stage: Stage, results: Results) -> tuple[Row, ...]:
    """Where everybody stands, after what was played so far."""
    found: tuple[Row, ...] = RULES[stage.phase.kind].table(stage, results)
    return found


def is_over(found: Iterable[Meeting], results: Results) -> bool:
    """Whether nothing is left to be played of a phase."""
    return all(results.are_in(meeting) for meeting in found)
