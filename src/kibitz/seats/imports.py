"""What the files of a bot import, found without running any of them.

The warm process loads the installed ones of these beforehand, frameworks above all, which can take
seconds; each game then finds them loaded.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

__all__ = ["imported", "load_beforehand"]

MOST_FILES, MOST_BYTES = 200, 1 << 20

NOT_LOADED = {"__main__", "antigravity", "idlelib", "test", "this", "turtle", "turtledemo"}
"""Modules that do something when they are imported."""


class _Wanted(NamedTuple):
    """A module that a file asks for, and what it wants from it."""

    name: str
    parts: tuple[str, ...]
    above: int
    """How many folders up it is looked for; 0: wherever modules are."""


def imported(folder: Path, file: Path) -> tuple[str, ...]:
    """The modules that a bot's file imports, and those beside it which it imports in turn; without
    these, the bot's own."""
    found: dict[str, None] = {}
    files = [file]
    for path in files:  # it grows meanwhile
        for wanted in _wanted(path):
            bases = [path.parents[wanted.above - 1]] if wanted.above else [folder, file.parent]
            own = [one for base in bases for one in _files(base, wanted)]
            files += [one for one in dict.fromkeys(own) if one not in files]
            top = wanted.name.partition(".")[0]
            there = any(
                path.exists() for base in bases for path in (base / top, base / f"{top}.py")
            )
            does = top in NOT_LOADED or wanted.name.endswith(".__main__")
            if not (there or wanted.above or does):
                found.setdefault(wanted.name)
        if len(files) > MOST_FILES:
            break
    return tuple(found)


def load_beforehand(names: tuple[str, ...]) -> None:
    """Import those that are installed; what cannot be imported is the bot's problem, later."""
    for name in names:
        with contextlib.suppress(BaseException):
            if find_spec(name.partition(".")[0]) is not None:
                importlib.import_module(name)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def _files(base: Path, wanted: _Wanted) -> Iterator[Path]:
    """The files of the bot's own that would be run for it."""
    at = base.joinpath(*filter(None, wanted.name.split(".")))
    for path in (at, *(at / part for part in wanted.parts)):
        for file in (path.with_name(f"{path.name}.py"), path / "__init__.py"):
            if file.is_file():
                yield file


def _wanted(path: Path) -> Iterator[_Wanted]:
    """What a file imports, as far as that can be read in it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (_Wanted(alias.name, (), 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = tuple(alias.name for alias in node.names if alias.name != "*")
            above = min(node.level, len(path.parents))
            yield _Wanted(node.module or "", parts, above)
