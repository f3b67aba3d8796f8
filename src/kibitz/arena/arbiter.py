"""The arbiter of a match, who has its games played and knows all hands.

A game is the same whichever arbiter has it played, in whatever process, since all that is random in
it comes from the seed of the match, the number of the deal and the seating. Bots of the house play
beside the arbiter; all others in booths (see `kibitz.seats`), which are told what a seat sees and
nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kibitz.arena.plan import Outcome, Plan, bot_seed
from kibitz.arena.play import play
from kibitz.arena.statistics import GameResult, winning_teams
from kibitz.bots.names import find, is_foreign
from kibitz.bots.plain import Random
from kibitz.bots.player import Seated
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign

__all__ = ["Arbiter", "hired", "played"]


class Arbiter:
    """Has games of a plan played, one after the other; every game is played by new bots."""

    def __init__(self, plan: Plan, game: Game, embassy: Embassy) -> None:
        self.plan, self.game, self.embassy = plan, game, embassy
        self.entries = {
            name: find(name, self.game)
            for name in plan.bots
            if plan.cheats or not is_foreign(name)  # who is to see all hands has to be here
        }

    def play(self, number: int, watch: Callable[[State], None] | None = None) -> Outcome:
        """Have a game of the plan played; `watch` is shown every state."""
        plan = self.plan
        place, turn = divmod(number, len(plan.seatings))
        deal = plan.numbers[place]
        seats = [
            self._seated(bot, bot_seed(plan.seed, deal, turn, seat), turn)
            for seat, bot in enumerate(plan.seatings[turn])
        ]
        key = plan.key(place)
        played = play(
            self.game, key, seats, budget=plan.budget, cheats=plan.cheats, stand_in=Random,
            strikes=plan.terms.strikes, watch=watch,
        )  # fmt: skip
        state = played.state
        result = GameResult(
            state.scores,
            winning_teams(state.ranks, state.teams, played.forfeits),
            played.asked,
            played.seconds,
            played.overruns,
            state.over,
            played.failures if any(played.failures) else (),
            played.forfeits,
        )
        names = tuple(seated.name for seated in seats)
        return Outcome(result, Record.of(state, names) if plan.recorded else None)

    def _seated(self, bot: int, seed: int, turn: int) -> Seated | Foreign:
        title, name = self.plan.titles[bot], self.plan.bots[bot]
        if name in self.entries:
            return Seated(title, self.entries[name].make(), seed, not self.plan.patient)
        return Foreign(title, name, seed, self.embassy, turn)


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def hired(plan: dict[str, Any]) -> Arbiter:
    """An arbiter for a plan that was sent."""
    found = Plan.from_json(plan)
    return Arbiter(found, found.game.game(), Embassy(found.game, found.terms))


def played(arbiter: Arbiter, first: int, last: int) -> dict[str, Any]:
    """What came of some games, from a first one to before a last one in the order in which they are
    played, and how long that took."""
    begun = time.perf_counter()
    games = map(arbiter.plan.nth, range(first, last))
    outcomes = [arbiter.play(number).to_json() for number in games]
    return {"outcomes": outcomes, "seconds": time.perf_counter() - begun}
