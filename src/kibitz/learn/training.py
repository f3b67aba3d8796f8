"""A training from beginning to end: rounds of playing and learning, in a folder.

    settings = Settings.of(kibitz.load("boerenbridge"), method="dqn", minutes=30)
    network = train(settings, Path("run"), progress=print)

A round has three parts. The *source* of the method begins to get new experience, in other
processes, with the network as it is now; the learner takes `stride` steps on what the source had
before; what is new comes in. So a round depends on the rounds before it and on nothing else: not on
who was quicker, or how many played. From time to time, between rounds, the network is evaluated,
and everything that a later round depends on is written: the training can go on from there as if it
had never ended.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.learn.evaluation import Point
from kibitz.learn.settings import Settings
from kibitz.nets import Network
from kibitz.work import Place

__all__ = ["Method", "Progress", "Settings", "Source", "train"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is."""

    step: int
    steps: int | None
    """How many there will be; None if the clock says that."""
    seconds: float
    """Since it began, those before an interruption included."""
    done: float
    """Of the whole training, from 0 to 1."""
    loss: float
    """The mean of this round."""
    decisions: int
    """Those that were learnt from, or waited for it, so far."""
    rate: float
    """Of these, how many came in a second, in this round."""
    point: Point | None = None
    """If the network was just evaluated: what came out."""
    doing: str = "learning"
    """What is being done, in words: learning, evaluating, playing the first games..."""


class Source(Protocol):
    """Where a method has its experience from."""

    decisions: int
    """How much has come in so far."""

    def begin(self, network: Network, number: int, done: float) -> None:
        """Round `number` begins, when so much of the training is done: begin to get new experience,
        with this network, and return at once."""

    def batches(self, rng: np.random.Generator, count: int) -> dict[str, NDArray[Any]]:
        """So many batches of what had come in before this round: arrays [count, batch, ...]."""

    def end(self) -> None:
        """The round ends: wait for what was begun, and take it in."""

    def kept(self) -> dict[str, NDArray[Any]]:
        """All that later rounds depend on, for a checkpoint."""

    def restore(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Be as one was when that was kept."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to learn: see `kibitz.learn.dqn`, which gives one by its function `method`."""

    heads: tuple[str, ...]
    """The heads its networks have."""
    loss: Any
    """`loss(parameters, target, batch)`: see `kibitz.learn.model`."""
    source: Callable[[Settings, Game, Network, Place, Path], Source]
    """Where its experience comes from; the last is a folder where it may keep things."""


def train(
    settings: Settings,
    folder: Path,
    *,
    place: Place | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    enough: threading.Event | None = None,
) -> Network:
    """Train a network; the folder has it as `network.npz`, with all that was on the way there.

    `resume`: go on where the training in this folder was; its settings may differ in how long it is
    to go on, and in nothing else. Once `enough` is set, or at Ctrl-C, it ends with what there is.
    """
    raise NotImplementedError
