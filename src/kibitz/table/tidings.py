"""What is told of a competition: its parts, read from its folder, and made anew where something has
changed.

All of it is read in one thread. Whether anything was written is seen from the files' times, which
costs next to nothing; what takes long, tables and drawings, is made so rarely that it takes a small
part of the time. Names are strangers', and text for whoever shows them; who can be asked about them
(`contact`), and where their bots lie, is told nobody.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.compete.charter import Phase
from kibitz.compete.drawings import draw_bracket, draw_pairs
from kibitz.compete.figures import encounters, failings, pairs
from kibitz.compete.live import FILE as LIVE
from kibitz.compete.model import HOUSE, GameId, LiveGame, Meeting, PlayedGame
from kibitz.compete.naming import phase_title, shown
from kibitz.compete.phases import Results, Stage, table
from kibitz.compete.points import Row, score
from kibitz.compete.store import FILE, Status, Store, is_competition
from kibitz.draw.svg import Element
from kibitz.engine.reference import GameRef
from kibitz.engine.sheets import sheet_of

__all__ = ["News", "Tidings", "is_competition"]

Json = dict[str, Any]

NEWEST = 12
"""Finished games that are told by themselves, and as many each time somebody asks for more."""
MOST_LIVE = 24
"""Games being played that are told."""
SHARE = 0.1
"""What part of the time tables and drawings may take."""
SOONEST = 0.5
"""Seconds between two tables, at least."""
LONGEST = 2000
"""Characters of what a bot said."""
SILENCE = 120.0
"""Seconds after which nobody seems to play who has said nothing."""
STATES = {"playing": "playing", "waiting": "waiting", "finished": "over"}


@dataclass(frozen=True, slots=True)
class News:
    """What a look at a folder has brought."""

    parts: Json
    """Those that may have changed."""
    live: dict[str, str]
    """Records of all games that are being played, as far as they are."""
    playing: bool
    """Whether it goes on."""


@dataclass(slots=True)
class _Known:
    """What was read so far."""

    status: Status
    last: int = 0
    """The number of the newest game."""
    played: list[tuple[int, PlayedGame]] = field(default_factory=list)
    results: dict[int, Results] = field(default_factory=dict)
    """By phase."""
    meetings: dict[tuple[int, int, int], Meeting] = field(default_factory=dict)
    live: list[LiveGame] = field(default_factory=list)


class Tidings:
    """The news of one competition. All its methods are called in one thread."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self._clock, self._now = clock, now
        self._store: Store | None = None
        self._known: _Known | None = None
        self._seen: list[tuple[int, ...]] = []
        self._stale, self._due = True, 0.0
        self._drawn: dict[tuple[str, int], tuple[tuple[int, int], Json]] = {}
        """Drawings, each with what it was made of."""
        self._pace: tuple[float, int, int] | None = None
        """When was it that how many games of which phase had been played."""

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = Store.open(self.folder)
        return self._store

    @property
    def game(self) -> GameRef:
        """What is played."""
        return self.store.game

    @property
    def game_title(self) -> str:
        of = self.game.description
        path = Path(of.file)
        return sheet_of(of.sheet, path.with_suffix(".toml"), path.stem).title

    # --- looking ----------------------------------------------------------------------------------

    def look(self) -> News:
        """Read what is new. Nothing is made of files that are as they were."""
        parts: Json = {}
        seen = [_signature(self.folder / name) for name in (FILE, LIVE)]
        if seen != self._seen or self._known is None:
            self._read()
            self._seen, self._stale = seen, True
            parts |= {"now": self._now_part(), "games": self._games_part()}
        if self._stale and self._clock() >= self._due:
            begun = self._clock()
            parts |= self._slow_parts()
            took = self._clock() - begun
            self._stale, self._due = False, begun + max(SOONEST, took / SHARE)
        parts["head"] = self._head()
        known = self._read_once()
        live = {str(game.id): game.record for game in known.live}
        return News(parts, live, self._state() == "playing")

    def all_parts(self) -> Json:
        """Every part, as it is now."""
        self._read()
        return {
            "head": self._head(),
            "now": self._now_part(),
            "games": self._games_part(),
            **self._slow_parts(),
        }

    def summary(self) -> Json:
        """How it stands, in a few words."""
        status = self.store.status()
        return {
            "title": shown(self.store.charter.title),
            "game": self.game_title,
            "state": STATES[status.state],
            "played": status.games,
            "planned": max(status.wanted, status.games),
        }

    def _read(self) -> _Known:
        """Read all that was written since the last time."""
        store = self.store
        if self._known is None:
            self._known = _Known(store.status())
        known = self._known
        known.status = store.status()
        for number, game in store.games(known.last):
            known.last = number
            known.played.append((number, game))
            known.results.setdefault(game.id.phase, Results()).add(game)
        for phase in range(known.status.phase + 1):
            for meeting in store.meetings(phase):
                known.meetings[meeting.phase, meeting.round, meeting.number] = meeting
        known.live = store.live()
        return known

    def _read_once(self) -> _Known:
        return self._known or self._read()

    # --- questions --------------------------------------------------------------------------------

    def record(self, game: GameId) -> str | None:
        """The record of a finished game."""
        return self.store.record(game)

    def told_of(self, game: GameId) -> tuple[bool, str | None]:
        """Whether a game is finished; and its record, so far."""
        for live in self.store.live():
            if live.id == game:
                return False, live.record
        return True, self.store.record(game)

    def games(self, entrant: str | None, before: int | None) -> Json:
        """Finished games, the newest first."""
        found = [
            (number, game)
            for number, game in reversed(self._read_once().played)
            if (before is None or number < before) and (entrant is None or entrant in game.names)
        ]
        return {
            "games": [self._line(number, game) for number, game in found[:NEWEST]],
            "more": len(found) > NEWEST,
        }

    # --- parts that are quick ---------------------------------------------------------------------

    def _state(self) -> str:
        """How it goes: a competition that nobody plays says nothing, though it is not over."""
        state = STATES[self._read_once().status.state]
        if state != "playing":
            return state
        terms = self.store.charter.terms
        patience = SILENCE + terms.start + (terms.move or 3600.0) + terms.bank
        written = max(_written(self.folder / name) for name in (FILE, LIVE))
        return "playing" if self._now() - written < patience else "stopped"

    def _head(self) -> Json:
        known, charter = self._read_once(), self.store.charter
        status, state = known.status, self._state()
        phases = [self._phase(number, state) for number in range(len(charter.phases))]
        return {
            "title": shown(charter.title),
            "game": self.game_title,
            "state": state,
            "phase": status.phase,
            "phases": phases,
            "played": status.games,
            "planned": sum(max(phase["planned"], phase["played"]) for phase in phases),
            "left": self._left(phases[status.phase]) if state == "playing" else None,
            "held": status.sandbox or "none",
            "commitment": status.commitment,
            "secret": status.secret,
            "report": (self.folder / "report.html").is_file(),
            "results": (self.folder / "results.json").is_file(),
            "entrants": [_named(name) for name in self._names()],
        }

    def _names(self) -> list[str]:
        """All who play: the entrants, and the organiser's bots."""
        charter = self.store.charter
        opponents = (HOUSE + bot for phase in charter.phases for bot in phase.opponents)
        return [*(one.name for one in charter.entrants), *dict.fromkeys(opponents)]

    def _phase(self, number: int, state: str) -> Json:
        known, phase = self._read_once(), self.store.charter.phases[number]
        at = known.status.phase
        drawn = [one.games for one in known.meetings.values() if one.phase == number]
        results = known.results.get(number)
        names = self.store.field(number) or ()
        return {
            "title": phase_title(phase),
            "kind": phase.kind,
            "state": "over" if number < at or state == "over" else "new" if number > at else state,
            "played": 0 if results is None else len(results.games),
            "planned": sum(drawn) + phase.games * max(0, _meetings(phase, len(names)) - len(drawn)),
        }

    def _left(self, phase: Json) -> float | None:
        """Seconds until the phase is over, if it goes on as it did since somebody looked first."""
        now, played, at = self._clock(), phase["played"], self._read_once().status.phase
        if self._pace is None or self._pace[2] != at:
            self._pace = now, played, at
        since, then, _ = self._pace
        if played - then < 10 or now - since < 3:
            return None
        left = (phase["planned"] - played) * (now - since) / (played - then)
        return float(round(left / 10) * 10 if left > 60 else left // 60)

    def _now_part(self) -> Json:
        live = self._read_once().live
        games = [
            {
                "id": str(game.id),
                "title": self._title(game.id),
                "entrants": [shown(name) for name in dict.fromkeys(game.names)],
                "at": len(json.loads(game.record)["actions"]),
            }
            for game in live[:MOST_LIVE]
        ]
        return {"games": games, "more": max(0, len(live) - MOST_LIVE)}

    def _games_part(self) -> Json:
        played = self._read_once().played
        newest = [self._line(number, game) for number, game in reversed(played[-NEWEST:])]
        return {"total": len(played), "newest": newest}

    def _line(self, number: int, game: PlayedGame) -> Json:
        """A finished game in the list of them."""
        result = game.result
        winners = {seat for team in result.winners for seat in team}
        sides = [
            {
                "name": shown(name),
                "score": float(points) if points.denominator > 1 else int(points),
                "won": any(game.names[seat] == name for seat in winners),
            }
            for name, points in score(game).items()
        ]
        return {
            "number": number,
            "id": str(game.id),
            "title": self._title(game.id),
            "sides": sides,
            "failures": sum(map(len, result.failures)),
            "record": self.store.charter.records,
        }

    def _title(self, game: GameId) -> str:
        """What a game belongs to: its phase, its meeting, its deal."""
        phase = self.store.charter.phases[game.phase]
        meeting = self._read_once().meetings.get((game.phase, game.round, game.meeting))
        between = meeting.title if meeting is not None else ""
        parts = phase_title(phase), between and shown(between), f"deal {game.deal + 1}"
        return " · ".join(filter(None, parts))

    # --- parts that take a while ------------------------------------------------------------------

    def _slow_parts(self) -> Json:
        known = self._read_once()
        stages = [
            (number, stage)
            for number in range(known.status.phase + 1)
            if (stage := self.store.stage(number)) is not None
        ]
        return {
            "standings": {"phases": [self._standings(*one) for one in stages]},
            "failures": {"rows": _failures([game for _, game in known.played])},
            **self._drawings(stages),
        }

    def _standings(self, number: int, stage: Stage) -> Json:
        """The table of a phase: as it was written down, or as it is so far."""
        known = self._read_once()
        results = known.results.get(number, Results())
        settled = self.store.standings(number)
        rows = settled or table(stage, results)
        best = stage.phase.best if number + 1 < len(self.store.charter.phases) else None
        last = number + 1 == len(self.store.charter.phases)
        teams = {one.name: one.team for one in self.store.charter.entrants}

        def fate(row: Row) -> str | None:
            if not settled:
                return None
            if last:
                return "first" if row.rank == 1 else None
            return "through" if best is None or row.rank <= best else "out"

        return {
            "phase": number,
            "title": phase_title(stage.phase),
            "rows": [
                {
                    **_named(row.name),
                    "team": shown(", ".join(teams.get(row.name) or ()) or "-").strip("-"),
                    "rank": row.rank if row.games else None,
                    "points": _plain(row.points),
                    "games": row.games,
                    "share": float(row.wins / row.games) if row.games else None,
                    "score": float(row.score / row.games) if row.games else None,
                    "note": row.note,
                    "lot": row.lot,
                    "fate": fate(row),
                }
                for row in rows
            ],
        }

    def _drawings(self, stages: Sequence[tuple[int, Stage]]) -> Json:
        """The bracket of the last cup, and who beat whom in the last phase that is none: as in the
        report."""
        cups = [one for one in stages if one[1].phase.kind == "cup"]
        others = [one for one in stages if one[1].phase.kind != "cup"]
        return {
            "bracket": self._drawing(cups, self._bracket),
            "pairs": self._drawing(others or cups, self._pairs),
        }

    def _drawing(
        self, stages: Sequence[tuple[int, Stage]], draw: Callable[[Stage, Results], Element]
    ) -> Json:
        """A drawing of the last of some phases, as it was if no game has been played since."""
        if not stages:
            return {"svg": "", "title": ""}
        number, stage = stages[-1]
        results = self._read_once().results.get(number, Results())
        key, now = (draw.__name__, number), (len(results.games), self._drawn_meetings(number))
        if key not in self._drawn or self._drawn[key][0] != now:
            told = {"svg": str(draw(stage, results)), "title": phase_title(stage.phase)}
            self._drawn[key] = now, told if results.games else {"svg": "", "title": ""}
        return self._drawn[key][1]

    def _drawn_meetings(self, number: int) -> int:
        return sum(phase == number for phase, _, _ in self._read_once().meetings)

    def _bracket(self, stage: Stage, results: Results) -> Element:
        met = [one for one in self._read_once().meetings.values() if one.phase == stage.number]
        rows = self.store.standings(stage.number) or table(stage, results)
        return draw_bracket(encounters(stage.phase, met, results.games.values()), rows)

    def _pairs(self, stage: Stage, results: Results) -> Element:
        rows = self.store.standings(stage.number) or table(stage, results)
        opponents = [HOUSE + bot for bot in stage.phase.opponents]
        found = pairs(stage.phase, results.games.values(), teams=stage.teams, highest=stage.highest)
        return draw_pairs([*(row.name for row in rows), *opponents], found)


def _meetings(phase: Phase, names: int) -> int:
    """How many meetings a phase has of which the later are drawn when the earlier are over."""
    if phase.kind == "cup" and names > 1:
        return names - 1 + (phase.third and names > 3)
    return phase.rounds * (names // 2) if phase.kind == "swiss" else 0


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
    return [
        {"name": shown(name), "key": name, "causes": rows[name], "forfeits": forfeits[name]}
        for name in order
    ]


def _named(name: str) -> Json:
    """Somebody by what they are called, and by what tells them apart from others."""
    return {"key": name, "name": shown(name)}


def _plain(points: Any) -> float | int:
    return int(points) if points.denominator == 1 else float(points)


def _signature(path: Path) -> tuple[int, ...]:
    """What is otherwise once something was written to a file of SQLite's."""
    found: list[int] = []
    for one in (path, path.with_name(path.name + "-wal")):
        try:
            stat = one.stat()
            found += [stat.st_ino, stat.st_size, stat.st_mtime_ns]
        except OSError:
            found += [0, 0, 0]
    return tuple(found)


def _written(path: Path) -> float:
    """When something was written to a file of SQLite's last."""
    times = _signature(path)[2::3]
    return max(times) / 1e9
