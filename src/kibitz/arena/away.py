"""Games of a match that are played away: in processes that may be on other machines.

There an arbiter follows the same plan (see `kibitz.arena.arbiter`). It plays natively if it is told
to and can: what has to be compiled is compiled there, once on each machine. Where our files are not
to be seen, the folders of bots go with the plan.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from kibitz.arena.arbiter import Arbiter
from kibitz.arena.native import Native
from kibitz.arena.plan import Outcome, Plan
from kibitz.bots.luggage import Luggage, packed
from kibitz.bots.names import find, is_foreign
from kibitz.bots.roster import roster
from kibitz.errors import KibitzError
from kibitz.seats.embassy import Embassy
from kibitz.work import Job, Thing

__all__ = ["Guest", "hired", "job", "played", "told"]


def told(plan: Plan, near: bool) -> Thing:
    """The plan for workers that see our files, or do not."""
    of = {"plan": plan.thing.of["plan"], "luggage": packed(plan.bots, near, plan.game.game())}
    return Thing.once(f"{__name__}:hired", of)


def job(plan: Thing, games: range, mode: str) -> Job:
    """Some games, to be played in a mode: python, native, or auto: natively if that can be."""
    span = {"first": games.start, "last": games.stop, "mode": mode}
    return Job(f"{__name__}:played", span, {"guest": plan})


class Guest:
    """An arbiter in another process, with what it was told."""

    def __init__(self, plan: Plan, luggage: Luggage) -> None:
        self.plan, self.luggage = replace(plan, bots=luggage.bots), luggage
        embassy = Embassy(self.plan.game, self.plan.terms)
        self.arbiter = Arbiter(self.plan, self.plan.game.game(), embassy)
        self._native: Native | str | None = None

    def native(self) -> Native | str:
        """Who plays natively; or why nobody can."""
        if self._native is None:
            self._native = self._found()
        return self._native

    def _found(self) -> Native | str:
        plan, game = self.plan, self.arbiter.game
        if any(is_foreign(name) for name in plan.bots):
            return "somebody has no compiled version"
        found = roster(game, [find(name, game) for name in plan.bots])
        if isinstance(found, str):
            return found
        try:
            functions = game.kernel(found.kernel, "native")
        except KibitzError as error:
            return error.message
        return Native(plan, game, found, functions)

    def play(self, games: range, mode: str) -> dict[str, Any]:
        """What came of some games, how long that took, and how many were played natively."""
        native = self.native() if mode != "python" else ""
        if mode == "native" and isinstance(native, str):
            raise KibitzError(native)
        begun = time.perf_counter()
        found: dict[int, Outcome] = {}
        if isinstance(native, Native):
            found = {
                number: outcome for number, outcome in native.play(games, 1) if outcome is not None
            }
        natively = len(found)
        numbers = [self.plan.nth(played) for played in games]
        for number in numbers:
            if number not in found:
                found[number] = self.arbiter.play(number)
        return {
            "outcomes": [found[number].to_json() for number in numbers],
            "seconds": time.perf_counter() - begun,
            "natively": natively,
            "because": native if isinstance(native, str) else "",
        }


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def hired(plan: dict[str, Any], luggage: dict[str, Any]) -> Guest:
    """An arbiter for a plan that was sent, with the folders of its bots."""
    return Guest(Plan.from_json(plan), Luggage(**luggage))


def played(guest: Guest, first: int, last: int, mode: str) -> dict[str, Any]:
    """What came of some games, from a first one to before a last one."""
    return guest.play(range(first, last), mode)
