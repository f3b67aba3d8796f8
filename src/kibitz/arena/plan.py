"""The plan of a match: which games it has, and what came of them.

The games are numbered: those of the first deal in the order of the seatings, then those of the
second. A plan can be sent to another process, where an arbiter (see `kibitz.arena.arbiter`) has the
same games played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from kibitz.arena.seatings import Seating
from kibitz.arena.statistics import GameResult
from kibitz.bots.names import is_foreign
from kibitz.engine.keys import Key, derive_key
from kibitz.engine.record import Record
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import game_key
from kibitz.seats.failures import Failure
from kibitz.seats.terms import USUAL, Terms
from kibitz.work import Thing

__all__ = ["Outcome", "Plan", "bot_seed"]


def bot_seed(seed: int, deal: int, turn: int, seat: int) -> int:
    """The seed of the bot at a seat, in a deal of a match and one of its seatings."""
    return derive_key("bot", seed, deal, turn, seat)[0]


@dataclass(frozen=True)
class Plan:
    """All that decides what is played in a match."""

    game: GameRef
    bots: tuple[str, ...]
    """The names of the bots, as they were typed."""
    titles: tuple[str, ...]
    """The same, made different: of equal names, later ones have a number."""
    seed: int
    numbers: Sequence[int]
    """Which deals are played."""
    seatings: tuple[Seating, ...]
    terms: Terms = USUAL
    """On what terms bots that are not of the house have their seats."""
    cheats: bool = False
    recorded: bool = False
    keys: tuple[Key, ...] = ()
    """The keys of the deals, one by one; none: they come from the seed."""
    patient: bool = False
    """Whether bots of the house have no budget, so that what they do depends on no clock."""

    def key(self, place: int) -> Key:
        """All that is random in the cards of a deal, given its place among the numbers."""
        return self.keys[place] if self.keys else game_key(self.seed, self.numbers[place])

    @property
    def budget(self) -> float | None:
        """Seconds that every bot is given for each decision, as far as it is told."""
        return self.terms.move

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.numbers) * len(self.seatings)

    @cached_property
    def apart(self) -> bool:
        """Whether the games are played seating by seating, in place of deal by deal: where somebody
        is held in a sandbox, a deal does not come back before all others were played, and only the
        booths of one seating are needed at a time."""
        held = self.terms.sandbox != "off" and not self.cheats
        return held and any(map(is_foreign, self.bots))

    def nth(self, played: int) -> int:
        """The number of the game that is to be played after so many."""
        if not self.apart:
            return played
        turn, deal = divmod(played, len(self.numbers))
        return deal * len(self.seatings) + turn

    @cached_property
    def thing(self) -> Thing:
        """The plan for a job, which gets an arbiter who follows it."""
        numbers = self.numbers
        span = [numbers.start, numbers.stop] if isinstance(numbers, range) else None  # many, in few
        told = {"numbers": span or list(numbers), "in_a_row": span is not None}
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        plan = {**given, "game": self.game.thing.of, "terms": self.terms.to_json(), **told}
        return Thing.once("kibitz.arena.arbiter:hired", {"plan": plan})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Plan:
        """The plan again, in another process."""
        numbers, in_a_row = data["numbers"], data["in_a_row"]
        return cls(
            GameRef.told(data["game"]),
            tuple(data["bots"]),
            tuple(data["titles"]),
            data["seed"],
            range(*numbers) if in_a_row else tuple(numbers),
            tuple(map(tuple, data["seatings"])),
            Terms.from_json(data["terms"]),
            data["cheats"],
            data["recorded"],
            tuple(map(tuple, data["keys"])),
            data["patient"],
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a game."""

    result: GameResult
    record: Record | None

    def to_json(self) -> list[Any]:
        """The same as data, for another process."""
        result, record = self.result, self.record
        return [
            *(result.scores, result.winners, result.asked, result.seconds, result.overruns),
            result.finished,
            [[failure.to_json() for failure in seat] for seat in result.failures],
            *(result.forfeits, None if record is None else record.to_json()),
        ]

    @classmethod
    def from_json(cls, data: list[Any]) -> Outcome:
        scores, winners, asked, seconds, overruns, finished, failures, forfeits, record = data
        failed = tuple(tuple(map(Failure.from_json, seat)) for seat in failures)
        result = GameResult(
            *(scores, tuple(map(tuple, winners)), asked, seconds, overruns, finished),
            *(failed, tuple(forfeits)),
        )
        return cls(result, None if record is None else Record.from_json(record))
