"""The scoreboard of a competition: standings, failures, the bracket, and who beat whom.

To count and draw takes a while where there are many games: whoever asks for it asks rarely. What
is drawn is what the report has, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from kibitz.compete.drawings import draw_bracket, draw_pairs
from kibitz.compete.figures import encounters, failings, pairs
from kibitz.compete.model import HOUSE, PlayedGame
from kibitz.compete.naming import phase_title, shown
from kibitz.compete.phases import Results, Stage, table
from kibitz.compete.points import Row
from kibitz.draw.svg import Element
from kibitz.table.following import Known

__all__ = ["Scoreboard", "named", "number"]

Json = dict[str, Any]

LONGEST = 2000
"""Characters of what a bot said."""
NOTHING: Json = {"svg": "", "title": ""}


def named(name: str) -> Json:
    """Somebody by what they are called, and by what tells them apart from others."""
    return {"key": name, "name": shown(name)}


def number(value: Fraction) -> float | int:
    """A number as it is sent."""
    return int(value) if value.denominator == 1 else float(value)


class Scoreboard:
    """What is counted and drawn of what is known; a drawing is kept until another game is over."""

    def __init__(self, known: Known) -> None:
        self._known, self._store = known, known.store
        self._drawn: dict[tuple[str, int], tuple[tuple[int, int], Json]] = {}

    def parts(self) -> Json:
        """All of it, as it is now."""
        known = self._known
        found = [self._store.stage(phase) for phase in range(known.status.phase + 1)]
        stages = [stage for stage in found if stage is not None]
        cups = [stage for stage in stages if stage.phase.kind == "cup"]
        others = [stage for stage in stages if stage.phase.kind != "cup"]
        return {
            "standings": {"phases": [self._standings(stage) for stage in stages]},
            "failures": {"rows": _failures([game for _, game in known.played])},
            "bracket": self._drawing(cups, self._bracket),
            "pairs": self._drawing(others or cups, self._pairs),
        }

    def _rows(self, stage: Stage) -> tuple[Row, ...]:
        """The table of a phase: as it was written down, or as it is so far."""
        settled = self._store.standings(stage.number)
        return settled or table(stage, self._known.results(stage.number))

    def _standings(self, stage: Stage) -> Json:
        charter = self._store.charter
        settled = bool(self._store.standings(stage.number))
        last = stage.number + 1 == len(charter.phases)
        teams = {one.name: ", ".join(one.team) for one in charter.entrants}

        def fate(row: Row) -> str | None:
            """What comes of it, once that is settled."""
            if not settled:
                return None
            if last:
                return "first" if row.rank == 1 else None
            best = stage.phase.best
            return "through" if best is None or row.rank <= best else "out"

        return {
            "phase": stage.number,
            "title": phase_title(stage.phase),
            "rows": [
                {
                    **named(row.name),
                    "team": shown(teams[row.name]) if teams.get(row.name) else "",
                    "rank": row.rank if row.games else None,
                    "points": number(row.points),
                    "games": row.games,
                    "share": float(row.wins / row.games) if row.games else None,
                    "score": float(row.score / row.games) if row.games else None,
                    "note": row.note,
                    "fate": fate(row),
                }
                for row in self._rows(stage)
            ],
        }

    # --- drawings ---------------------------------------------------------------------------------

    def _drawing(self, stages: Sequence[Stage], draw: Callable[[Stage, Results], Element]) -> Json:
        """A drawing of the last of some phases, as it was if no game has been played since."""
        if not stages:
            return NOTHING
        stage = stages[-1]
        results = self._known.results(stage.number)
        key = draw.__name__, stage.number
        now = len(results.games), len(self._known.met(stage.number))
        if key not in self._drawn or self._drawn[key][0] != now:
            told = {"svg": str(draw(stage, results)), "title": phase_title(stage.phase)}
            self._drawn[key] = now, told if results.games else NOTHING
        return self._drawn[key][1]

    def _bracket(self, stage: Stage, results: Results) -> Element:
        met = encounters(stage.phase, self._known.met(stage.number), results.games.values())
        return draw_bracket(met, self._rows(stage))

    def _pairs(self, stage: Stage, results: Results) -> Element:
        names = [row.name for row in self._rows(stage)]
        names += [HOUSE + bot for bot in stage.phase.opponents]
        games, teams = results.games.values(), stage.teams
        return draw_pairs(names, pairs(stage.phase, games, teams=teams, highest=stage.highest))


# --- failures -------------------------------------------------------------------------------------


def _failures(games: Sequence[PlayedGame]) -> list[Json]:
    """What bots did wrong, those first who did most."""
    rows: dict[str, list[Json]] = {}
    for one in failings(games):
        rows.setdefault(one.name, []).append(
            {
                "cause": one.cause,
                "count": one.times,
                "game": str(one.first),
                "said": one.said[:LONGEST],
                "trace": one.trace[:LONGEST],
            }
        )
    forfeits = Counter(
        name for game in games for name in {game.names[seat] for seat in game.result.forfeits}
    )
    order = sorted(rows, key=lambda name: (-sum(one["count"] for one in rows[name]), name))
    return [{**named(name), "causes": rows[name], "forfeits": forfeits[name]} for name in order]
