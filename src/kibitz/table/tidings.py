"""What is told of a competition: its parts, read from its folder, and made anew where something has
changed.

All of it is read in one thread. What takes long, tables and drawings, is made so rarely that it
takes a small part of the time. Names are strangers', and text for whoever shows them; who can be
asked about them (`contact`), and where their bots lie, is told nobody.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.compete.charter import Phase
from kibitz.compete.live import FILE as LIVE
from kibitz.compete.model import HOUSE, GameId, PlayedGame
from kibitz.compete.naming import phase_title, shown
from kibitz.compete.points import score
from kibitz.compete.store import FILE, LOCK, Status, Store, is_competition
from kibitz.engine.reference import GameRef
from kibitz.engine.sheets import sheet_of
from kibitz.table.following import Known, is_locked, signature, written
from kibitz.table.scoreboard import Scoreboard, named, number

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
SILENCE = 10.0
"""Seconds after which it is asked whether anybody still plays, and each time again."""
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
        self._known: Known | None = None
        self._seen: list[tuple[int, ...]] = []
        self._stale, self._due = True, 0.0
        self._locked = 0.0, False
        """When it was found out last whether somebody plays, and whether."""
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
        seen = [signature(self.folder / name) for name in (FILE, LIVE)]
        if seen != self._seen or self._known is None:
            self._read()
            self._seen, self._stale = seen, True
            parts |= {"now": self._now_part(), "games": self._games_part()}
        if self._stale and self._clock() >= self._due:
            begun = self._clock()
            parts |= self._scoreboard.parts()
            took = self._clock() - begun
            self._stale, self._due = False, begun + max(SOONEST, took / SHARE)
        parts["head"] = self._head()
        live = {str(game.id): game.record for game in self._known_now.live}
        return News(parts, live, parts["head"]["state"] == "playing")

    def all_parts(self) -> Json:
        """Every part, as it is now."""
        self._read()
        return {
            "head": self._head(),
            "now": self._now_part(),
            "games": self._games_part(),
            **self._scoreboard.parts(),
        }

    def summary(self) -> Json:
        """How it stands, in a few words."""
        status = self.store.status()
        return {
            "title": shown(self.store.charter.title),
            "game": self.game_title,
            "state": self._state(status),
            "played": status.games,
            "planned": max(status.wanted, status.games),
        }

    def _read(self) -> Known:
        """Read all that was written since the last time."""
        if self._known is None:
            self._known = Known(self.store)
            self._scoreboard = Scoreboard(self._known)
        self._known.read()
        return self._known

    @property
    def _known_now(self) -> Known:
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
            (at, game)
            for at, game in reversed(self._known_now.played)
            if (before is None or at < before) and (entrant is None or entrant in game.names)
        ]
        return {
            "games": [self._line(*one) for one in found[:NEWEST]],
            "more": len(found) > NEWEST,
        }

    # --- parts that are quick ---------------------------------------------------------------------

    def _state(self, status: Status) -> str:
        """How it goes: it may be that nobody plays, though it is not over."""
        state = STATES[status.state]
        if state != "playing":
            return state
        now = self._now()
        if now - max(written(self.folder / name) for name in (FILE, LIVE)) < SILENCE:
            self._locked = now, True
        elif now - self._locked[0] >= SILENCE:
            self._locked = now, is_locked(self.folder / LOCK)
        return "playing" if self._locked[1] else "stopped"

    def _head(self) -> Json:
        known, charter = self._known_now, self.store.charter
        status, state = known.status, self._state(known.status)
        phases = [self._phase(at, state) for at in range(len(charter.phases))]
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
            "secret": status.secret if state == "over" else None,
            "report": (self.folder / "report.html").is_file(),
            "results": (self.folder / "results.json").is_file(),
            "entrants": [named(name) for name in self._names()],
        }

    def _names(self) -> list[str]:
        """All who play: the entrants, and the organiser's bots."""
        charter = self.store.charter
        opponents = (HOUSE + bot for phase in charter.phases for bot in phase.opponents)
        return [*(one.name for one in charter.entrants), *dict.fromkeys(opponents)]

    def _phase(self, at: int, state: str) -> Json:
        known, phase = self._known_now, self.store.charter.phases[at]
        now = known.status.phase
        drawn = [meeting.games for meeting in known.met(at)]
        names = self.store.field(at) or ()
        return {
            "title": phase_title(phase),
            "kind": phase.kind,
            "state": "over" if at < now or state == "over" else "new" if at > now else state,
            "played": len(known.results(at).games),
            "planned": sum(drawn) + phase.games * max(0, _meetings(phase, len(names)) - len(drawn)),
        }

    def _left(self, phase: Json) -> float | None:
        """Seconds until the phase is over, if it goes on as it did since somebody looked first."""
        now, played, at = self._clock(), phase["played"], self._known_now.status.phase
        if self._pace is None or self._pace[2] != at:
            self._pace = now, played, at
        since, then, _ = self._pace
        if played - then < 10 or now - since < 3:
            return None
        left = (phase["planned"] - played) * (now - since) / (played - then)
        return float(round(left / 10) * 10 if left > 60 else left // 60)

    def _now_part(self) -> Json:
        live = self._known_now.live
        games = [
            {
                "id": str(game.id),
                "title": self._known_now.title(game.id),
                "entrants": [shown(name) for name in dict.fromkeys(game.names)],
                "at": len(json.loads(game.record)["actions"]),
            }
            for game in live[:MOST_LIVE]
        ]
        return {"games": games, "more": max(0, len(live) - MOST_LIVE)}

    def _games_part(self) -> Json:
        played = self._known_now.played
        newest = [self._line(*one) for one in reversed(played[-NEWEST:])]
        return {"total": len(played), "newest": newest}

    def _line(self, at: int, game: PlayedGame) -> Json:
        """A finished game in the list of them."""
        result = game.result
        winners = {seat for team in result.winners for seat in team}
        sides = [
            {
                "name": shown(name),
                "score": number(points),
                "won": any(game.names[seat] == name for seat in winners),
            }
            for name, points in score(game).items()
        ]
        return {
            "number": at,
            "id": str(game.id),
            "title": self._known_now.title(game.id),
            "sides": sides,
            "failures": sum(map(len, result.failures)),
            "record": self.store.charter.records,
        }


def _meetings(phase: Phase, names: int) -> int:
    """How many meetings a phase has of which the later are drawn when the earlier are over."""
    if phase.kind == "cup" and names > 1:
        return names - 1 + (phase.third and names > 3)
    return phase.rounds * (names // 2) if phase.kind == "swiss" else 0
