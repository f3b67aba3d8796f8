"""The plan of a match: which games it has; and a table at which they are played.

The games are numbered: those of the first deal in the order of the seatings, then those of the
second. A plan can be sent to another process, which sets up a table of its own; a game there is the
same game, since all that is random in it comes from the seed of the match, the number of the deal
and the seating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.play import play
from kibitz.arena.seatings import Seating
from kibitz.arena.statistics import GameResult, winning_teams
from kibitz.bots.asking import Seated
from kibitz.bots.names import find
from kibitz.engine.faces import Sheet
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.record import Record
from kibitz.engine.simulation import game_key
from kibitz.recycle.diagnostics import Source

__all__ = ["Outcome", "Plan", "Table"]


@dataclass(frozen=True)
class Plan:
    """All that decides what is played in a match."""

    source: Source
    sheet: Sheet
    weights: str
    game: str
    parameters: dict[str, int | str]
    bots: tuple[str, ...]
    """The names of the bots, as they were typed."""
    titles: tuple[str, ...]
    """The same, made different: of equal names, later ones have a number."""
    seed: int
    numbers: Sequence[int]
    """Which deals are played."""
    seatings: tuple[Seating, ...]
    budget: float | None = None
    cheats: bool = False
    recorded: bool = False

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.numbers) * len(self.seatings)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes back from the table."""

    result: GameResult
    record: Record | None


class Table:
    """Where games of a plan are played, one after the other; every game is played by new bots."""

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        self.plan = plan
        self.game = game or Game(plan.source, plan.sheet, plan.game, plan.parameters, plan.weights)
        self.entries = [find(name, self.game) for name in plan.bots]

    def play(self, number: int) -> Outcome:
        """Play a game of the plan."""
        plan = self.plan
        deal, turn = divmod(number, len(plan.seatings))
        deal = plan.numbers[deal]
        seats = [
            Seated(
                plan.titles[bot],
                self.entries[bot].make(),
                derive_key("bot", plan.seed, deal, turn, seat)[0],
            )
            for seat, bot in enumerate(plan.seatings[turn])
        ]
        played = play(
            self.game, game_key(plan.seed, deal), seats, budget=plan.budget, cheats=plan.cheats
        )
        state = played.state
        result = GameResult(
            state.scores,
            winning_teams(state.ranks, state.teams),
            played.asked,
            played.seconds,
            played.overruns,
            state.over,
        )
        names = tuple(seated.name for seated in seats)
        return Outcome(result, Record.of(state, names) if plan.recorded else None)
