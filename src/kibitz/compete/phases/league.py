"""A league: everybody meets everybody, two at a time or at tables of as many as there are seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from kibitz.compete.model import Meeting
from kibitz.compete.phases.stage import Results, Stage
from kibitz.compete.points import Row

__all__ = ["groups", "meetings", "table"]


def meetings(stage: Stage, results: Results) -> list[Meeting]:
    """All pairs of names, or all tables."""
    names = sorted(stage.field)
    together = list(combinations(names, 2)) if stage.phase.meet == "pairs" else groups(stage)
    return [
        stage.meeting(entrants, number, results=results) for number, entrants in enumerate(together)
    ]


def table(stage: Stage, results: Results) -> tuple[Row, ...]:
    """Everybody by their points."""
    return stage.plainly(meetings(stage, results), results)


def groups(stage: Stage) -> list[tuple[str, ...]]:
    """Who sits together: every group there is; or, in a large field, so many that everybody sits at
    as many tables as was asked for, and meets the others about equally often.

    Table by table is filled with who has sat least, then with who has met those who sit there least
    often; equals come as lots have them. To fill the last tables some may sit once more.
    """
    size, wanted = stage.group, stage.phase.tables
    everybody = list(combinations(sorted(stage.field), size))
    if wanted is None:
        return everybody
    order = stage.lots.drawn(stage.field, "tables", stage.number)
    place = {name: number for number, name in enumerate(order)}
    sat: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    found: list[tuple[str, ...]] = []
    while min(sat[name] for name in order) < wanted:
        group: list[str] = []
        for _ in range(size):
            rest = (name for name in order if name not in group)
            group.append(
                min(
                    rest,
                    key=lambda name: (
                        sat[name],
                        sum(met[frozenset((name, other))] ** 2 for other in group),
                        place[name],
                    ),
                )
            )
        sat.update(group)
        met.update(map(frozenset, combinations(group, 2)))
        found.append(tuple(group))
    return found
