"""The folder of a training: what is in it, each file written as a whole or not at all.

    run.json          the settings, with the texts of the game: all that is needed to repeat it
    checkpoint.npz    all that later rounds depend on, as it was after a round
    network.npz       the network of that moment, to play with: `net:DIR/network.npz`
    curve.jsonl       what it had reached when: see `kibitz.learn.curve`
    start.npz         the network it began with, if it was given one

Whoever goes on with a training gets what it was when the last checkpoint was written. Only one at a
time may write here: the folder is locked as long as somebody does.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.files import is_there, read_text
from kibitz.errors import KibitzError
from kibitz.learn import curve
from kibitz.learn.settings import Settings
from kibitz.nets import Network, write

__all__ = ["CHECKPOINT", "NETWORK", "RUN", "START", "Checkpoint", "Folder", "written"]

RUN, CHECKPOINT, NETWORK = "run.json", "checkpoint.npz", "network.npz"
START = "start.npz"

FREE = ("steps", "minutes", "every", "opponents", "games", "versions")
"""Settings in which a training that goes on may differ from what it was."""

Checkpoint = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""Plain data, and arrays by name."""


class Folder:
    """Where a training is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def curve(self) -> Path:
        return self.path / curve.FILE

    def settings(self) -> Settings:
        """Those of the training that is here."""
        if not is_there(self.path / RUN):
            raise KibitzError(
                f"there is no training in {self.path}", "without --resume a new one is begun"
            )
        text = read_text(self.path / RUN, "the settings of a training")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        return Settings.from_json(data)

    def begin(self, settings: Settings) -> None:
        """A new training begins here; there must not be one already."""
        if is_there(self.path / RUN):
            raise KibitzError(
                f"there is a training in {self.path} already",
                "go on with it (--resume), or give another folder (--out)",
            )
        if settings.start is not None:
            data = Path(settings.start).read_bytes()
            written(self.path / START, lambda file: file.write(data))
        self._note(settings)

    def start(self, settings: Settings) -> Path | None:
        """The network that the training begins with, or began with: what is at the place that was
        named then may be another now, or gone."""
        if settings.start is None:
            return None
        begun = is_there(self.path / RUN) and is_there(self.path / START)
        return self.path / START if begun else Path(settings.start)

    def resume(self, settings: Settings) -> Checkpoint | None:
        """The training that is here goes on, with these settings: its last checkpoint, if there
        is one yet. Points of the curve that it does not know of are taken away: they come again."""
        before = self.settings()
        free = {name: getattr(before, name) for name in FREE}
        if replace(settings, **free) != before:
            was, now = before.to_json(), settings.to_json()
            other = [name for name in was if name not in FREE and was[name] != now.get(name)]
            raise KibitzError(
                f"the training in {self.path} has other settings: {', '.join(other)}",
                "leave them out, or begin anew in another folder (--out)",
            )
        found = self.checkpoint()
        self._note(settings)
        curve.cut(self.curve, -1 if found is None else found[0].get("evaluated", -1))
        return found

    def _note(self, settings: Settings) -> None:
        text = json.dumps(settings.to_json(), ensure_ascii=False, indent=1) + "\n"
        written(self.path / RUN, lambda file: file.write(text.encode(errors="replace")))

    def keep(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write a checkpoint."""
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)

        def save(file: IO[bytes]) -> None:
            np.savez(file, allow_pickle=False, **{"about": text, **arrays})

        written(self.path / CHECKPOINT, save)

    def checkpoint(self) -> Checkpoint | None:
        """The last that was written; None if none ever was."""
        path = self.path / CHECKPOINT
        if not is_there(path):
            return None
        try:
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            return json.loads(arrays.pop("about").tobytes()), arrays
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise KibitzError(
                f"{path} is broken, so nothing can go on from there",
                "begin anew in another folder (--out); --from takes the network that is here",
            ) from None

    def show(self, network: Network) -> None:
        """The network as it is now, for whoever wants to play with it."""
        write(network, self.path / NETWORK)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else trains here meanwhile."""
        try:
            import fcntl
        except ImportError:  # elsewhere than on POSIX, everybody has to see to it themselves
            yield
            return
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDONLY)
        except OSError as error:
            raise KibitzError(
                f"{self.path} cannot be used: {error.strerror}", "give another folder with --out"
            ) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise KibitzError(
                f"somebody else is training in {self.path}", "give another folder with --out"
            ) from None
        finally:
            os.close(handle)


def written(path: Path, write: Callable[[IO[bytes]], Any]) -> None:
    """Write a file as a whole: whatever happens, there is the old one or the new one."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
