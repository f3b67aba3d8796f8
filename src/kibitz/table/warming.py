"""Warming up: what the bots of a server need is compiled meanwhile, and nobody waits for it.

What a table wants is compiled at once, one kernel after the other. The house games are compiled
after the server has started, in a process that stands back behind everything else, and takes turns
with those of other servers on the machine.

A bot whose kernels are not there yet plays in python mode: see `kibitz.bots.searchers`.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from kibitz.bots.names import find
from kibitz.bots.searchers import Searching, kernels_of
from kibitz.engine import workshop
from kibitz.engine.game import Game
from kibitz.engine.native import seconds_to_compile
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.work import AsyncPool, Job

__all__ = ["Orders", "Warming", "seconds_to_warm_up", "troubles", "warm_up"]

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
        self._looked: OrderedDict[tuple[str, str], asyncio.Task[Orders]] = OrderedDict()
        """By the digest of a game and the name of a bot."""
        self._orders: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()

    async def close(self) -> None:
        for task in self._looked.values():
            task.cancel()
        for pool in (self.pool, self.idle):
            await pool.close()

    async def begin(self, game: Game, ref: GameRef, bot: str, asker: str = "") -> Orders:
        """Have compiled what a bot of the house needs, and come back soon: nothing is ordered if it
        is all there. It is complained if nothing can be compiled here. What failed is not tried
        again."""
        key = ref.digest, bot
        looking = self._looked.get(key)
        if looking is None:
            looking = self._looked[key] = asyncio.create_task(self._look(game, ref, bot, asker))
            looking.add_done_callback(_heard)
            _shorten(self._looked)
        return await asyncio.shield(looking)

    async def _look(self, game: Game, ref: GameRef, bot: str, asker: str) -> Orders:
        return self.order(ref, await asyncio.to_thread(_missing, game, bot), asker)

    def order(self, ref: GameRef, kernels: Iterable[str], asker: str = "") -> Orders:
        """Have kernels of a game compiled, each once; those who ask are served in turn."""
        return [self._ordered(ref, kernel, asker) for kernel in kernels]

    def _ordered(self, ref: GameRef, kernel: str, asker: str) -> asyncio.Task[bytes]:
        key = ref.digest, kernel
        task = self._orders.get(key)
        if task is None:
            job = workshop.job(ref, kernel, asker=asker)
            task = self._orders[key] = asyncio.create_task(self.pool.ask(job))
            task.add_done_callback(_heard)
            _shorten(self._orders)
        return task

    async def warm_up(self, games: Mapping[str, GameRef], say: Callable[[str], object]) -> None:
        """Have compiled what a search needs for some games, given by their titles, one after the
        other; until something goes wrong: the next would fail, too. That is done once, and the
        process is ended then: a compiler takes much memory."""
        try:
            for title, ref in games.items():
                seconds = json.loads(await self.idle.ask(_job(seconds_to_warm_up, ref)))
                if seconds:
                    say(f"{title} is being compiled for search bots meanwhile: about {seconds} s")
                    await self.idle.ask(_job(warm_up, ref))
        finally:
            await self.idle.close()


def _missing(game: Game, bot: str) -> list[str]:
    """What is to be compiled for a bot."""
    made = find(bot, game).make()
    return workshop.missing(game, made.kernels(game)) if isinstance(made, Searching) else []


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


# --- in a process of its own ----------------------------------------------------------------------


def seconds_to_warm_up(game: Game) -> int:
    """About how long it takes to compile what a search needs for a game; 0: it is compiled."""
    return sum(seconds_to_compile(game, each) for each in workshop.missing(game, kernels_of(game)))


def warm_up(game: Game) -> None:
    """Compile what a search needs for a game; nobody waits for it."""
    for kernel in kernels_of(game):
        workshop.compiled(game, kernel, idle=True)


def _job(call: Callable[[Game], object], ref: GameRef) -> Job:
    return Job(f"{__name__}:{call.__name__}", {}, {"game": ref.thing})
