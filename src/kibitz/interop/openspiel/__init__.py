"""Described games in OpenSpiel: any of them by `spiel_game`, and those of the house by name.

Importing this registers the house games with OpenSpiel, `kibitz_agram` and so on; their parameters
are those of the game, and two more: `returns` and `recall`, as `spiel_game` has them.

>>> import pyspiel
>>> import kibitz.interop.openspiel
>>> game = pyspiel.load_game("kibitz_agram(NUMP=2)")
>>> game.num_players(), game.num_distinct_actions(), game.utility_sum()
(2, 35, 1.0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from kibitz.engine.derived import derived
from kibitz.engine.descriptions import describe, house_games, load
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.interop.openspiel.games import SpielGame, game_type
from kibitz.interop.openspiel.stakes import Stakes, stakes_of
from kibitz.interop.openspiel.states import SpielState, imagined
from kibitz.interop.openspiel_peers import pyspiel

__all__ = ["PREFIX", "SpielGame", "SpielState", "Stakes", "imagined", "spiel_game"]

PREFIX = "kibitz_"

RETURNS = ("scores", "relative")


def spiel_game(
    game: str | Path | Game,
    *,
    returns: Literal["scores", "relative"] = "scores",
    recall: int = 0,
    stakes: Stakes | None = None,
    **parameters: int | str,
) -> SpielGame:
    """A game by name, path or as it is, as a game of OpenSpiel.

    `returns`: seats get their "scores" (with a minus where the lowest wins), or what they have more
    than the mean of all, "relative", which always sums up to zero. `recall`: so many events have
    room in an information state tensor; 0: as many as can happen, if that is known, otherwise there
    is no such tensor. `stakes`: what can come out of the game, for whoever knows better than the
    text tells.

    >>> spiel_game("kuhn").get_type().utility.name
    'ZERO_SUM'
    """
    made = game if isinstance(game, Game) else load(game, **parameters)
    house = describe(made.name).text if made.name in house_games() else ""
    if stakes is None and made.source.text == house:
        return _of_house(made.name, {**made.parameters, "returns": returns, "recall": recall})
    settings = returns, recall, stakes
    name = f"{_short_name(made.name)}_{sha256(f'{made.hash} {settings}'.encode()).hexdigest()[:8]}"

    def make(_: object) -> SpielGame:
        return _shell(made, name, {}, *settings)

    _register(name, made.title, {}, make)
    return make({})


def _shell(
    game: Game,
    name: str,
    parameters: Mapping[str, Any],
    returns: str,
    recall: int,
    stakes: Stakes | None = None,
) -> SpielGame:
    if returns not in RETURNS:
        raise KibitzError(f"there are no returns `{returns}`", f"one of: {', '.join(RETURNS)}")
    known = derived(game, stakes_of) if stakes is None else stakes
    known = replace(known, events=recall or known.events)
    relative = returns == "relative"
    known = known.relative(game.players) if relative else known
    return SpielGame(game, known, relative, name, parameters)


def _short_name(name: str) -> str:
    return PREFIX + "".join(c if c.isalnum() else "_" for c in name.lower())


def _of_house(house: str, given: Mapping[str, Any]) -> SpielGame:
    """A house game as `pyspiel.load_game` asks for it."""
    parameters = {name: value for name, value in given.items() if name not in ("returns", "recall")}
    game = load(house, **parameters)
    return _shell(game, _short_name(house), given, given["returns"], given["recall"])


def _register(
    name: str,
    title: str,
    parameters: Mapping[str, Any],
    make: Callable[[Mapping[str, Any]], SpielGame],
) -> None:
    """Let OpenSpiel know a game by name: some of its algorithms and tests load it anew.

    It keeps what makes a game beyond the end of Python, and gives it up then, without the lock. For
    a function that would be the end of the process; a class refers to itself and stays.
    """
    spiel = pyspiel()
    if name not in spiel.registered_names():
        maker = type(name, (), {"__new__": lambda _, given: make(given)})
        spiel.register_game(game_type(name, title, parameters, Stakes(events=1)), maker)


for _house in house_games():
    _game = load(_house)
    _settable = {**_game.parameters, "returns": "scores", "recall": 0}
    _register(_short_name(_house), _game.title, _settable, partial(_of_house, _house))
