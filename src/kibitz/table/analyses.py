"""Analyses of the games of a server: one after the other, in a process of their own.

Whoever presses a button has a game analysed with its usual parameters, quickly; others who want the
same wait for the same analysis. Its process stands back behind all who play, and ends with it, also
if nobody wants it any more or the server is stopped: then nothing is left of it. What was found is
kept: see `kibitz.table.reports`.

How far it is, the process writes into a file, for it can answer only once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.engine.descriptions import Description
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.table.faults import noted
from kibitz.table.games import Catalogue
from kibitz.table.limits import Limits
from kibitz.table.reports import EFFORT, Reports
from kibitz.work import AsyncPool, Died, Job, Late

__all__ = ["Analyses", "analysed"]

CALL = f"{__name__}:analysed"
NICE = 15
"""How far an analysis stands back behind those who play, and what they wait for."""
MEMORY = 4 << 30
"""Bytes its process may take."""
LONGEST = 1800.0
"""Seconds after which an analysis is ended: it waits for everybody else, but not for ever."""
NOT_BEGUN = (0.0, "")
"""How far an analysis is, and with what, before it has said so."""

ENOUGH = 1200.0
"""Seconds after which no more games are begun, and the report is about those there are."""


def one_process() -> AsyncPool:
    """Where a game is analysed: a process that is ended after it."""
    return AsyncPool(1, nice=NICE, memory=MEMORY, tries=1)


@dataclass(slots=True, eq=False)
class Analysis:
    """An analysis that waits, or is under way."""

    game: str
    """What the game is called here."""
    id: str
    """What the report will be called."""
    ref: GameRef
    askers: set[str]
    """Who wants it."""
    task: asyncio.Task[None] | None = None
    """Does it; none while it waits."""


class Analyses:
    """All analyses of a server: those that wait, the one under way, and those that are kept."""

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        limits: Limits = Limits(),  # noqa: B008  it cannot be changed
    ) -> None:
        self.reports = Reports(folder)
        self._progress = folder / "progress.part"
        self._seen: tuple[float, str] = NOT_BEGUN
        self._catalogue, self._limits = catalogue, limits
        self._wanted: OrderedDict[str, Analysis] = OrderedDict()
        """By what games are called; the first is under way."""
        self._failed: dict[str, tuple[str, KibitzError]] = {}
        """By what games are called: which report there is not, and why."""
        self._runner: asyncio.Task[None] | None = None
        self._closed = False

    async def close(self) -> None:
        """End what is under way; nothing of it is left."""
        self._closed = True
        for analysis in list(self._wanted.values()):
            self._give_up(analysis)
        if self._runner is not None:
            await asyncio.wait({self._runner})

    # --- what is asked ----------------------------------------------------------------------------

    async def begin(self, game: str, visitor: str) -> None:
        """Have a game analysed for somebody, unless there is a report already; one that was asked
        for before the game was changed is not wanted any more."""
        made = await self._catalogue.find(game, {}, visitor)
        if self._closed:
            raise KibitzError("the server is being stopped")
        of = made.ref.description
        id_ = self.reports.name(game, of)
        if id_ in self.reports:
            return
        wanted = self._wanted.get(game)
        if wanted is not None and wanted.id == id_:
            wanted.askers.add(visitor)
            return
        if wanted is not None:
            self._give_up(wanted)
        mine = sum(visitor in each.askers for each in self._wanted.values())
        self._limits.check_analyses(len(self._wanted), mine)
        self._failed.pop(game, None)
        self._wanted[game] = Analysis(game, id_, _discreet(of), {visitor})
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    def game_of(self, id_: str) -> GameRef | None:
        """The game that a report is about, if it is still what it was."""
        for game in self._catalogue.files:
            with suppress(KibitzError):
                of = self._catalogue.description(game)
                if self.reports.name(game, of) == id_:
                    return _discreet(of)
        return None

    async def cancel(self, game: str, visitor: str) -> None:
        """Somebody does not want an analysis any more; it is ended if nobody else does."""
        wanted = self._wanted.get(game)
        if wanted is None:
            return
        if visitor not in wanted.askers:
            raise KibitzError("somebody else has asked for this analysis", "they can cancel it")
        wanted.askers.discard(visitor)
        if not wanted.askers:
            self._give_up(wanted)
            if wanted.task is not None:
                await asyncio.wait({wanted.task})

    def _give_up(self, analysis: Analysis) -> None:
        """Nobody wants an analysis any more; the next begins when its process has ended."""
        del self._wanted[analysis.game]
        if analysis.task is not None:
            analysis.task.cancel()

    def told(self, visitor: str) -> dict[str, dict[str, Any]]:
        """How it stands with each game, for a page: what is being done, and which report there
        is."""
        found = {}
        for game in self._catalogue.files:
            with suppress(KibitzError):  # what cannot be read cannot be analysed either
                found[game] = self._told(game, visitor)
        return found

    def _told(self, game: str, visitor: str) -> dict[str, Any]:
        current = self.reports.name(game, self._catalogue.description(game))
        kept = self.reports.newest(game, current)
        told: dict[str, Any] = {"state": "none", "report": None if kept is None else asdict(kept)}
        failed, why = self._failed.get(game, ("", None))
        wanted = self._wanted.get(game)
        if wanted is not None:
            told["yours"] = visitor in wanted.askers
            if wanted.task is None:
                told |= {"state": "waiting", "before": list(self._wanted).index(game)}
            else:
                told |= {"state": "running", **self._how_far()}
        elif why is not None and failed == current:
            told |= {"state": "failed", "error": why.message, "hint": why.hint}
        return told

    def _how_far(self) -> dict[str, Any]:
        """How far the process says that it is."""
        with suppress(OSError, ValueError):  # it has not begun, or is writing: it is where it was
            self._seen = tuple(json.loads(self._progress.read_bytes()))
        done, doing = self._seen
        return {"done": done, "doing": doing}

    # --- doing it ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Do what waits, as long as something does."""
        while self._wanted:
            analysis = next(iter(self._wanted.values()))
            analysis.task = asyncio.create_task(self._analyse(analysis))
            await asyncio.wait({analysis.task})
            if self._wanted.get(analysis.game) is analysis:
                del self._wanted[analysis.game]

    async def _analyse(self, analysis: Analysis) -> None:
        """One analysis, from the first process to the file with the report."""
        pool = one_process()
        told = {"progress": str(self._progress)}
        job = Job(CALL, told, {"game": analysis.ref.thing}, seconds=LONGEST)
        try:
            self.reports.make_folder()
            text = await pool.ask(job)
            self.reports.keep(analysis.id, text)
        except KibitzError as error:
            self._failed[analysis.game] = analysis.id, _in_other_words(error)
        except Exception as error:
            self._failed[analysis.game] = analysis.id, noted(error)
        finally:
            await pool.close()
            self._seen = NOT_BEGUN
            with suppress(OSError):
                self._progress.unlink()


def _discreet(of: Description) -> GameRef:
    """A game for a report: in which folder its file lies is nobody's business."""
    return GameRef(replace(of, file=Path(of.file).name), {})


def _in_other_words(error: KibitzError) -> KibitzError:
    """What a pool says about a process, for somebody who asked for an analysis."""
    if isinstance(error, Died):
        return KibitzError("the process that analysed this game has died", "try it again")
    if isinstance(error, Late):
        return KibitzError(
            "this takes too long for the lobby", "try kibitz analyse at the command line"
        )
    return error


# --- in a process of its own ----------------------------------------------------------------------


def analysed(game: Game, progress: str) -> dict[str, Any]:
    """The report of a game, as data; meanwhile it is written into a file how far it is.

    How long it takes is nobody's hurry: it ends by the number of games, so that the report is the
    same on every machine, also on a busy one.
    """
    from kibitz.analysis.bench import Bench, Progress
    from kibitz.analysis.effort import effort
    from kibitz.analysis.run import analyse
    from kibitz.analysis.study import Asked
    from kibitz.work import Here

    said = ""

    def tell(how_far: Progress) -> None:
        nonlocal said
        words = json.dumps([round(how_far.done, 2), how_far.study])
        if words != said:
            said = words
            Path(progress).write_text(words, encoding="utf-8")

    with Here() as place:
        until = time.monotonic() + ENOUGH
        bench = Bench(game, 1, place, until=until, progress=tell)
        return analyse(bench, Asked(effort(EFFORT))).to_json()
