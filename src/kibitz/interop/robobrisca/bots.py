"""Bots of RoboBrisca's: a file in a folder `Players` plays our Brisca as it is.

Its class inherits `Player`. It is made without arguments, asked `think(observation, budget)`, and
answers with an action; all this in a process of its own, with a `Players` package of its own.
"""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.bots.sources import failure, is_theirs
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.interop.robobrisca.answers import WrongAnswer, card_in
from kibitz.interop.robobrisca.api.player import Player
from kibitz.interop.robobrisca.course import must_be_brisca
from kibitz.interop.robobrisca.folders import folder_of, is_robobrisca
from kibitz.interop.robobrisca.observed import observed
from kibitz.interop.robobrisca.stage import Stage
from kibitz.knowledge.views import View

__all__ = ["RoboBriscaBot", "bot_class", "folder_of", "is_robobrisca"]

BUDGET = 1
"""Seconds a bot is told it has if nobody minds how long it takes: what it had there."""


def bot_class(path: Path | str, name: str = "") -> type:
    """The class that plays for a file; `name` is that of theirs, if there are several. The file is
    run, so this is for the process in which it plays."""
    file = Path(path).absolute()
    if not file.is_file():
        raise KibitzError(f"there is no file `{path}`")
    stamp = file.stat()
    return _bot_class(file, name, stamp.st_mtime_ns, stamp.st_size)


class RoboBriscaBot:
    """One of their bots as one of ours."""

    theirs: type
    """Its own class."""
    stage: Stage

    def __init__(self, **settings: Any) -> None:
        with self.stage.entered():
            self.bot: Any = self.theirs(**settings)

    @property
    def name(self) -> str:
        """What it calls itself; many forget to, and are called by their class."""
        try:
            with self.stage.entered():
                return str.__str__(str(self.bot))
        except Exception:
            return self.theirs.__name__

    def start(self, game: Game, seat: int, seed: int) -> None:
        """It has to be Brisca. The bot itself is not told."""
        must_be_brisca(game)

    def choose(self, view: View, budget: float | None) -> Action | None:
        """The action with the card of its answer; None if it has answered so."""
        seconds: float = BUDGET if budget is None else budget
        if float(seconds).is_integer():
            seconds = int(seconds)
        offered = {action.cards[0]: action for action in view.actions}
        with self.stage.entered():
            answer = self.bot.think(observed(view), seconds)
            if answer is None:
                return None
            card = card_in(answer)
        if card not in offered:
            raise WrongAnswer("the card it wants to play is not in its hand", "illegal")
        return offered[card]


@cache
def _bot_class(file: Path, name: str, changed: int, size: int) -> type:
    """Run once, as long as the file does not change."""
    stage = Stage(file)
    try:
        module = stage.load()
    except BaseException as error:
        if not is_theirs(error):
            raise
        raise failure(f"{file} cannot be imported", error, file) from None
    theirs = _chosen(module, file, name)
    made: dict[str, Any] = {"__module__": theirs.__module__, "theirs": theirs, "stage": stage}
    try:
        made["__signature__"] = inspect.signature(theirs)
    except (TypeError, ValueError):  # it cannot be told: then it has no parameters
        made["__signature__"] = inspect.Signature()
    return type(theirs.__name__, (RoboBriscaBot,), made)


def _chosen(module: ModuleType, file: Path, name: str) -> type:
    """The class of a module that is the bot."""
    found = _players(module)
    if name:
        named = [kind for kind in found if kind.__name__ == name]
        if not named:
            hint = f"it has {', '.join(kind.__name__ for kind in found)}" if found else None
            raise KibitzError(f"{file} has no bot `{name}`", hint)
        return named[-1]
    if not found:
        raise KibitzError(
            f"{file} has no class that inherits Player",
            "bots in a folder Players are RoboBrisca's: classes with think(observation, budget)",
        )
    like = [kind for kind in found if _plain(kind.__name__) == _plain(file.stem)]
    leaves = [one for one in found if not any(one in other.__mro__[1:] for other in found)]
    return (like or leaves)[-1]


def _players(module: ModuleType) -> list[type]:
    """The bots in a module: those that it defines itself; one that has forgotten to inherit; or, of
    a module that only imports some, these."""
    kinds = list(dict.fromkeys(kind for kind in vars(module).values() if isinstance(kind, type)))
    own = [kind for kind in kinds if kind.__module__ == module.__name__]
    for some in (own, kinds):
        found = [kind for kind in some if issubclass(kind, Player) and kind is not Player]
        if not found and some is own:
            found = [kind for kind in own if callable(getattr(kind, "think", None))]
        if found:
            return [kind for kind in found if not inspect.isabstract(kind)] or found
    return []


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
