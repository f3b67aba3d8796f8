"""Guides: networks inside a search, as the kernel takes them.

A network may guide a search in three places, each on its own:

    prior       at the nodes of the tree: options it expects more of are looked at first, and more
    playouts    after the tree: the rest of the round is played by what it prefers, not at random
    leaves      instead of that: what it expects everybody to score is taken for what they will

In the deals of a search every card lies somewhere, so a network is asked what it makes of what the
mover would see, and nothing of what the mover would know besides: it must be one without knowledge.

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
    """Networks inside a search, packed for the kernel: made by `guide`."""

    style: int
    """What they are asked for."""
    plan: array[int] = field(repr=False)
    """Where everything is: see `_packed`."""
    weights: Floats = field(repr=False)
    room: int
    """For a row, and what layers make of it."""
    columns: int
    words: str
    """What they are asked for, in a few words."""

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
    player: Network | None = None,
    urgency: float = 0.25,
    heat: float = 1.0,
    played_heat: float = 1.0,
) -> Guide:
    """A guide for searches of a game. Where it is not said whether a network is asked, it is if its
    story says so (`"search": ["prior", "leaves"]`); without such a story, for the prior and at the
    leaves, as far as it has heads for that."""
    asked = {"prior": prior, "playouts": playouts, "leaves": leaves}
    known = network.story.get("search", ("prior", "leaves"))
    for part, head in HEAD_FOR.items():
        net = player if part == "playouts" and player is not None else network
        _check(game, net)
        if asked[part] is None:
            asked[part] = part in known and head in net.heads
        if asked[part] and head not in net.heads:
            raise KibitzError(
                f"this network has no head `{head}`, and so nothing to say for `{part}`",
                f"it has {', '.join(net.heads)}; {part}=no does without",
            )
    parts = [part for part in HEAD_FOR if asked[part]]
    numbers = [round(1024 * each) for each in (urgency, heat, played_heat)]
    nets = [network] if player is None else [network, player]
    plan, weights = _packed(game, nets, numbers)
    sizes = [sum(bias.size + LANES for _, bias in net.hidden) for net in nets]
    columns = network.purpose.columns
    style = sum(STYLES[part] for part in parts)
    return Guide(style, plan, weights, columns + max(sizes), columns, ", ".join(parts))


def _check(game: Game, network: Network) -> None:
    if network.purpose.knowledge != "none":
        raise KibitzError(
            f"a network in a search must do without knowledge, and this one is told what is "
            f"`{network.purpose.knowledge}`",
            "in the deals of a search nothing is hidden: train one with --knowledge no",
        )
    if not fits(network, game):
        raise KibitzError(f"this is a network for {network.purpose}, and does not fit {game.title}")


def _packed(
    game: Game, nets: Sequence[Network], numbers: Sequence[int]
) -> tuple[array[int], Floats]:
    """All whole numbers for the kernel, and all weights: a header (where the networks and the plan
    of the encoding are, and settings), powers of e, networks, plan."""
    ints = array("q", [0] * HEADER)
    ints.extend(_powers())
    weights: list[Floats] = []
    used = 0
    starts = []

    def put(numbers: Floats) -> int:
        nonlocal used
        weights.append(np.ascontiguousarray(numbers, np.float32).ravel())
        used += numbers.size
        return used - numbers.size

    def head(net: Network, name: str, inputs: int, scale: float = 1.0) -> int:
        """A row for each output, its weights and then its bias: where; -1 if there is none."""
        if name not in net.heads:
            return -1
        kernel, bias = net.heads[name]
        rows = np.zeros((bias.size, inputs + 1), np.float32)
        rows[:, : kernel.shape[0]] = kernel.T
        rows[:, inputs] = bias
        return put(rows * np.float32(scale))

    for net in nets:
        starts.append(len(ints))
        ints.append(len(net.hidden))
        inputs = columns = net.purpose.columns
        for kernel, bias in net.hidden:
            width = -(-bias.size // LANES) * LANES
            wide = np.zeros((inputs + 1, width), np.float32)
            wide[: kernel.shape[0], : bias.size] = kernel
            wide[inputs, : bias.size] = bias
            at = put(wide)
            ints.extend([inputs, width, at, at + inputs * width])
            inputs = width
        policy, value = head(net, "policy", inputs), head(net, "value", inputs, net.scale)
        ints.extend([inputs, policy, value, columns])
    ints[0], ints[1], ints[2] = starts[0], starts[-1], len(ints)
    ints[3 : 3 + len(numbers)] = array("q", numbers)
    ints.extend(encoding_of(game, "none").plan)
    return ints, np.concatenate(weights)


@cache
def _powers() -> tuple[int, ...]:
    """e to the power of -k / FINE, times 2^30: the same on every machine. The last are all 1."""
    return tuple(max(1, round(exp(-k / FINE) * (1 << 30))) for k in range(STEPS + 1))


def room_to_work(guide: Guide, game: Game, few: int) -> tuple[Any, ...]:
    """Arrays the kernel works on: whole numbers, those for encoding, a row, and real numbers."""
    options = np.zeros(3 * few, np.int64)
    numbers = 11 * game.layout.places + game.layout.words + 4 * len(game.cards) + 16
    scratch = np.zeros(numbers + guide.columns + guide.room + 8, np.int64)
    return options, scratch, np.zeros(guide.room, np.float32), np.zeros(max(few, game.players))
