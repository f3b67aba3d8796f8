"""Studies: each has some games played and lets its measures look at them.

A study is a module with a function that gathers, one that a worker calls to play a lot, and its
measures; its last line is `STUDY = Study(...)`. `kibitz.analysis.studies` lists them all, in the
order in which they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from kibitz.analysis.bench import Bench
from kibitz.analysis.damage import must_be
from kibitz.analysis.effort import Effort
from kibitz.analysis.measured import Measured

__all__ = ["Asked", "Pilot", "Sample", "Study"]


@dataclass(frozen=True, slots=True)
class Sample:
    """What was played for some measures."""

    key: str
    """`random`, `one`, `all`, ...: what measures call it."""
    title: str
    """`every seat at random`."""
    bots: tuple[str, ...]
    """Who played, for each seat, or one for all."""
    games: int
    deals: int
    """Different deals: fewer than games where deals repeat."""
    seed: int
    unfinished: int = 0
    """Games that were left after too many decisions."""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Sample:
        found = cls(**{**data, "bots": tuple(data["bots"])})
        must_be(str, found.key, found.title, *found.bots)
        must_be(int, found.games, found.deals, found.seed, found.unfinished)
        return found


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a few random games say about what a game costs."""

    decisions: float
    """In a game."""
    options: float
    """At a decision."""
    choices: float
    """Decisions in a game with more than one option."""
    unfinished: float
    """The share of games that were left after too many decisions."""
    limit: int
    """Decisions after which a game is left."""
    fails: bool = False
    """Whether the rules failed in some game: then nothing is known for certain."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asked for."""

    effort: Effort
    bots: tuple[str, ...] = ()
    """Bots to take in place of the usual searcher; none: the usual one."""
    games: int | None = None
    """Games of each searched setting, in place of what is reckoned."""
    random: int | None = None
    """Games at random, in place of the effort's."""
    limit: int = 10_000
    """Decisions after which a game is left."""
    pairing: bool = False
    """Whether the report will be compared with others: measures then keep their residuals."""


class Evidence(Protocol):
    """What a study has gathered: anything that says what was played for it."""

    @property
    def samples(self) -> Sequence[Sample]: ...


@dataclass(frozen=True, slots=True)
class Study:
    """Something that is played, and what is measured with it."""

    key: str
    title: str
    """`secrets`: what is said while it is done."""
    share: float
    """Its part of the time of an analysis."""
    gather: Callable[[Bench, Asked, Pilot], Evidence | None]
    """Gives the evidence, or None if the game has nothing to study (or nothing was played)."""
    measures: tuple[Callable[[Any], Measured | None], ...]
