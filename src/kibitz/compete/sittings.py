"""Sittings: what is played in one go, by one arbiter, wherever that is.

A sitting is some deals of one meeting in one seating, so that no bot's booth ever gets a deal twice.
It is handed out bit by bit: whoever plays reports after a tenth of a second, or after each game if
that takes longer, and what was reported is not lost any more.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.arena.arbiter import Arbiter
from kibitz.arena.plan import Outcome, Plan
from kibitz.compete.live import Scribe
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.engine.reference import GameRef
from kibitz.seats.embassy import Embassy
from kibitz.seats.terms import Terms
from kibitz.work import Job, Thing

__all__ = ["Host", "Sitting", "hosted", "played"]

LAP = 0.1
"""Seconds of play after which a host reports."""


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

    def told(self, plan: Plan, live: Path | None) -> Thing:
        """The sitting for a job, which gets a host of it; games in progress are written down in
        the folder `live`, if there is one."""
        of = {
            "plan": plan.thing.of["plan"],
            "games": [str(self.id(place)) for place in range(len(self.deals))],
            "live": None if live is None else str(live),
        }
        once = Thing.once(f"{__name__}:hosted", of)
        return replace(once, room=1)  # whoever plays the next one has done with this one

    def came(self, first: int, outcomes: Sequence[Sequence[Any]]) -> list[tuple[PlayedGame, str | None]]:
        """What was played, from the deal at a place on."""
        found = []
        names, seating = self.meeting.names(self.turn), self.meeting.seatings[self.turn]
        for place, told in enumerate(outcomes, first):
            outcome = Outcome.from_json(list(told))
            record = None if outcome.record is None else str(told[-1])
            found.append((PlayedGame(self.id(place), names, seating, outcome.result), record))
        return found


def job(sitting: Thing, first: int) -> Job:
    """To go on with a sitting, from the deal at a place on."""
    return Job(f"{__name__}:played", {"first": first}, {"host": sitting})


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


class Host:
    """Who has the games of a sitting played, one after the other."""

    def __init__(self, plan: Plan, games: Sequence[GameId], live: Path | None) -> None:
        self.plan, self.games = plan, games
        embassy = Embassy(plan.game, plan.terms, heard=False)
        self.arbiter = Arbiter(plan, plan.game.game(), embassy)
        self.scribe = None if live is None else Scribe(live)
        weakref.finalize(self, _closed, embassy, self.scribe)

    def play(self, place: int) -> Outcome:
        """Have a game played."""
        if self.scribe is None:
            return self.arbiter.play(place)
        plan = self.plan
        names = tuple(plan.titles[bot] for bot in plan.seatings[0])
        self.scribe.begin(self.games[place], names)
        try:
            return self.arbiter.play(place, self.scribe.see)
        finally:
            self.scribe.end()


def _closed(embassy: Embassy, scribe: Scribe | None) -> None:
    embassy.close()
    if scribe is not None:
        scribe.close()


def hosted(plan: dict[str, Any], games: Sequence[str], live: str | None) -> Host:
    """A host for a sitting that was sent."""
    return Host(
        Plan.from_json(plan), list(map(GameId.parse, games)), None if live is None else Path(live)
    )


def played(host: Host, first: int) -> list[list[Any]]:
    """What came of some games, from a first one on."""
    begun, outcomes = time.perf_counter(), []
    for place in range(first, len(host.games)):
        outcomes.append(host.play(place).to_json())
        if time.perf_counter() - begun > LAP:
            break
    return outcomes
