"""Clauses that are switched off: never offered in a game, but in a variant of it.

A rule that a parameter leaves out is no dead wood. So of clauses that no game offers it is tried
whether another value of some parameter, one at a time, would have them offered.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.analysis.clauses import clauses_of
from kibitz.analysis.clauses import played as played_by_clauses
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.recycle.tree import Node

__all__ = ["played", "settings", "switched"]

MOST, NUMBERS = 24, 4
"""Settings that are tried, and of them for one number."""

GAMES, LONGEST = 20, 2_000
"""Games at random of each, and decisions of one."""

Setting = int | str


def settings(game: Game) -> tuple[tuple[str, Setting], ...]:
    """Other values of parameters, each a variant: those the sheet names, those the description
    compares them with, and the next numbers."""
    return derived(game, _settings)


def _settings(game: Game) -> tuple[tuple[str, Setting], ...]:
    found = [
        (name, value)
        for name, own in game.parameters.items()
        for value in dict.fromkeys(_values(game, name, own))
        if value != own
    ]
    found.sort(key=lambda each: each[0] in game.program.fixed)  # those shape the state
    return tuple(found[:MOST])


def _values(game: Game, name: str, own: Setting) -> list[Setting]:
    """Values that may be worth trying."""
    said = game.sheet.parameters.get(name)
    if said is not None and said.values:
        return list(said.values)
    compared = [value for value in _compared(game, name) if isinstance(value, type(own))]
    if isinstance(own, str):
        return compared
    numbers = [own + 1, own - 1, *compared]
    return [n for n in numbers if said is None or said.refusal(n) is None][:NUMBERS]


def _compared(game: Game, name: str) -> Iterator[Setting]:
    """What the description compares a parameter with."""
    for node in game.program.nodes():
        if node.op in ("==", "!="):
            one, other = node.args
            for asked, given in ((one, other), (other, one)):
                if _is_parameter(asked, name) and isinstance(given.value, int | str):
                    yield given.value


def _is_parameter(node: Node, name: str) -> bool:
    return node.op == "var" and node.var is not None and node.var.name == name


def played(game: Game, first: int, last: int, seed: int) -> list[list[int]]:
    """A lot: for each of these settings the lines of the clauses that are offered with it; none, if
    it makes no game."""
    found = []
    ref = GameRef.of(game)
    for name, value in settings(game)[first:last]:
        try:
            variant = ref.description.game(**{**ref.parameters, name: value})
            answer = played_by_clauses(variant, 0, GAMES, seed, LONGEST, native=False)
            uses = zip(clauses_of(variant), answer["uses"], strict=True)
            found.append(sorted({clause.line for clause, use in uses if use[0]}))
        except KibitzError:
            found.append([])
    return found


def switched(game: Game, lines: list[list[int]]) -> dict[int, str]:
    """For each line the first setting with which it is offered: `BOMBS=YES`."""
    found: dict[int, str] = {}
    for (name, value), offered in zip(settings(game), lines, strict=False):
        for line in offered:
            found.setdefault(line, f"{name}={value}")
    return found
