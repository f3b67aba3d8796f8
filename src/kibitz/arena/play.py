"""One game by bots, from the deal to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.bots.abroad import Abroad, Visitor
from kibitz.bots.bot import Bot
from kibitz.bots.player import BotFault, Player, Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.engine.singles import warm_up
from kibitz.engine.state import State, begin

__all__ = ["Played", "play"]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. The lists have a number for each seat."""

    state: State
    """How it ended; how it stood, if it was left unfinished."""
    asked: list[int]
    """At how many decisions there was something to decide."""
    seconds: list[float]
    """How long all of them took."""
    overruns: list[int]
    """How many of them took longer than the budget."""
    faults: list[BotFault | None]
    """What the bot did wrong, if it did; another stood in for it then."""


def play(
    game: Game,
    key: Key,
    seats: Sequence[Seated | Abroad],
    *,
    budget: float | None = None,
    cheats: bool = False,
    stand_in: Callable[[], Bot] | None = None,
) -> Played:
    """Deal a game and let the bots play it; what `budget` and `cheats` mean, `Player` says. Where a
    bot fails, another stands in for it to the end of the game, if there is one."""
    table = _Table(game, seats, budget, cheats, stand_in)
    state = begin(game, key)
    made = 0
    while made < MOST_DECISIONS:
        seat = state.to_move
        if seat is None:
            break
        state = table.after(state, seat, made)
        made += 1
    table.finish(state)
    warm_up(game, made)
    return Played(
        state,
        [player.asked for player in table.first],
        [player.seconds for player in table.first],
        [player.overruns for player in table.first],
        table.faults,
    )


class _Table:
    """Who sits where in a game, and what they did wrong."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seated | Abroad],
        budget: float | None,
        cheats: bool,
        stand_in: Callable[[], Bot] | None,
    ) -> None:
        self.game, self.seats, self.stand_in = game, seats, stand_in
        self.faults: list[BotFault | None] = [None] * len(seats)
        self.first = [self._sit(seat, budget, cheats) for seat in range(len(seats))]
        """Who sat down at each seat in the beginning."""
        self.now = list(self.first)

    def _sit(self, seat: int, budget: float | None, cheats: bool) -> Player | Visitor:
        try:
            return self.seats[seat].sit(self.game, seat, budget=budget, cheats=cheats)
        except BotFault as fault:
            return self._another(seat, fault)

    def after(self, state: State, seat: int, made: int) -> State:
        """The state after a decision of who sits there, or stands in."""
        try:
            return self.now[seat].after(state, made)
        except BotFault as fault:
            self.now[seat] = self._another(seat, fault)
            return self.now[seat].after(state, made)

    def finish(self, state: State) -> None:
        """Tell everybody how the game ended."""
        scores, ranks = state.scores, state.ranks
        for seat, player in enumerate(self.now):
            try:
                player.finish(scores, ranks)
            except BotFault as fault:
                self._another(seat, fault)

    def _another(self, seat: int, fault: BotFault) -> Player:
        """Who stands in for a bot that failed; if nobody does, that is the end."""
        if self.stand_in is None:
            raise fault
        self.faults[seat] = fault
        gone = self.seats[seat]
        return Player(Seated(gone.name, self.stand_in(), gone.seed), self.game, seat)
