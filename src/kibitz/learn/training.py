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
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.encoding import encoding_of
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn import curve
from kibitz.learn.curve import Point
from kibitz.learn.evaluation import evaluate
from kibitz.learn.folder import Folder
from kibitz.learn.settings import Settings
from kibitz.learn.sources import Method, Source
from kibitz.nets import Network, blank, found, purpose_of
from kibitz.nets.network import SEEDS
from kibitz.work import Place
from kibitz.work import open as open_place

if TYPE_CHECKING:
    from kibitz.learn.model import Layout, Standing

__all__ = ["Progress", "Settings", "Training", "train"]

MODULES = {"dqn": "dqn", "mc": "montecarlo", "clone": "clone"}
"""Where each method is."""

TOGETHER = 16
"""Steps that are taken in one call."""

POINTS = 20
"""Evaluations of a training, if nothing is said, besides the one before the first step."""

SAFE = 30.0
"""Seconds after which a checkpoint is written: a crash costs these, and a round."""


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
    loss: float | None
    """The mean of the last round; None before the first."""
    decisions: int
    """Those that were learnt from, or waited for it, so far."""
    rate: float | None
    """Of these, how many came in a second, in the last round."""
    point: Point | None = None
    """If the network was just evaluated: what came out."""
    doing: str = "learning"
    """What is being done, in words."""


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
    to go on and how it is evaluated, and in nothing else. Once `enough` is set, or at Ctrl-C, it
    ends with what there is.
    """
    method = _method(settings)
    where = Folder(folder)
    game = settings.game.game()
    with ExitStack() as stack:
        stack.enter_context(where.locked())
        kept = where.resume(settings) if resume else None
        near = place if place is not None else stack.enter_context(open_place())
        # If that cannot be, nothing is begun that would be in the way of the next attempt.
        training = Training(settings, method, game, where, near, progress, enough)
        if not resume:
            where.begin(settings)
        if kept is not None:
            training.restore(*kept)
        return training.run()


def _method(settings: Settings) -> Method:
    """The method of a training; JAX is imported here at the latest."""
    module = import_module(f"kibitz.learn.{MODULES[settings.method]}")
    made: Method = module.method(settings)
    return made


def _beginning(
    settings: Settings, game: Game, heads: tuple[str, ...], start: Path | None
) -> Network:
    """The network that a training begins with: a blank one, or that of a file."""
    if start is None:
        return blank(game, settings.knowledge, settings.hidden, heads, seed=settings.seed)
    network = found(game, start)
    if network.purpose.digest != purpose_of(game, settings.knowledge).digest:
        raise KibitzError(
            f"{settings.start} was trained with other knowledge: {network.purpose.knowledge}",
            f"say so: --knowledge {network.purpose.knowledge}",
        )
    fresh = blank(
        game, settings.knowledge, [bias.size for _, bias in network.hidden], heads, network.scale
    )
    return replace(
        network, heads={name: network.heads.get(name, fresh.heads[name]) for name in heads}
    )


class Training:
    """A training between two rounds."""

    def __init__(
        self,
        settings: Settings,
        method: Method,
        game: Game,
        folder: Folder,
        place: Place,
        progress: Callable[[Progress], None] | None,
        enough: threading.Event | None,
    ) -> None:
        from kibitz.learn import model

        self.model = model
        self.settings, self.method, self.game = settings, method, game
        self.folder, self.place = folder, place
        self.enough = enough or threading.Event()
        self.tell_all = progress or (lambda progress: None)
        self.network = _beginning(settings, game, method.heads, folder.start(settings))
        self.source: Source = method.source(settings, game, self.network, place, folder.path)
        self.columns: NDArray[np.int64] | None = None
        """Those that the learner heeds; None: all."""
        self.layout: Layout | None = None
        """How batches are packed, if they are."""
        self.stepper = model.stepper(method.loss, settings.clip)
        self.standing: Standing = model.begun(model.parameters_of(self.network), settings.clip)
        self.round = self.step = 0
        self.points, self.evaluated = -1, -1
        """The number of the last evaluation, and after which step it was."""
        self.prepared = False
        self.before = 0.0
        """Seconds it took before it was interrupted."""
        self.since = self.written = time.monotonic()
        self.loss: float | None = None
        self.rate: float | None = None
        self.losses: list[float] = []
        """The mean of each round since the last point..."""
        self.mark = 0.0, 0
        """...and how many seconds and decisions there had been then."""

    # --- how far it is ---

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.since

    @property
    def done(self) -> float:
        """How much of it is done, from 0 to 1."""
        if self.settings.steps is not None:
            return min(1.0, self.step / self.settings.steps)
        return min(1.0, self.seconds / (60 * (self.settings.minutes or 1)))

    def tell(self, doing: str = "learning", point: Point | None = None) -> None:
        self.tell_all(
            Progress(
                self.step,
                self.settings.steps,
                self.seconds,
                self.done,
                self.loss,
                self.source.decisions,
                self.rate,
                point,
                doing,
            )
        )

    # --- from beginning to end ---

    def run(self) -> Network:
        """All rounds that are left; the network as it is then."""
        try:
            if not self.prepared:
                self.prepare()
            self.evaluate_if_due()
            while not self.enough.is_set() and self.done < 1:
                if not self.learn():
                    break
                self.evaluate_if_due()
                if time.monotonic() - self.written > SAFE:
                    self.keep()
        except KeyboardInterrupt:
            self.enough.set()
        if self.prepared:
            self.keep()
        return self.network

    def prepare(self) -> None:
        """Have something to learn from."""
        self.source.prepare(self.network, lambda doing: self.tell(doing), self.enough)
        columns = self.source.columns
        if self.settings.start is None and columns is not None:
            self.network = self.model.without(self.network, columns)
            parameters = self.model.parameters_of(self.network)
            self.standing = self.model.begun(parameters, self.settings.clip)
        self.prepared = True

    def learn(self) -> bool:
        """A round; whether it came to its end. If not, everything is as it was before it."""
        settings, began = self.settings, self.seconds
        steps = settings.stride
        if settings.steps is not None:
            steps = min(steps, settings.steps - self.step)
        done, had = self.done, self.source.decisions
        self.source.begin(self.network, self.round, done)
        try:
            found = self.stepped(steps, settings.rate_at(done))
        except BaseException:
            self.source.leave()
            raise
        if found is None:
            self.source.leave()
            return False
        standing, loss = found
        self.source.end()
        # From here on nothing can fail that would leave half a round behind.
        self.standing, self.loss = standing, loss
        self.round, self.step = self.round + 1, self.step + steps
        self.network = self.model.network_of(standing.parameters, self.network, self.story())
        self.losses.append(loss)
        self.rate = (self.source.decisions - had) / max(1e-9, self.seconds - began)
        self.tell()
        return True

    def stepped(self, steps: int, rate: float) -> tuple[Standing, float] | None:
        """Some steps further, and the mean loss; None if somebody has had enough meanwhile. While
        the steps of a call are taken, the batches of the next one are made."""
        self.heed()
        standing = self.standing
        if self.columns is not None:
            standing = self.model.trimmed(standing, self.columns)
        rng = np.random.Generator(np.random.PCG64([self.settings.seed % SEEDS, self.round]))
        counts = [min(TOGETHER, steps - at) for at in range(0, steps, TOGETHER)]
        losses, at = [], self.step
        batches = self.source.batches(rng, counts[0])
        for number, count in enumerate(counts):
            standing, found = self.stepper(standing, batches, rate, self.layout)
            if number + 1 < len(counts):
                batches = self.source.batches(rng, counts[number + 1])
            if (at + count) // self.settings.target > at // self.settings.target:
                standing = standing._replace(target=standing.parameters)
            at += count
            losses.append(np.asarray(found))  # waits for it
            if self.enough.is_set():
                return None
        loss = float(np.concatenate(losses).mean())
        if not np.isfinite(loss):
            raise KibitzError(
                f"the network has lost its way: the loss is {loss}",
                "a lower learning rate may help; --resume goes on from the last checkpoint",
            )
        if self.columns is not None:
            standing = self.model.spread(standing, self.standing, self.columns)
        return standing, loss

    def heed(self) -> None:
        """See to it that the learner heeds all columns that it has to."""
        columns, packing = self.source.columns, self.source.packing
        if packing is not None:
            every = np.arange(self.network.purpose.columns)
            columns = self.model.in_order(packing, every if columns is None else columns)
            mask = encoding_of(self.game, self.settings.knowledge).parts["mask"]
            self.layout = self.model.Layout.of(packing, columns, mask)
        self.columns = columns

    # --- between rounds ---

    def story(self) -> dict[str, Any]:
        """How the network came to be."""
        settings = self.settings
        told = {
            "made": settings.method,
            "step": self.step,
            "decisions": self.source.decisions,
            "seed": settings.seed,
            "company": dict(settings.company),
            "versions": dict(settings.versions),
        }
        for name in ("teacher", "start"):
            if getattr(settings, name) is not None:
                told[name] = getattr(settings, name)
        return told

    @property
    def number(self) -> int:
        """How many evaluations should have been made by now, after the one at the beginning."""
        every = self.settings.every
        if every is None:
            return int(self.done * POINTS)
        return self.step // every + (self.done >= 1)

    def evaluate_if_due(self) -> None:
        """Evaluate the network, if it is time again."""
        number = self.number
        if number <= self.points or self.enough.is_set():
            return
        if time.monotonic() - self.written > SAFE / 10:
            self.keep()
        self.tell("evaluating")
        settings = self.settings
        against = evaluate(
            self.game,
            self.network,
            settings.opponents,
            settings.games,
            place=self.place,
            mode=settings.mode,
        )
        self.points, self.evaluated = number, self.step
        seconds, decisions = self.seconds, self.source.decisions
        loss = float(np.mean(self.losses)) if self.losses else None
        rate = (decisions - self.mark[1]) / max(1e-9, seconds - self.mark[0])
        point = Point(self.step, decisions, seconds, loss, rate if self.losses else None, against)
        self.losses, self.mark = [], (seconds, decisions)
        curve.add(self.folder.curve, point)
        self.keep()
        self.tell(point=point)

    def keep(self) -> None:
        """Write a checkpoint, and the network."""
        about, arrays = self.source.kept()
        mine = {
            "step": self.step,
            "round": self.round,
            "points": self.points,
            "evaluated": self.evaluated,
            "seconds": self.seconds,
            "losses": self.losses,
            "source": about,
        }
        self.folder.keep(mine, {**self.model.leaves(self.standing), **arrays})
        self.folder.show(self.network)
        self.written = time.monotonic()

    def restore(self, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
        """Be as one was when this was kept."""
        try:
            self.standing = self.model.restored(self.standing, arrays)
            self.source.restore(about["source"], arrays)
            self.step, self.round = int(about["step"]), int(about["round"])
            self.points, self.evaluated = int(about["points"]), int(about["evaluated"])
            self.before = float(about["seconds"])
            self.losses = [float(loss) for loss in about["losses"]]
        except (KeyError, TypeError, ValueError):
            raise KibitzError(
                f"{self.folder.path} has a checkpoint that does not fit its settings",
                "begin anew in another folder (--out)",
            ) from None
        self.network = self.model.network_of(self.standing.parameters, self.network, self.story())
        self.mark = self.before, self.source.decisions
        self.points = min(self.points, self.number)  # it may be longer now than it was to be
        self.prepared = True
