"""Native mode: an emitted module, compiled for this machine.

The functions of a game become, with `@njit` above each and names for its numbers, a file that Numba
compiles. A *kernel* is such a file with the loops around the game that one job needs: random games
(`playouts`), a batch of states (`steps`). Each is self-contained: the primitives, the game, the
kernel. Numba keeps the machine code beside the file, so it is compiled once on a machine.

Arrays are handed on as bare pointers: no shapes, no reference counts, no negative indices.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz.engine import cache as store
from kibitz.engine.derived import derived
from kibitz.engine.variants import rules_of
from kibitz.errors import KibitzError
from kibitz.recycle.printer import Function, Piece, cut

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = [
    "Functions",
    "is_at_hand",
    "is_being_compiled",
    "is_compiled",
    "kernel_text",
    "must_be_compilable",
    "native",
    "seconds_to_compile",
]

Functions = Mapping[str, Callable[..., Any]]

FAST, PER_SECOND = 300, 100
"""Lines of a kernel that take no time to compile, and how many of the others take a second."""


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
    path = _path(game, kernel)
    loaded = sys.modules.get(_module_name(path))
    if loaded is not None:
        return vars(loaded)
    if not store.is_compiled(path) and starting is not None:
        starting()
    try:
        _secure(path)
        with store.locked(path):
            return vars(_made(game, kernel, path))
    except _numba_error() as error:  # only what a game brings along can be to blame
        said = next((line for line in reversed(str(error).splitlines()) if line.strip()), "")
        raise KibitzError(
            f"{game.title} cannot be compiled: {said.strip()}",
            "look at the weights it brings along" if game.weights else None,
        ) from None
    except (OSError, RuntimeError) as error:  # Numba says so if there is nowhere to write to
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
    before = store.has_code(path)
    try:
        module = _imported(path)
    except Exception as error:  # a damaged file can fail in any way: make it anew
        if not before or isinstance(error, KibitzError):
            raise
        store.forget(path)
        module = _imported(path)
    store.mark_whole(path)
    return module


def is_compiled(game: Game, kernel: str) -> bool:
    """Whether a kernel need not be compiled any more."""
    path = _path(game, kernel)
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
    """Complain if nothing can be compiled here, as far as that can be told at once: Numba need not
    be imported for it."""
    path = _path(game, kernel)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise _switched_off()
    _secure(path)
    if not os.access(path.parent, os.W_OK):
        raise _unusable(path, OSError("nobody can write there"))


def is_being_compiled(game: Game, kernel: str) -> bool:
    """Whether another process compiles a kernel just now: whoever wants it would wait for that."""
    return store.is_locked(_path(game, kernel)) and not is_compiled(game, kernel)


def seconds_to_compile(game: Game, kernel: str) -> int:
    """About how long it takes to compile a kernel: from experience, by the length of its text."""
    lines = _source(game, kernel).count("\n")
    return 5 * max(1, round((lines - FAST) / PER_SECOND / 5))


def _imported(path: Path) -> ModuleType:
    """Import a kernel's file: that compiles it, or loads what was compiled before."""
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _own_folder():
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _own_folder() -> Iterator[None]:
    """Have Numba keep what it compiles beside the file, whatever is set for other programs."""
    config: Any = importlib.import_module("numba.core.config")
    if config.DISABLE_JIT:
        raise _switched_off()
    kept, config.CACHE_DIR = config.CACHE_DIR, ""
    try:
        yield
    finally:
        config.CACHE_DIR = kept


def _switched_off() -> KibitzError:
    return KibitzError("Numba is switched off by NUMBA_DISABLE_JIT", "use --mode python")


def _numba_error() -> type[Exception]:
    """What Numba raises if it cannot compile something."""
    try:
        errors: Any = importlib.import_module("numba.core.errors")
    except Exception as error:  # it is installed, but broken: in any way
        said = f"Numba cannot be used: {error}".splitlines()[0]
        raise KibitzError(said, "install it anew, or use --mode python") from None
    found: type[Exception] = errors.NumbaError
    return found


def _module_name(path: Path) -> str:
    return f"kibitz_native_{path.stem}"


def _path(game: Game, kernel: str) -> Path:
    return store.folder() / derived(game, _file_name, kernel)


def _file_name(game: Game, kernel: str) -> str:
    """A name that says what was compiled, with a hash of all that went into it."""
    parts = (_source(game, kernel), _numba(), sys.version_info[:2])
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return f"{store.plain(game.name)}-{kernel.partition(':')[0]}-{digest}.py"


@cache
def _numba() -> tuple[str, str]:
    """The versions of what compiles."""
    try:
        return version("numba"), version("llvmlite")
    except PackageNotFoundError:
        raise KibitzError("Numba is not installed", "use --mode python") from None


def _source(game: Game, kernel: str) -> str:
    """The whole text of a kernel's file."""
    found = game.native_sources.get(kernel)
    if found is None:
        rules = rules_of(game, kernel).named(_compiled)
        loops = "".join(map(_compiled, cut(game.kernel_text(kernel))))
        found = f"{kernel_text('native')}\n\n{rules}\n\n{loops}"
        game.native_sources[kernel] = found
    return found


def _compiled(piece: Piece) -> str:
    """A piece of a module as Numba gets it. Comments are left out: only what counts is compiled."""
    if isinstance(piece, Function):
        return _head(piece) + _bare(piece.body)
    return _bare(piece)


def _bare(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.lstrip(" ").startswith("#"))


def _stands_apart(function: Function) -> bool:
    """Whether a function is called and not written out wherever it is called: it is long, and
    called from several places. The first line of such a one says so; those of bots may be."""
    return function.body.startswith("    #apart") or function.name.startswith("bot")


def _head(function: Function) -> str:
    """The head of a function for Numba. Functions of whole batches (N) and those that begin with a
    blank state (B) are called from Python: their arrays (upper-case names) become pointers. Those
    that keep a ledger (K) are long, and called from many places."""
    names = function.parameters
    if names[0] not in ("B", "N"):
        kind = "apart" if names[0] == "K" or _stands_apart(function) else "inner"
        return f"@{kind}\ndef {function.head}:\n"
    types = ", ".join(map(_type, names))
    given = ", ".join(f"{n}_array" if n.isupper() else n for n in names)
    pointers = "".join(f"    {n} = pointer({n}_array)\n" for n in names if n.isupper())
    return f'@njit("int64({types})", **ENTRY)\ndef {function.name}({given}):\n{pointers}'


def _type(name: str) -> str:
    """What Numba calls a parameter: a number, or an array, of whole numbers unless it says so."""
    if not name.isupper():
        return "int64"
    kinds = {"FLOATS": "float32", "REALS": "float64"}
    return f"{kinds.get(name.partition('_')[0], 'int64')}[::1]"
