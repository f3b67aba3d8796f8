"""Games that were left: records in the user's data folder, each in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from kibitz.cli.opponents import YOU
from kibitz.engine.descriptions import house_games, load
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.errors import KibitzError, RecordError

__all__ = ["Left", "drop", "free", "left", "resume", "save"]


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left: its file, its states so far, and who sits where."""

    path: Path
    game: Game
    states: list[State]
    seats: tuple[str, ...]


def _stem(name: str) -> str:
    return name if name in house_games() else Path(name).stem


def _path(stem: str, number: int) -> Path:
    """The file of the first game that was left, or of another one."""
    folder = user_data_path("kibitz", appauthor=False) / "saved"
    return folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")


def free(name: str) -> Path:
    """A file for another game, by the name of the game or the path of its description."""
    stem = _stem(name)
    return next(path for number in count(1) if not (path := _path(stem, number)).exists())


def left(name: str) -> list[Path]:
    """The files of the games that were left, the last one last."""
    stem = _stem(name)
    found = []
    for path in _path(stem, 1).parent.glob("*.json"):
        begin, _, number = path.stem.rpartition("-")
        numbered = begin == stem and number.isdecimal()
        if (path.stem == stem or numbered) and _may_be_of(path, stem):
            found.append((path.stat().st_mtime_ns, int(number) if numbered else 1, path))
    return [path for *_, path in sorted(found)]


def _may_be_of(path: Path, stem: str) -> bool:
    """Whether no other game is in a file: `agram-2.json` may be of a description `agram-2.rcy`."""
    try:
        return Record.open(path).game == stem
    except RecordError:  # who resumes it is told why it cannot be read
        return True


def save(path: Path, state: State, seats: tuple[str, ...]) -> None:
    """Keep a game to go on with later."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Record.of(state, seats).save(path)
    except OSError as error:
        raise KibitzError(f"the game cannot be saved in {path}: {error.strerror}") from None


def drop(path: Path) -> None:
    """Forget a game that was left."""
    path.unlink(missing_ok=True)


def resume(name: str, given: dict[str, int | str]) -> Left:
    """The game that was left last."""
    paths = left(name)
    if not paths:
        raise KibitzError(f"there is no saved game of {name} to resume", "play without --resume")
    path = paths[-1]
    record = Record.open(path)
    for parameter, value in given.items():
        if str(record.parameters.get(parameter)) != str(value):
            raise KibitzError(
                f"the saved game has {parameter}={record.parameters.get(parameter)}",
                "leave out --set, or --resume",
            )
    game = load(name, **record.parameters)
    try:
        states = record.replay(game)
    except RecordError as error:
        raise RecordError(f"{path}: {error.message}", error.hint) from None
    seats = record.players
    if len(seats) != game.players or seats.count(YOU) != 1:
        raise RecordError(f"{path} does not say who sits where")
    return Left(path, game, states, seats)
