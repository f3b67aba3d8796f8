"""Where the class of a bot comes from: a module of ours, an installed package, a user's file."""

from __future__ import annotations

import importlib
import importlib.util
import signal
import sys
import traceback
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from kibitz.engine.packages import brought
from kibitz.errors import KibitzError, did_you_mean

__all__ = [
    "failure", "from_file", "from_module", "from_package", "is_theirs", "packaged", "told",
    "traced",
]  # fmt: skip

GROUP = "kibitz.bots"

TRACED = 5
"""Lines that are kept of a traceback."""


def from_module(target: str, name: str) -> type:
    """A class given as `module:Class`."""
    module, _, kind = target.partition(":")
    try:
        return _bot(getattr(importlib.import_module(module), kind), name)
    except (ImportError, AttributeError) as error:
        raise KibitzError(f"the bot `{name}` is not there: {error}") from None


def packaged() -> dict[str, EntryPoint]:
    """The bots of installed packages, by name."""
    return {entry.name: entry for entry in brought(GROUP)}


def from_package(entry: EntryPoint) -> type:
    """A class that an installed package offers."""
    try:
        return _bot(entry.load(), entry.name)
    except KibitzError:
        raise
    except BaseException as error:
        if not is_theirs(error):
            raise
        raise KibitzError(
            f"the bot `{entry.name}` of an installed package cannot be used: {told(error)}",
            f"it should be in {entry.value}",
        ) from None


def from_file(path: Path, kind: str, name: str) -> type:
    """A class in a user's file."""
    if not path.is_file():
        raise KibitzError(
            f"there is no file `{path}`", "a bot in a file is written path/my.py:MyBot"
        )
    stamp = path.stat()
    module = _module(path.resolve(), stamp.st_mtime_ns, stamp.st_size)
    bots = [
        found
        for found, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and _chooses(value)
    ]
    hint = f"it has {', '.join(bots)}" if bots else "a bot is a class with a method choose"
    if not kind and len(bots) == 1:
        kind = bots[0]
    if not kind:
        raise KibitzError(f"`{name}` does not say which class of {path}", f"{hint}: {path}:MyBot")
    if not hasattr(module, kind):
        raise KibitzError(f"{path} has no `{kind}`{did_you_mean(kind, bots)}", hint)
    return _bot(getattr(module, kind), f"{path}:{kind}")


@cache
def _module(path: Path, changed: int, size: int) -> ModuleType:
    """A file, run as a module; once, as long as it does not change."""
    name = f"kibitz_bot_{path.stem}_{abs(hash(path)):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # a dataclass looks for its module there
    sys.path.insert(0, str(path.parent))  # so that it can import what lies beside it
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        if not is_theirs(error):
            raise
        raise failure(f"{path} cannot be imported", error, path) from None
    finally:
        sys.path.remove(str(path.parent))
    return module


def _bot(found: object, name: str) -> type:  # whatever the file has under that name
    if not isinstance(found, type) or not _chooses(found):
        what = "a class without a method choose" if isinstance(found, type) else "not a class"
        raise KibitzError(
            f"`{name}` is not a bot: it is {what}", "a bot is a class with choose(view, budget)"
        )
    return found


def _chooses(kind: type) -> bool:
    """Whether it can be asked; one that only cheats can, where that is allowed."""
    return any(callable(getattr(kind, name, None)) for name in ("choose", "choose_seeing_all"))


def is_theirs(error: BaseException) -> bool:
    """Whether it comes from somebody's code: all but Ctrl-C does, and that too where nobody hears
    the keyboard (see `kibitz.work.worker`)."""
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return True


def failure(what: str, error: BaseException, whose: type | Path) -> KibitzError:
    """A complaint about somebody's code: what went wrong, and where in their file that was; or, if
    it was nowhere in it, where it was. A complaint of ours keeps its words, and a hint it has."""
    if isinstance(error, SyntaxError):
        return KibitzError(f"{what}: {told(error)}", f"{error.filename}, line {error.lineno}")
    file = str(whose) if isinstance(whose, Path) else _file_of(whose)
    frames = traceback.extract_tb(error.__traceback__)
    at = ([frame for frame in frames if frame.filename == file] or frames)[-1]
    place = f"{at.filename}, line {at.lineno}"
    if isinstance(error, KibitzError):
        return KibitzError(f"{what}: {error.message}", error.hint or place)
    return KibitzError(f"{what}: {told(error)}", place)


def traced(error: BaseException, whose: Path | None) -> str:
    """The first lines of a traceback, the innermost call first: those in somebody's own folder, if
    there are any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if whose and Path(frame.filename).is_relative_to(whose)]
    lines = [
        f"{frame.filename}, line {frame.lineno}, in {frame.name}: {(frame.line or '').strip()}"
        for frame in reversed(own or frames[-1:])
    ]
    return "\n".join(lines[:TRACED])


def _file_of(kind: type) -> str | None:
    """The file a class stands in, if it stands in one."""
    return getattr(sys.modules.get(kind.__module__), "__file__", None)


def told(error: BaseException) -> str:
    """An error as Python would tell it, without its traceback, in one line."""
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException:  # somebody's own way to say it
        said = "and no more can be said of it"
    return f"{type(error).__name__}: {said}".removesuffix(": ")
