"""Bots at tables that are not of the house: each in a booth of its own, one for a table and a seat.

They are asked in threads, as a booth is waited for. A bot is asked anew for each decision (see
`kibitz.seats.emissary`); its process stays until the table rests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from kibitz.bots.names import called
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.knowledge.views import View
from kibitz.seats.embassy import Embassy
from kibitz.seats.emissary import Emissary
from kibitz.seats.terms import Terms

__all__ = ["Strangers"]

AT_A_TIME = 16
"""Bots that are asked at the same time; others wait."""

T = TypeVar("T")


class Strangers:
    """The foreign bots of a server."""

    def __init__(self, seconds: float, start: float) -> None:
        self.seconds, self.terms = seconds, Terms(start=start)
        self._tables: dict[str, _Company] = {}
        self._embassies: set[Embassy] = set()
        """All that are open, also those of bots that are only looked at."""
        self._left = False
        self._threads = ThreadPoolExecutor(AT_A_TIME, "booth")

    async def check(self, ref: GameRef, game: Game, bot: str) -> None:
        """Complain about a bot that cannot be made."""

        def tried() -> None:
            embassy = self._embassy(ref)
            try:
                embassy.check(bot, game)
            finally:
                self._close(embassy)

        await self._in_thread(tried)

    async def choose(self, table: str, ref: GameRef, bot: str, view: View, seed: int) -> str:
        """What a bot does, told what its seat sees, as its action is written."""
        company = self._tables.get(table)
        if company is None:
            company = self._tables[table] = _Company(self._embassy(ref), self.seconds)
        return await self._in_thread(lambda: company.choose(bot, view, seed))

    def forget(self, table: str) -> None:
        """Nothing will be asked about a table for a while: its booths are closed."""
        company = self._tables.pop(table, None)
        if company is not None:
            self._threads.submit(company.close, self._close)

    async def close(self) -> None:
        """End all processes; nobody waits for what a bot still thinks of."""
        self._left = True
        for embassy in list(self._embassies):
            embassy.leave()
        for table in list(self._tables):
            self.forget(table)
        await asyncio.to_thread(self._threads.shutdown)

    def _embassy(self, ref: GameRef) -> Embassy:
        embassy = Embassy(ref, self.terms, heard=False)
        self._embassies.add(embassy)
        if self._left:
            embassy.leave()
        return embassy

    def _close(self, embassy: Embassy) -> None:
        embassy.close()
        self._embassies.discard(embassy)

    async def _in_thread(self, do: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)


class _Company:
    """The foreign bots of one table. They are asked one after the other."""

    def __init__(self, embassy: Embassy, seconds: float) -> None:
        self._embassy, self._seconds = embassy, seconds
        self._asked: dict[str, Emissary] = {}
        self._lock = Lock()

    def choose(self, bot: str, view: View, seed: int) -> str:
        with self._lock:
            found = self._asked.get(bot)
            if found is None:
                found = Emissary(bot, self._embassy, self._seconds, called(bot))
                self._asked[bot] = found
            assert view.seat is not None
            found.start(view.game, view.seat, seed)
            return found.choose(view, None).text

    def close(self, close: Callable[[Embassy], None]) -> None:
        with self._lock:
            close(self._embassy)
