"""What a method of learning is: how wrong a network is, and about what, and whence that comes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.learn.packing import Packing
from kibitz.learn.settings import Settings
from kibitz.nets import Network
from kibitz.work import Place

__all__ = ["Arrays", "Method", "Source"]

Arrays: TypeAlias = dict[str, NDArray[Any]]


class Source(Protocol):
    """Where a method has its experience from. Whatever it does depends on the settings and on what
    it is given, not on the clock, or on who was quicker."""

    @property
    def decisions(self) -> int:
        """How much has come in so far."""

    @property
    def packing(self) -> Packing | None:
        """How the rows of batches are packed; None: they are not."""

    @property
    def columns(self) -> NDArray[np.int64] | None:
        """The columns that have to be heeded: all others have been 0 in all that came in. None: all
        of them. Batches that are not packed have these columns only. After a round there may be
        more of them, never fewer."""

    def prepare(
        self, network: Network, tell: Callable[[str], None], enough: threading.Event
    ) -> None:
        """Have something to begin with, before the first round. That may take a while: `tell` is
        told what is being done, in words. If `enough` is set, it may end early."""

    def begin(self, network: Network, number: int, done: float) -> None:
        """Round `number` begins, when so much of the training is done: begin to get new experience,
        with this network, and return at once."""

    def batches(self, rng: np.random.Generator, count: int) -> Arrays:
        """So many batches of what had come in before this round: arrays [count, batch, ...]. Rows
        of positions are called something that ends in `rows`; if they are packed, they are uint32,
        and what was on offer comes with them: see `kibitz.learn.model.unpacked`."""

    def end(self) -> None:
        """The round ends: wait for what was begun, and take it in."""

    def leave(self) -> None:
        """The round is given up: wait for what was begun, and forget it."""

    def kept(self) -> tuple[dict[str, Any], Arrays]:
        """All that later rounds depend on, for a checkpoint: plain data, and arrays."""

    def restore(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Be as one was when that was kept."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to learn. `kibitz.learn.dqn` and the other modules of methods have a function `method`
    that makes one, by the settings."""

    heads: tuple[str, ...]
    """The heads its networks have."""
    loss: Any
    """`loss(parameters, target, batch)`: see `kibitz.learn.model`."""
    source: Callable[[Settings, Game, Network, Place, Path], Source]
    """Where its experience comes from; in the folder it may keep things of its own."""
