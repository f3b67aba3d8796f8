"""Seating: who plays with the network that learns.

    Company({"self": 0.5, "past": 0.3, "full-kripke": 0.2})

draws everybody at the table by these weights: `self` is the network that learns, `past` one of its
earlier selves (itself, as long as there are none), everything else a bot: `random`, `first`, one of
the house that is compiled for the game, or a compiled one from a file. Who sits where is a function
of the seed and the number of the game. Somebody who is recorded is always at the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.bots.names import find, is_foreign
from kibitz.bots.roster import cast, house_choosers
from kibitz.engine.compiled import PLAIN
from kibitz.engine.game import Game
from kibitz.engine.keys import Key, derive_key
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["PAST", "SELF", "Company", "Seating", "check_bot", "noises"]

SELF, PAST = "self", "past"

Integers = NDArray[np.int64]

COMPANY, POOL = -10, -11
"""Random streams: who sits at a seat, and which of the earlier selves that is."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays with the learner: by name, and how often they are there.

    >>> Company.read("self=2,random=1")
    Company(weights={'self': 2.0, 'random': 1.0})
    """

    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        if not self.weights:
            raise KibitzError("nobody is in the company", 'such as {"self": 1}')
        for name, weight in self.weights.items():
            if not (math.isfinite(weight) and weight >= 0):
                raise KibitzError(f"`{name}` cannot be there {weight} times", "0 or more")
        if sum(self.weights.values()) <= 0:
            raise KibitzError("nobody in the company ever plays", "some weight must be above 0")

    @classmethod
    def read(cls, text: str) -> Company:
        """A company as it is typed: `self=0.5,past=0.3,random=0.2`; a weight of 1 may be left
        out."""
        weights: dict[str, float] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            name, equals, weight = part.rpartition("=")
            try:
                weights[name if equals else part] = float(weight) if equals else 1.0
            except ValueError:
                raise KibitzError(
                    f"`{weight}` is no weight", "such as self=0.5,past=0.3,random=0.2"
                ) from None
        return cls(weights)

    def check(self, game: Game) -> None:
        """Complain about whoever cannot play a game with a learner."""
        for name in self.weights:
            if name not in (SELF, PAST):
                check_bot(game, name)


def check_bot(game: Game, name: str) -> None:
    """Complain about a bot that cannot play in machine code."""
    if name in PLAIN:
        return
    able = [*PLAIN, *house_choosers(game)]
    hint = f"these can, beside self and past: {', '.join(able)}"
    if is_foreign(name):
        raise KibitzError(f"only bots that are compiled can play here, and `{name}` is none", hint)
    try:
        found = cast(game, [find(name, game)])
    except KibitzError as error:
        near = did_you_mean(name, [SELF, PAST, *able])
        raise KibitzError(
            f"{error.message}{near if near not in error.message else ''}", hint
        ) from None
    if isinstance(found, str):
        raise KibitzError(f"only bots that are compiled can play here: {found}", hint)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who can sit at the tables of a company: the networks, then the bots."""

    names: tuple[str, ...]
    """The names of the company; whoever is recorded comes first."""
    lines: tuple[str | int, ...]
    """Everybody who can be there: a network by its number, the learner's being 0, or a bot."""
    line: tuple[tuple[int, ...], ...]
    """For each name the lines that go by it."""
    weights: tuple[float, ...]
    """How often each name is there."""

    @classmethod
    def of(cls, company: Company, past: int, recorded: str = SELF) -> Seating:
        """The seating of a company when there are so many earlier selves."""
        given = dict(company.weights)
        if not past and PAST in given:
            given[SELF] = given.get(SELF, 0.0) + given.pop(PAST)
        names = (recorded, *(name for name in given if name != recorded))
        lines: list[str | int] = []
        line: list[tuple[int, ...]] = []
        for name in names:
            who: Sequence[str | int] = [0] if name == SELF else [name]
            if name == PAST:
                who = range(1, past + 1)
            line.append(tuple(range(len(lines), len(lines) + len(who))))
            lines += who
        weights = tuple(float(given.get(name, 0.0)) for name in names)
        return cls(names, tuple(lines), tuple(line), weights)

    def seated(self, numbers: Integers, players: int, seed: int) -> tuple[Integers, Integers]:
        """Who sits where in games with these numbers, by name and by line: a row for each game."""
        key = derive_key("company", seed)
        counters = numbers[:, None] * (players + 1) + np.arange(players + 1)
        drawn = noises(key, COMPANY, counters) / float(1 << 62)
        bounds = np.cumsum(self.weights) / sum(self.weights)
        places = np.searchsorted(bounds, drawn[:, :players], side="right")
        places = np.minimum(places, len(self.names) - 1)
        lost = np.flatnonzero(~(places == 0).any(axis=1))
        places[lost, (drawn[lost, players] * players).astype(np.int64)] = 0
        sizes = np.array([len(each) for each in self.line])
        firsts = np.array([each[0] for each in self.line])
        which = noises(key, POOL, counters[:, :players]) % sizes[places]
        return places, firsts[places] + which


def noises(key: Key, stream: int, counters: Integers) -> Integers:
    """62 random bits for each counter: `kibitz.engine.primitives.noise`, many at a time."""
    spread = key[0] + stream * 0x9E3779B97F4A7C15
    with np.errstate(over="ignore"):
        x = counters.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
        x = _mixed(x + np.uint64(spread & 0xFFFFFFFFFFFFFFFF))
        x = _mixed(x ^ np.uint64(key[1]))
    return (x >> np.uint64(2)).astype(np.int64)


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
