"""What the files of a bot import, found without running any of them.

The warm process loads the installed ones of these beforehand, frameworks above all, which can take
seconds; each game then finds them loaded.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Set
from importlib.util import find_spec
from pathlib import Path

__all__ = ["imported", "load_beforehand"]

MOST_FILES, MOST_BYTES = 200, 1 << 20

NOT_LOADED = {"__main__", "antigravity", "idlelib", "test", "this", "turtle", "turtledemo"}
"""Modules that do something when they are imported."""


def imported(folder: Path, file: Path) -> tuple[str, ...]:
    """The modules that a bot's file and those beside it import, without the bot's own."""
    own = _names(folder) | _names(file.parent)
    found: dict[str, None] = {}
    for path in (file, *_others(folder, file)):
        for name in _of(path):
            top = name.partition(".")[0]
            if top not in own and top not in NOT_LOADED:
                found.setdefault(name)
    return tuple(found)


def load_beforehand(names: tuple[str, ...]) -> None:
    """Import those that are installed; what cannot be imported is the bot's problem, later."""
    for name in names:
        with contextlib.suppress(BaseException):
            if find_spec(name.partition(".")[0]) is not None:
                importlib.import_module(name)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def _names(folder: Path) -> Set[str]:
    """The names under which what is in a folder can be imported."""
    try:
        return {path.name.partition(".")[0] for path in folder.iterdir()}
    except OSError:
        return set()


def _others(folder: Path, file: Path) -> Iterator[Path]:
    """The other Python files of a bot's folder; some, if there are very many."""
    count = 0
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in sorted(names):
            path = Path(base, name)
            if name.endswith(".py") and path != file:
                yield path
                count += 1
                if count == MOST_FILES:
                    return


def _of(path: Path) -> Iterator[str]:
    """The modules that a file imports, as far as that can be read in it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
