"""The competitions of a server: each in its folder, read while it is played and afterwards.

One task for each looks whether anything has been written, and tells all who follow it; where nobody
does, it looks rarely. Files are read in a thread of its own, which is told to be quick: whatever
takes long is done rarely.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from kibitz.compete.model import GameId
from kibitz.engine.files import letters
from kibitz.engine.record import Record
from kibitz.errors import KibitzError
from kibitz.table.faults import noted
from kibitz.table.hall import Hall, Unknown
from kibitz.table.mirrors import Mirror
from kibitz.table.onlookers import Onlookers
from kibitz.table.tidings import Tidings, is_competition

__all__ = ["Competition", "Competitions", "is_competition", "names_of", "read_game_id"]

OFTEN, RARELY = 0.3, 2.0
"""Seconds between two looks at a folder, if somebody follows it and if nobody does."""
OPENED = 1000
"""Games of a competition of which it is remembered at which table they lie."""

LONGEST = 60
"""Characters of the name of a game."""

_T = TypeVar("_T")


def read_game_id(text: str) -> GameId:
    """The game that is called so in file names and addresses.

    >>> read_game_id("1-1-03-0012-2")
    GameId(phase=0, round=0, meeting=2, deal=11, turn=1)
    """
    try:
        return GameId.parse(text[:LONGEST])
    except KibitzError:
        raise Unknown("there is no such game in this competition") from None


def names_of(folders: Sequence[Path]) -> list[str]:
    """What folders are called in addresses: each by its name, told apart by numbers."""
    found: list[str] = []
    for folder in folders:
        stem, number = letters(folder.name) or "competition", 2
        name = stem
        while name in found:
            name, number = f"{stem}-{number}", number + 1
        found.append(name)
    return found


class Competition:
    """A competition that is followed. All its methods are called in the event loop."""

    def __init__(self, id_: str, folder: Path, hall: Hall) -> None:
        self.id, self.folder = id_, folder
        self.onlookers = Onlookers()
        self._hall = hall
        self._thread = ThreadPoolExecutor(1, f"competition {id_}")
        self._tidings = Tidings(folder)
        self._opened: OrderedDict[str, str] = OrderedDict()
        """Tokens to watch the tables of games that somebody has opened."""
        self._opening: dict[str, asyncio.Task[str]] = {}
        self._mirrors: dict[str, Mirror] = {}

    async def run(self) -> None:
        """Look again and again, and tell what has changed."""
        trouble: str | None = None
        while True:
            try:
                await self.look()
                trouble = None
            except KibitzError as error:
                trouble = error.message
            except Exception as error:
                trouble = noted(error).message
            self.onlookers.tell({"trouble": {"text": trouble}})
            await self._wait(OFTEN if self.onlookers or self._mirrors else RARELY)

    async def _wait(self, seconds: float) -> None:
        """Until it is time to look again, or somebody has come to an empty place."""
        self.onlookers.came.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.onlookers.came.wait()

    async def look(self) -> None:
        """See what has changed, and tell it."""
        if not self.onlookers and not self._mirrors:
            return
        news = await self._read(self._tidings.look)
        self.onlookers.tell(news.parts)
        for name, mirror in list(self._mirrors.items()):
            await self._catch_up(name, mirror, news.live, news.playing)

    async def close(self) -> None:
        for task in self._opening.values():
            task.cancel()
        await self._read(self._tidings.close)
        self._thread.shutdown()

    async def _read(self, ask: Callable[..., _T], *given: object) -> _T:
        """Something that is read from the folder."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, ask, *given)

    # --- what is asked ----------------------------------------------------------------------------

    async def summary(self) -> dict[str, Any]:
        """How it stands, in a few words, for the lobby."""
        return {"id": self.id, **await self._read(self._tidings.summary)}

    async def parts(self) -> dict[str, Any]:
        """All that those who follow it are told."""
        return await self._read(self._tidings.all_parts)

    async def games(self, entrant: str | None, before: int | None) -> dict[str, Any]:
        """Finished games, the newest first."""
        return await self._read(self._tidings.games, entrant, before)

    async def record(self, text: str) -> str:
        """The record of a finished game."""
        found = await self._read(self._tidings.record, read_game_id(text))
        if found is None:
            raise Unknown("there is no record of this game")
        return found

    # --- games at tables --------------------------------------------------------------------------

    async def game(self, text: str, visitor: str = "") -> str:
        """A token to watch a game, finished or being played; it is laid out once for all."""
        game = read_game_id(text)
        if text not in self._opened:
            task = self._opening.get(text)
            if task is None:
                task = self._opening[text] = asyncio.create_task(self._lay_out(game, visitor))
                task.add_done_callback(lambda _: self._opening.pop(text, None))
            self._opened[text] = await asyncio.shield(task)
            while len(self._opened) > OPENED:
                self._opened.popitem(last=False)
        self._opened.move_to_end(text)
        return self._opened[text]

    async def _lay_out(self, game: GameId, visitor: str) -> str:
        """A table with a game on it."""
        played, told = await self._read(self._tidings.told_of, game)
        if told is None:
            raise Unknown("this game is not to be seen: it is not being played now, or not kept")
        record = Record.from_json(told)
        ref = await self._read(lambda: self._tidings.game)
        made = await self._hall.catalogue.made(ref.description, ref.parameters, visitor)
        kept = await self._hall.lay_out(made, record, visitor)
        if not played:
            table = await self._hall.table(kept.id)
            self._mirrors[str(game)] = Mirror(table)
            self.onlookers.came.set()
        return kept.watch

    async def _catch_up(
        self, name: str, mirror: Mirror, live: dict[str, str], playing: bool
    ) -> None:
        """Bring the table of a game up to what is known of it."""
        told = live.get(name)
        if told is None:  # it has ended, or will be heard of again
            told = await self._read(self._tidings.record, read_game_id(name))
        if told is not None:
            mirror.catch_up(Record.from_json(told))
        elif not playing:
            mirror.stop()
        if mirror.ended:
            del self._mirrors[name]
            if not mirror.table.state.over:
                self._opened.pop(name, None)


class Competitions:
    """All competitions of a server, by what they are called in addresses."""

    def __init__(self, folders: Sequence[Path], hall: Hall) -> None:
        self._all = {
            id_: Competition(id_, folder, hall)
            for id_, folder in zip(names_of(folders), folders, strict=True)
        }
        self._tasks: list[asyncio.Task[None]] = []

    def __iter__(self) -> Iterator[Competition]:
        return iter(self._all.values())

    def __getitem__(self, id_: str) -> Competition:
        if id_ not in self._all:
            raise Unknown("there is no such competition here")
        return self._all[id_]

    def start(self) -> None:
        """Begin to look."""
        self._tasks = [asyncio.create_task(one.run()) for one in self]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for one in self:
            await one.close()

    async def listed(self) -> list[dict[str, Any]]:
        """All of them, for the lobby."""
        found = []
        for one in self:
            with suppress(KibitzError):
                found.append(await one.summary())
        return found
