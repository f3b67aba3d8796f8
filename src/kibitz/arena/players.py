"""Where the games of a match are played: in this process, in several others, or natively.

Bots play in Python to begin with. If that would take long, others help; or, if all bots can be
compiled (`kibitz.bots.roster`), they are, and threads play on with machine code. If they cannot,
but decide so quickly that most of the time goes to the rules, those are compiled meanwhile (see
`kibitz.engine.singles`). A game is the same wherever it is played, so one may change over in the
middle of a match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any

from kibitz.arena import away
from kibitz.arena.arbiter import Arbiter
from kibitz.arena.native import LARGEST, Native
from kibitz.arena.plan import Outcome, Plan
from kibitz.bots.names import find, is_foreign
from kibitz.bots.roster import Roster, roster
from kibitz.engine.away import PATIENCE, in_lots, is_worth
from kibitz.engine.native import Functions, is_compiled, seconds_to_compile
from kibitz.engine.simulation import cores
from kibitz.engine.singles import KERNEL
from kibitz.engine.workshop import Workshop
from kibitz.errors import KibitzError
from kibitz.work import Died, Here, Job, Place, Pool
from kibitz.work import open as open_place
from kibitz.work.lots import Lots

__all__ = ["Players"]

WORTH_IT = 3.0
"""Seconds of play still to come that make it worth starting workers..."""

WORTH_COMPILING = 3.0
"""...and, beyond what it takes, compiling."""

QUICK = 0.02
"""Seconds a game takes at most if the rules count for much of it."""

SOON = 64
"""If of so many games more than half are given back, all are played in Python."""


class Players:
    """Has the games of a plan played, and says where and how that was."""

    def __init__(
        self,
        arbiter: Arbiter,
        workers: int | None,
        mode: str = "auto",
        compiling: Callable[[str], None] | None = None,
        on: str | None = None,
    ) -> None:
        self.arbiter, self.plan, self.workers = arbiter, arbiter.plan, workers
        self.on = on
        """Where all games are to be played, if that was said: see `kibitz.work.places`."""
        self.mode, self.compiling = mode, compiling
        self.used = 1
        self.modes: list[str] = []
        """In which modes games were played, in this order."""
        self.because = ""
        """Why not natively."""
        self._ordered = False
        self._here = Here()
        self._here.memory.keep(self.plan.thing.make, self.plan.thing.key, arbiter)

    def play(self) -> Generator[tuple[int, Outcome]]:
        """The games of the plan, with their numbers, in any order."""
        with Workshop() as workshop:
            yield from self._play(workshop)

    def _play(self, workshop: Workshop) -> Generator[tuple[int, Outcome]]:
        rest, found = range(self.plan.games), self._roster()
        if self.on is not None:
            yield from self._away(found, rest)
            return
        if found is not None and (self.mode == "native" or self._is_ready(found)):
            rest, found = (yield from self._natively(found, rest)), None
        elif found is not None:
            self.because = "playing takes less time"
        begun, first = time.perf_counter(), rest.start
        while rest:
            done, spent = rest.start - first, time.perf_counter() - begun
            if found is not None and is_worth(self._to_compile(found), done, len(rest), spent):
                self.because = ""
                rest, found = (yield from self._natively(found, rest)), None
                begun, first = time.perf_counter(), rest.start
                continue
            if found is None:
                self._have_rules_compiled(workshop, done, len(rest), spent)
            if self._is_worth_sharing(done, len(rest), spent, found is not None):
                self._note("python")
                self.used = min(self.workers or cores(), len(rest))
                with Pool(self.used, heard=True) as pool:
                    yield from self._shared(pool, rest)
                rest = rest[:0]
            else:
                self._note("python")
                yield from self._at_home(rest.start)
                rest = rest[1:]

    def _at_home(self, number: int) -> Iterator[tuple[int, Outcome]]:
        """A game that is played in this process."""
        game = range(number, number + 1)
        return _outcomes(self.plan, game, self._here.ask(self._job(game)))

    def _note(self, mode: str) -> None:
        if mode not in self.modes:
            self.modes.append(mode)

    # --- natively -----------------------------------------------------------------------------

    def _roster(self) -> Roster | None:
        """The bots as they can be compiled, if that is wanted and they can be."""
        plan, game = self.plan, self.arbiter.game
        if self.mode == "python":
            self.because = "that was asked for"
        elif plan.cheats or plan.recorded or plan.budget is not None or plan.keys:
            self.because = (
                "somebody may see all hands"
                if plan.cheats
                else "every deal was drawn by itself"
                if plan.keys
                else "the games are recorded"
                if plan.recorded
                else "they are timed"
            )
        else:
            foreign = [name for name in plan.bots if is_foreign(name)]
            if foreign:
                self.because = f"`{foreign[0]}` has no compiled version"
            else:
                found = roster(game, [find(name, game) for name in plan.bots])
                if not isinstance(found, str):
                    return found
                self.because = found
        if self.mode == "native":
            raise KibitzError(
                f"these bots do not play natively, because {self.because}", "use --mode auto"
            )
        return None

    def _is_ready(self, found: Roster) -> bool:
        """Whether nothing has to be compiled."""
        try:
            return is_compiled(self.arbiter.game, found.kernel)
        except KibitzError:
            return False

    def _to_compile(self, found: Roster) -> float:
        """So many seconds of play must still come for compiling to be worth it."""
        return WORTH_COMPILING + seconds_to_compile(self.arbiter.game, found.kernel)

    def _compiled(self, found: Roster) -> Functions | None:
        """The compiled kernel; None if there cannot be one and Python will do."""

        def starting() -> None:
            if self.compiling is not None:
                self.compiling(found.kernel)

        try:
            return self.arbiter.game.kernel(found.kernel, "native", starting)
        except KibitzError as error:
            if self.mode == "native":
                raise
            self.because = error.message
            return None

    def _natively(self, found: Roster, games: range) -> Generator[tuple[int, Outcome], None, range]:
        """Play games natively, and those that are given back here; what is left to others."""
        functions = self._compiled(found)
        if functions is None:
            return games
        native = Native(self.plan, self.arbiter.game, found, functions)
        trial = games[:SOON]
        done = dict(native.play(trial, 1))
        if sum(outcome is None for outcome in done.values()) > len(trial) / 2:
            self.because = "more is known in most games than sets of cards can say"
            return games
        self.used = min(self.workers or cores(), len(games))
        for number, outcome in chain(done.items(), native.play(games[SOON:], self.used)):
            if outcome is None:
                self._note("python")
                yield from self._at_home(number)
            else:
                self._note("native")
                yield number, outcome
        return games[len(games) :]

    # --- in Python ----------------------------------------------------------------------------

    def _away(self, found: Roster | None, games: range) -> Iterator[tuple[int, Outcome]]:
        """Games played where somebody said, none of them here."""
        ready = found is not None and self._is_ready(found)
        worth = 0.0 if found is None else self._to_compile(found)
        mode = "python" if found is None else self.mode
        because = self.because or "playing takes less time"
        with open_place(self.on, self.workers) as place, _alive():
            self.used = min(place.size, len(games))
            plan = away.told(self.plan, place.near)
            answers = in_lots(
                place, games, partial(away.job, plan), mode, ready=ready, worth=worth, most=LARGEST
            )
            for lot, answer in answers:
                if answer["natively"]:
                    self._note("native")
                if answer["natively"] < len(lot):
                    self._note("python")
                because = answer["because"] or because
                yield from _outcomes(self.plan, lot, answer)
        self.because = "" if "native" in self.modes else because

    def _shared(self, place: Place, games: range) -> Iterator[tuple[int, Outcome]]:
        lots = Lots(games, place.size)
        with _alive():
            for number, answer in place.as_they_come(map(self._job, lots)):
                lots.took(number, answer["seconds"])
                yield from _outcomes(self.plan, lots.given[number], answer)

    def _job(self, games: range) -> Job:
        span = {"first": games.start, "last": games.stop}
        return Job("kibitz.arena.arbiter:played", span, {"arbiter": self.plan.thing})

    def _have_rules_compiled(self, workshop: Workshop, done: int, left: int, spent: float) -> None:
        """Whoever plays finds them when they are there; nobody waits for it."""
        if self._ordered or self.mode == "python" or spent > QUICK * done:
            return
        if is_worth(WORTH_COMPILING, done, left, spent):
            workshop.order(self.arbiter.game, [KERNEL])
            self._ordered = True

    def _is_worth_sharing(self, done: int, left: int, spent: float, waits: bool) -> bool:
        """Whether others should go on: as was asked for, or since there is much left to play. One
        waits a moment if compiling may be better."""
        if self.workers is not None:
            return self.workers > 1 and (spent > PATIENCE or not waits)
        return cores() > 1 and is_worth(WORTH_IT, done, left, spent)


@contextmanager
def _alive() -> Iterator[None]:
    """As long as no worker has died of its games."""
    try:
        yield
    except Died as error:
        code = "" if error.code is None else f" (exit code {error.code})"
        raise KibitzError(
            f"a worker has ended in the middle of a game{code}",
            "with --workers 1 you may see why; it may also have had too little memory",
        ) from None


def _outcomes(plan: Plan, games: range, answer: dict[str, Any]) -> Iterator[tuple[int, Outcome]]:
    """What came of games, which are counted as they are played."""
    return zip(map(plan.nth, games), map(Outcome.from_json, answer["outcomes"]), strict=True)
