"""Descriptions: where the texts of a game are found, and the game they make."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kibitz.engine.files import letters, read_text
from kibitz.engine.finding import find_description, house_games
from kibitz.engine.game import Game
from kibitz.engine.sheets import sheet_of, sheet_text
from kibitz.engine.weights import read_weights
from kibitz.recycle.diagnostics import Source

__all__ = [
    "Description",
    "describe",
    "find_description",
    "former_texts",
    "house_games",
    "load",
    "read_source",
]

KEPT = 64
"""Games that are kept, so that whoever asks for one again need not wait for it."""


def former_texts(name: str) -> list[str]:
    """How the description of a house game read before, while records had hashes of its text."""
    path = house_games().get(name)
    former = None if path is None else path.parent / "former" / path.name
    return [read_source(former).text] if former is not None and former.is_file() else []


def read_source(path: Path, name: str | None = None) -> Source:
    """The text of a description."""
    return Source(read_text(path, "a description"), name or str(path))


def load(game: str | Path, **parameters: int | str) -> Game:
    """A game by its name (`agram`) or the path of its description, with parameters.

    >>> kibitz.load("agram", NUMP=3).players
    3
    """
    return describe(game).game(**parameters)


@dataclass(frozen=True, slots=True)
class Description:
    """All texts a game is made of, so that it can be made anew where its files are not."""

    name: str
    file: str
    """What its file is called in complaints."""
    text: str
    sheet: str | None
    weights: str

    @property
    def digest(self) -> str:
        """Tells descriptions apart."""
        parts = self.name, self.file, self.text, self.sheet, self.weights
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

    def game(self, **parameters: int | str) -> Game:
        """The game that is described: made once and kept, for games do not change."""
        make: Callable[..., Game] = _made
        if not all(isinstance(value, int | str) for value in parameters.values()):
            make = _made.__wrapped__  # it will be refused; nor could it be looked up
        return make(self, tuple(sorted(parameters)), *(parameters[n] for n in sorted(parameters)))


@lru_cache(maxsize=KEPT, typed=True)
def _made(description: Description, names: tuple[str, ...], *values: int | str) -> Game:
    """The game of a description with parameters, by their names and values."""
    file = Path(description.file)
    sheet = sheet_of(description.sheet, file.with_suffix(".toml"), file.stem)
    source = Source(description.text, description.file)
    parameters = dict(zip(names, values, strict=True))
    return Game(source, sheet, description.name, parameters, description.weights)


def describe(game: str | Path) -> Description:
    """The description of a game by its name or path, with all that lies beside it."""
    path = find_description(game)
    house = str(game) in house_games()
    source = read_source(path, path.name if house else None)
    return Description(
        str(game) if house else letters(path.stem),
        letters(source.name),
        source.text,
        sheet_text(path.with_suffix(".toml")),
        read_weights(path),
    )
