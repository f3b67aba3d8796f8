"""Records of games as files: those of a simulation, those of games you played; read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from platformdirs import user_data_path

from kibitz.engine.descriptions import find_description, house_games, load
from kibitz.engine.folders import prepare, save
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series
from kibitz.engine.simulation import Simulation
from kibitz.engine.state import State
from kibitz.errors import KibitzError, RecordError

__all__ = ["folder", "keep", "opened", "read", "refuse", "write"]

# --- simulations ----------------------------------------------------------------------------------


def refuse(folder: Path, game: Game, n: int) -> None:
    """Say beforehand why the records of n games cannot be written to a folder."""
    prepare(folder, n, _paths(folder, game, n))


def _paths(folder: Path, game: Game, n: int) -> Iterator[Path]:
    return (folder / f"{game.name}-{number:06}.json" for number in range(1, n + 1))


def write(
    folder: Path,
    game: Game,
    result: Simulation,
    limit: int,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Write every game of a simulation to a file of its own; how many there are now, for who has
    enough may stop it."""
    done = 0
    try:
        for path in _paths(folder, game, result.games):
            states = play_of_series(game, result.seed, done, bots=result.bots, limit=limit)
            save(Record.of(states[-1], tuple(result.bots)), path)
            done += 1
            progress(done)
    except KeyboardInterrupt:  # what is written is written
        pass
    return done


# --- games you played -----------------------------------------------------------------------------


def folder() -> Path:
    """Where the records of games you played go."""
    return user_data_path("kibitz", appauthor=False) / "records"


def keep(state: State, seats: tuple[str, ...], wanted: Path | None = None) -> Path:
    """Write the record of a game you played: to the wanted file or one in your data folder. No
    other file is lost for it: where there is one, the record gets the next free number."""
    path = wanted or folder() / f"{state.game.name}-1.json"
    stem, number = path.stem, 1
    if wanted is None:
        stem = state.game.name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KibitzError(f"the folder {path.parent} cannot be made: {error.strerror}") from None
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}-{number}{path.suffix}")
    save(Record.of(state, seats), path)
    return path


# --- reading --------------------------------------------------------------------------------------


def opened(path: Path) -> Record:
    """A record from its file, which may be one of RoboBrisca's."""
    from kibitz.interop.robobrisca.records import MOST_BYTES, is_robobrisca_record, record_of

    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES)
    except (OSError, ValueError):  # who reads it as a record of ours says what is the matter
        return Record.open(path)
    if data.strip() and not is_robobrisca_record(data.decode("latin-1")):
        return Record.open(path)
    try:
        return record_of(data)
    except RecordError as error:
        raise RecordError(f"{path}: {error.message}", error.hint) from None


def read(path: Path, name: str, given: dict[str, int | str]) -> list[State]:
    """All states of a recorded game; its description is given by name or path."""
    record = opened(path)
    own = name if name in house_games() else find_description(name).stem
    if record.game != own:
        raise RecordError(
            f"{path} is the record of a game of {record.game}, not of {own}",
            f"kibitz know {record.game} --record {quote(str(path))}",
        )
    for parameter, value in given.items():
        if str(record.parameters.get(parameter)) != str(value):
            has = record.parameters.get(parameter)
            raise RecordError(
                f"the game in {path} has {parameter}={has}"
                if has is not None
                else f"the game in {path} has no parameter {parameter}",
                "leave out --set",
            )
    try:
        return record.replay(load(name, **record.parameters))
    except KibitzError as error:
        raise RecordError(f"{path}: {error.message}", error.hint) from None
