"""A step of training beside a bare step in JAX: the same network, the same batches.

    python benchmarks/training_step.py                     Boeren Bridge and Tarot, 128,128
    python benchmarks/training_step.py agram --hidden 256,256

*Ours* is all that `kibitz train` does for a step once there are games to learn from: it draws the
batch from the replay, packed, unpacks it, and takes a step of double DQN with clipped gradients.
*Bare* is the same loss and Adam on a float32 batch that lies there already, in as plain a JAX loop
as one writes. Both in CPU time of this process, in turn; the ratio is of the least of some laps.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from acting import ONE_THREAD  # noqa: F401  it says in the environment that there is one thread

import kibitz
from kibitz.learn import dqn
from kibitz.learn.folder import Folder
from kibitz.learn.model import Batch, Parameters
from kibitz.learn.settings import Settings
from kibitz.learn.training import Training
from kibitz.learn.xla import jax, jnp, optax
from kibitz.work import open as open_place

LAPS = 7
STEPS = 64
"""In each lap; those of a round."""


def cpu(work: Callable[[], Any]) -> float:
    """Milliseconds of CPU time for each of the steps."""
    begun = time.process_time()
    work()
    return 1e3 * (time.process_time() - begun) / STEPS


def bare(parameters: Parameters, batch: Batch) -> Callable[[], Any]:
    """Steps as plain as they can be."""
    optimiser = optax.adam(1e-3)
    weights: Any = [*parameters["hidden"], parameters["q"]]
    kept = [weights, optimiser.init(weights)]

    def loss(weights: Any, target: Any, batch: Any) -> Any:
        named = [{"hidden": each[:-1], "q": each[-1]} for each in (weights, target)]
        return dqn.loss(*named, batch)

    @jax.jit
    def step(weights: Any, state: Any, batch: Any) -> Any:
        slope = jax.grad(loss)(weights, weights, batch)
        change, state = optimiser.update(slope, state)
        return optax.apply_updates(weights, change), state

    def steps() -> None:
        for _ in range(STEPS):
            kept[:] = step(*kept, batch)
        jax.block_until_ready(kept)

    return steps


def measured(name: str, hidden: tuple[int, ...]) -> str:
    """A line about a game."""
    settings = Settings.of(kibitz.load(name), steps=10_000, hidden=hidden, stride=STEPS)
    with tempfile.TemporaryDirectory() as folder, open_place(workers=1) as place:
        where = Folder(Path(folder))
        training = Training(
            settings, dqn.method(settings), settings.game.game(), where, place, None, None
        )
        training.prepare()
        training.learn()
        training.heed()

        def ours() -> None:
            training.stepped(STEPS, 1e-3)

        packed = training.source.batches(np.random.default_rng(1), 1)
        one = {key: jnp.asarray(value[0]) for key, value in packed.items()}
        layout = training.layout
        if layout is not None:
            one = dict(training.model.unpacked(layout, one))
        standing = training.standing
        if training.columns is not None:
            standing = training.model.trimmed(standing, training.columns)
        plain = bare(standing.parameters, one)
        ours()
        plain()
        laps = [(cpu(ours), cpu(plain)) for _ in range(LAPS)]
    own, other = (min(lap[k] for lap in laps) for k in (0, 1))
    return (
        f"{name:14} {one['rows'].shape[1]:5} columns: ours {own:6.2f} ms, bare {other:6.2f} ms,"
        f" ratio {own / other:.2f}"
    )


def main() -> None:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["boerenbridge", "tarot"])
    parser.add_argument("--hidden", default="128,128")
    asked = parser.parse_args()
    hidden = tuple(map(int, filter(None, asked.hidden.split(","))))
    for name in asked.games:
        print(measured(name, hidden), flush=True)


if __name__ == "__main__":
    main()
