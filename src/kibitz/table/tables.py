"""All tables of a server: made, found by their tokens, kept going, put away.

Tables at which nothing goes on and nobody listens are put away; they come back from the store when
somebody opens their link. After a restart those go on at which it is a bot's turn.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, cast

from kibitz.bots.house import HOUSE
from kibitz.bots.names import names
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.errors import KibitzError
from kibitz.table.games import Catalogue, Made
from kibitz.table.live import Live, Place, called
from kibitz.table.orders import Order
from kibitz.table.replay import Deal, Move, again, deal_again, deal_of
from kibitz.table.store import Kept, Seat, Store, Turn
from kibitz.table.workers import Pool, Refused

__all__ = ["SECONDS_TO_ANSWER", "Tables", "Unknown"]

JOBS = "kibitz.table.jobs:"
SECONDS_TO_DECIDE, SECONDS_TO_ANSWER, SECONDS_TO_COMPILE = 60.0, 10.0, 600.0
SHORT = 0.7
"""Seconds after which it is said that something is being compiled."""
RESTING = 24
"""Tables at which nothing goes on that are kept in memory all the same."""
AT_ONCE = 25
"""Moves that are replayed before others get their turn."""
LISTED = 50
CHECKPOINT = 5.0
"""Seconds between two times at which the store waits for the disk."""
MEMORY = 4 << 30
"""Bytes a process may take that answers questions."""


class Unknown(KibitzError):
    """Something that is not here."""


class Tables:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        *,
        bots: tuple[str, ...] = (),
        workers: int | None = None,
    ) -> None:
        self.store, self.catalogue = store, catalogue
        self.files = bots
        """Bots in files, which the user gave on the command line; no others are ever run."""
        self.bots = Pool(workers or max(2, os.cpu_count() or 1), nice=5)
        self.questions = Pool(2, most=64, nice=8, memory=MEMORY)
        self.compilers = Pool(1, nice=10)
        self.live: dict[str, Live] = {}
        self._resting: OrderedDict[str, None] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._ready: dict[tuple[str, str], asyncio.Task[bytes]] = {}
        self._listed: dict[str, list[dict[str, Any]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # --- life -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go on where the last server was stopped."""
        for work in (self._resume(), self._checkpoints()):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all bots and end all workers."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.live.values()):
            await table.stop()
        for pool in (self.bots, self.questions, self.compilers):
            await pool.close()
        self.store.close()

    async def _resume(self) -> None:
        for id_ in self.store.going():
            try:
                await self.table(id_)
            except KibitzError:
                continue  # whoever opens its link is told why

    async def _checkpoints(self) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT)
            await asyncio.to_thread(self.store.checkpoint)
            self.store.shorten()

    # --- finding ----------------------------------------------------------------------------------

    async def at(self, token: str) -> tuple[Live, Place]:
        """The table of a token, and what it stands for there."""
        found = self.store.find(token) if len(token) < 100 else None
        if found is None:
            raise Unknown("there is no table behind this link")
        id_, role, seat = found
        table = await self.table(id_)
        leads = role == "host" or (seat is not None and table.kept.seats[seat].made)
        return table, Place(cast(Literal["seat", "host", "watch"], role), seat, leads)

    async def table(self, id_: str) -> Live:
        """A table by its id, from memory or from the store."""
        while id_ not in self.live:
            task = self._opening.get(id_)
            if task is None:
                task = self._opening[id_] = asyncio.create_task(self._open(id_))
                task.add_done_callback(lambda _: self._opening.pop(id_, None))
            await asyncio.shield(task)
        if id_ in self._resting:
            self._resting.move_to_end(id_)
        return self.live[id_]

    async def _open(self, id_: str) -> Live:
        kept = self.store.table(id_)
        made = await self.catalogue.made(self.store.description(kept.game), kept.parameters)
        moves = self.store.moves(id_)
        states = [deal_again(made.game, kept.deal)]
        for number, move in enumerate(moves):
            states.append(again(states[-1], move))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        table = Live(kept, made, states, moves, self.store, self)
        if kept.rematch is not None:
            table.next = self.store.table(kept.rematch)
        return self._take(table)

    def _take(self, table: Live) -> Live:
        self.live[table.kept.id] = table
        if not self._closed:
            table.wake()
        if table.resting:
            self.rested(table)
        return table

    def rested(self, table: Live) -> None:
        """Nothing goes on at a table: put away the one at which this has been so for longest."""
        id_ = table.kept.id
        if self.live.get(id_) is not table:
            return
        if table.state.over:
            self.bots.forget(id_)
        self._resting[id_] = None
        self._resting.move_to_end(id_)
        while len(self._resting) > RESTING:
            oldest, _ = self._resting.popitem(last=False)
            if self.live[oldest].resting:
                del self.live[oldest]
                self.bots.forget(oldest)
                self.questions.forget(oldest)

    # --- making -----------------------------------------------------------------------------------

    async def create(self, order: Order) -> Kept:
        """A new table."""
        description = self.catalogue.description(order.game)
        made = await self.catalogue.made(description, order.parameters)
        game = made.game
        if len(order.seats) != game.players:
            raise KibitzError(f"{len(order.seats)} seats are filled, but {game.players} play")
        await self._check_bots(made, {place.bot for place in order.seats if place.bot is not None})
        seats = tuple(
            Seat(
                place.name or called(place.bot or ""),
                place.bot,
                _token() if place.bot is None else None,
                made=place.who == "me",
            )
            for place in order.seats
        )
        return self._add(made, seats, order.mode, order.pace, order.running, order.seed).kept

    async def rematch(self, table: Live, place: Place) -> None:
        """Another game with the same people and bots, once."""
        table.may_rematch(place)
        if table.next is not None:
            table.tell_status()
            return
        seats = tuple(
            replace(seat, agreed=False, token=None if seat.token is None else _token())
            for seat in table.kept.seats
        )
        kept, made = table.kept, Made(table.game, table.ref)
        following = self._add(made, seats, kept.mode, kept.pace, kept.running, None)
        self.store.change(kept.id, rematch=following.kept.id)
        table.followed_by(following.kept)

    def _add(
        self,
        made: Made,
        seats: tuple[Seat, ...],
        mode: str,
        pace: float,
        running: bool,
        seed: int | None,
    ) -> Live:
        """Deal, write, and let the bots begin."""
        state = made.game.new(seed)
        to_move = state.to_move
        turn: Turn = "over"
        if to_move is not None:
            turn = "person" if seats[to_move].bot is None else "bot"
        kept = self._kept(made, deal_of(state), mode, seats, pace, running, 0, turn)
        self.store.add(kept, made.ref.description)
        return self._take(Live(kept, made, [state], [], self.store, self))

    async def open_record(self, text: str) -> Kept:
        """A record, to be looked at."""
        record = Record.from_json(text)
        made = await self._game_of(record)
        answer = await self.questions.ask(
            JOBS + "taken_apart", made.ref, seconds=SECONDS_TO_ANSWER, record=text
        )
        apart = json.loads(answer)
        names_ = (*record.players, *[""] * made.game.players)[: made.game.players]
        seats = tuple(Seat(name[:24]) for name in names_)
        moves: list[Move] = [(action, chance) for action, chance in apart["moves"]]
        deal = Deal(tuple(apart["deal"]["key"]), apart["deal"]["chance"], apart["deal"]["piles"])
        kept = self._kept(
            made,
            deal,
            "kibitz",
            seats,
            1.0,
            False,
            len(moves),
            "over" if apart["over"] else "nobody",
        )
        self.store.add(kept, made.ref.description, moves)
        return kept

    async def _game_of(self, record: Record) -> Made:
        """The game of a record: one we have, with its parameters."""
        for id_ in self.catalogue.files:
            with suppress(KibitzError):
                description = self.catalogue.description(id_)
                if description.name == record.game:
                    made = await self.catalogue.made(description, record.parameters)
                    if made.game.hash == record.hash:
                        return made
        raise KibitzError(
            f"this record is of a game `{record.game[:40]}` that is not here, or was other",
            "give its .rcy file to kibitz table",
        )

    def _kept(
        self,
        made: Made,
        deal: Deal,
        mode: str,
        seats: tuple[Seat, ...],
        pace: float,
        running: bool,
        last: int,
        turn: Turn,
    ) -> Kept:
        return Kept(
            secrets.token_hex(8),
            made.ref.description.digest,
            dict(made.ref.parameters),
            deal,
            mode,
            _token(),
            _token(),
            seats,
            pace,
            running,
            time.time(),
            last,
            turn,
        )

    # --- bots -------------------------------------------------------------------------------------

    async def bots_of(self, made: Made) -> list[dict[str, Any]]:
        """The bots that can sit at a game."""
        name = made.game.name
        if name not in self._listed:
            answer = await self.bots.ask(
                JOBS + "bots", made.ref, seconds=SECONDS_TO_DECIDE, files=list(self.files)
            )
            self._listed[name] = json.loads(answer)
        return self._listed[name]

    async def _check_bots(self, made: Made, bots: set[str]) -> None:
        """Complain about bots that cannot sit at a game; code of a user's file is run only if he
        named it on the command line."""
        odd = []
        for bot in sorted(bots):
            if not _known(bot, made.game) and not any(
                bot == file or bot.startswith(f"{file}:") for file in self.files
            ):
                raise KibitzError(
                    f"there is no bot `{bot[:60]}` here", f"one of: {', '.join(names(made.game))}"
                )
            if bot not in PLAIN:
                odd.append(bot)
        if odd:
            await self.bots.ask(JOBS + "check_bots", made.ref, seconds=SECONDS_TO_DECIDE, names=odd)

    async def ready(self, table: Live, bot: str) -> None:
        """Have compiled what a bot needs, in a process of its own: that takes a while."""
        if not _compiles(bot):
            return
        key = table.ref.name, bot
        task = self._ready.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[key] = asyncio.create_task(
                self.compilers.ask(
                    JOBS + "prepare_bots", table.ref, seconds=SECONDS_TO_COMPILE, names=[bot]
                )
            )
            while len(self._ready) > 1000:
                del self._ready[next(iter(self._ready))]
        if not task.done():
            await asyncio.wait({task}, timeout=SHORT)
        if not task.done():
            table.note = (
                f"The bots get ready: {table.game.title} is compiled for this machine, once. "
                "That may take half a minute."
            )
            table.tell_status()
            try:
                await asyncio.wait({task})
            finally:
                table.note = None
                table.tell_status()
        task.result()

    async def decide(self, table: Live, bot: str) -> str:
        try:
            answer = await self.bots.ask(
                JOBS + "decide", table.ref, table.about(), seconds=SECONDS_TO_DECIDE, bot=bot
            )
        except Refused:
            if table.open:
                raise
            seat = table.game.seats[table.state.to_move or 0]
            raise KibitzError(
                f"the bot `{called(bot)}` ({seat}) has failed; why might tell of its cards"
            ) from None
        return str(json.loads(answer))

    async def question(self, table: Live, call: str, seconds: float, **arguments: Any) -> bytes:
        """Something about what is known at a table, as JSON; see `kibitz.table.jobs`."""
        return await self.questions.ask(
            JOBS + call, table.ref, table.about(), seconds=seconds, whole=True, **arguments
        )

    # --- the lobby --------------------------------------------------------------------------------

    def listed(self) -> list[dict[str, Any]]:
        """The newest tables, as the lobby shows them."""
        return [self._line(kept) for kept in self.store.newest(LISTED)]

    def _line(self, kept: Kept) -> dict[str, Any]:
        description = self.store.description(kept.game)
        sheet = self.catalogue.sheet(description)
        seats = sheet.seat_names(len(kept.seats))
        return {
            "watch": kept.watch,
            "title": sheet.title,
            "mode": kept.mode,
            "at": kept.last,
            "over": kept.turn in ("over", "nobody"),
            "seats": [
                {
                    "seat": name,
                    "name": seat.name,
                    "kind": "person" if seat.bot is None else "bot",
                }
                for name, seat in zip(seats, kept.seats, strict=True)
            ],
        }


PLAIN = ("random", "first")
"""Bots without parameters, which need not be checked."""


def _token() -> str:
    return secrets.token_urlsafe(16)


def _known(bot: str, game: Game) -> bool:
    """Whether a bot is one of the house or of an installed package."""
    name = bot.partition(":")[0].strip()
    return ".py" not in bot and name in names(game)


def _compiles(bot: str) -> bool:
    """Whether a bot may need something compiled."""
    house = HOUSE.get(bot.partition(":")[0].strip())
    return house is None or house.kind.startswith("kibitz.bots.searching:")
