"""The results of a competition as data, `results.json`: the same figures as in the report.

An object with these entries; what depends on the clock is not in it, nor how to reach an entrant.

- `format`, `version`: `kibitz competition results`, and 1; a later version may have more entries.
- `title`, `state` (`playing`, `waiting`, `finished`), `held` (`bwrap`, `limits`, `off`, or nothing
  where only house bots played), `seeded` (whether the seed was given, and so no secret),
  `commitment`, `secret` (null while it is one).
- `game`: `name`, `title`, `hash`, `parameters`. `limits`: what bots might take, see `Terms`.
- `entrants`: each `name`, `team`, and `versions`: for each `phase` the `hash` of what they played
  with. Organiser's bots are called `bot:NAME` everywhere.
- `phases`, counted from 1, each with its `number`, `title`, `kind`, what the charter says of it
  (`games_per_meeting`, `scheme`, `points`, `ties`), `over`, `games`, and
  - `standings`: `rank`, `name`, `points`, `points_ci95`, `games`, `won`, `drawn`, `lost`, `wins`
    (shared victories in parts), `win_share`, `win_share_ci95`, `mean_score`, `mean_score_ci95`,
    `decisions`, `failures`, `failed_games`, `forfeits`, `lot` (whether one parted equals), `note`;
  - `pairs`: `one` against `other`: `games`, `points` of the one, `share`, `share_ci95`;
  - `ratings`: as below, of this phase;
  - `failures`: `name`, `cause`, `times`, `games`, and of the first: `first` (the game), `decision`,
    `said`, `hint`, `trace`;
  - `meetings`: `round`, `meeting` (counted from 1), `title`, `entrants`, `points`, and its `games`:
    `id` (the record is `records/ID.json`), `seats` (of each seat, the number of its entrant in this
    meeting, from 0), `scores`, `winners` (the seats, by teams), and where there is something to
    say, `failures` (for each seat, how many), `forfeits` (seats), and `finished`.
- `ratings`: over all phases: `name`, `rating`, `rating_ci95`, `games`; see
  `kibitz.compete.ratings`.

Intervals are pairs, or null where nothing can be said; shares are from 0 to 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from kibitz.arena.statistics import Interval
from kibitz.compete.figures import Encounter, Failing, Pair, PhaseFigures, Standing
from kibitz.compete.model import PlayedGame
from kibitz.compete.naming import phase_title
from kibitz.compete.publication import Publication
from kibitz.compete.ratings import Rating

__all__ = ["FORMAT", "VERSION", "results", "results_text"]

FORMAT, VERSION = "kibitz competition results", 1
WIDE = 160
"""Characters of a line: what is shorter stands on one."""

Json = dict[str, Any]


def results(of: Publication) -> Json:
    """All of it, as the module says."""
    charter, status, game = of.charter, of.status, of.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": charter.title,
        "state": status.state,
        "held": status.sandbox,
        "seeded": of.seeded,
        "commitment": status.commitment,
        "secret": status.secret,
        "game": {
            "name": game.name,
            "title": game.title,
            "hash": game.hash,
            "parameters": game.parameters,
        },
        "limits": charter.terms.to_json(),
        "entrants": [
            {
                "name": one.name,
                "team": list(one.team),
                "versions": [
                    {"phase": version.phase + 1, "hash": version.hash}
                    for version in of.versions
                    if version.name == one.name
                ],
            }
            for one in charter.entrants
        ],
        "phases": [_phase(phase) for phase in of.figures.phases],
        "ratings": _ratings(of.figures.ratings),
    }


def _phase(of: PhaseFigures) -> Json:
    phase = of.phase
    return {
        "number": of.number + 1,
        "title": phase_title(phase),
        "kind": phase.kind,
        "games_per_meeting": phase.games,
        "scheme": phase.scheme,
        "points": phase.points,
        "ties": phase.ties,
        "over": of.over,
        "games": of.games,
        "standings": list(map(_standing, of.standings)),
        "pairs": list(map(_pair, of.pairs)),
        "ratings": _ratings(of.ratings),
        "failures": list(map(_failing, of.failings)),
        "meetings": list(map(_meeting, of.encounters)),
    }


def _standing(one: Standing) -> Json:
    row = one.row
    return {
        "rank": row.rank,
        "name": row.name,
        "points": _number(row.points),
        "points_ci95": _interval(one.points),
        "games": row.games,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "wins": _number(row.wins),
        "win_share": _number(one.win_share.mean),
        "win_share_ci95": _interval(one.win_share.ci95),
        "mean_score": _number(one.mean_score.mean),
        "mean_score_ci95": _interval(one.mean_score.ci95),
        "decisions": one.decisions,
        "failures": one.failures,
        "failed_games": one.failed,
        "forfeits": one.forfeited,
        "lot": row.lot,
        "note": row.note,
    }


def _pair(pair: Pair) -> Json:
    return {
        "one": pair.one,
        "other": pair.other,
        "games": pair.games,
        "points": _number(pair.points),
        "share": _number(pair.share.mean),
        "share_ci95": _interval(pair.share.ci95),
    }


def _ratings(found: Iterable[Rating]) -> list[Json]:
    return [
        {
            "name": one.name,
            "rating": round(one.rating, 1),
            "rating_ci95": None if one.ci95 is None else [round(end, 1) for end in one.ci95],
            "games": one.games,
        }
        for one in found
    ]


def _failing(one: Failing) -> Json:
    return {
        "name": one.name,
        "cause": one.cause,
        "times": one.times,
        "games": one.games,
        "first": str(one.first),
        "decision": one.decision,
        "said": one.said,
        "hint": one.hint,
        "trace": one.trace,
    }


def _meeting(one: Encounter) -> Json:
    meeting = one.meeting
    return {
        "round": meeting.round + 1,
        "meeting": meeting.number + 1,
        "title": meeting.title,
        "entrants": list(meeting.entrants),
        "points": [_number(one.points[name]) for name in meeting.entrants],
        "games": [_game(game) for game in one.games],
    }


def _game(game: PlayedGame) -> Json:
    result = game.result
    found: Json = {
        "id": str(game.id),
        "seats": list(game.seating),
        "scores": list(result.scores),
        "winners": [list(team) for team in result.winners],
    }
    if any(result.failures):
        found["failures"] = [len(failures) for failures in result.failures]
    if result.forfeits:
        found["forfeits"] = list(result.forfeits)
    if not result.finished:
        found["finished"] = False
    return found


def _number(value: Fraction | float) -> int | float:
    """A whole number where it is one; else six decimals."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return round(float(value), 6) + 0.0


def _interval(found: Interval | None) -> list[float] | None:
    return None if found is None else [round(end, 6) + 0.0 for end in found]


# --- text -----------------------------------------------------------------------------------------


def results_text(of: Publication) -> str:
    """The data as text, in ASCII, in lines of a bearable length."""
    return _written(results(of), "") + "\n"


def _written(value: object, indent: str) -> str:
    line = json.dumps(value)
    if not value or not isinstance(value, dict | list) or len(line) <= WIDE - len(indent):
        return line
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_written(part, inner)}" for key, part in value.items()]
    else:
        parts = [_written(part, inner) for part in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    body = f",\n{inner}".join(parts)
    return f"{start}\n{inner}{body}\n{indent}{end}"
