"""Native mode: an emitted module, compiled for this machine.

The functions of a game become, with names for its numbers, a text that is compiled. A *kernel* is
such a text with the loops around the game that one job needs: random games (`playouts`), a batch of
states (`steps`). Each is self-contained. The machine code is kept beside a file with the text, so
it is compiled once on a machine.

Arrays are handed on as bare pointers: no shapes, no reference counts, no negative indices.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz.engine import cache as store
from kibitz.engine.compiler.kinds import Beyond
from kibitz.engine.derived import derived
from kibitz.engine.variants import rules_of
from kibitz.errors import KibitzError
from kibitz.recycle.printer import Function, Piece, cut

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = [
    "Functions",
    "file_of",
    "is_at_hand",
    "is_being_compiled",
    "is_compiled",
    "kernel_text",
    "must_be_compilable",
    "native",
    "seconds_to_compile",
]

Functions = Mapping[str, Callable[..., Any]]

PER_SECOND = 1000
"""Lines of a kernel that are compiled in a second."""


HEAD = """\
# Written by Kibitz from a game's description; the machine code is beside it. Delete it freely.
"""

_ONE_AT_A_TIME = threading.RLock()


@cache
def kernel_text(name: str) -> str:
    """The loops around a game that one job needs; the same text in both modes. A kernel that needs
    others says so in its first line: `#with lots`."""
    text = (files("kibitz.engine") / "kernels" / f"{name}.py.txt").read_text(encoding="utf-8")
    first = text.partition("\n")[0]
    needed = first.removeprefix("#with ").split() if first.startswith("#with ") else []
    return "\n\n".join([*map(kernel_text, needed), text])


def native(game: Game, kernel: str, starting: Callable[[], None] | None = None) -> Functions:
    """The functions of a kernel, compiled; `starting` is called if that must be done first."""
    with _ONE_AT_A_TIME:  # a module is known before it is complete: nobody else may see it so
        return _native(game, kernel, starting)


def _native(game: Game, kernel: str, starting: Callable[[], None] | None) -> Functions:
    path = file_of(game, kernel)
    loaded = sys.modules.get(_module_name(path))
    if loaded is not None:
        return vars(loaded)
    if not store.is_compiled(path) and starting is not None:
        starting()
    try:
        _secure(path)
        with store.locked(path):
            return vars(_made(game, kernel, path))
    except Beyond as error:  # only what a game brings along can be to blame
        raise KibitzError(
            f"{game.title} cannot be compiled: {error}",
            "look at the bots"
            if ":" in kernel
            else "look at the weights it brings along"
            if game.weights
            else None,
        ) from None
    except OSError as error:
        raise _unusable(path, error) from error


def _secure(path: Path) -> None:
    try:
        store.secure(path)
    except OSError as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: Exception) -> KibitzError:
    reason = getattr(error, "strerror", None) or str(error)
    return KibitzError(
        f"the folder of compiled games cannot be used: {path.parent}: {reason}",
        "set KIBITZ_CACHE to another folder, or use --mode python",
    )


def _made(game: Game, kernel: str, path: Path) -> ModuleType:
    """The module of a kernel, compiled or loaded."""
    store.write(path, _source(game, kernel))
    before = store.is_compiled(path)
    try:
        return _imported(path)
    except Exception as error:  # a damaged file can fail in any way: make it anew
        if not before or isinstance(error, KibitzError | Beyond):
            raise
        store.forget(path)
        return _imported(path)


def is_compiled(game: Game, kernel: str) -> bool:
    """Whether a kernel need not be compiled any more."""
    path = file_of(game, kernel)
    return _module_name(path) in sys.modules or store.is_compiled(path)


def is_at_hand(game: Game, kernel: str) -> bool:
    """Whether a kernel can be called in native mode at once: it was compiled before, and is loaded
    now. Where nothing can be compiled or loaded, it never is."""
    try:
        if not is_compiled(game, kernel):
            return False
        game.kernel(kernel, "native")
    except KibitzError:
        return False
    return True


def must_be_compilable(game: Game, kernel: str) -> None:
    """Complain if nothing can be compiled here, as far as that can be told at once."""
    path = file_of(game, kernel)
    _secure(path)
    if not os.access(path.parent, os.W_OK):
        raise _unusable(path, OSError("nobody can write there"))


def is_being_compiled(game: Game, kernel: str) -> bool:
    """Whether another process compiles a kernel just now: whoever wants it would wait for that."""
    return store.is_locked(file_of(game, kernel)) and not is_compiled(game, kernel)


def seconds_to_compile(game: Game, kernel: str) -> int:
    """About how long it takes to compile a kernel: from experience, by the length of its text."""
    lines = _source(game, kernel).count("\n")
    return max(1, round(lines / PER_SECOND))


def _imported(path: Path) -> ModuleType:
    """The functions of a kernel's file: it is compiled, or what was compiled before is loaded."""
    try:
        from kibitz.engine.compiler import machine
    except Exception as error:  # llvmlite is installed, but broken: in any way
        said = f"llvmlite cannot be used: {error}".splitlines()[0]
        raise KibitzError(said, "install it anew, or use --mode python") from None

    code = store.code(path, machine.host())
    if code is None:
        code = machine.compiled(path.read_text(encoding="utf-8"))
        store.keep_code(path, machine.host(), code)
    name = _module_name(path)
    module = ModuleType(name)
    vars(module).update(machine.loaded(code))
    sys.modules[name] = module
    return module


def _module_name(path: Path) -> str:
    return f"kibitz_native_{path.stem}"


def file_of(game: Game, kernel: str) -> Path:
    """Where what is compiled of a game is kept."""
    return store.folder() / derived(game, _file_name, kernel)


def _file_name(game: Game, kernel: str) -> str:
    """A name that says what was compiled, with a hash of all that went into it."""
    parts = (_source(game, kernel), _compiler(), sys.version_info[:2])
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return f"{store.plain(game.name)}-{kernel.partition(':')[0]}-{digest}.py"


@cache
def _compiler() -> tuple[str, ...]:
    """What compiles: our part of it word for word, and the version of LLVM's binding."""
    try:
        binding = version("llvmlite")
    except PackageNotFoundError:
        raise KibitzError("llvmlite is not installed", "use --mode python") from None
    ours = sorted((files("kibitz.engine") / "compiler").iterdir(), key=lambda file: file.name)
    return binding, *(file.read_text(encoding="utf-8") for file in ours if file.is_file())


def _source(game: Game, kernel: str) -> str:
    """The whole text of a kernel's file."""
    found = game.native_sources.get(kernel)
    if found is None:
        rules = rules_of(game, kernel).named(_bare)
        loops = "".join(map(_bare, cut(game.kernel_text(kernel))))
        found = f"{HEAD}\n{rules}\n\n{loops}"
        game.native_sources[kernel] = found
    return found


def _bare(piece: Piece) -> str:
    """A piece of a module without comments: only what counts is compiled."""
    text = f"def {piece.head}:\n{piece.body}" if isinstance(piece, Function) else piece
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.lstrip(" ").startswith("#"))
