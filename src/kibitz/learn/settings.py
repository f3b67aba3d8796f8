"""The settings of a training: all that is needed to repeat it, as a value and as JSON.

    Settings.of(kibitz.load("boerenbridge"), method="dqn", knowledge="possible", steps=20_000)

The same settings give the same network on the same machine, if they say how many `steps`; with
`minutes` the clock says how many, and the folder of the training tells it afterwards.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from kibitz.bots.names import is_foreign
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import MODES
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["HORIZONS", "METHODS", "Settings", "versions"]

METHODS = ("dqn", "mc", "clone")
HORIZONS = ("hand", "alone", "game")

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What a training does. Rates and shares are settings of the learner's; their defaults were
    found by trying, see docs/learn.md."""

    game: GameRef
    """The game, with its texts and parameters."""
    method: str = "dqn"
    """One of METHODS."""
    knowledge: str = "none"
    """What the network is told of the hidden cards: "none", "possible" or "probability"."""
    hidden: tuple[int, ...] = (128, 128)
    """Units of the hidden layers; those of `start`, if there is one."""
    steps: int | None = None
    """How many steps the learner takes..."""
    minutes: float | None = None
    """...or how long it may take; one of both."""
    seed: int = 1
    start: str | None = None
    """The file of a network to begin with, instead of a blank one."""
    teacher: str | None = None
    """The bot whose play is cloned."""
    lessons: int = 100_000
    """Decisions of the teacher's, about."""

    batch: int = 512
    """Decisions of one step."""
    rate: float = 1e-3
    """The learning rate at the beginning..."""
    fade: float = 0.05
    """...and at the end, as a share of that."""
    clip: float = 10.0
    """Longer gradients are made as short as this."""
    target: int = 1000
    """Steps after which the target network is renewed."""
    horizon: str | int = "hand"
    """How far points are counted before the network's own estimate stands for the rest (`dqn`):
    see `kibitz.learn.replay`."""
    replay: int = 200_000
    """Decisions that are remembered."""
    reuse: float = 1.0
    """How often a decision is learnt from, on average: says how many games are played."""
    stride: int = 64
    """Steps of a round, in which the actors play with the weights of its beginning."""
    company: Mapping[str, float] = field(default_factory=lambda: {"self": 0.8, "past": 0.2})
    """Who plays with the learner, and how often: see `kibitz.learn.seating`."""
    epsilon: tuple[float, float] = (0.2, 0.02)
    """How often a learner's seat tries something at random: at the beginning, and later on."""
    explore: float = 0.5
    """The share of the training after which the second of these is reached."""
    pool: int = 8
    """How many earlier selves are kept at most, spread evenly over the training so far."""

    every: int | None = None
    """Steps between two evaluations; None: twenty of them."""
    opponents: tuple[str, ...] = ("random",)
    """Whom it meets there..."""
    games: int = 2000
    """...in how many games each."""
    mode: str = "native"
    """How games run: native, python, or auto, which compiles nothing: a training is worth it."""
    versions: Mapping[str, str] = field(default_factory=lambda: versions())
    """What it was made with; says nothing about how."""

    def __post_init__(self) -> None:
        _one_of("method", self.method, METHODS)
        _one_of("knowledge", self.knowledge, KNOWLEDGE)
        _one_of("mode", self.mode, MODES)
        if isinstance(self.horizon, str):
            _one_of("horizon", self.horizon, HORIZONS)
        else:
            _positive("horizon", self.horizon)
        if (self.steps is None) == (self.minutes is None):
            raise KibitzError(
                "a training has a number of steps, or of minutes", "say one: --steps or --minutes"
            )
        if self.method == "clone" and self.teacher is None:
            raise KibitzError("whose play is to be cloned?", "name a bot with --teacher")
        for name in ("steps", "minutes", "batch", "rate", "clip", "target", "replay", "reuse"):
            _positive(name, getattr(self, name))
        for name in ("stride", "every", "games", "lessons"):
            _positive(name, getattr(self, name))
        for units in self.hidden:
            _positive("hidden", units)
        least = "lessons" if self.method == "clone" else "replay"
        if self.batch > getattr(self, least):
            raise KibitzError(
                f"a step of {self.batch:,} decisions, where {getattr(self, least):,} are at hand",
                f"a smaller batch, or more with --with {least}=N",
            )
        for share in (*self.epsilon, self.fade, self.explore):
            if not 0 <= share <= 1:
                raise KibitzError(
                    f"{share:g} is no share",
                    "epsilon, fade and explore are from 0 to 1",
                )

    @classmethod
    def of(cls, game: Game, **settings: Any) -> Settings:
        """The settings of a training in a game; what is not said is as usual."""
        return cls(GameRef.of(game), **settings)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, for `run.json`."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        found["game"] = {
            "description": asdict(self.game.description),
            "parameters": dict(self.game.parameters),
        }
        for name in ("hidden", "epsilon", "opponents"):
            found[name] = list(found[name])
        for name in ("company", "versions"):
            found[name] = dict(found[name])
        return {"format": FORMAT, **found}

    @classmethod
    def from_json(cls, data: Any) -> Settings:
        """The settings again.

        >>> settings = Settings.of(kibitz.load("agram"), steps=100)
        >>> Settings.from_json(settings.to_json()) == settings
        True
        """
        try:
            rest = dict(data)
            if rest.pop("format") != FORMAT:
                raise ValueError
            kinds = {each.name: str(each.type) for each in fields(cls) if each.name != "game"}
            if not all(
                _is_of(value, kinds[name]) for name, value in rest.items() if name != "game"
            ):
                raise ValueError
            rest["game"] = GameRef.told(rest["game"])
            for name in ("hidden", "epsilon", "opponents"):
                rest[name] = tuple(rest[name])
            return cls(**rest)
        except (KeyError, TypeError, ValueError):
            raise KibitzError("these are no settings of a training that we know") from None

    @property
    def foreign(self) -> dict[str, str]:
        """Where bots of somebody else's are named, and how they were typed: whoever goes on with a
        training names them again, for a folder may come from a stranger, and they are programs."""
        found = {}
        if any(map(is_foreign, self.opponents)):
            found["opponents"] = ",".join(self.opponents)
        if self.teacher is not None and is_foreign(self.teacher):
            found["teacher"] = self.teacher
        return found

    @property
    def between(self) -> int:
        """Steps between two evaluations."""
        if self.every is not None:
            return self.every
        return 1000 if self.steps is None else max(1, self.steps // 20)

    def rate_at(self, done: float) -> float:
        """The learning rate when so much of the training is done, from 0 to 1: it falls evenly."""
        return self.rate * (1 - (1 - self.fade) * min(1.0, done))

    def epsilon_at(self, done: float) -> float:
        """How often something is tried at random then."""
        first, last = self.epsilon
        way = 1.0 if self.explore == 0 else min(1.0, done / self.explore)
        return first + (last - first) * way


def versions() -> dict[str, str]:
    """With what a training is made here."""
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for name in ("kibitz", "numpy", "jax", "jaxlib", "optax"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _is_of(value: Any, kind: str) -> bool:  # plain JSON
    """Whether a value is of a kind of setting, as it is annotated above."""
    if " | " in kind:
        return any(_is_of(value, each) for each in kind.split(" | "))
    if kind.startswith("Mapping"):
        inner = kind.partition(", ")[2].removesuffix("]")
        return isinstance(value, dict) and all(_is_of(each, inner) for each in value.values())
    if kind.startswith("tuple"):
        inner, _, more = kind.removeprefix("tuple[").removesuffix("]").partition(", ")
        long = isinstance(value, list) and (more == "..." or len(value) == 2)
        return long and all(_is_of(each, inner) for each in value)
    known: dict[str, tuple[type, ...]]
    known = {"None": (type(None),), "str": (str,), "int": (int,), "float": (int, float)}
    return isinstance(value, known[kind]) and not isinstance(value, bool)


def _one_of(what: str, word: str, known: tuple[str, ...]) -> None:
    if word not in known:
        near = did_you_mean(word, known)
        raise KibitzError(f"there is no {what} `{word}`{near}", f"one of: {', '.join(known)}")


def _positive(name: str, value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value > 0):
        raise KibitzError(f"{name} is {value:g}, and has to be a number above 0")
