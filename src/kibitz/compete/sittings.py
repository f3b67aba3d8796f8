"""Sittings: what is played in one go, by one arbiter, wherever that is.

A sitting is some deals of one meeting in one seating, so that no bot's booth ever gets a deal
twice. It is handed out bit by bit: whoever plays reports after a tenth of a second, or after each
game if that takes longer, and what was reported is not lost any more.
"""

from __future__ import annotations

import re
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.arena.arbiter import Arbiter
from kibitz.arena.plan import Outcome, Plan
from kibitz.compete.entrants import version_of
from kibitz.compete.live import PACE, Scribe
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.engine.reference import GameRef
from kibitz.seats import bwrap
from kibitz.seats.embassy import Embassy
from kibitz.seats.finding import folder_of
from kibitz.seats.terms import Terms
from kibitz.work import Job, Thing
from kibitz.work.folders import Folder, packed

__all__ = ["Host", "Sitting", "hosted", "job", "played"]

LAP = 0.1
"""Seconds of play after which a host reports."""

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
"""How Python tells where in memory something is, which is somewhere else each time."""


@dataclass(frozen=True)
class Sitting:
    """Some deals of a meeting in one of its seatings."""

    meeting: Meeting
    turn: int
    deals: tuple[int, ...]

    def id(self, place: int) -> GameId:
        """The game of the deal at a place."""
        meeting = self.meeting
        return GameId(meeting.phase, meeting.round, meeting.number, self.deals[place], self.turn)

    def plan(
        self,
        game: GameRef,
        bots: Mapping[str, str],
        lots: Lots,
        terms: Terms,
        *,
        recorded: bool,
    ) -> Plan:
        """The plan of its games; which bot a name stands for is given."""
        meeting = self.meeting
        return Plan(
            game=game,
            bots=tuple(bots[name] for name in meeting.entrants),
            titles=meeting.entrants,
            seed=lots.bots(meeting.phase, meeting.round, meeting.number, self.turn),
            numbers=self.deals,
            seatings=(meeting.seatings[self.turn],),
            terms=terms,
            recorded=recorded,
            keys=tuple(lots.deal(meeting.phase, deal) for deal in self.deals),
            patient=True,
        )

    def told(self, plan: Plan, live: Path, near: bool) -> dict[str, Thing]:
        """The sitting for a job, which gets a host of it. Games in progress are written down in
        the folder `live`, by those who see it; those who do not see our files, either, get those of
        the bots, each once."""
        folders: dict[str, Thing] = {}
        lies: dict[str, tuple[str, str]] = {}
        for bot in plan.bots:
            version = version_of(bot)
            if version is not None and not near:
                thing = _packed(version)
                lies[bot] = f"folder{thing.key}", str(version)
                folders[lies[bot][0]] = thing
        of = {
            "plan": plan.thing.of["plan"],
            "games": [str(self.id(place)) for place in range(len(self.deals))],
            "live": str(live) if near else None,
            "lies": lies,
        }
        once = Thing.once(f"{__name__}:hosted", of)
        # whoever plays the next one has done with this one
        return {"host": replace(once, room=1), **folders}

    def came(
        self, first: int, outcomes: Sequence[Sequence[Any]]
    ) -> list[tuple[PlayedGame, str | None]]:
        """What was played, from the deal at a place on."""
        found = []
        names, seating = self.meeting.names(self.turn), self.meeting.seatings[self.turn]
        for place, told in enumerate(outcomes, first):
            outcome = Outcome.from_json(list(told))
            record = None if outcome.record is None else str(told[-1])
            found.append((PlayedGame(self.id(place), names, seating, outcome.result), record))
        return found


@lru_cache(maxsize=64)
def _packed(folder: Path) -> Thing:
    """The folder of a version, which never changes."""
    return packed(folder)


def job(things: Mapping[str, Thing], first: int) -> Job:
    """To go on with a sitting, from the deal at a place on."""
    return Job(f"{__name__}:played", {"first": first}, things)


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


class Host:
    """Who has the games of a sitting played, one after the other."""

    def __init__(
        self,
        plan: Plan,
        games: Sequence[GameId],
        live: Path | None = None,
        lies: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.plan, self.games = plan, games
        self.lies = lies or {}
        """Of bots that were sent: in which folder, and where that was."""
        self.scribe = None if live is None else Scribe(live, patience=PACE)
        self.folders: Mapping[str, Folder] = {}
        """Those of bots that lie elsewhere, as long as this is needed."""
        self.arbiter: Arbiter | None = None

    def play(self, place: int) -> Outcome:
        """Have a game played."""
        assert self.arbiter is not None
        if self.scribe is None:
            return _private(self.arbiter.play(place), self.arbiter.plan.bots)
        plan = self.plan
        names = tuple(plan.titles[bot] for bot in plan.seatings[0])
        self.scribe.begin(self.games[place], names)
        try:
            return _private(self.arbiter.play(place, self.scribe.see), self.arbiter.plan.bots)
        finally:
            self.scribe.end()

    def sit_down(self, folders: Mapping[str, Folder]) -> None:
        """Begin, with the folders of bots that were sent."""
        if self.arbiter is not None:
            return
        self.folders = folders
        plan = replace(self.plan, bots=tuple(map(self._found, self.plan.bots)))
        embassy = Embassy(plan.game, plan.terms, heard=False)
        self.arbiter = Arbiter(plan, plan.game.game(), embassy)
        weakref.finalize(self, _closed, embassy, self.scribe)

    def _found(self, bot: str) -> str:
        """A bot as it is found here."""
        if bot not in self.lies:
            return bot
        folder, was = self.lies[bot]
        return bot.replace(was, str(self.folders[folder].path), 1)


def _private(outcome: Outcome, bots: Sequence[str]) -> Outcome:
    """The same without the folders of this machine in what is told of failures, nor where in its
    memory things were, as in `<Card object at 0x7f...>`: a result does not depend on where it was
    played, nor on how a bot was held."""
    result = outcome.result
    if not any(result.failures):
        return outcome
    folders = {folder for bot in bots if (folder := folder_of(bot)) is not None}
    places = {str(folder): str(bwrap.place(folder)) for folder in sorted(folders)}
    places[str(Path(__file__).parent.parent.parent)] = bwrap.KIBITZ

    def plain(text: str) -> str:
        for here, there in places.items():
            text = text.replace(here, there)
        return ADDRESS.sub("0x...", text)

    failures = tuple(
        tuple(
            replace(one, said=plain(one.said), trace=plain(one.trace), hint=plain(one.hint))
            for one in seat
        )
        for seat in result.failures
    )
    return replace(outcome, result=replace(result, failures=failures))


def _closed(embassy: Embassy, scribe: Scribe | None) -> None:
    embassy.close()
    if scribe is not None:
        scribe.close()


def hosted(
    plan: dict[str, Any], games: Sequence[str], live: str | None, lies: Mapping[str, Sequence[str]]
) -> Host:
    """A host for a sitting that was sent."""
    numbers = list(map(GameId.parse, games))
    return Host(Plan.from_json(plan), numbers, None if live is None else Path(live), lies)


def played(host: Host, first: int, **folders: Folder) -> list[list[Any]]:
    """What came of some games, from a first one on."""
    begun, outcomes = time.perf_counter(), []
    host.sit_down(folders)
    for place in range(first, len(host.games)):
        outcomes.append(host.play(place).to_json())
        if time.perf_counter() - begun > LAP:
            break
    return outcomes
