"""The stage a bot of RoboBrisca's is put on: the modules it imports, and where it looks for files.

`Game` and `Players` are packages of its own: what is ours is there under their names, everything
else comes from the bot's folders. If both have a module, ours is taken of `Game` and for `Player`:
cards are cards of ours, even if the whole program lies beside the bot, and `Player` is what bots
are known by. Others of `Players`, a `MyHeuristic` of their own say, are theirs. The working
directory is the parent of `Players`, as it was there. Two bots in one process do not find each
other's modules: those of one are taken away when the other is asked.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

__all__ = ["Stage"]

GAME, PLAYERS, PLAYER = "Game", "Players", "Players.Player"

OURS = {
    "Game.Action": "action",
    "Game.BriscaGame": "brisca_game",
    "Game.Card": "card",
    "Game.CardCollection": "card_collection",
    "Game.Common": "common",
    "Game.ForwardModel": "forward_model",
    "Game.GameState": "game_state",
    "Game.Heuristic": "heuristic",
    "Game.Observation": "observation",
    "Players.AlwaysFirstPlayer": "shipped",
    "Players.HumanPlayer": "shipped",
    "Players.MyHeuristic": "my_heuristic",
    "Players.OSLAPlayer": "shipped",
    "Players.Player": "player",
    "Players.RandomPlayer": "shipped",
    "Players.SlowPlayer": "shipped",
    "func_timeout": "func_timeout",
}
"""The modules that bots know, and where they are with us."""

_on: list[Stage] = []
"""The stage whose modules are in place, if there is one."""


class Stage:
    """What a bot finds around it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.folder, self.root = file.parent, file.parent.parent
        self.modules = self._furnished()
        """What is taken away and brought back."""
        self._before: set[str] = set()

    def load(self) -> ModuleType:
        """Run the bot's file as the module that it is."""
        name = f"{PLAYERS}.{self.file.stem.replace('.', '_')}"
        with self.entered():
            spec = importlib.util.spec_from_file_location(name, self.file)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            setattr(sys.modules[PLAYERS], name.partition(".")[2], module)
            spec.loader.exec_module(module)
        return module

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Whatever the bot does is done in here."""
        self._set()
        here, written, keys = _here(), sys.dont_write_bytecode, sys.stdin
        sys.dont_write_bytecode, sys.stdin = True, io.StringIO()
        with suppress(OSError):
            os.chdir(self.root)
        try:
            yield
        finally:
            sys.dont_write_bytecode, sys.stdin = written, keys
            if here is not None:
                with suppress(OSError):
                    os.chdir(here)

    def _set(self) -> None:
        """Have its modules in place, and no other bot's."""
        if _on and _on[0] is self:
            return
        if _on:
            _on.pop()._clear()
        self._before = set(sys.modules)
        sys.modules.update(self.modules)
        sys.path.insert(0, str(self.root))
        sys.path.append(str(self.folder))
        _on.append(self)

    def _clear(self) -> None:
        """Take its modules away, and keep them."""
        for name in list(sys.modules):
            if name in self.modules or self._is_own(name):
                self.modules[name] = sys.modules.pop(name)
        for entry in (str(self.root), str(self.folder)):
            with suppress(ValueError):
                sys.path.remove(entry)

    def _is_own(self, name: str) -> bool:
        """Whether the bot has brought a module from its folders."""
        if name.partition(".")[0] in (GAME, PLAYERS):
            return True
        file = getattr(sys.modules[name], "__file__", None) or ""
        return name not in self._before and Path(file).is_relative_to(self.root)

    def _furnished(self) -> dict[str, ModuleType]:
        """The modules that are there before anything of the bot's is run."""
        made = {GAME: ModuleType(GAME), PLAYERS: ModuleType(PLAYERS)}
        made[GAME].__path__ = [str(self.root / GAME)]
        made[PLAYERS].__path__ = [str(self.folder)]
        for name, ours in OURS.items():
            package, _, short = name.rpartition(".")
            if not self._has(name, package, short):
                made[name] = _named(name, ours)
                if package:
                    setattr(made[package], short, made[name])
        return made

    def _has(self, name: str, package: str, short: str) -> bool:
        """Whether a module is the bot's own, or installed."""
        if not package:
            return PathFinder.find_spec(name) is not None
        theirs = package == PLAYERS and name != PLAYER
        return theirs and any((self.folder / f"{short}{end}").exists() for end in (".py", ""))


def _named(name: str, ours: str) -> ModuleType:
    """A module of ours under the name that bots know."""
    source = importlib.import_module(f"kibitz.interop.robobrisca.api.{ours}")
    made = ModuleType(name, source.__doc__)
    made.__file__ = source.__file__
    for key, value in vars(source).items():
        known = getattr(value, "__module__", "").partition(".")[0] in (GAME, PLAYERS, name)
        if known or (isinstance(value, ModuleType) and not key.startswith("_")):
            setattr(made, key, value)
    return made


def _here() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return None
