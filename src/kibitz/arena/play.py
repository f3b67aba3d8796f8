"""One game by bots, from the deal to the end.

Where a bot fails, an action is drawn for it; after so many failures it has forfeited the game, and
all its other actions are drawn too, so that every game comes to an end and has a record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.bots.bot import Bot
from kibitz.bots.player import BotFault, Player, Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import Key, derive_key
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.engine.singles import warm_up
from kibitz.engine.state import State, begin
from kibitz.seats.failures import Failure
from kibitz.seats.judge import Foreign, Visitor

__all__ = ["Played", "play", "substitute"]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. The lists have an entry for each seat."""

    state: State
    """How it ended; how it stood, if it was left unfinished."""
    asked: list[int]
    """At how many decisions there was something to decide."""
    seconds: list[float]
    """How long all of them took."""
    overruns: list[int]
    """How many of them took longer than the budget."""
    failures: tuple[tuple[Failure, ...], ...]
    """What the bot did wrong, if it did."""
    forfeits: tuple[int, ...]
    """The seats whose bots have forfeited the game."""


def play(
    game: Game,
    key: Key,
    seats: Sequence[Seated | Foreign],
    *,
    budget: float | None = None,
    cheats: bool = False,
    stand_in: Callable[[], Bot] | None = None,
    strikes: int = 1,
    watch: Callable[[State], None] | None = None,
) -> Played:
    """Deal a game and let the bots play it; what `budget` and `cheats` mean, `Player` says.

    Where a bot fails, another stands in for it, if there is one; after so many `strikes`, to the
    end of the game, and so it does for one that cannot begin. `watch` is shown every state.
    """
    table = _Table(game, seats, budget, cheats, stand_in, strikes)
    state = begin(game, key)
    made = 0
    while made < MOST_DECISIONS:
        if watch is not None:
            watch(state)
        seat = state.to_move
        if seat is None:
            break
        state = table.after(state, seat, made)
        made += 1
    table.finish(state, made)
    warm_up(game, made)
    counts = [(player.asked, player.seconds, player.overruns) for player in table.players]
    asked, seconds, overruns = map(list, zip(*counts, strict=True))
    failures = tuple(map(tuple, table.failures))
    return Played(state, asked, seconds, overruns, failures, tuple(sorted(table.forfeits)))


class _Table:
    """Who sits where in a game, and what they did wrong."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seated | Foreign],
        budget: float | None,
        cheats: bool,
        stand_in: Callable[[], Bot] | None,
        strikes: int,
    ) -> None:
        self.game, self.seats, self.stand_in, self.strikes = game, seats, stand_in, strikes
        self.failures: list[list[Failure]] = [[] for _ in seats]
        self.forfeits: set[int] = set()
        self.players = [self._sit(seat, budget, cheats) for seat in range(len(seats))]

    def _sit(self, seat: int, budget: float | None, cheats: bool) -> Player | Visitor:
        try:
            return self.seats[seat].sit(self.game, seat, budget=budget, cheats=cheats)
        except BotFault as fault:
            self._blame(seat, fault, -1)
            self.forfeits.add(seat)
            return self._another(seat, -1)

    def after(self, state: State, seat: int, made: int) -> State:
        """The state after a decision of who sits there, or stands in."""
        if seat not in self.forfeits:
            try:
                return self.players[seat].after(state, made)
            except BotFault as fault:
                self._blame(seat, fault, made)
                if len(self.failures[seat]) >= self.strikes:
                    self.forfeits.add(seat)
                    self.players[seat].leave()
        return self._another(seat, made).after(state, made)

    def finish(self, state: State, made: int) -> None:
        """Tell everybody how the game ended. Who fails now has played it nevertheless."""
        scores, ranks = state.scores, state.ranks
        for seat, player in enumerate(self.players):
            if seat in self.forfeits:
                continue
            try:
                player.finish(scores, ranks)
            except BotFault as fault:
                self._blame(seat, fault, made)

    def _blame(self, seat: int, fault: BotFault, made: int) -> None:
        """Note what a bot did wrong; if nobody stands in for it, that is the end."""
        if self.stand_in is None:
            raise fault
        said = fault.message, fault.trace, fault.hint or ""
        self.failures[seat].append(Failure(made, fault.cause, *said))

    def _another(self, seat: int, made: int) -> Player:
        """Who stands in for a bot at a decision."""
        assert self.stand_in is not None
        gone = self.seats[seat]
        return substitute(self.stand_in(), gone.name, gone.seed, self.game, seat, made)


def substitute(bot: Bot, name: str, seed: int, game: Game, seat: int, made: int) -> Player:
    """Who stands in for a bot of this name and seed that has failed at a decision: what they do
    depends on its seed and on that."""
    return Player(Seated(name, bot, derive_key("stand-in", seed, made)[0]), game, seat)
