"""A small competition of house bots, played in a folder: for tests of whoever reads a store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from kibitz.compete import sittings
from kibitz.compete.articles import Read
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.model import PlayedGame
from kibitz.compete.report import write
from kibitz.compete.run import Audience, begin, run
from kibitz.compete.store import Store
from kibitz.engine.descriptions import load

ENTRANTS = ("Ana", "Bea", "Cleo", "Dora")
BOTS = ("random", "random", "first", "random")


def charter(game: str = "brisca", games: int = 4) -> Charter:
    """Four entrants: a gauntlet, a league, and a cup of all of them."""
    return Charter(
        "Example cup",
        game,
        tuple(
            Entrant(name, bot, (f"{name} herself",), f"{name.lower()}@example.org")
            for name, bot in zip(ENTRANTS, BOTS, strict=True)
        ),
        (
            Phase("gauntlet", games, "Gauntlet", opponents=("first",), best=4),
            Phase("league", games, "League"),
            Phase("cup", games, "Cup"),
        ),
        seed="an example",
    )


def read(of: Charter | None = None) -> Read:
    """A charter as if it had been read."""
    of = of or charter()
    return Read(of, load(of.game, **of.parameters), "", Path())


class Enough(Exception):
    """So many games were wanted, and no more."""


class Counting(Audience):
    """Has enough after so many games."""

    def __init__(self, until: int | None) -> None:
        self.until, self.games = until, 0

    def played(self, games: Sequence[PlayedGame], done: int, wanted: int) -> None:
        self.games += len(games)
        if self.games == self.until:
            raise Enough


def played(folder: Path, of: Charter | None = None, until: int | None = None) -> Store:
    """The store of a competition in a folder; `until`: only so many games of it were played."""
    given = read(of)
    store = begin(given, folder)
    if until == 0:
        return store
    try:
        if until is None:
            run(store, given.folder, workers=1)
            write(store)
        else:
            with patch.object(sittings, "LAP", 0):  # game by game
                run(store, given.folder, workers=1, audience=Counting(until))
    except Enough:
        pass
    return store
