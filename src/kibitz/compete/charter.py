"""The charter of a competition: what is played, by whom, in which phases, on which terms.

It is written as TOML (see `kibitz.compete.articles`, which reads it) and kept in the store as it
was when the competition began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from kibitz.seats.terms import Terms

__all__ = ["KINDS", "Charter", "Entrant", "Phase", "Stop"]

Kind = Literal["gauntlet", "league", "swiss", "cup"]
KINDS: dict[str, str] = {"gauntlet": "Gauntlet", "league": "League", "swiss": "Swiss", "cup": "Cup"}
"""The kinds of phases, and what they are called."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team and its bot."""

    name: str
    bot: str
    """As it was written: a file from where the charter lies, or the name of a house bot."""
    team: tuple[str, ...] = ()
    contact: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """A sequential test that ends a meeting of two early, once it is plain who is better."""

    better: float = 0.55
    """The mean share of the victories that counts as better."""
    alpha: float = 0.05
    """How likely one of two equals may be called better."""
    beta: float = 0.05
    """How likely a better one may be overlooked."""
    every: int = 10
    """It is looked at after each so many deals."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a competition, at the end of which everybody in it has a rank."""

    kind: Kind
    games: int
    """Of each meeting."""
    title: str = ""
    opponents: tuple[str, ...] = ()
    """Of a gauntlet: the organiser's bots, as they were written."""
    meet: Literal["pairs", "tables"] = "pairs"
    """Of a league: two at a time, or as many as there are seats."""
    tables: int | None = None
    """Of a league that meets at tables: at how many each entrant sits; None: all there are."""
    rounds: int = 0
    """Of a swiss phase."""
    best: int | None = None
    """How many go on to the next phase; None: all of them."""
    third: bool = True
    """Of a cup: whether the third place is played for."""
    extra: int = 20
    """Of a cup: how many more deals at most are played where two are equal; then lots decide."""
    resubmit: bool = False
    """Whether entrants may hand in another version before it."""
    stop: Stop | None = None
    scheme: Literal["duplicate", "robobrisca"] = "duplicate"
    """Whether every deal is played in all seatings, or each in one of them, in turn."""
    points: Literal["wins", "score"] = "wins"
    ties: Literal["lot", "score"] = "lot"


@dataclass(frozen=True, slots=True)
class Charter:
    """All that an organiser has written down."""

    title: str
    game: str
    """As it was written: a house game, or a description from where the charter lies."""
    entrants: tuple[Entrant, ...]
    phases: tuple[Phase, ...]
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    seed: str | None = None
    """Written down to repeat a competition; None: a secret is drawn."""
    terms: Terms = field(default_factory=Terms)
    records: bool = True
    """Whether every game is kept move by move."""

    def entrant(self, name: str) -> Entrant:
        """The entrant of a name."""
        return next(entrant for entrant in self.entrants if entrant.name == name)

    def to_json(self) -> dict[str, Any]:
        """The same as data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Charter:
        return cls(
            **{
                **data,
                "entrants": tuple(
                    Entrant(**{**one, "team": tuple(one["team"])}) for one in data["entrants"]
                ),
                "phases": tuple(map(_phase, data["phases"])),
                "terms": Terms(**data["terms"]),
            }
        )


def _phase(data: dict[str, Any]) -> Phase:
    stop = data["stop"]
    return Phase(
        **{
            **data,
            "opponents": tuple(data["opponents"]),
            "stop": None if stop is None else Stop(**stop),
        }
    )
