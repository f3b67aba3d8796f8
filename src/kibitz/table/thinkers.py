"""Who thinks for a server: the bots, and whoever answers questions, each in processes of their own.

See `kibitz.table.jobs` for what they can be asked.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from kibitz.bots.guests import seed_of
from kibitz.bots.house import HOUSE
from kibitz.bots.names import called, file_of, is_foreign, names, program
from kibitz.bots.player import BotFault
from kibitz.bots.searchers import HASTE
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.seats.finding import is_robobrisca
from kibitz.table.faults import LOGGER
from kibitz.table.games import Made
from kibitz.table.limits import Limits
from kibitz.table.strangers import Strangers
from kibitz.table.table import Table
from kibitz.table.warming import Orders, Warming, troubles
from kibitz.work import AsyncPool, Job, Refused, Thing

__all__ = ["SECONDS_TO_ANSWER", "Thinkers"]

JOBS = "kibitz.table.jobs:"
SECONDS_TO_DECIDE, SECONDS_TO_ANSWER, SECONDS_TO_COMPILE = 60.0, 10.0, 600.0
GRACE = 5.0
"""Seconds after which a bot of the house is ended that did not end by itself."""
SHORT = 0.7
"""Seconds after which it is said that something is being compiled."""
MEMORY = 4 << 30
"""Bytes a process may take that plays or answers questions."""
TABLES = 12
"""Tables of which a process that answers questions remembers all states."""
ROOM = 256
"""Lists of bots, and bots that are ready, which are remembered."""

_Name = TypeVar("_Name")
_What = TypeVar("_What")

PLAIN = ("random", "first")
"""Bots without parameters, which need not be checked, and are quick."""
HARD = ("ask", "hint")
"""Questions that can be as hard as whoever asks likes."""


class Thinkers:
    """The processes of a server. They start when they are needed; `close` ends them."""

    def __init__(
        self,
        files: tuple[str, ...] = (),
        workers: int | None = None,
        limits: Limits = Limits(),  # noqa: B008  it cannot be changed
    ) -> None:
        self.files, self.limits = files, limits
        """Bots in files, which the user gave on the command line; no others are ever run."""
        self.bots = AsyncPool(workers or max(2, os.cpu_count() or 1), nice=5, memory=MEMORY)
        self.questions = AsyncPool(3, most=64, nice=8, memory=MEMORY, each=1)
        self.strangers = Strangers(SECONDS_TO_DECIDE, SECONDS_TO_COMPILE)
        self.warming = Warming()
        self._listed: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()
        self._ready: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()
        self._rehearsed: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()
        self._telling: dict[str, asyncio.Task[None]] = {}
        """At which tables it is told that something is being compiled."""

    async def close(self) -> None:
        for task in self._telling.values():
            task.cancel()
        await self.warming.close()
        await self.strangers.close()
        for pool in (self.bots, self.questions):
            await pool.close()

    def forget(self, table: str) -> None:
        """Nothing will be asked about a table for a while."""
        self.questions.forget(table)
        self.strangers.forget(table)

    # --- which bots there are ---------------------------------------------------------------------

    async def listed(self, made: Made, visitor: str = "") -> list[dict[str, Any]]:
        """The bots that can sit at a game."""
        digest = made.ref.digest
        if digest not in self._listed:
            job = _job("bots", made.ref, (visitor,), SECONDS_TO_DECIDE, files=list(self.files))
            _remember(self._listed, digest, json.loads(await self.bots.ask(job)))
        return self._listed[digest]

    async def check(self, made: Made, bots: set[str], visitor: str) -> None:
        """Complain about bots that cannot sit at a game."""
        known = await asyncio.to_thread(names, made.game)  # a network may have to be looked at
        for bot in sorted(bots):
            self._check_file(bot)
            self.limits.check(bot)
            if not self._is_given(bot) and _name(bot) not in known:
                raise KibitzError(
                    f"there is no bot `{bot[:60]}` here", f"one of: {', '.join(known)}"
                )
        odd = sorted(bots - set(PLAIN))
        ours = [bot for bot in odd if not is_foreign(bot)]
        if ours:
            job = _job("check_bots", made.ref, (visitor,), SECONDS_TO_DECIDE, names=ours)
            await self.bots.ask(job)
        for bot in odd:
            if is_foreign(bot):
                await self.strangers.check(made.ref, made.game, bot)

    def _is_given(self, bot: str) -> bool:
        """Whether the user has named a bot on the command line, with parameters or without."""
        return any(bot == file or bot.startswith(f"{file}:") for file in self.files)

    def _check_file(self, bot: str) -> None:
        """The code of a user's file is run only if they named it on the command line, this time;
        nor may a page choose which of their files is read as a network."""
        filed = ".py" in bot or "/" in bot or file_of(bot) is not None
        if filed and not self._is_given(bot):
            raise KibitzError(
                f"the bot `{_short(bot)[:60]}` was not given to this server",
                "start it with --bot FILE.py:CLASS, or --bot net:FILE",
            )

    # --- what they do -----------------------------------------------------------------------------

    async def ready(self, table: Table, bot: str) -> None:
        """Have compiled what a bot needs. One of the house plays meanwhile, as well as it can; for
        any other it is waited, for nobody knows what it does."""
        self._check_file(bot)
        if not _is_house(bot):
            if _is_searching_elsewhere(bot):
                await self._prepared(table, bot)
        elif _searches(bot):
            await self._warm(table, bot)

    async def _prepared(self, table: Table, bot: str) -> None:
        """Have a bot begin a game, in a process of its own: that takes a while if it has something
        compiled."""
        askers = table.visitor, table.kept.id
        job = _job("prepare_bots", table.ref, askers, SECONDS_TO_COMPILE, names=[bot])
        task = _once(self._ready, (table.ref.digest, bot), self.warming.pool, job)
        if not task.done():
            await asyncio.wait({task}, timeout=SHORT)
        if not task.done():
            table.clockwork.remark(f"{called(bot)} is getting ready. That may take half a minute.")
            try:
                await asyncio.wait({task})
            finally:
                table.clockwork.remark(None)
        task.result()

    async def _warm(self, table: Table, bot: str) -> Orders:
        """What is being compiled for a bot, if anything is; those at the table are told."""
        try:
            orders = await self.warming.begin(table.game, table.ref, bot, table.visitor)
            failed = troubles(orders)
        except KibitzError as error:
            orders, failed = (), [error]
        if failed:
            LOGGER.error("the search bots try fewer games: %s", failed[0].message)
            table.clockwork.remark(
                f"{called(bot)} tries fewer games for each decision than it could: nothing can be "
                "compiled on this machine."
            )
        elif any(not order.done() for order in orders) and table.kept.id not in self._telling:
            self._telling[table.kept.id] = asyncio.create_task(self._tell(table, bot, orders))
        return orders

    async def _tell(self, table: Table, bot: str, orders: Orders) -> None:
        """Tell those at a table, as long as something is compiled for a bot; not if it is soon
        done."""
        await asyncio.wait(orders, timeout=SHORT)
        table.clockwork.remark(
            f"{called(bot)} is warming up: it tries fewer games for each decision until "
            f"{table.game.title} is compiled for this machine, once."
        )
        await asyncio.wait(orders)
        table.clockwork.remark(None)
        del self._telling[table.kept.id]

    async def rehearsed(self, table: Table, bot: str) -> float:
        """How long a bot of the house takes to decide something, found out once. Others are not
        asked about games that nobody plays."""
        if bot in PLAIN or not _is_house(bot):
            return 0.0
        if _searches(bot):
            orders = await self._warm(table, bot)
            if any(not order.done() for order in orders):  # it thinks as long as it may
                return HASTE
        seconds = self.limits.seconds
        job = _job(
            "rehearse", table.ref, (table.visitor, table.kept.id), 2 * seconds + GRACE,
            kind=_kind(table, bot), bot=bot, budget=seconds,
        )  # fmt: skip
        try:
            task = _once(self._rehearsed, (table.ref.digest, bot), self.bots, job)
            return float(await asyncio.shield(task))
        except KibitzError:  # it will be said when it matters
            return 0.0

    async def decide(self, table: Table, bot: str) -> str:
        """What a bot does, told what its seat sees. If it fails, the reason may give cards away."""
        state, house = table.state, _is_house(bot)
        if is_foreign(bot):
            return await self._of_a_stranger(table, bot)
        job = _job(
            "decide",
            table.ref,
            (table.visitor, table.kept.id),
            self.limits.seconds + GRACE if house else SECONDS_TO_DECIDE,
            kind=_kind(table, bot),
            budget=self.limits.seconds if house else None,
            bot=bot,
            view=view(state, state.to_move).to_json(),
            seed=seed_of(state, "play"),
            made=table.last,
        )
        try:
            answer = await self.bots.ask(job)
        except Refused:
            if table.open:
                raise
            raise _withheld(table, bot) from None
        decided = json.loads(answer)
        self.warming.order(table.ref, decided["lacking"], table.visitor)
        return str(decided["action"])

    async def _of_a_stranger(self, table: Table, bot: str) -> str:
        """The same of a bot that is not of the house."""
        state = table.state
        seen, seed = view(state, state.to_move), seed_of(state, "play")
        try:
            return await self.strangers.choose(table.kept.id, table.ref, bot, seen, seed)
        except BotFault as error:
            if table.open or error.cause in ("late", "died"):
                raise
            raise _withheld(table, bot) from None

    async def question(
        self, table: Table, visitor: str, call: str, seconds: float, **arguments: Any
    ) -> bytes:
        """Something a visitor asks about what is known at a table, as JSON."""
        id_ = table.kept.id
        course = Thing(id_, JOBS + "Course", asdict(table.kept.deal), table.moves, TABLES)
        kind = f"{call} {table.ref.digest}"
        if call in HARD:
            kind += f" {visitor} {id_}"
        job = _job(
            call, table.ref, (visitor, id_), seconds, {"course": course},
            kind=kind, made=table.last, **arguments,
        )  # fmt: skip
        return await self.questions.ask(job)

    async def taken_apart(self, made: Made, visitor: str, record: str) -> Any:
        """A record, step by step."""
        kind = f"taken_apart {visitor}"
        job = _job("taken_apart", made.ref, (visitor,), SECONDS_TO_ANSWER, kind=kind, record=record)
        return json.loads(await self.questions.ask(job))


def _job(
    call: str,
    game: GameRef,
    askers: tuple[str, ...],
    seconds: float,
    things: Mapping[str, Thing] | None = None,
    kind: str = "",
    **arguments: Any,
) -> Job:
    """A function of `kibitz.table.jobs`, called with a game and what else is given."""
    told = {"game": game.thing, **(things or {})}
    return Job(JOBS + call, arguments, told, askers, seconds, kind)


def _name(bot: str) -> str:
    return bot.partition(":")[0].strip()


def _short(bot: str) -> str:
    """What a bot is called that somebody has asked for; no file is looked for."""
    return bot.rpartition("/")[2].rpartition(".py:")[2].partition(":")[0]


def _is_house(bot: str) -> bool:
    return _name(bot) in HOUSE


def _is_searching_elsewhere(bot: str) -> bool:
    """Whether somebody's bot may have to have something compiled: a class may be a search."""
    return program(bot) is None and not is_robobrisca(bot)


def _withheld(table: Table, bot: str) -> KibitzError:
    return KibitzError(
        f"the bot `{called(bot)}` ({table.whose}) has failed; the reason is withheld, "
        "as it might give its cards away"
    )


def _kind(table: Table, bot: str) -> str:
    """What a bot's decisions at a table have in common with others."""
    return "" if bot in PLAIN else f"{bot} {table.ref.digest}"


def _once(
    known: OrderedDict[tuple[str, str], asyncio.Task[bytes]],
    key: tuple[str, str],
    pool: AsyncPool,
    job: Job,
) -> asyncio.Task[bytes]:
    """A job that need not be done again, if it was done; under way, if it was not."""
    task = known.get(key)
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        task = asyncio.create_task(pool.ask(job))
        task.add_done_callback(_heard)
        _remember(known, key, task)
    return task


def _searches(bot: str) -> bool:
    """Whether a bot of the house needs something compiled."""
    return HOUSE[bot.partition(":")[0].strip()].kind.startswith("kibitz.bots.searchers:")


def _remember(known: OrderedDict[_Name, _What], name: _Name, what: _What) -> None:
    known[name] = what
    while len(known) > ROOM:
        known.popitem(last=False)


def _heard(task: asyncio.Task[bytes]) -> None:
    """Whoever waits is told what went wrong; if nobody does any more, so be it."""
    if not task.cancelled():
        task.exception()
