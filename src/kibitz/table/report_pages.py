"""The pages of reports: made when somebody wants to see one, by those who answer questions.

A page is made once, with its plots, and then remembered: however many look at it, and however
often, there is nothing to think about.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from typing import Any

from kibitz.analysis.report import Report
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.table.files import Packed, packed
from kibitz.table.reports import Reports
from kibitz.work import AsyncPool, Job

__all__ = ["ReportPages", "page"]

VIEWER = "/open"
"""Where games of a report are opened: see `static/js/open.js`."""
SECONDS = 60.0
ROOM = 16
"""Pages that are remembered."""


class ReportPages:
    """Pages of the reports that are kept, made in processes of a pool."""

    def __init__(self, reports: Reports, pool: AsyncPool) -> None:
        self._reports, self._pool = reports, pool
        self._made: OrderedDict[str, asyncio.Task[Packed]] = OrderedDict()

    async def page(self, id_: str, of: GameRef | None, visitor: str = "") -> Packed:
        """The page of a report about a game, which may not be there any more. What went wrong is
        tried again the next time."""
        text = self._reports.text(id_)
        task = self._made.get(id_)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._made[id_] = asyncio.create_task(self._make(id_, text, of, visitor))
            task.add_done_callback(_heard)
            while len(self._made) > ROOM:
                self._made.popitem(last=False)
        self._made.move_to_end(id_)
        return await asyncio.shield(task)

    async def _make(self, id_: str, text: bytes, of: GameRef | None, visitor: str) -> Packed:
        try:
            data = json.loads(text)
            Report.from_json(data)
        except Exception:  # somebody has been at the file
            self._reports.forget(id_)
            raise KibitzError("this report is damaged", "analyse the game again") from None
        call, things = f"{__name__}:{page.__name__}", {} if of is None else {"game": of.thing}
        job = Job(call, {"report": data}, things, (visitor,), SECONDS, f"page {visitor}")
        html: str = json.loads(await self._pool.ask(job))
        return packed(html.encode(), "text/html")


def _heard(task: asyncio.Task[Packed]) -> None:
    """Whoever waits is told what went wrong; if nobody does any more, so be it."""
    if not task.cancelled():
        task.exception()


# --- in a process of its own ----------------------------------------------------------------------


def page(report: dict[str, Any], game: Game | None = None) -> str:
    """The page of a report; with its game it has more to show."""
    from kibitz.analysis.damage import undamaged
    from kibitz.analysis.page import report_page

    with undamaged():
        return report_page(Report.from_json(report), viewer=VIEWER, game=game)
