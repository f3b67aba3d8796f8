"""Our games and their peers at OpenSpiel: who races against whom, and in which ways.

Of the house games OpenSpiel has Hearts alone, which is slower there than spades. So each is matched
with the game that asks most nearly the same of a computer: as many players, cards to be followed in
suit, trumps, bids where we have some. Where there was a choice, the faster one was taken.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.engine import Game, load
from kibitz.engine import runners as ours
from kibitz.engine.race import Play, Result, Runner, race
from kibitz.errors import KibitzError
from kibitz.interop import openspiel_peers as theirs
from kibitz.interop.openspiel_peers import OH_HELL, SPADES, TAROK, Peer

__all__ = [
    "MATCHES",
    "PYTHON",
    "ROLLOUTS",
    "WAYS",
    "WITH_DEAL",
    "Heat",
    "Match",
    "Racer",
    "compare",
    "enter",
    "runners",
]


@dataclass(frozen=True, slots=True)
class Match:
    """The peer of a house game, and the parameters with which it asks the same of a player."""

    peer: Peer
    parameters: Mapping[str, int] = field(default_factory=dict)
    variant: str = ""
    """What these parameters make of the game, in a few words."""


MATCHES = {
    "agram": Match(OH_HELL),
    "boerenbridge": Match(OH_HELL, {"FIRST": 5, "PEAK": 5}, "5 cards"),
    "brisca": Match(SPADES),
    "tarot": Match(TAROK),
}
"""By the names of the house games that are raced."""

WITH_DEAL, ROLLOUTS, PYTHON = "with the deal", "rollouts", "in Python"

WAYS: dict[str, tuple[Callable[[Game], Play], Callable[[Peer], Play]]] = {
    WITH_DEAL: (ours.with_deal, theirs.with_deal),
    ROLLOUTS: (ours.rollouts, theirs.rollouts),
    PYTHON: (lambda game: ours.with_deal(game, "python"), theirs.in_python),
}
"""The ways of playing: how we do it, and how OpenSpiel does."""


@dataclass(frozen=True, slots=True)
class Racer:
    """A game that is entered in a race, what it is called there, and its peer if it has one."""

    game: Game
    title: str
    peer: Peer | None = None


@dataclass(frozen=True, slots=True)
class Heat:
    """How fast a game is in one way of playing, and its peer, if it has one."""

    racer: Racer
    way: str
    ours: Result
    theirs: Result | None = None

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as fast as the peer, in each round."""
        return self.ours.over(self.theirs) if self.theirs else ()

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.racer.game.name,
            "title": self.racer.title,
            "way": self.way,
            "kibitz": _as_json(self.ours.laps),
            "peer": self.racer.peer.spec if self.racer.peer else None,
            "openspiel": _as_json(self.theirs.laps) if self.theirs else None,
            "ratio": _as_json(self.ratios) if self.theirs else None,
        }


def _as_json(values: tuple[float, ...]) -> dict[str, Any]:
    return {
        "median": statistics.median(values),
        "least": min(values),
        "most": max(values),
        "rounds": list(values),
    }


def enter(name: str, *, alone: bool = False) -> Racer:
    """A game by name or path; a house game as it is played against its peer."""
    match = MATCHES.get(name)
    game = load(name, **(match.parameters if match else {}))
    if game.new(seed=1).over:
        raise KibitzError(f"nobody decides anything in {game.title}, so it has no speed")
    if match is None:
        return Racer(game, game.title)
    title = f"{game.title}, {match.variant}" if match.variant else game.title
    return Racer(game, title, None if alone else match.peer)


def runners(racer: Racer) -> dict[str, tuple[Runner, ...]]:
    """For each way, the runner of a game and that of its peer."""
    made: dict[str, tuple[Runner, ...]] = {}
    for way, (we, they) in WAYS.items():
        made[way] = (Runner(f"{racer.title}, {way}", we(racer.game)),)
        if racer.peer is not None:
            made[way] += (Runner(f"OpenSpiel's {racer.peer.name}, {way}", they(racer.peer)),)
    return made


def compare(
    racer: Racer,
    *,
    seconds: float = 0.3,
    rounds: int = 5,
    progress: Callable[[int], None] | None = None,
) -> list[Heat]:
    """Race a game against its peer in all ways, turn and turn about."""
    made = runners(racer)
    everyone = [runner for some in made.values() for runner in some]
    results = iter(race(everyone, seconds=seconds, rounds=rounds, progress=progress))
    heats = []
    for way, some in made.items():
        ours, *others = (next(results) for _ in some)
        heats.append(Heat(racer, way, ours, others[0] if others else None))
    return heats
