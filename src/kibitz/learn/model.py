"""Networks as JAX sees them: what they answer, how wrong that is, and a step to make it less so.

    standing = begun(parameters_of(network))
    step = stepper(loss, clip=10.0)
    standing, losses = step(standing, batches, rate)       # as many steps as there are batches
    network = network_of(standing.parameters, network)

`loss(parameters, target, batch)` is the method's: how wrong the network is about a batch, a
dictionary of arrays with a row for each decision. `batches` has the same arrays with one dimension
more in front; all steps are taken in one call, which costs little more than the steps themselves.

D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.packing import Packing
from kibitz.learn.xla import jax, jnp, optax
from kibitz.nets import HEADS, Layer, Network

__all__ = [
    "Array",
    "Batch",
    "Loss",
    "Parameters",
    "Standing",
    "Stepper",
    "Unpack",
    "begun",
    "chosen",
    "cross_entropy",
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
    "unpacker",
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


Stepper: TypeAlias = Callable[[Standing, Mapping[str, NDArray[Any]], float], tuple[Standing, Array]]


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
    return optax.huber_loss(said, true).mean()


def cross_entropy(logits: Array, mask: Array, wanted: Array) -> Array:
    """How wrong a policy is that should choose by these shares, each row of which adds up to 1;
    only among the actions on offer. The mean of all rows."""
    logs = jax.nn.log_softmax(masked(logits, mask), axis=1)
    return -jnp.where(mask, wanted * logs, 0.0).sum(axis=1).mean()


# --- rows as they are packed ----------------------------------------------------------------------


Unpack: TypeAlias = Callable[[Batch], Batch]


def unpacker(packing: Packing, columns: NDArray[np.int64], mask: slice) -> Unpack:
    """What unpacks a batch: everything that ends in `rows` is words of 32 bits (see
    `kibitz.learn.packing`) and becomes rows of some columns, in the order of `in_order`; beside it
    comes what was on offer, as `mask` instead of `rows`. To unpack here, in the step itself, costs
    the least."""
    rows, masks = (_part(packing.plan[each]) for each in (columns, mask))

    def unpack(batch: Batch) -> Batch:
        found = dict(batch)
        for name, words in batch.items():
            if name.endswith("rows"):
                found[name] = rows(words)
                found[name.removesuffix("rows") + "mask"] = masks(words) > 0
        return found

    return unpack


def _part(plan: NDArray[np.int64]) -> Callable[[Array], Array]:
    """What unpacks some columns: bits, then fractions."""
    bits, halves = plan[plan >= 0], -1 - plan[plan < 0]
    shifts = jnp.asarray(bits % 32, jnp.uint32), jnp.asarray(16 * (halves % 2), jnp.uint32)

    def unpack(words: Array) -> Array:
        ones = (words[:, bits // 32] >> shifts[0]) & 1
        parts = (words[:, halves // 2] >> shifts[1]).astype(jnp.uint16)
        reals = jax.lax.bitcast_convert_type(parts, jnp.float16)
        return jnp.concatenate([each.astype(jnp.float32) for each in (ones, reals)], axis=1)

    return unpack


def in_order(packing: Packing, columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Columns in the order in which they are unpacked: bits, then fractions."""
    fractions = packing.plan[columns] < 0
    return np.concatenate([columns[~fractions], columns[fractions]])


# --- steps ----------------------------------------------------------------------------------------


def begun(parameters: Parameters, clip: float = 10.0) -> Standing:
    """The standing before the first step."""
    return Standing(parameters, parameters, _optimiser(clip).init(parameters))


def stepper(loss: Loss, clip: float = 10.0, unpack: Unpack | None = None) -> Stepper:
    """Compiled: a step for each of some batches, at a learning rate; and how large the loss was.
    Gradients longer than `clip` are shortened to that. The target stays as it is. A batch
    is unpacked first, if it is packed."""
    optimiser = _optimiser(clip)

    def steps(
        standing: Standing, batches: Mapping[str, Array], rate: Array
    ) -> tuple[Standing, Array]:
        target = standing.target

        def one(carried: tuple[Any, Any], batch: Batch) -> tuple[tuple[Any, Any], Array]:
            parameters, moments = carried
            if unpack is not None:
                batch = unpack(batch)
            wrong, gradient = jax.value_and_grad(loss)(parameters, target, batch)
            updates, moments = optimiser.update(gradient, moments)
            parameters = jax.tree.map(lambda old, up: old - rate * up, parameters, updates)
            return (parameters, moments), wrong

        start = standing.parameters, standing.moments
        (parameters, moments), losses = jax.lax.scan(one, start, dict(batches))
        return Standing(parameters, target, moments), losses

    compiled = jax.jit(steps)
    return lambda standing, batches, rate: compiled(standing, batches, jnp.float32(rate))


def _optimiser(clip: float) -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(clip), optax.scale_by_adam())


# --- columns that are never anything but 0 --------------------------------------------------------


def trimmed(standing: Standing, columns: NDArray[np.int64]) -> Standing:
    """A standing without the weights of all other columns. As long as these are 0 in all rows, steps
    lead to the same, and take less time: nothing depends on those weights, and Adam leaves alone
    what nothing depends on."""
    return _first_layers(lambda weights: weights[columns], standing)


def spread(small: Standing, whole: Standing, columns: NDArray[np.int64]) -> Standing:
    """The standing again, with all columns: these as they are now, the others as they were."""
    return _first_layers(lambda old, new: old.at[columns].set(new), whole, small)


def without(network: Network, columns: NDArray[np.int64]) -> Network:
    """A network whose first layer heeds no other columns: what was never seen changes nothing."""

    def cleared(layer: Layer) -> Layer:
        weights = np.zeros_like(layer[0])
        weights[columns] = layer[0][columns]
        return weights, layer[1]

    if not network.hidden:
        return replace(network, heads={name: cleared(each) for name, each in network.heads.items()})
    return replace(network, hidden=(cleared(network.hidden[0]), *network.hidden[1:]))


def _first_layers(change: Callable[..., Array], standing: Standing, *others: Standing) -> Standing:
    """A standing with all weights changed that a row comes to first: those of the network, of the
    target, and what Adam remembers of them; everything else is of the last standing given."""
    bare = not standing.parameters["hidden"]
    ends = [f"['{head}'][0]" for head in HEADS] if bare else ["['hidden'][0][0]"]

    def each(path: Any, *leaves: Array) -> Array:
        first = any(jax.tree_util.keystr(path).endswith(end) for end in ends)
        return change(*leaves) if first else leaves[-1]

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
