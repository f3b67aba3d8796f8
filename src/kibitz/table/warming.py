"""Warming up: what the bots of a server need is compiled meanwhile, and nobody waits for it.

What a table wants is compiled at once, one kernel after the other. The house games are compiled
after the server has started, in a process that stands back behind everything else, and takes turns
with those of other servers on the machine.

A bot whose kernels are not there yet plays in python mode: see `kibitz.bots.searchers`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from kibitz.bots.names import find
from kibitz.bots.searchers import Searching, kernels_of
from kibitz.engine import workshop
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.work import AsyncPool, Job

__all__ = ["Orders", "Warming", "troubles", "warm_up"]

IDLE = 19
"""How far whoever compiles the house games stands back."""
ROOM = 256
"""Games and kernels of which it is remembered whether they are compiled."""

_Key = TypeVar("_Key")
_Task = TypeVar("_Task")

Orders = Sequence[asyncio.Task[bytes]]
"""What is being compiled, or was."""


class Warming:
    """The compilers of a server. They start when they are needed; `close` ends them."""

    def __init__(self) -> None:
        self.pool, self.idle = AsyncPool(1, nice=workshop.NICE), AsyncPool(1, nice=IDLE)
        self._looked: OrderedDict[tuple[str, ...], asyncio.Task[Orders]] = OrderedDict()
        """By the digest of a game and the kernels."""
        self._orders: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()

    async def close(self) -> None:
        for task in self._looked.values():
            task.cancel()
        for pool in (self.pool, self.idle):
            await pool.close()

    async def begin(self, game: Game, ref: GameRef, bot: str) -> Orders:
        """Have compiled what a bot of the house needs, and come back soon: nothing is ordered if it
        is all there. It is complained if nothing can be compiled here. What failed is not tried
        again."""
        made = find(bot, game).make()
        kernels = made.kernels(game) if isinstance(made, Searching) else ()
        key = ref.digest, *kernels
        looking = self._looked.get(key)
        if looking is None:
            looking = self._looked[key] = asyncio.create_task(self._look(game, ref, kernels))
            looking.add_done_callback(_heard)
            _shorten(self._looked)
        return await asyncio.shield(looking)

    async def _look(self, game: Game, ref: GameRef, kernels: Sequence[str]) -> Orders:
        missing = await asyncio.to_thread(workshop.missing, game, kernels)
        return self.order(ref, missing)

    def order(self, ref: GameRef, kernels: Iterable[str]) -> Orders:
        """Have kernels of a game compiled, each once."""
        return [self._ordered(ref, kernel) for kernel in kernels]

    def _ordered(self, ref: GameRef, kernel: str) -> asyncio.Task[bytes]:
        key = ref.digest, kernel
        task = self._orders.get(key)
        if task is None:
            task = asyncio.create_task(self.pool.ask(workshop.job(ref, kernel)))
            task.add_done_callback(_heard)
            self._orders[key] = task
            _shorten(self._orders)
        return task

    async def warm_up(self, games: Iterable[GameRef]) -> None:
        """Have compiled what a search needs for some games, one after the other, until something
        goes wrong: the next would fail, too."""
        for ref in games:
            await self.idle.ask(Job(f"{__name__}:warm_up", {}, {"game": ref.thing}))


def warm_up(game: Game) -> None:
    """Compile what a search needs for a game; nobody waits for it. In a process of its own."""
    for kernel in kernels_of(game):
        workshop.compiled(game, kernel, idle=True)


def troubles(orders: Orders) -> list[KibitzError]:
    """What went wrong with what was ordered."""
    found = [each.exception() for each in orders if each.done() and not each.cancelled()]
    return [error for error in found if isinstance(error, KibitzError)]


def _shorten(known: OrderedDict[_Key, _Task]) -> None:
    while len(known) > ROOM:
        known.popitem(last=False)


def _heard(task: asyncio.Task[bytes] | asyncio.Task[Orders]) -> None:
    """Whoever asks is told what went wrong; if nobody does, so be it."""
    if not task.cancelled():
        task.exception()
