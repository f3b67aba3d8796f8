"""Guides: networks inside a search, as the kernel takes them.

A network may guide a search in three places, each on its own:

    prior       at nodes of the tree: options it expects more of are looked at first, and more
    playouts    after the tree: the rest of the round is played by what it prefers, not at random
    leaves      instead of that: what it expects everybody to score is taken for what they will

In the deals of a search every card lies somewhere, so a network is asked what it makes of what the
mover would see, and nothing of what the mover would know besides: it must be one without knowledge.

How a prior is weighed is the progressive bias of

G. Chaslot, M. Winands, J. van den Herik, J. Uiterwijk, B. Bouzy: Progressive Strategies for
Monte-Carlo Tree Search. New Mathematics and Natural Computation 4, 2008.

The kernel is `guided`. It sums as float32 does and in a fixed order, so that python mode and native
mode give the same bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.encoding import encoding_of
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.nets import Network, fits

__all__ = ["Guide", "guide"]

STYLES = {"prior": 16, "playouts": 32, "leaves": 64}
HEADER, STEPS, FINE = 16, 1024, 64
"""As in the kernel."""

HEAD_FOR = {"prior": "policy", "playouts": "policy", "leaves": "value"}
"""The head that is asked for each part."""

LANES = 8
"""Hidden layers are made as wide as some of these, so that nothing is left over."""

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Guide:
    """A network inside a search, packed for the kernel: made by `guide`."""

    style: int
    """What it is asked for."""
    numbers: array[int] = field(repr=False)
    """Where everything is: see `_packed`."""
    weights: Floats = field(repr=False)
    columns: int
    room: int
    """For a row, and what layers make of it."""
    words: str
    """What it is asked for, in a few words."""

    @property
    def has_prior(self) -> bool:
        return bool(self.style & STYLES["prior"])


def guide(
    game: Game,
    network: Network,
    prior: bool | None = None,
    playouts: bool | None = None,
    leaves: bool | None = None,
    *,
    urgency: float = 0.25,
    heat: float = 1.0,
    played_heat: float = 1.0,
    trust: float = 60.0,
    patience: int = 50,
) -> Guide:
    """A guide for searches of a game. Where it is not said whether a network is asked, it is if its
    story says so (`"search": ["prior", "leaves"]`); without such a story, wherever it has a head
    for that.

    What the network thinks of an option is worth as much as that many lucky tries at first
    (`trust`), and is soon forgotten; options that are not tried yet look a bit worse than the
    others (`urgency`). To ask takes as long as several iterations, so it is asked at the root, and
    at nodes that were passed `patience` times. In units of the spread of all results.
    """
    _check(game, network)
    asked = {"prior": prior, "playouts": playouts, "leaves": leaves}
    known = network.story.get("search")
    if not isinstance(known, list):  # whoever wrote the file did not say
        known = list(HEAD_FOR)
    for part, head in HEAD_FOR.items():
        if asked[part] is None:
            asked[part] = part in known and head in network.heads
        if asked[part] and head not in network.heads:
            raise KibitzError(
                f"this network has no head `{head}`, and so nothing to say for `{part}`",
                f"it has {', '.join(network.heads)}; {part}=no does without",
            )
    parts = [part for part in HEAD_FOR if asked[part]]
    settings = [*(round(1024 * each) for each in (urgency, heat, played_heat, trust)), patience]
    columns = network.purpose.columns
    return Guide(
        sum(STYLES[part] for part in parts),
        *_packed(game, network, settings),
        columns,
        columns + sum(_wide(bias) for _, bias in network.hidden),
        ", ".join(parts),
    )


def _check(game: Game, network: Network) -> None:
    """Complain about a network that cannot help."""
    if network.purpose.knowledge != "none":
        raise KibitzError(
            f"a network in a search must do without knowledge, and this one is told what is "
            f"`{network.purpose.knowledge}`",
            "in the deals of a search nothing is hidden: train one with --knowledge no",
        )
    if not fits(network, game):
        raise KibitzError(f"this is a network for {network.purpose}, and does not fit {game.title}")


def _wide(bias: Floats) -> int:
    """How wide a hidden layer is made."""
    return -(-bias.size // LANES) * LANES


def _packed(game: Game, network: Network, settings: Sequence[int]) -> tuple[array[int], Floats]:
    """All whole numbers for the kernel, and all weights. The numbers are a header (where the
    network is and the plan of the encoding, and settings), powers of e, the network, the plan."""
    numbers = array("q", [*([0] * HEADER), *_powers()])
    weights: list[Floats] = []

    def put(rows: Floats) -> int:
        """Keep some weights: where they begin."""
        weights.append(rows.ravel())
        return sum(each.size for each in weights[:-1])

    def head(name: str, inputs: int, scale: float = 1.0) -> int:
        """A row for each output, its weights and then its bias; -1 if there is no such head."""
        if name not in network.heads:
            return -1
        kernel, bias = network.heads[name]
        rows = np.zeros((bias.size, inputs + 1), np.float32)
        rows[:, : kernel.shape[0]], rows[:, inputs] = kernel.T, bias
        return put(rows * np.float32(scale))

    numbers[0] = len(numbers)
    numbers.append(len(network.hidden))
    inputs = columns = network.purpose.columns
    for kernel, bias in network.hidden:  # a row for each input, then the bias
        rows = np.zeros((inputs + 1, _wide(bias)), np.float32)
        rows[: kernel.shape[0], : bias.size], rows[inputs, : bias.size] = kernel, bias
        at = put(rows)
        numbers.extend([inputs, _wide(bias), at, at + inputs * _wide(bias)])
        inputs = _wide(bias)
    numbers.extend([inputs, head("policy", inputs), head("value", inputs, network.scale), columns])
    numbers[1] = len(numbers)
    numbers.extend(encoding_of(game, "none").plan)
    numbers[2 : 2 + len(settings)] = array("q", settings)
    return numbers, np.concatenate(weights)


@cache
def _powers() -> tuple[int, ...]:
    """e to the power of -k / FINE, times 2^30: the same on every machine. The last are all 1."""
    return tuple(max(1, round(exp(-k / FINE) * (1 << 30))) for k in range(STEPS + 1))


def room_to_work(guide: Guide, game: Game, few: int) -> tuple[Any, ...]:
    """Arrays the kernel works on: for so many options, to encode, for a row, and real numbers."""
    options = np.zeros(3 * few, np.int64)
    encoding = 11 * game.layout.places + game.layout.words + 4 * len(game.cards) + 16
    scratch = np.zeros(encoding + 2 * guide.columns + guide.room + LANES, np.int64)
    row, reals = np.zeros(guide.room, np.float32), np.zeros(few + 2 * game.players + 1)
    return options, scratch, row, reals
