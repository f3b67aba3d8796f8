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

from kibitz.learn.xla import jax, jnp, optax
from kibitz.nets import Network

__all__ = [
    "Array",
    "Batch",
    "Loss",
    "Parameters",
    "Standing",
    "Stepper",
    "begun",
    "chosen",
    "cross_entropy",
    "forward",
    "huber",
    "leaves",
    "masked",
    "network_of",
    "parameters_of",
    "restored",
    "stepper",
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


# --- steps ----------------------------------------------------------------------------------------


def begun(parameters: Parameters, clip: float = 10.0) -> Standing:
    """The standing before the first step."""
    return Standing(parameters, parameters, _optimiser(clip).init(parameters))


def stepper(loss: Loss, clip: float = 10.0) -> Stepper:
    """Compiled: a step for each of some batches, at a learning rate; and how large the loss was.
    Gradients longer than `clip` are shortened to that. The target stays as it is."""
    optimiser = _optimiser(clip)

    def steps(
        standing: Standing, batches: Mapping[str, Array], rate: Array
    ) -> tuple[Standing, Array]:
        target = standing.target

        def one(carried: tuple[Any, Any], batch: Batch) -> tuple[tuple[Any, Any], Array]:
            parameters, moments = carried
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
