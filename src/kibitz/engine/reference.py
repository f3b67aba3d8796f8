"""References to games that can be sent: all texts a game is made of, and its parameters.

    GameRef.of(game).thing        what a job says that needs the game: see `kibitz.work`

A process that gets one makes the same game, without its files, and remembers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from kibitz.engine.descriptions import Description
from kibitz.engine.game import Game
from kibitz.work import Thing

__all__ = ["GameRef", "made"]


@dataclass(frozen=True)
class GameRef:
    """A game as it is told to another process."""

    description: Description
    parameters: Mapping[str, int | str]

    @classmethod
    def of(cls, game: Game) -> GameRef:
        """The reference to a game.

        >>> from kibitz import load
        >>> ref = GameRef.of(load("agram", NUMP=3))
        >>> made(**ref.thing.of).players
        3
        """
        source = game.source
        texts = game.name, source.name, source.text, game.sheet.text, game.weights
        return cls(Description(*texts), game.parameters)

    @cached_property
    def thing(self) -> Thing:
        """The same for a job."""
        of = {"description": asdict(self.description), "parameters": dict(self.parameters)}
        return Thing.once(f"{__name__}:made", of)

    @classmethod
    def told(cls, of: Mapping[str, Any]) -> GameRef:
        """The reference again, from what its thing is made of."""
        return cls(Description(**of["description"]), of["parameters"])

    def game(self) -> Game:
        """The game, made anew."""
        return self.description.game(**self.parameters)

    @property
    def digest(self) -> str:
        """Tells games apart: the same texts and parameters, the same digest."""
        return self.thing.key


def made(description: Mapping[str, Any], parameters: Mapping[str, int | str]) -> Game:
    """The game of a reference, in whatever process."""
    return GameRef.told({"description": description, "parameters": parameters}).game()
