"""Cloning: a network that plays as a teacher does, and says what the teacher expects.

Whoever is asked at every decision what to do, and says so, can be imitated (see
`kibitz.learn.teachers`). A search says more than what it would play: how often it tried each
option, and what that came to. From all of it, three heads learn at once:

    policy   the shares of the tries; or the choice, if the teacher does not tell: cross-entropy
    q        for each option that was tried, the points until the end of the hand: the square of
             the error, weighted by the root of the tries, as these tell how sure it is
    value    for every seat the points until the end of the hand, halfway between what the teacher
             expected and what came of it: the one is biased, the other noisy

Every decision is learnt with its suits renamed at random, where these are alike (see
`kibitz.learn.suits`). One game in twenty is held out: how often network and teacher agree there is
written to `agreement.jsonl`. With hidden layers of no units it is a linear policy, which is quick
enough for playouts.

G. Hinton, O. Vinyals, J. Dean: Distilling the Knowledge in a Neural Network. 2015.
T. Anthony, Z. Tian, D. Barber: Thinking Fast and Slow with Deep Learning and Tree Search. 2017.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn.lessons import Lessons, kept, rows
from kibitz.learn.model import Array, Batch, Parameters, forward
from kibitz.learn.settings import Settings
from kibitz.learn.sources import Arrays, Method
from kibitz.learn.suits import renamings
from kibitz.learn.teachers import Course, teach
from kibitz.learn.xla import jax, jnp
from kibitz.nets import Network
from kibitz.work import Place

__all__ = ["Agreement", "Cloning", "agreement", "loss", "method"]

HEADS = ("policy", "q", "value")

WEIGHTS = {"policy": 1.0, "q": 0.25, "value": 0.25}
"""What an error of each head counts; points are by the network's scale."""

HELD_OUT = 20
"""One game of so many is held out."""

PARTS = 4
"""Parts of a batch, each with suits renamed in its own way."""

ROUNDS = 16
"""Rounds between two looks at the games that were held out."""

MOST = 8192
"""Decisions that are looked at then."""


def method(settings: Settings) -> Method:
    """Cloning of the teacher that the settings name."""
    return Method(HEADS, loss, Cloning)


def loss(parameters: Parameters, target: Parameters, batch: Batch) -> Array:
    """How far the network is from the teacher. All options of a decision are in `options`, by their
    numbers, and -1 where there are no more; what is said of them stands in the same columns."""
    said = forward(parameters, batch["rows"])
    there, numbers = batch["options"] >= 0, jnp.maximum(batch["options"], 0)
    logits = jnp.where(there, jnp.take_along_axis(said["policy"], numbers, axis=1), -jnp.inf)
    logs = jnp.where(there, jax.nn.log_softmax(logits, axis=1), 0.0)
    policy = -(batch["shares"] * logs).sum(axis=1).mean()
    found = jnp.take_along_axis(said["q"], numbers, axis=1)
    q = (batch["weights"] * (found - batch["values"]) ** 2).sum(axis=1).mean()
    value = ((said["value"] - batch["results"]) ** 2).mean()
    return WEIGHTS["policy"] * policy + WEIGHTS["q"] * q + WEIGHTS["value"] * value


class Cloning:
    """The source of this method: a teacher's lessons."""

    packing = None  # suits are renamed in rows that are not packed

    def __init__(
        self, settings: Settings, game: Game, network: Network, place: Place, folder: Path
    ) -> None:
        if settings.teacher is None:
            raise KibitzError("whose play is to be cloned?", "name a bot with --teacher")
        self.settings, self.game, self.place, self.folder = settings, game, place, folder
        self.scale = network.scale
        self.course = Course(settings.teacher, settings.seed)
        self.decisions = 0
        self.columns: NDArray[np.int64] | None = None

    def prepare(
        self, network: Network, tell: Callable[[str], None], enough: threading.Event
    ) -> None:
        """Have the teacher's games played that are not in the folder yet; if there is a clock, as
        many as it can play in half of the time."""
        settings, over, begun = self.settings, threading.Event(), time.monotonic()

        def told(lessons: int, wanted: int) -> None:
            tell(f"{lessons:,} of {wanted:,} decisions by {self.course.teacher}")
            late = settings.minutes and time.monotonic() - begun > 30 * settings.minutes
            if late or enough.is_set():
                over.set()

        teach(
            self.game, self.course, settings.lessons, self.folder,
            place=self.place, progress=told, enough=over,
        )  # fmt: skip
        self._take()

    def _take(self) -> None:
        """All lessons that there are."""
        knowledge, mode = self.settings.knowledge, self.settings.mode
        self.lessons = rows(self.game, kept(self.game, self.folder), knowledge, mode)
        self.ways = renamings(self.game, knowledge)
        self.decisions = len(self.lessons)
        out = self.lessons.games % HELD_OUT == HELD_OUT - 1
        self.held_out, self.learnt = np.flatnonzero(out), np.flatnonzero(~out)
        used = np.zeros(self.ways.columns.shape[1], bool)
        for at in range(0, self.decisions, MOST):
            used |= self.lessons.packing.unpack(self.lessons.rows[at : at + MOST]).any(axis=0)
        self.columns = np.flatnonzero(used[self.ways.columns].any(axis=0))

    def begin(self, network: Network, number: int, done: float) -> None:
        if number % ROUNDS == 0 and len(self.held_out):
            found = agreement(network, self.lessons, self.held_out[:MOST])
            line = {"step": number * self.settings.stride, **asdict(found)}
            with (self.folder / "agreement.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def batches(self, rng: np.random.Generator, count: int) -> Arrays:
        drawn = rng.choice(self.learnt, (count, self.settings.batch))
        parts = np.array_split(drawn, min(PARTS, self.settings.batch), axis=1)
        ways = rng.integers(len(self.ways), size=(count, len(parts)))
        made = [
            [self._part(part[k], int(way)) for part, way in zip(parts, ways[k], strict=True)]
            for k in range(count)
        ]
        return {
            name: np.stack([np.concatenate([part[name] for part in each]) for each in made])
            for name in made[0][0]
        }

    def _part(self, which: NDArray[np.int64], way: int) -> Arrays:
        """Some decisions, with suits renamed in a way."""
        lessons, scale = self.lessons, np.float32(self.scale)
        assert self.columns is not None
        numbers = lessons.options[which].astype(np.int32)
        seen = lessons.packing.unpack(lessons.rows[which])
        return {
            "rows": seen[:, self.ways.columns[way][self.columns]],
            "options": np.where(numbers < 0, -1, self.ways.actions[way][numbers]).astype(np.int32),
            "shares": shares(lessons, which),
            "weights": _adding_up(np.sqrt(lessons.visits[which]) * (numbers >= 0)),
            "values": lessons.values[which] / scale,
            "results": (lessons.hand[which] + lessons.foreseen[which]) / (2 * scale),
        }

    def end(self) -> None:
        """Nothing was begun."""

    leave = end

    def kept(self) -> tuple[dict[str, Any], Arrays]:
        return {}, {}  # the lessons are files of their own

    def restore(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        self._take()


def shares(lessons: Lessons, which: NDArray[np.int64]) -> NDArray[np.float32]:
    """How often the teacher would play each option: as it tried them, or its choice. Options that
    have no number are left out."""
    tried, there = lessons.visits[which], lessons.options[which] >= 0
    chosen = np.arange(tried.shape[1]) == lessons.choices[which][:, None]
    wanted = np.where(tried.any(axis=1, keepdims=True), tried, chosen) * there
    return _adding_up(wanted.astype(np.float32))


def _adding_up(weights: NDArray[Any]) -> NDArray[np.float32]:
    """Rows that add up to 1, or are 0."""
    found: NDArray[np.float32] = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    return found.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How near a network is to its teacher, in decisions that were held out."""

    decisions: int
    policy: float
    """How often the option it likes best is the teacher's choice."""
    q: float
    """How often the option it values most is."""
    surprise: float
    """How improbable the teacher's choices are to it: the cross-entropy."""
    value: float
    """What share of the variance of the results, of all seats, its value explains."""


def agreement(network: Network, lessons: Lessons, which: NDArray[np.int64]) -> Agreement:
    """How near a network is to the teacher in some decisions."""
    said = network.answers(lessons.packing.unpack(lessons.rows[which]))
    assert said.policy is not None
    assert said.q is not None
    assert said.value is not None
    numbers = lessons.options[which].astype(np.int64)
    there, choices = numbers >= 0, lessons.choices[which]
    logits = np.where(there, np.take_along_axis(said.policy, np.maximum(numbers, 0), 1), -np.inf)
    values = np.where(there, np.take_along_axis(said.q, np.maximum(numbers, 0), 1), -np.inf)
    high = logits.max(axis=1, keepdims=True)
    logs = logits - high - np.log(np.exp(logits - high).sum(axis=1, keepdims=True))
    wanted, hand = shares(lessons, which), lessons.hand[which]
    wrong = ((said.value - hand) ** 2).mean()
    return Agreement(
        len(which),
        float((logits.argmax(axis=1) == choices).mean()),
        float((values.argmax(axis=1) == choices).mean()),
        float(-(wanted * np.where(there, logs, 0)).sum(axis=1).mean()),
        float(1 - wrong / max(float(hand.var(axis=0).mean()), 1e-9)),
    )
