"""The folder of compiled games.

Every file in it can be deleted at any time: it is made again when needed. A file's name contains a
hash of everything that went into it, so a file never goes stale; it only becomes useless.

What is loaded from it is run. So it is ours alone: made for nobody else to look into, and refused
if somebody else owns it or could write there, or to a file in it.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from kibitz.errors import KibitzError

__all__ = [
    "Compiled",
    "clear",
    "code",
    "compiled_games",
    "folder",
    "forget",
    "is_compiled",
    "is_locked",
    "keep_code",
    "locked",
    "plain",
    "secure",
    "write",
]

CODE = ".o"
"""How names of files with machine code end."""

DIGEST = 32
"""Bytes before the machine code: a digest of it."""

_NAME = re.compile(r"(?P<game>.+)-(?P<kernel>[a-z]+)-(?P<hash>[0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled kernel of a game: the files that belong to it."""

    game: str
    kernel: str
    stem: str
    files: tuple[Path, ...]
    size: int
    """Bytes."""
    made: float
    """When it was written, in seconds since 1970."""

    @property
    def whole(self) -> bool:
        """Whether there is machine code; if not, someone is compiling it or was interrupted."""
        return any(path.suffix == CODE for path in self.files)


def folder() -> Path:
    """Where compiled games are kept: `$KIBITZ_CACHE`, or the user's cache directory."""
    given = os.environ.get("KIBITZ_CACHE")
    return Path(given) if given else user_cache_path("kibitz") / "native"


def plain(name: str) -> str:
    """The name of a game as it stands in the names of its files."""
    return re.sub(r"\W+", "_", name.lower()).strip("_") or "game"


def write(path: Path, text: str) -> None:
    """Write a file unless it is there and whole; nobody ever sees half of one."""
    if path.is_file() and path.read_bytes() == text.encode():
        return
    _write(path, text.encode())


def _write(path: Path, content: bytes) -> None:
    """Write a file under another name first."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def secure(path: Path) -> None:
    """See to it that the folder of a file is there and ours alone; it is refused if anybody else
    could have put something there. What others could have changed so far is made anew."""
    open_to_others = False
    for folder in (path.parent, path.parent / "__pycache__"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not hasattr(os, "getuid"):
            continue
        mode = folder.stat().st_mode
        if not _is_ours(folder):
            raise KibitzError(
                f"compiled games are not loaded from {folder}: others can write there",
                f"set KIBITZ_CACHE to a folder of your own, or make it yours: chmod 700 {folder}",
            )
        if mode & 0o077 and os.access(folder, os.W_OK):
            open_to_others = True
            folder.chmod(0o700)
    for file in (path, *(path.parent / "__pycache__").glob(f"{path.stem}.*")):
        if open_to_others and os.path.lexists(file) and not _is_ours(file):
            file.unlink()


def _is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to us, or to root if we can only read it, as in a sandbox;
    and nobody else can write to it."""
    found = path.stat()
    ours = found.st_uid == os.getuid() or (found.st_uid == 0 and not os.access(path, os.W_OK))
    return ours and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time compile a file, or do what else the path stands for; the others
    wait and then find it compiled."""
    try:
        import fcntl

        file = open(path.with_suffix(".lock"), "a")  # noqa: SIM115
    except (ImportError, OSError):  # several may compile the same then, and nothing breaks
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_locked(path: Path) -> bool:
    """Whether somebody is compiling a file just now, so that one would have to wait."""
    try:
        import fcntl

        file = open(path.with_suffix(".lock"), "rb")  # noqa: SIM115
    except (ImportError, OSError):
        return False
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def is_compiled(path: Path) -> bool:
    """Whether there is machine code for a file."""
    return any(_machine_code(path))


def forget(path: Path) -> None:
    """Delete the machine code of a file."""
    for file in list(_machine_code(path)):
        file.unlink(missing_ok=True)


def _machine_code(path: Path) -> Iterator[Path]:
    """The machine code of a file: for each kind of processor that was compiled for."""
    return (path.parent / "__pycache__").glob(f"{path.stem}.*{CODE}")


def code(path: Path, host: str) -> bytes | None:
    """The machine code of a file for a processor, if it is there; damaged code is an error."""
    try:
        found = _code_path(path, host).read_bytes()
    except FileNotFoundError:
        return None
    digest, kept = found[:DIGEST], found[DIGEST:]
    if hashlib.sha256(kept).digest() != digest:
        raise ValueError(f"{path.stem} is damaged")
    return kept


def keep_code(path: Path, host: str, code: bytes) -> None:
    """Keep the machine code of a file for a processor; nobody ever sees half of it."""
    _write(_code_path(path, host), hashlib.sha256(code).digest() + code)


def _code_path(path: Path, host: str) -> Path:
    kind = hashlib.sha256(host.encode()).hexdigest()[:8]
    return path.parent / "__pycache__" / f"{path.stem}.{kind}{CODE}"


def compiled_games() -> list[Compiled]:
    """What is in the folder."""
    files: dict[str, list[Path]] = {}
    base = folder()
    for path in [*base.glob("*"), *base.glob("__pycache__/*")]:
        stem = path.name.partition(".")[0]
        if path.is_file() and _NAME.fullmatch(stem):
            files.setdefault(stem, []).append(path)
    found = []
    for stem, paths in sorted(files.items()):
        parts = _NAME.fullmatch(stem)
        assert parts is not None
        stats = [stat for path in paths if (stat := _stat(path)) is not None]
        size = sum(stat.st_size for stat in stats)
        made = max((stat.st_mtime for stat in stats if stat.st_size), default=0.0)  # no lock
        found.append(Compiled(parts["game"], parts["kernel"], stem, tuple(paths), size, made))
    return found


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:  # deleted by someone else just now
        return None


def clear(compiled: list[Compiled]) -> None:
    """Delete compiled games."""
    for path in (path for entry in compiled for path in entry.files):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise KibitzError(f"{path} cannot be deleted: {error.strerror}") from None
