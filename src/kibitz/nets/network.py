"""Networks: what a small neural network makes of a position.

A network is a value: layers of weights, and what they are for. A row of numbers comes in, as
`view.encode` and `Batch.encode` write it; each hidden layer is `max(0, x @ weights + bias)`; each
head is `x @ weights + bias` of the last of them, without the max. There are three kinds of heads:

    q        for each action, what the seat will have scored more if it takes it now
    policy   for each action, how much it is to be preferred: logits, to be compared
    value    for each seat what it will score more, in turn from the one that looks

`q` and `value` times `scale` are points. More is better, also where the lowest score wins: there it
is the score with a minus.

Here is all that playing needs, in NumPy; `kibitz.learn` makes networks, `kibitz.nets.files` writes
and reads them.

>>> import kibitz
>>> from kibitz.nets import blank
>>> game = kibitz.load("agram", NUMP=2)
>>> network = blank(game, hidden=(16,))
>>> network
<network for Agram: 223 > 16 > q, knowledge: none>
>>> network.answers(game.batch(3, mode="python").encode()).q.shape
(3, 35)
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.encoding import Encoding, Floats, encoding_of
from kibitz.engine.game import Game
from kibitz.errors import KibitzError, did_you_mean

__all__ = [
    "HEADS",
    "MOST_LAYERS",
    "MOST_WEIGHTS",
    "SEEDS",
    "Answers",
    "Layer",
    "Network",
    "Purpose",
    "blank",
    "fits",
    "preferences",
    "purpose_of",
]

HEADS = ("q", "policy", "value")

MOST_WEIGHTS, MOST_LAYERS = 15_000_000, 32
"""What a network may have, for its file to be read again; layers with its heads."""

SEEDS = 1 << 128
"""How many there are for generators of NumPy, which take none below 0."""

Layer: TypeAlias = tuple[Floats, Floats]
"""Weights, a row for each input and a column for each output, and a bias for each output."""

TRIED, LONGEST = 16, 5_000
"""Random games that tell how large scores are, and decisions after which one is left."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a network is for. It fits every game whose positions are encoded by the same columns."""

    game: str
    title: str
    players: int
    knowledge: str
    """What of the hidden cards it is told: "none", "possible" or "probability"."""
    columns: int
    actions: int
    digest: str
    """Of the names of all columns, and so of all actions: these are columns too."""
    parameters: Mapping[str, int | str] = field(default_factory=dict, compare=False)
    """Those of the game it was made for; others may fit as well."""

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.title} ({given})" if given else self.title


@dataclass(frozen=True, slots=True)
class Answers:
    """What a network says of some positions, a row for each; None for heads it does not have."""

    q: Floats | None
    """In points, for each action."""
    policy: Floats | None
    """Logits, for each action."""
    value: Floats | None
    """In points; column k is of the seat k places after the one that looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Layers of weights, and what they are for."""

    purpose: Purpose
    hidden: tuple[Layer, ...]
    heads: Mapping[str, Layer]
    scale: float
    story: Mapping[str, Any] = field(default_factory=dict)
    """How it was made, in what JSON can say."""

    def __post_init__(self) -> None:
        """See to it that everything fits together."""
        wrong = _misfit(self)
        if wrong:
            raise KibitzError(f"this is no network: {wrong}")

    def __repr__(self) -> str:
        sizes = [self.purpose.columns, *(bias.size for _, bias in self.hidden)]
        shape = " > ".join([*map(str, sizes), ", ".join(self.heads)])
        return f"<network for {self.purpose.title}: {shape}, knowledge: {self.purpose.knowledge}>"

    @property
    def plays(self) -> bool:
        """Whether it says what to do, and not only what positions are worth."""
        return "q" in self.heads or "policy" in self.heads

    @property
    def parameters(self) -> int:
        """How many numbers were learnt."""
        return sum(w.size + b.size for w, b in (*self.hidden, *self.heads.values()))

    def answers(self, rows: Floats) -> Answers:
        """What it says of encoded positions: a row for each."""
        x = np.atleast_2d(rows)
        for weights, bias in self.hidden:
            x = x @ weights
            x += bias
            np.maximum(x, 0, out=x)
        said = {name: x @ weights + bias for name, (weights, bias) in self.heads.items()}
        points = np.float32(self.scale)
        q, value = (said[name] * points if name in said else None for name in ("q", "value"))
        return Answers(q, said.get("policy"), value)


def _misfit(network: Network) -> str:
    """What of a network does not fit the rest of it; nothing, if all does."""
    purpose, heads = network.purpose, network.heads
    if not heads:
        return "it has no heads"
    strange = [name for name in heads if name not in HEADS]
    if strange:
        return f"there is no head `{strange[0]:.40}`{did_you_mean(strange[0], HEADS)}"
    for weights, bias in (*network.hidden, *heads.values()):
        if (weights.ndim, bias.ndim) != (2, 1) or weights.shape[1:] != bias.shape:
            return f"weights of the shape {weights.shape} with a bias of {bias.shape}"
        if not weights.dtype == bias.dtype == np.float32 or not weights.flags.c_contiguous:
            return "its weights are not float32, row by row"
    wide = [purpose.columns, *(bias.size for _, bias in network.hidden)]
    for (weights, _), inputs in zip(network.hidden, wide, strict=False):
        if weights.shape[0] != inputs:
            return f"a layer takes {weights.shape[0]} numbers and is given {inputs}"
    outputs = {"q": purpose.actions, "policy": purpose.actions, "value": purpose.players}
    for name, (weights, _) in heads.items():
        if weights.shape != (wide[-1], outputs[name]):
            return f"its {name} is {weights.shape}, and must be {(wide[-1], outputs[name])}"
    if not (math.isfinite(network.scale) and network.scale > 0):
        return f"its scale is {network.scale}"
    return ""


# --- what it is for -------------------------------------------------------------------------------


def purpose_of(game: Game, knowledge: str = "none") -> Purpose:
    """What a network for a game is for."""
    encoding = encoding_of(game, knowledge)
    return Purpose(
        game.name,
        game.title,
        game.players,
        knowledge,
        encoding.length,
        game.action_count,
        _digest(encoding),
        game.parameters,
    )


def fits(network: Network, game: Game) -> bool:
    """Whether a network can play a game: its positions are encoded by the same columns."""
    return network.purpose.digest == _digest(encoding_of(game, network.purpose.knowledge))


def _digest(encoding: Encoding) -> str:
    """Of the names of columns. On which line of a description a decision stands does not count: a
    comment more would make a stranger of every network."""
    names = [re.sub(r"^DECISION \d+", "DECISION", name) for name in encoding.columns]
    text = "\n".join([encoding.knowledge, str(encoding.game.players), *names])
    return sha256(text.encode()).hexdigest()[:32]


# --- what it prefers ------------------------------------------------------------------------------


def preferences(network: Network, rows: Floats, masks: NDArray[np.bool_]) -> Floats:
    """How much a network would like to take each action: its q, or without one its policy; -inf
    where the mask does not allow it, so that the highest of a row is its choice."""
    said = network.answers(rows)
    liked = said.policy if said.q is None else said.q
    if liked is None:
        raise KibitzError(
            f"{network!r} says what a position is worth, but not what to do there",
            "take one with a head `q` or `policy`",
        )
    return np.where(masks, liked, np.float32(-np.inf))


# --- before it has learnt -------------------------------------------------------------------------


def blank(
    game: Game,
    knowledge: str = "none",
    hidden: Sequence[int] = (128, 128),
    heads: Sequence[str] = ("q",),
    scale: float | None = None,
    seed: int = 1,
) -> Network:
    """A network that has learnt nothing yet: its weights are random, the same for the same seed.

    They are as He et al. (2015) would have them: what comes out of a layer is as large as what went
    in. Without a scale, it is how far scores of random games lie apart.

    K. He, X. Zhang, S. Ren, J. Sun: Delving Deep into Rectifiers. ICCV 2015.
    """
    purpose, rng = purpose_of(game, knowledge), np.random.Generator(np.random.PCG64(seed % SEEDS))
    outputs = {"q": purpose.actions, "policy": purpose.actions, "value": purpose.players}
    for name in heads:
        if name not in outputs:
            raise KibitzError(f"there is no head `{name}`", f"one of: {', '.join(HEADS)}")
    if any(size < 1 for size in hidden):
        raise KibitzError(f"hidden layers of {', '.join(map(str, hidden))}", "at least 1 each")
    wide = [purpose.columns, *hidden]
    sizes = [*pairwise(wide), *((wide[-1], outputs[name]) for name in heads)]
    weights = sum((inputs + 1) * size for inputs, size in sizes)
    if weights > MOST_WEIGHTS or len(sizes) > MOST_LAYERS:
        raise KibitzError(
            f"a network of {len(sizes):,} layers and {weights:,} weights is too large",
            f"give it fewer hidden units: at most {MOST_LAYERS} layers, {MOST_WEIGHTS:,} weights",
        )

    def layer(inputs: int, size: int, gain: float) -> Layer:
        drawn = rng.standard_normal((inputs, size), np.float32)
        return drawn * np.float32(math.sqrt(gain / inputs)), np.zeros(size, np.float32)

    return Network(
        purpose,
        tuple(layer(inputs, size, 2.0) for inputs, size in pairwise(wide)),
        {name: layer(wide[-1], outputs[name], 1.0) for name in heads},
        _spread(game) if scale is None else float(scale),
        {"made": "blank", "seed": seed},
    )


def _spread(game: Game) -> float:
    """How far scores of random games lie apart: their standard deviation, to two digits; at least
    1, also for games that do not end."""
    rng = np.random.Generator(np.random.PCG64(1))
    batch = game.batch(TRIED)
    for _ in range(LONGEST):
        if batch.over.all():
            break
        offer = batch.offer()
        drawn = rng.integers(0, np.maximum(offer.counts, 1))
        batch.apply(np.where(batch.over, -1, offer.codes[np.arange(TRIED), drawn]))
    return max(1.0, float(f"{batch.scores().std():.2g}"))
