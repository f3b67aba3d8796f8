"""Bots abroad: those that are not of the house play in processes of their own, one for each seat.

Such a process makes the game from its description. It is told what the seat sees, as a view on the
wire, and answers with what the bot does. It never has the state, the hands of others or the key: a
bot may search it as it likes. What the bot prints is seen, on standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from kibitz.bots.guests import prepare
from kibitz.bots.names import find
from kibitz.bots.player import GRACE, Player, Seated
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.work import Died, Job, Pool, Thing

__all__ = ["Abroad", "Embassy", "Lodger", "Visitor", "begin", "check", "choose", "end"]

KEYS = count()


class Embassy:
    """The processes in which foreign bots play a game, started when needed: one for each bot at
    each seat, so that none finds what another bot, or the same at another seat, was told."""

    def __init__(self, game: GameRef) -> None:
        self.game = game
        self._pools: dict[tuple[int, str], Pool] = {}

    def check(self, typed: str) -> None:
        """Complain about a bot that cannot be made; have compiled what it needs."""
        self.ask(0, typed, "check", {}, name=typed)

    def ask(
        self, seat: int, typed: str, call: str, things: dict[str, Thing], **arguments: Any
    ) -> Any:  # what the call answers, from JSON
        """Have something done where a bot at a seat is; `typed` is how the bot is found."""
        home = seat, typed
        if home not in self._pools:
            self._pools[home] = Pool(1, heard=True)
        job = Job(f"{__name__}:{call}", arguments, {"game": self.game.thing, **things})
        return self._pools[home].ask(job)

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()


@dataclass(frozen=True, slots=True)
class Abroad:
    """A foreign bot that is to have a seat, under a name, with a seed."""

    name: str
    typed: str
    """How the bot is found."""
    seed: int
    embassy: Embassy

    def sit(self, game: Game, seat: int, *, budget: float | None, cheats: bool) -> Visitor:
        """The bot at its seat in a game, begun. It cannot cheat: it never has the state."""
        return Visitor(self, game, seat, budget)


class Visitor:
    """A foreign bot at its seat in one game, as `Player` is one of the house."""

    def __init__(self, who: Abroad, game: Game, seat: int, budget: float | None) -> None:
        self.name, self.game, self.seat = who.name, game, seat
        self.asked, self.seconds, self.overruns = 0, 0.0, 0
        self._late = None if budget is None else budget + GRACE
        self._embassy, self._typed = who.embassy, who.typed
        of = {"name": who.name, "typed": who.typed, "seat": seat, "seed": who.seed}
        made = Thing(f"{next(KEYS)}", f"{__name__}:Lodger", {**of, "budget": budget}, room=1)
        self._things = {"lodger": made}
        self._ask("begin", "at the start of a game")

    def after(self, state: State, made: int) -> State:
        """The state after what the bot decides; where there is nothing to decide, it is not
        asked."""
        actions = state.actions
        if len(actions) == 1:
            return state.after(actions[0])
        seen = view(state, self.seat).to_json()
        when = f"at decision {made + 1} ({self.game.seats[self.seat]})"
        number, spent = self._ask("choose", when, view=seen, made=made)
        self.asked += 1
        self.seconds += spent
        if self._late is not None and spent > self._late:
            self.overruns += 1
        return state.after(actions[number])

    def finish(self, scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended."""
        self._ask("end", "at the end of a game", scores=scores, ranks=ranks)

    def _ask(self, call: str, when: str, **arguments: Any) -> Any:  # as `ask` of the embassy
        try:
            return self._embassy.ask(self.seat, self._typed, call, self._things, **arguments)
        except Died as error:
            raise KibitzError(
                f"the bot `{self.name}` has ended its process {when} (exit code {error.code})",
                "it may also have had too little memory",
            ) from None


# --- in the other process -------------------------------------------------------------------------


class Lodger:
    """What is told of a bot; it is made when its game begins, as only then there is a game."""

    def __init__(self, name: str, typed: str, seat: int, seed: int, budget: float | None) -> None:
        self.name, self.typed, self.seat, self.seed, self.budget = name, typed, seat, seed, budget
        self._player: Player | None = None

    def player(self, game: Game) -> Player:
        """The bot at its seat: the same all through a game, unless its process has died."""
        if self._player is None:
            seated = Seated(self.name, find(self.typed, game).make(), self.seed)
            self._player = Player(seated, game, self.seat, budget=self.budget)
        return self._player


def check(game: Game, name: str) -> None:
    """Make a bot, to see whether that can be done."""
    entry = find(name, game)
    entry.make()
    prepare(game, [entry])


def begin(game: Game, lodger: Lodger) -> None:
    """Begin a game."""
    lodger.player(game)


def choose(game: Game, lodger: Lodger, view: str, made: int) -> tuple[int, float]:
    """Which of its options a bot takes, and the seconds it took."""
    player, seen = lodger.player(game), View.from_json(game, view)
    before = player.seconds
    chosen = player.choice(seen, made)
    return seen.actions.index(chosen), player.seconds - before


def end(game: Game, lodger: Lodger, scores: list[int], ranks: list[int]) -> None:
    """Tell a bot how its game ended."""
    lodger.player(game).finish(tuple(scores), tuple(ranks))
