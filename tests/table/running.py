"""Tables in one process, for tests: made, waited for, listened to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from kibitz.table.archive import Archive
from kibitz.table.games import Catalogue
from kibitz.table.hall import Hall
from kibitz.table.listeners import Listener, Ticket
from kibitz.table.orders import read_order
from kibitz.table.table import Table
from kibitz.table.thinkers import Thinkers

from .conftest import order

__all__ = ["BOTS", "ENDLESS", "HOST", "create", "heard", "rests", "run"]

BOTS = ("", "", "", "")
HOST = Ticket("host", None, leads=True)
ENDLESS = """(game (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (A, B)))))
  (stage player (end (== 1 2))
    (choice ((turn pass) (move (top (game vloc STOCK)) (bottom (game vloc STOCK))))))
  (scoring max 0))"""


def run(
    folder: Path,
    work: Callable[[Hall], Awaitable[Any]],
    files: tuple[Path, ...] = (),
    bots: tuple[str, ...] = (),
) -> Any:
    async def main() -> Any:
        archive = Archive(folder / "tables.sqlite")
        found = Hall(archive, Catalogue(files), Thinkers(bots, 1))
        found.start()
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(main())


async def create(hall: Hall, *names: str, **more: Any) -> Table:
    kept = await hall.create(read_order(order(*names, **more)))
    return await hall.table(kept.id)


async def rests(table: Table) -> None:
    """Wait until the bots have nothing to do."""
    while (task := table.clockwork.task) is not None:
        await asyncio.wait({task})


def heard(listener: Listener) -> list[dict[str, Any]]:
    found = [json.loads(text) for text in listener.waiting]
    listener.waiting.clear()
    return found
