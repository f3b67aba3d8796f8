"""All tables of a server: made, found by their tokens, kept going, put away.

Tables at which nothing goes on and nobody listens are put away; they come back from the archive
when somebody opens their link. After a restart those go on at which it is a bot's turn.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import cast

from kibitz.bots.names import called
from kibitz.engine.descriptions import house_games
from kibitz.engine.record import Record
from kibitz.engine.reference import GameRef
from kibitz.engine.replay import Deal, Move, again, deal_again, deal_of
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.interop.robobrisca.records import is_robobrisca_record, record_of
from kibitz.table.archive import Archive
from kibitz.table.chairs import FREED_WHY, another_game, invited, new_token, sit
from kibitz.table.games import Catalogue, Made
from kibitz.table.kept import Kept, Sitter, Turn, readable
from kibitz.table.listeners import Role, Ticket
from kibitz.table.lobby import played_before
from kibitz.table.orders import Order, shown_name
from kibitz.table.patience import Patience
from kibitz.table.table import Table
from kibitz.table.thinkers import Thinkers
from kibitz.words.words import listed

__all__ = ["Gone", "Hall", "Unknown"]

RESTING = 24
"""Tables at which nothing goes on that are kept in memory all the same."""
CHECKPOINT = 5.0
"""Seconds between two times at which the archive waits for the disk."""


USUAL_GAMES = ("agram", "boerenbridge", "brisca", "hearts", "tarot", "ninety-eight")
"""What is compiled first where nothing has been played yet."""


class Unknown(KibitzError):
    """Something that is not here."""


class Gone(KibitzError):
    """Something that was here."""


class Hall:
    """The tables of a server."""

    def __init__(self, archive: Archive, catalogue: Catalogue, thinkers: Thinkers) -> None:
        self.archive, self.catalogue, self.thinkers = archive, catalogue, thinkers
        self.live: dict[str, Table] = {}
        self._resting: OrderedDict[str, None] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._patience = Patience()
        self._closed = False

    # --- life -------------------------------------------------------------------------------------

    def start(self, warm_up: Callable[[str], object] | None = None) -> None:
        """Go on where the last server was stopped; and have the house games compiled for search
        bots, if somebody is to be told of it."""
        works = [self._resume(), self._checkpoints()]
        if warm_up is not None:
            works.append(self._warm_up(warm_up))
        for work in works:
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all bots and end all workers."""
        self._closed = True
        for task in (*self._tasks, *self._opening.values()):
            task.cancel()
        for table in list(self.live.values()):
            await table.clockwork.stop()
        await self.thinkers.close()
        self.archive.close()

    async def _resume(self) -> None:
        for id_ in self.archive.going():
            with suppress(Exception):  # whoever opens its link is told why; the others go on
                await self.table(id_)

    async def _warm_up(self, say: Callable[[str], object]) -> None:
        """Those first that were played here, then those most people begin with."""
        known = house_games()
        begin = dict.fromkeys([*played_before(self.archive), *USUAL_GAMES, *known])
        house = [self.catalogue.description(id_) for id_ in begin if id_ in known]
        games = {self.catalogue.sheet(each).title: GameRef(each, {}) for each in house}
        with suppress(KibitzError):  # who plays is told why
            await self.thinkers.warming.warm_up(games, say)

    async def _checkpoints(self) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT)
            await asyncio.to_thread(self.archive.checkpoint)
            self.archive.shorten()

    # --- finding ----------------------------------------------------------------------------------

    async def at(self, token: str) -> tuple[Table, Ticket]:
        """The table of a token, and what it stands for there."""
        found = self.archive.find(token) if len(token) < 100 else None
        if found is None:
            raise Unknown("there is no table behind this link")
        id_, role, seat = found
        if role == "freed":
            raise Gone(*FREED_WHY)
        if role == "invitation":
            raise Unknown("this is an invitation", "it is taken at /sit/ instead of /at/")
        table = await self.table(id_)
        with readable():
            leads = role == "host" or (seat is not None and table.kept.seats[seat].made)
        return table, Ticket(cast(Role, role), seat, leads)

    async def sit(self, invitation: str) -> tuple[Table, int, str | None]:
        """Take an invitation: the table and the seat it is for, and the token of the chair; no
        token if somebody sits there already."""
        found = self.archive.find(invitation) if len(invitation) < 100 else None
        if found is None or found[1] != "invitation" or found[2] is None:
            raise Unknown("there is no invitation behind this link")
        table, seat = await self.table(found[0]), found[2]
        with readable():
            _ = table.kept.seats[seat]
        return table, seat, sit(table, seat, invitation)

    async def table(self, id_: str) -> Table:
        """A table by its id, from memory or from the archive."""
        while id_ not in self.live:
            task = self._opening.get(id_)
            if task is None:
                task = self._opening[id_] = asyncio.create_task(self._open(id_))
                task.add_done_callback(lambda _: self._opening.pop(id_, None))
            await asyncio.shield(task)
        if id_ in self._resting:
            self._resting.move_to_end(id_)
        return self.live[id_]

    async def read(self, table: Table, ticket: Ticket) -> None:
        """Put into words what somebody will be told who comes to a table."""
        await table.chronicle.read(table.observer(ticket), self._patience)

    async def _open(self, id_: str) -> Table:
        kept = self.archive.table(id_)
        made = await self.catalogue.made(self.archive.description(kept.game), kept.parameters)
        moves = self.archive.moves(id_)
        with readable():
            states = [deal_again(made.game, kept.deal)]
            await self._patience.through(_played_on(states, moves))
        if len(kept.seats) != made.game.players:
            raise KibitzError("what was kept of this table is damaged, and cannot be read")
        table = Table(kept, made, states, moves, self.archive, self.thinkers, self._rested)
        if kept.rematch is not None:
            table.next = self.archive.table(kept.rematch)
        return self._take(table)

    def _take(self, table: Table) -> Table:
        self.live[table.kept.id] = table
        if not self._closed:
            table.clockwork.wake()
        table.rested()
        return table

    def _rested(self, table: Table) -> None:
        """Nothing goes on at a table: put away the one at which this has been so for longest."""
        id_ = table.kept.id
        if self.live.get(id_) is not table:
            return
        self.thinkers.strangers.forget(id_)
        self._resting[id_] = None
        self._resting.move_to_end(id_)
        while len(self._resting) > RESTING:
            oldest, _ = self._resting.popitem(last=False)
            if self.live[oldest].resting:
                del self.live[oldest]
                self.thinkers.forget(oldest)

    # --- making -----------------------------------------------------------------------------------

    async def create(self, order: Order, visitor: str = "") -> Kept:
        """A new table for somebody."""
        made = await self.catalogue.find(order.game, order.parameters, visitor)
        if len(order.seats) != made.game.players:
            raise KibitzError(f"{len(order.seats)} seats are filled, but {made.game.players} play")
        await self._check_bots(made, order, visitor)
        self.check_going(visitor)  # not before: many may be asked for at once
        seats = tuple(
            Sitter(one.name or called(one.bot), one.bot)
            if one.bot is not None
            else Sitter(one.name, token=new_token(), made=True)
            if one.who == "me"
            else invited(one.name)
            for one in order.seats
        )
        seed, running = order.seed, order.running
        return self._deal(made, seats, order.mode, order.pace, running, visitor, seed).kept

    def check_going(self, visitor: str) -> None:
        """Complain if bots play at too many tables of somebody; from before a restart, nobody's."""
        going = sum(
            table.visitor == visitor != "" and table.clockwork.task is not None
            for table in self.live.values()
        )
        self.thinkers.limits.check_going(going)

    async def _check_bots(self, made: Made, order: Order, visitor: str) -> None:
        """Complain about bots that cannot sit where they are to sit."""
        for bot in dict.fromkeys(one.bot for one in order.seats if one.bot is not None):
            try:
                await self.thinkers.check(made, {bot}, visitor)
            except KibitzError as error:
                seats = zip(made.game.seats, order.seats, strict=True)
                where = listed([name for name, one in seats if one.bot == bot])
                raise KibitzError(f"{where}: {error.message}", error.hint) from None

    def rematch(self, table: Table, ticket: Ticket) -> None:
        """Another game with the same people and bots, once."""
        _may_rematch(table.kept, ticket)
        if table.next is not None:
            table.tell_status()
            return
        kept = table.kept
        made = Made(table.game, table.ref)
        seats = another_game(kept.seats)
        following = self._deal(
            made, seats, kept.mode, kept.pace, kept.running, table.visitor, after=kept.id
        )
        table.followed_by(following.kept)

    def _deal(
        self,
        made: Made,
        seats: tuple[Sitter, ...],
        mode: str,
        pace: float,
        running: bool,
        visitor: str,
        seed: int | None = None,
        after: str | None = None,
    ) -> Table:
        """Deal, write, and let the bots begin."""
        state = made.game.new(seed)
        to_move = state.to_move
        turn: Turn = "over"
        if to_move is not None:
            turn = "person" if seats[to_move].bot is None else "bot"
        kept = _kept(made, deal_of(state), seats, mode, turn, pace=pace, running=running)
        self.archive.add(kept, made.ref.description, after=after)
        table = Table(kept, made, [state], [], self.archive, self.thinkers, self._rested, visitor)
        return self._take(table)

    async def open_record(self, given: bytes, visitor: str = "") -> Kept:
        """A record, as it stands in a file, to be looked at: one of ours, or of RoboBrisca."""
        record = await _read_record(given)
        return await self.lay_out(await self._game_of(record, visitor), record, visitor)

    async def lay_out(self, made: Made, record: Record, visitor: str = "") -> Kept:
        """A table at which a record of a game is looked at, from its first move to its last."""
        apart = await self.thinkers.taken_apart(made, visitor, record.to_json())
        names = (*record.players, *[""] * made.game.players)[: made.game.players]
        seats = tuple(Sitter(shown_name(name)) for name in names)
        moves: list[Move] = [(action, chance) for action, chance in apart["moves"]]
        deal = Deal(tuple(apart["deal"]["key"]), apart["deal"]["chance"], apart["deal"]["piles"])
        turn: Turn = "over" if apart["over"] else "nobody"
        kept = _kept(made, deal, seats, "kibitz", turn, running=False, last=len(moves))
        self.archive.add(kept, made.ref.description, moves)
        return kept

    async def _game_of(self, record: Record, visitor: str) -> Made:
        """The game of a record: one we have, with its parameters."""
        for id_ in self.catalogue.files:
            with suppress(KibitzError):
                description = self.catalogue.description(id_)
                if description.name == record.game:
                    made = await self.catalogue.made(description, record.parameters, visitor)
                    if record.fits(made.game):
                        return made
        raise KibitzError(
            f"this record is of a game `{record.game[:40]}` that this server does not have, "
            "or has in another version",
            "start the server with its description: kibitz table FILE.rcy",
        )


async def _read_record(given: bytes) -> Record:
    """The record in a file. What is no record is refused."""
    if is_robobrisca_record(given.decode(errors="replace")):
        return await asyncio.to_thread(record_of, given)  # it has to be played to be understood
    try:
        return Record.from_json(given.decode())
    except UnicodeDecodeError:
        raise KibitzError("this is not a record of a game") from None


def _played_on(states: list[State], moves: list[Move]) -> Iterator[None]:
    """Play again what was played at a table."""
    for move in moves:
        states.append(again(states[-1], move))
        yield


def _may_rematch(kept: Kept, ticket: Ticket) -> None:
    """Complain if there can be no other game."""
    if ticket.role == "watch":
        raise KibitzError("only those who sit at the table can ask for another game")
    if kept.turn != "over":
        raise KibitzError("the game is not over yet")
    if not kept.was_played:
        raise KibitzError("this is a record of a game", "make a new table in the lobby")


def _kept(
    made: Made,
    deal: Deal,
    seats: tuple[Sitter, ...],
    mode: str,
    turn: Turn,
    *,
    pace: float = 1.0,
    running: bool,
    last: int = 0,
) -> Kept:
    """A new table, with tokens of its own."""
    ref = made.ref
    return Kept(
        secrets.token_hex(8), ref.description.digest, dict(ref.parameters), deal, mode,
        new_token(), new_token(), seats, pace, running, time.time(), last, turn,
    )  # fmt: skip
