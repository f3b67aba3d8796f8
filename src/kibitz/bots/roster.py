"""The roster: which bots of a match can be compiled, and as what.

The bots of the house have a text beside their Python version, for the game as the house describes
it; another description of the same name is played in Python. All of a game's are compiled together,
so that one file of machine code serves every match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kibitz.bots.compiled.written import Written
from kibitz.bots.house import HOUSE
from kibitz.bots.names import Candidate
from kibitz.bots.parameters import parameters_of
from kibitz.engine.compiled import PLAIN, Chooser, asks, match_kernel
from kibitz.engine.derived import derived
from kibitz.engine.descriptions import house_games, read_source
from kibitz.engine.game import Game
from kibitz.engine.twins import has_twins
from kibitz.recycle.diagnostics import Source

__all__ = ["Cast", "Roster", "cast", "house_choosers", "roster"]


@dataclass(frozen=True, slots=True)
class Roster:
    """Compiled bots for a match."""

    kernel: str
    """The kernel they play in."""
    numbers: tuple[int, ...]
    """The number of each bot in it."""
    knowing: bool
    """Whether somebody asks what is known."""
    chancy: tuple[bool, ...]
    """Whether each bot needs a seed."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Compiled bots, whatever kernel they play in."""

    choosers: tuple[Chooser, ...]
    """All that are compiled together; their numbers follow those of the plain bots."""
    numbers: tuple[int, ...]
    """The number of each bot."""
    knowing: bool
    """Whether somebody asks what is known."""


def roster(game: Game, bots: Sequence[Candidate]) -> Roster | str:
    """The bots of a match as they are compiled; or why they are not."""
    if derived(game, has_twins):
        return "some of its cards look the same"
    if any(verb.variants > 1 for verb in game.emitted.verbs):
        return "some of its actions differ in more than what is picked"
    found = cast(game, bots)
    if isinstance(found, str):
        return found
    plain = len(PLAIN) + len(house_choosers(game))
    chancy = tuple(k == 0 or k >= plain for k in found.numbers)
    kernel = match_kernel(game, found.choosers, found.knowing)
    return Roster(kernel, found.numbers, found.knowing, chancy)


def cast(game: Game, bots: Sequence[Candidate]) -> Cast | str:
    """Bots as they are compiled; or why one of them cannot be."""
    house = house_choosers(game)
    written: list[Chooser] = []
    for bot in bots:
        if issubclass(bot.kind, Written) and bot.kind.chooser not in written:
            written.append(bot.kind.chooser)
    choosers = [*house.values(), *written]
    numbers: list[int] = []
    for bot in bots:
        name = bot.name.partition(":")[0]
        if issubclass(bot.kind, Written):
            numbers.append(len(PLAIN) + choosers.index(bot.kind.chooser))
        elif name in PLAIN:
            numbers.append(PLAIN.index(name))
        elif name in house and _as_usual(bot):
            numbers.append(len(PLAIN) + choosers.index(house[name]))
        elif name in house:
            return f"`{bot.name}` is compiled only without parameters"
        else:
            return f"`{bot.name}` has no compiled version"
    used = [None if k < len(PLAIN) else choosers[k - len(PLAIN)] for k in numbers]
    knowing = any(chooser is not None and asks(game, chooser) for chooser in used)
    return Cast(tuple(choosers), tuple(numbers), knowing)


def _as_usual(bot: Candidate) -> bool:
    """Whether nothing is set otherwise than it is anyway."""
    known = parameters_of(bot.kind, bot.name)
    return all(known[name].default == value for name, value in bot.settings.items())


def house_choosers(game: Game) -> dict[str, Chooser]:
    """The house bots that have a text for a game, by name."""
    if game.source.text != _described(game.name):
        return {}
    return {
        name: Chooser(_text(bot.compiled[game.name].partition(":")[0]), entry)
        for name, bot in HOUSE.items()
        if game.name in bot.compiled and (entry := bot.compiled[game.name].partition(":")[2])
    }


@cache
def _described(name: str) -> str | None:
    """How the house describes a game."""
    path = house_games().get(name)
    return None if path is None else read_source(path).text


@cache
def _text(name: str) -> Source:
    file = files("kibitz.bots.compiled") / f"{name}.py.txt"
    return Source(file.read_text(encoding="utf-8"), f"{name}.py.txt")
