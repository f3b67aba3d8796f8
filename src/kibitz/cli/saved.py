"""Games that were left, one for each description: a record in the user's data folder."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from kibitz.cli.opponents import YOU
from kibitz.engine.game import Game, house_games, load
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.errors import KibitzError, RecordError

__all__ = ["drop", "path_of", "resume", "save"]


def path_of(name: str) -> Path:
    """The file of a game that was left, by the name of the game or the path of its description."""
    stem = name if name in house_games() else Path(name).stem
    return user_data_path("kibitz", appauthor=False) / "saved" / f"{stem}.json"


def save(name: str, state: State, seats: tuple[str, ...]) -> Path:
    """Keep a game to go on with later."""
    path = path_of(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Record.of(state, seats).save(path)
    except OSError as error:
        raise KibitzError(f"the game cannot be saved in {path}: {error.strerror}") from None
    return path


def drop(name: str) -> None:
    """Forget a game that was left."""
    path_of(name).unlink(missing_ok=True)


def resume(name: str, given: dict[str, int | str]) -> tuple[Game, list[State], tuple[str, ...]]:
    """The game that was left, its states so far, and who sits where."""
    path = path_of(name)
    if not path.exists():
        raise KibitzError(f"no game of {name} was left to go on with", "play without --resume")
    record = Record.open(path)
    for parameter, value in given.items():
        if str(record.parameters.get(parameter)) != str(value):
            raise KibitzError(
                f"the game that was left has {parameter}={record.parameters.get(parameter)}",
                "leave out --set, or --resume",
            )
    game = load(name, **record.parameters)
    states = record.replay(game)
    seats = record.players
    if len(seats) != game.players or seats.count(YOU) != 1:
        raise RecordError(f"{path} does not say who sits where")
    return game, states, seats
