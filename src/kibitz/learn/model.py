"""Networks as JAX sees them: what they answer, how wrong that is, and a step to make it less so.

    standing = begun(parameters_of(network))
    step = stepper(loss, clip=10.0)
    standing, losses = step(standing, batches, rate)     # as many steps as there are batches
    network = network_of(standing.parameters, network)

`loss(parameters, target, batch)` is the method's: how wrong the network is about a batch, a
dictionary of arrays with a row for each decision. `batches` has the same arrays with one dimension
more in front; all steps are taken in one call, which costs little more than the steps themselves.

D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.packing import Packing
from kibitz.learn.xla import jax, jnp, optax
from kibitz.nets import HEADS, Layer, Network

__all__ = [
    "Array",
    "Batch",
    "Layout",
    "Loss",
    "Parameters",
    "Standing",
    "Stepper",
    "begun",
    "chosen",
    "forward",
    "huber",
    "in_order",
    "leaves",
    "masked",
    "network_of",
    "parameters_of",
    "restored",
    "spread",
    "stepper",
    "trimmed",
    "unpacked",
    "without",
]

Array: TypeAlias = jax.Array
Parameters: TypeAlias = dict[str, Any]
"""`hidden`: a list of layers; and each head by its name. A layer is its weights and its bias."""
Batch: TypeAlias = Mapping[str, Array]
Loss: TypeAlias = Callable[[Parameters, Parameters, Batch], Array]


class Standing(NamedTuple):
    """How far learning is; never changed, always replaced."""

    parameters: Parameters
    target: Parameters
    """The parameters as they were some time ago: see `kibitz.learn.dqn`."""
    moments: Any
    """What Adam remembers of earlier gradients."""


Stepper: TypeAlias = Callable[..., tuple[Standing, Array]]


# --- from networks and back -----------------------------------------------------------------------


def parameters_of(network: Network) -> Parameters:
    """The parameters of a network."""
    heads = {name: tuple(map(jnp.asarray, layer)) for name, layer in network.heads.items()}
    return {"hidden": [tuple(map(jnp.asarray, layer)) for layer in network.hidden], **heads}


def network_of(
    parameters: Parameters, like: Network, story: Mapping[str, Any] | None = None
) -> Network:
    """The network with these parameters, made for the same as another one; nothing is rounded."""
    layers = jax.tree.map(lambda numbers: np.array(numbers, np.float32, order="C"), parameters)
    return replace(
        like,
        hidden=tuple(tuple(layer) for layer in layers["hidden"]),
        heads={name: tuple(layers[name]) for name in like.heads},
        story=like.story if story is None else story,
    )


# --- what it answers, and how wrong that is -------------------------------------------------------


def forward(parameters: Parameters, rows: Array) -> dict[str, Array]:
    """What each head says of some rows; `q` and `value` are not yet in points (see
    `Network.scale`)."""
    x = rows
    for weights, bias in parameters["hidden"]:
        x = jax.nn.relu(x @ weights + bias)
    heads = {name: layer for name, layer in parameters.items() if name != "hidden"}
    return {name: x @ weights + bias for name, (weights, bias) in heads.items()}


def masked(values: Array, mask: Array) -> Array:
    """Values of actions; -inf where the action is not on offer."""
    return jnp.where(mask, values, -jnp.inf)


def chosen(values: Array, actions: Array) -> Array:
    """In each row, the value of one action."""
    return jnp.take_along_axis(values, actions[:, None], axis=1)[:, 0]


def huber(said: Array, true: Array) -> Array:
    """How wrong numbers are: half the square of the error, and beyond 1 no more than the error, so
    that a rare surprise is not all that counts (Huber 1964). The mean of all."""
    found: Array = optax.huber_loss(said, true).mean()
    return found


# --- rows as they are packed ----------------------------------------------------------------------


class Layout(NamedTuple):
    """Where some columns are in the words of 32 bits that rows are packed in (see
    `kibitz.learn.packing`): the word and the place in it, of each bit, then of each fraction; and
    of what tells which actions are on offer."""

    bits: tuple[NDArray[Any], NDArray[Any]]
    fractions: tuple[NDArray[Any], NDArray[Any]]
    mask: tuple[NDArray[Any], NDArray[Any]]

    @classmethod
    def of(cls, packing: Packing, columns: NDArray[np.int64], mask: slice) -> Layout:
        """The layout of columns, which are in the order of `in_order`."""
        plan, offer = packing.plan[columns], packing.plan[mask]
        bits, halves = plan[plan >= 0], -1 - plan[plan < 0]
        return cls(_places(bits, 32), _places(halves, 2), _places(offer, 32))


def _places(numbers: NDArray[np.int64], parts: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """In which word the parts with these numbers are, of so many in a word, and how far inside."""
    return (numbers // parts).astype(np.int32), (numbers % parts * (32 // parts)).astype(np.uint32)


def unpacked(layout: Layout, batch: Batch) -> Batch:
    """A batch with rows in place of words, wherever a name ends in `rows`; and beside them what was
    on offer, by the same name with `mask`. To do that here, in the step itself, costs the least."""
    found = dict(batch)
    for name, words in batch.items():
        if name.endswith("rows"):
            ones, halves, offer = (words[:, word] >> shift for word, shift in layout)
            reals = jax.lax.bitcast_convert_type(halves.astype(jnp.uint16), jnp.float16)
            parts = (ones & 1).astype(jnp.float32), reals.astype(jnp.float32)
            found[name] = jnp.concatenate(parts, axis=1)
            found[name.removesuffix("rows") + "mask"] = (offer & 1) > 0
    return found


def in_order(packing: Packing, columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Columns in the order in which they are unpacked: bits, then fractions."""
    fractions = packing.plan[columns] < 0
    return np.concatenate([columns[~fractions], columns[fractions]])


# --- steps ----------------------------------------------------------------------------------------


def begun(parameters: Parameters, clip: float = 10.0) -> Standing:
    """The standing before the first step."""
    return Standing(parameters, parameters, _optimiser(clip).init(parameters))


@cache
def stepper(loss: Loss, clip: float = 10.0) -> Stepper:
    """Compiled: a step for each of some batches, at a learning rate; and how large the loss was.
    Gradients longer than `clip` are shortened to that. The target stays as it is. Batches with a
    layout are packed, and unpacked by it."""
    optimiser = _optimiser(clip)

    def steps(
        standing: Standing, batches: Batch, rate: Array, layout: Layout | None
    ) -> tuple[Standing, Array]:
        target = standing.target

        def one(carried: tuple[Any, Any], batch: Batch) -> tuple[tuple[Any, Any], Array]:
            parameters, moments = carried
            if layout is not None:
                batch = unpacked(layout, batch)
            wrong, gradient = jax.value_and_grad(loss)(parameters, target, batch)
            updates, moments = optimiser.update(gradient, moments)
            parameters = jax.tree.map(lambda old, up: old - rate * up, parameters, updates)
            return (parameters, moments), wrong

        start = standing.parameters, standing.moments
        (parameters, moments), losses = jax.lax.scan(one, start, dict(batches))
        return Standing(parameters, target, moments), losses

    compiled = jax.jit(steps)

    def step(
        standing: Standing,
        batches: Mapping[str, NDArray[Any]],
        rate: float,
        layout: Layout | None = None,
    ) -> tuple[Standing, Array]:
        found: tuple[Standing, Array] = compiled(standing, dict(batches), np.float32(rate), layout)
        return found

    return step


def _optimiser(clip: float) -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(clip), optax.scale_by_adam())


# --- columns that are never anything but 0 --------------------------------------------------------


def trimmed(standing: Standing, columns: NDArray[np.int64]) -> Standing:
    """A standing without the weights of all other columns. As long as these are 0 in all rows,
    steps lead to the same, and take less time: nothing depends on those weights, and Adam leaves
    alone what nothing depends on."""
    return _first_layers(lambda weights: weights[columns], standing)


def spread(small: Standing, whole: Standing, columns: NDArray[np.int64]) -> Standing:
    """The standing again, with all columns: these as they are now, the others as they were."""

    def put(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        found = old.copy()
        found[columns] = new
        return found

    return _first_layers(put, whole, small)


def without(network: Network, columns: NDArray[np.int64]) -> Network:
    """A network whose first layer heeds no other columns: what was never seen changes nothing."""

    def cleared(layer: Layer) -> Layer:
        weights = np.zeros_like(layer[0])
        weights[columns] = layer[0][columns]
        return weights, layer[1]

    if not network.hidden:
        return replace(network, heads={name: cleared(each) for name, each in network.heads.items()})
    return replace(network, hidden=(cleared(network.hidden[0]), *network.hidden[1:]))


def _first_layers(
    change: Callable[..., NDArray[Any]], standing: Standing, *others: Standing
) -> Standing:
    """A standing with all weights changed that a row comes to first: those of the network, of the
    target, and what Adam remembers of them; everything else is of the last standing given."""
    bare = not standing.parameters["hidden"]
    ends = [f"['{head}'][0]" for head in HEADS] if bare else ["['hidden'][0][0]"]

    def each(path: Any, *leaves: Array) -> Array | NDArray[Any]:
        first = any(jax.tree_util.keystr(path).endswith(end) for end in ends)
        return change(*map(np.asarray, leaves)) if first else leaves[-1]

    found: Standing = jax.tree_util.tree_map_with_path(each, standing, *others)
    return found


# --- kept -----------------------------------------------------------------------------------------


def leaves(standing: Standing) -> dict[str, NDArray[Any]]:
    """All arrays of a standing, by names, for a checkpoint."""
    found = jax.tree.leaves(standing)
    return {f"standing.{k:03}": np.asarray(each) for k, each in enumerate(found)}


def restored(like: Standing, kept: Mapping[str, NDArray[Any]]) -> Standing:
    """The standing that was kept; it has the form of another one."""
    names = sorted(name for name in kept if name.startswith("standing."))
    old, form = jax.tree.flatten(like)
    new = [jnp.asarray(kept[name]) for name in names]
    if [each.shape for each in old] != [each.shape for each in new]:
        raise ValueError("another network was kept")
    found: Standing = jax.tree.unflatten(form, new)
    return found
