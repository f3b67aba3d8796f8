"""Observers: who looks at a game. A seat, the spectators, or the kibitzer, who sees every hand.

    observer(game, 2), observer(game, "South"), observer(game, "S")     a seat
    observer(game, None)                                                the spectators
    kibitzer(game)                                                      sees everything

Wherever the emitted code says who sees something it is a bit set: a bit for each seat, and the next
one for the spectators.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from kibitz.engine.derived import derived
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Observer", "Who", "initials", "kibitzer", "observer", "observers", "seat_named"]


@dataclass(frozen=True, slots=True)
class Observer:
    """Somebody who looks at a game."""

    number: int
    """Which bit of a mask is this observer's. The kibitzer has the last number, and no bit."""
    players: int

    @property
    def seat(self) -> int | None:
        """The seat, if it is one."""
        return self.number if self.number < self.players else None

    @property
    def everything(self) -> bool:
        """Whether it is the kibitzer."""
        return self.number > self.players

    def sees(self, mask: int) -> bool:
        """Whether this observer is among those who see something."""
        return bool(mask >> self.number & 1) or self.number > self.players

    def decides(self, to_move: int | None) -> bool:
        """Whether it is this observer's turn."""
        return self.number == to_move

    def name(self, game: Game) -> str:
        """What the observer is called in a message."""
        if self.seat is not None:
            return game.seats[self.seat]
        return "the kibitzer" if self.everything else "a spectator"


Who: TypeAlias = "Observer | int | str | None"
"""Somebody who looks, as one may say it: a seat by number, name or initial; None for spectators."""


def observer(game: Game, who: Who) -> Observer:
    """Whoever is meant."""
    if type(who) is int and 0 <= who < game.players:  # the usual case, which has to be quick
        return game.observers[who]
    if isinstance(who, Observer):
        if who.players != game.players:
            raise KibitzError(f"{game.title} has {game.players} players, not {who.players}")
        return who
    if isinstance(who, str):
        return game.observers[seat_named(game, who)]
    if who is None:
        return game.observers[game.players]
    raise KibitzError(f"{game.title} has no seat {who}", f"its seats are 0 to {game.players - 1}")


def kibitzer(game: Game) -> Observer:
    """Who stands behind the players and sees every hand."""
    return Observer(game.players + 1, game.players)


def observers(players: int) -> tuple[Observer, ...]:
    """All seats of a game of so many, and the spectators."""
    return tuple(Observer(number, players) for number in range(players + 1))


def initials(game: Game) -> tuple[str, ...]:
    """What seats are called in short: by a letter each, or by their numbers."""
    letters = [name[:1].upper() for name in game.seats]
    lettered = len(set(letters)) == len(letters) and all(letter.isalpha() for letter in letters)
    return tuple(letters) if lettered else tuple(map(str, range(game.players)))


def seat_named(game: Game, text: str) -> int:
    """A seat by name, initial or number."""
    wanted, short = text.strip().lower(), derived(game, initials)
    for seat, (name, initial) in enumerate(zip(game.seats, short, strict=True)):
        if wanted in (name.lower(), initial.lower(), str(seat)):
            return seat
    near = did_you_mean(text, [*game.seats, *short])
    both = (f"{name} ({initial})" for name, initial in zip(game.seats, short, strict=True))
    raise KibitzError(
        f"{game.title} has no seat `{text}`{near}", f"its seats are {', '.join(both)}"
    )
