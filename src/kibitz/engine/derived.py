"""What others work out about a game or a step of it, kept with the thing it is about.

The engine knows nothing of what is kept: whoever works it out says what it is, so types hold, and
it is gone when the game, the step or the tale is.

    derived(game, Vocabulary)        the vocabulary of a game, made when it is first asked for
    derived(game, _plan, seat)       the plan for a seat: `_plan(game, seat)`, once for each seat

    LEDGER: Keepsake[Ledger] = Keepsake()
    LEDGER.put(step, ledger)         something that changes hands with a step: see `Keepsake`
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Keeper", "Keepsake", "Keepsakes", "derived"]

P = ParamSpec("P")
T = TypeVar("T")


def derived(
    game: Game, what: Callable[Concatenate[Game, P], T], *more: P.args, **named: P.kwargs
) -> T:
    """What a function (or class) makes of a game, made once and kept; what else it takes must be
    hashable, and is part of what is asked for."""
    asked: Hashable = (what, *more, *named.items()) if more or named else what
    try:
        found: T = game.worked_out[asked]
    except KeyError:
        found = game.worked_out[asked] = what(game, *more, **named)
    return found


Keepsakes = dict["Keepsake[Any]", Any]
"""What is kept, by what it is; each of its own type."""


class Keeper(Protocol):
    """A step or a tale: something that others may keep things with."""

    @property
    def keepsakes(self) -> Keepsakes: ...


class Keepsake(Generic[T]):
    """A kind of thing that its owner keeps with steps or tales."""

    __slots__ = ()

    def of(self, keeper: Keeper) -> T | None:
        """What is kept with something, if anything is."""
        found: T | None = keeper.keepsakes.get(self)
        return found

    def put(self, keeper: Keeper, value: T) -> None:
        keeper.keepsakes[self] = value

    def drop(self, keeper: Keeper) -> None:
        keeper.keepsakes.pop(self, None)
