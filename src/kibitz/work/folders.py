"""Folders that are told to workers, for those on other machines do not see our files.

    Job("bots:play", things={"folder": packed(Path("my_bots"))})     # play(folder): folder.path

A worker unpacks one into a folder of its own for such things and remembers it like anything it was
told. It is removed when it is forgotten or its worker ends; if that was ended from outside, whoever
comes next on that machine removes what it has left.
"""

from __future__ import annotations

import atexit
import base64
import os
import secrets
import shutil
import tempfile
import weakref
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from kibitz.errors import KibitzError
from kibitz.work.job import Thing
from kibitz.work.wire import MOST

__all__ = ["Folder", "leave", "packed", "room", "sweep", "unpacked"]

LARGEST = MOST * 15 // 16
"""Characters of a packed folder: the rest of a message is for the job."""

LEFT_OUT = frozenset({"__pycache__", ".git", ".venv", ".mypy_cache", ".pytest_cache"})
"""Names of folders nobody needs to play."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Folder:
    """What was packed, as it lies on this machine as long as somebody holds on to this."""

    path: Path
    """The folder, or the file; its name is the one it had."""


def packed(path: Path) -> Thing:
    """A folder with all that is in it, or a single file, for a job; it gets a `Folder`."""
    path = path.absolute()
    if not path.exists():
        raise KibitzError(f"{path} is not there")
    found: list[list[str | bool]] = []
    size = 0
    for file in [path] if path.is_file() else _files(path):
        try:
            content, mode = file.read_bytes(), file.stat().st_mode
        except OSError as error:
            raise KibitzError(f"{file} cannot be read: {error.strerror}") from None
        text = base64.b64encode(zlib.compress(content)).decode()
        size += len(text)
        if size > LARGEST:
            raise KibitzError(
                f"{path} is too large to be sent: more than {LARGEST // 1_000_000} MB",
                "put what is needed into a folder of its own",
            )
        name = "" if file == path else file.relative_to(path).as_posix()
        found.append([name, bool(mode & 0o100), text])
    return Thing.once(f"{__name__}:unpacked", {"name": path.name, "files": found})


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder and those in it, in an order that is always the same."""
    for entry in sorted(folder.iterdir()):
        if entry.is_file():
            yield entry
        elif entry.is_dir() and not entry.is_symlink() and entry.name not in LEFT_OUT:
            yield from _files(entry)


def unpacked(name: str, files: Sequence[Sequence[str | bool]]) -> Folder:
    """The folder again, in another process."""
    path = room() / _safe(name)
    if not files or files[0][0] != "":
        path.mkdir()
    for part, runs, text in files:
        file = path / _safe(str(part)) if part else path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(zlib.decompress(base64.b64decode(str(text))))
        file.chmod(0o755 if runs else 0o644)
    folder = Folder(path)
    weakref.finalize(folder, _remove, path.parent, os.getpid())
    return folder


def room() -> Path:
    """A new folder of this process, which goes with it at the latest."""
    path = _home(os.getpid()) / secrets.token_hex(4)
    path.mkdir(mode=0o700)
    return path


def _safe(name: str) -> PurePosixPath:
    """A name that leads nowhere but down."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise KibitzError(f"`{name}` is no name of a file in a folder")
    return path


def _remove(path: Path, owner: int) -> None:
    if os.getpid() == owner:  # not whoever forked off it
        shutil.rmtree(path, ignore_errors=True)


# --- where they lie -------------------------------------------------------------------------------


def _root() -> Path:
    """Where all workers of a user have their folders."""
    return Path(tempfile.gettempdir()) / f"kibitz-{os.getuid()}"


@cache
def _home(process: int) -> Path:
    """A folder of this process, and a file beside it that it keeps locked as long as it lives."""
    import fcntl

    sweep()
    root = _root()
    root.mkdir(mode=0o700, exist_ok=True)
    if root.is_symlink() or root.stat().st_uid != os.getuid() or root.stat().st_mode & 0o077:
        raise KibitzError(f"{root} is not ours alone", "remove it")
    while True:
        home = root / f"{process}-{secrets.token_hex(4)}"
        lock = os.open(home.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):  # somebody who sweeps was quicker: once more
            if os.path.samestat(os.fstat(lock), home.with_suffix(".lock").stat()):
                break
        os.close(lock)
    home.mkdir(mode=0o700)
    atexit.register(_leave, home, process)
    return home


def _leave(home: Path, owner: int) -> None:
    _remove(home, owner)
    if os.getpid() == owner:
        home.with_suffix(".lock").unlink(missing_ok=True)


def leave() -> None:
    """Remove all that this process was told in folders; it is about to end."""
    for home in _root().glob(f"{os.getpid()}-*"):
        if home.is_dir():
            _leave(home, os.getpid())


def sweep() -> None:
    """Remove what workers have left that are gone."""
    if not hasattr(os, "getuid") or not _root().is_dir() or _root().stat().st_uid != os.getuid():
        return
    import fcntl

    for lock in _root().glob("*.lock"):
        with suppress(OSError), open(lock, "rb") as file:  # it is somebody's: let it be
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            lock.unlink()
