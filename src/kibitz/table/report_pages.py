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

    async def page(self, id_: str, visitor: str = "") -> Packed:
        """The page of a report. What went wrong is tried again the next time."""
        text = self._reports.text(id_)
        task = self._made.get(id_)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._made[id_] = asyncio.create_task(self._make(id_, text, visitor))
            while len(self._made) > ROOM:
                self._made.popitem(last=False)
        self._made.move_to_end(id_)
        return await asyncio.shield(task)

    async def _make(self, id_: str, text: bytes, visitor: str) -> Packed:
        try:
            data = json.loads(text)
            Report.from_json(data)
        except Exception:  # somebody has been at the file
            self._reports.forget(id_)
            raise KibitzError("this report is damaged", "analyse the game again") from None
        call = f"{__name__}:{page.__name__}"
        job = Job(call, {"report": data}, {}, (visitor,), SECONDS, f"page {visitor}")
        html: str = json.loads(await self._pool.ask(job))
        return packed(html.encode(), "text/html")


# --- in a process of its own ----------------------------------------------------------------------


def page(report: dict[str, Any]) -> str:
    """The page of a report."""
    try:
        from kibitz.analysis.page import report_page  # type: ignore[import-not-found]
    except ImportError:  # STAND-IN until the page is merged
        return _stand_in(Report.from_json(report))
    shown: str = report_page(Report.from_json(report), viewer=VIEWER)
    return shown


def _stand_in(report: Report) -> str:
    import base64
    import zlib
    from html import escape

    links = ""
    if "leads" in report.measured:
        for kind, game in (report.measured["leads"].data or {}).get("games", {}).items():
            data = base64.urlsafe_b64encode(zlib.compress(game["record"].encode())).decode()
            links += f'<p><a href="{VIEWER}#{data.rstrip("=")}">{kind}</a></p>'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Report</title>'
        f"<main><h1>{escape(report.about.title)}</h1>{links}</main></html>"
    )
