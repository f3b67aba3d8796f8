"""Variants of a game: its parameters varied, alone or all with all.

    grid("agram", {"HAND": (3, 4, 5)})          three variants of Agram
    read_varied(["HAND=3..5", "NUMP=2,4"])      what is varied, as it is typed

What the sheet of a game forbids, and what cannot be dealt, is left out, and it is said why.
Parameters that are read from the state need nothing compiled: all variants of a grid share the
kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

from kibitz.engine.descriptions import load
from kibitz.engine.game import Game
from kibitz.engine.parameters import Setting
from kibitz.engine.simulation import game_key
from kibitz.engine.state import begin
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["MOST", "Grid", "LeftOut", "Variant", "grid", "read_varied"]

MOST = 64
"""Variants that are compared at a time."""

HOW = "write --vary HAND=3..8, or --vary HAND=3,5,8"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game, and what tells it apart from the others."""

    label: str
    game: Game


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A variant that cannot be, and why."""

    label: str
    why: str


@dataclass(frozen=True, slots=True)
class Grid:
    """All variants that can be, in order, and those that cannot."""

    variants: tuple[Variant, ...]
    left_out: tuple[LeftOut, ...]
    declared: int
    """Which of them is the game as it is described; the first if none is."""


def read_varied(given: Sequence[str]) -> dict[str, tuple[Setting, ...]]:
    """What is varied: the parameters and their values.

    >>> read_varied(["HAND=3..5,8", "DEALER=BYONE,FREE"])
    {'HAND': (3, 4, 5, 8), 'DEALER': ('BYONE', 'FREE')}
    """
    found: dict[str, tuple[Setting, ...]] = {}
    for text in given:
        name, equals, values = (part.strip() for part in text.partition("="))
        name = name.upper()
        if not (name and equals and values):
            raise KibitzError(f"`{text}` does not vary a parameter", HOW)
        if name in found:
            raise KibitzError(f"{name} is varied twice", f"give all values at once: {HOW}")
        several = [value for part in values.split(",") for value in _values(part.strip(), text)]
        found[name] = tuple(dict.fromkeys(several))
    return found


def _values(part: str, text: str) -> Sequence[Setting]:
    """`5`, `FREE` or `3..8`."""
    first, dots, last = part.partition("..")
    if not part:
        raise KibitzError(f"`{text}` lacks a value", HOW)
    try:
        low, high = int(first), int(last if dots else first)
    except ValueError:
        if dots:
            raise KibitzError(f"`{part}` is no range of numbers", HOW) from None
        return (part,)
    if low > high:
        raise KibitzError(f"`{part}` has no numbers in it", f"did you mean {high}..{low}?")
    if high - low >= MOST:
        raise KibitzError(f"`{part}` has {high - low + 1:,} numbers in it", f"at most {MOST}")
    return range(low, high + 1)


def grid(
    name: str | Path,
    varied: Mapping[str, Sequence[Setting]],
    given: Mapping[str, Setting] | None = None,
) -> Grid:
    """The variants of a game with all combinations of values; `given` are the parameters that are
    the same in all.

    >>> [variant.label for variant in grid("agram", {"HAND": (5, 6)}).variants]
    ['HAND=5', 'HAND=6']
    """
    same = dict(given or {})
    described = load(name, **same)
    for parameter in varied:
        _check(parameter, described, same)
    size = prod(map(len, varied.values()))
    if size > MOST:
        raise KibitzError(f"{size:,} variants are too many", f"at most {MOST} at a time")
    variants: list[Variant] = []
    left_out: list[LeftOut] = []
    for values in product(*varied.values()):
        settings = dict(zip(varied, values, strict=True))
        label = ", ".join(f"{parameter}={value}" for parameter, value in settings.items())
        try:
            game = load(name, **same, **settings)
            begin(game, game_key(1, 0))  # more cards may be dealt than there are
            variants.append(Variant(label, game))
        except KibitzError as error:
            left_out.append(LeftOut(label, _why(error)))
    if len(variants) < 2:
        some = f"only {variants[0].label} is" if variants else "nothing is"
        why = f"{left_out[0].label}: {left_out[0].why}" if left_out else HOW
        raise KibitzError(f"{some} left to be compared", why)
    same_as = [v.game.parameters == described.parameters for v in variants]
    declared = same_as.index(True) if any(same_as) else 0
    return Grid(tuple(variants), tuple(left_out), declared)


def _check(parameter: str, game: Game, given: Mapping[str, Setting]) -> None:
    if parameter in given:
        raise KibitzError(
            f"{parameter} is both set and varied", f"leave out --set {parameter}={given[parameter]}"
        )
    if parameter not in game.parameters:
        known = game.parameters
        raise KibitzError(
            f"{game.title} has no parameter `{parameter}`{did_you_mean(parameter, known)}",
            f"it has: {', '.join(known)}" if known else "nothing can be varied in it",
        )


def _why(error: KibitzError) -> str:
    """One sentence of a complaint and its hint."""
    first = error.message.splitlines()[0]
    return first if error.hint is None else f"{first} ({error.hint})"
