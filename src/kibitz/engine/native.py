"""Native mode: an emitted module, compiled for this machine.

The text that Python runs as it is becomes, with `@njit` above every function, a file that Numba
compiles. A *kernel* is such a file with the loops around the game that one job needs: random games
(`playouts`), a batch of states (`steps`). Each is self-contained: the primitives, the game, the
kernel. Numba keeps the machine code beside the file, so it is compiled once on a machine.

Arrays are handed on as bare pointers: no shapes, no reference counts, no negative indices.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz.engine import cache as store
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Functions", "is_compiled", "kernel_text", "native"]

Functions = Mapping[str, Callable[..., Any]]


@cache
def kernel_text(name: str) -> str:
    """The loops around a game that one job needs; the same text in both modes."""
    return (files("kibitz.engine") / "kernels" / f"{name}.py.txt").read_text(encoding="utf-8")


def native(game: Game, kernel: str, starting: Callable[[], None] | None = None) -> Functions:
    """The functions of a kernel, compiled; `starting` is called if that must be done first."""
    path = _path(game, kernel)
    loaded = sys.modules.get(_module_name(path))
    if loaded is not None:
        return vars(loaded)
    store.write_once(path, _source(game, kernel))
    if not store.is_compiled(path) and starting is not None:
        starting()
    with store.locked(path):
        try:
            return vars(_imported(path))
        except (OSError, EOFError, KeyError, ValueError, ImportError, AttributeError) as error:
            damaged = [entry for entry in store.compiled_games() if entry.stem == path.stem]
            store.clear(damaged)  # a damaged file, or one of another version: make it anew
            store.write_once(path, _source(game, kernel))
            try:
                return vars(_imported(path))
            except OSError:
                raise KibitzError(
                    f"the game cannot be compiled: {error}", "use --mode python"
                ) from error


def is_compiled(game: Game, kernel: str) -> bool:
    """Whether a kernel need not be compiled any more."""
    path = _path(game, kernel)
    return _module_name(path) in sys.modules or store.is_compiled(path)


def _imported(path: Path) -> ModuleType:
    """Import a kernel's file: that compiles it, or loads what was compiled before."""
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module_name(path: Path) -> str:
    return f"kibitz_native_{path.stem}"


def _path(game: Game, kernel: str) -> Path:
    """A name that says what was compiled, with a hash of all that went into it."""
    try:
        numba = version("numba"), version("llvmlite")
    except PackageNotFoundError:
        raise KibitzError("Numba is not installed", "use --mode python") from None
    parts = (_source(game, kernel), numba, sys.version_info[:2])
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    plain = re.sub(r"\W+", "_", game.name.lower()).strip("_") or "game"
    return store.folder() / f"{plain}-{kernel}-{digest}.py"


def _source(game: Game, kernel: str) -> str:
    """The whole text of a kernel's file. Comments are left out: only what counts is compiled."""
    found = game.native_sources.get(kernel)
    if found is None:
        loops = kernel_text(kernel)
        body = re.sub(
            r"^def ", "@njit(**INNER)\ndef ", game.emitted.text + "\n\n" + loops, flags=re.M
        )
        body = re.sub(r'^""".*?"""\n', "", body, flags=re.S)
        body = re.sub(r"^ *#.*\n", "", body, flags=re.M)
        entries = [_entry(*match) for match in re.findall(r"^def (\w+)\((.*)\):", loops, re.M)]
        text = "\n\n".join([kernel_text("native"), body, *filter(None, entries)])
        found = game.native_sources[kernel] = text
    return found


def _entry(name: str, parameters: str) -> str:
    """What Python calls: arrays (upper-case names) become pointers. Only functions that work on
    whole arrays (B, N) are called from outside."""
    names = parameters.split(", ")
    if names[0] not in ("B", "N"):
        return ""
    types = ", ".join("int64[::1]" if n.isupper() else "int64" for n in names)
    arguments = ", ".join(f"pointer({n})" if n.isupper() else n for n in names)
    return (
        f'@njit("int64({types})", **ENTRY)\n'
        f"def call_{name}({parameters}):\n    return {name}({arguments})\n"
    )
