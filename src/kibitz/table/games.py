"""The games of a server: those of the house and the user's own files, made when they are wanted.

A description is made into a game in a thread, for that takes up to a second. Games are shared by
their tables; those that no table has asked for lately are forgotten.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from kibitz.engine.descriptions import Description, describe, house_games
from kibitz.engine.faces import Sheet
from kibitz.engine.files import letters
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.sheets import sheet_of
from kibitz.engine.shelf import Listed, shelf
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["Catalogue", "Made"]

ROOM = 48
"""Games that are remembered."""
MOST_DRAWN = 256
"""Pictures that are."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made:
    """A game that is ready, and how it is told to other processes."""

    game: Game
    ref: GameRef


class Catalogue:
    """What can be played here."""

    def __init__(self, files: Sequence[Path] = ()) -> None:
        self.files: dict[str, str | Path] = {name: name for name in house_games()}
        self.own: set[str] = set()
        for path in files:
            stem, number = letters(path.stem), 2
            name = stem
            while name in self.files:
                name, number = f"{stem}-{number}", number + 1
            self.files[name] = path
            self.own.add(name)
        self._house: dict[str, Description] = {}
        self._made: OrderedDict[str, Made] = OrderedDict()
        self._busy = asyncio.Lock()
        self._own_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of those for whom a game is being made, or who wait for one."""
        self._drawn: OrderedDict[object, Any] = OrderedDict()
        self._drawing = asyncio.Lock()
        self._titles: dict[str, Sheet] = {}
        self._shelf: dict[str, Listed] | None = None
        """What the lobby shows of the house games."""

    def description(self, id_: str) -> Description:
        """The description of a game; a user's file is read again, for it may have changed."""
        if id_ not in self.files:
            near = did_you_mean(id_[:40], self.files)
            raise KibitzError(
                f"there is no game `{id_[:40]}` here{near}", f"one of: {', '.join(self.files)}"
            )
        if id_ in self.own:
            return describe(self.files[id_])
        if id_ not in self._house:
            self._house[id_] = describe(id_)
        return self._house[id_]

    async def listed(self) -> list[dict[str, Any]]:
        """All games, as the lobby shows them."""
        if self._shelf is None:
            house = {id_: id_ for id_ in self.files if id_ not in self.own}
            self._shelf = {each.name: each for each in await asyncio.to_thread(shelf, house)}
        own = {id_: self.files[id_] for id_ in self.files if id_ in self.own}
        users = {each.name: each for each in await asyncio.to_thread(shelf, own)} if own else {}
        return [
            await self._checked(users[id_]) if id_ in own else _told(self._shelf[id_], own=False)
            for id_ in self.files
        ]

    async def _checked(self, listed: Listed) -> dict[str, Any]:
        """A game of the user's own: whether it can be played."""
        try:
            await self.made(self.description(listed.name), {})
        except KibitzError as error:
            why = self._without_folder(listed.name, error).message
            listed = replace(listed, error=why)
        return _told(listed, own=True)

    def sheet(self, description: Description) -> Sheet:
        """What is written beside a description, its title above all."""
        digest = description.digest
        if digest not in self._titles:
            path = Path(description.file)
            self._titles[digest] = sheet_of(description.sheet, path.with_suffix(".toml"), path.stem)
        return self._titles[digest]

    async def find(self, id_: str, parameters: Mapping[str, int | str], visitor: str = "") -> Made:
        """A game by its name here."""
        try:
            return await self.made(self.description(id_), parameters, visitor)
        except KibitzError as error:
            raise self._without_folder(id_, error) from None

    def _without_folder(self, id_: str, error: KibitzError) -> KibitzError:
        """A complaint about a user's file; in which folder that lies is nobody else's business."""
        path = self.files.get(id_)
        if not isinstance(path, Path):
            return error
        folders = {f"{folder}{os.sep}" for folder in (path.parent, path.resolve().parent)}
        texts = [error.message, error.hint or ""]
        for folder in folders - {os.sep}:
            texts = [text.replace(folder, "") for text in texts]
        return KibitzError(texts[0], texts[1] or None)

    async def drawn(self, id_: str, draw: Callable[[Game], T]) -> T:
        """What can be drawn of a game that need not be ready to be played: one at a time."""
        try:
            description = self.description(id_)
            key = description.digest, draw
            if key not in self._drawn:
                async with self._drawing:
                    if key not in self._drawn:
                        self._drawn[key] = await asyncio.to_thread(lambda: draw(description.game()))
                        while len(self._drawn) > MOST_DRAWN:
                            self._drawn.popitem(last=False)
            found: T = self._drawn[key]
            return found
        except KibitzError as error:
            raise self._without_folder(id_, error) from None

    async def made(
        self, description: Description, parameters: Mapping[str, int | str], visitor: str = ""
    ) -> Made:
        """The game of a description. One is made at a time, for two would only be in each other's
        way, and visitors take turns: whoever wants many waits with all but one of them."""
        ref = GameRef(description, parameters)
        if ref.digest not in self._made:
            own_turn = self._own_turns.setdefault(visitor, asyncio.Lock())
            async with own_turn, self._busy:
                if ref.digest not in self._made:
                    game = await asyncio.to_thread(_make, description, parameters)
                    self._made[ref.digest] = Made(game, ref)
                    while len(self._made) > ROOM:
                        self._made.popitem(last=False)
        self._made.move_to_end(ref.digest)
        return self._made[ref.digest]


def _told(listed: Listed, *, own: bool) -> dict[str, Any]:
    """A game, as the lobby shows it."""
    told = listed.as_json()
    return {"id": told.pop("name"), **told, "own": own}


def _make(description: Description, parameters: Mapping[str, int | str]) -> Game:
    """A game with all that its first deal needs."""
    game = description.game(**parameters)
    _ = game.functions, game.telling, game.blank
    return game
