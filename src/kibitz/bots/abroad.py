"""Bots abroad: those that are not of the house play in processes of their own, one for each seat.

Such a process makes the game from its description. It is told what the seat sees, as a view on the
wire, and answers with what the bot does. It never has the state, the hands of others or the key: a
bot may search it as it likes. What the bot prints is seen, on standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any

from kibitz.bots.bot import Result
from kibitz.bots.guests import prepare
from kibitz.bots.names import Candidate, find
from kibitz.bots.player import GRACE, BotFault, Player, Seated, refuse_cheater
from kibitz.engine.actions import Action
from kibitz.engine.copies import played
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thoughts import Thinking, Thought
from kibitz.work import Died, Job, Late, Pool, Refused, Thing

__all__ = [
    "Abroad",
    "Embassy",
    "Emissary",
    "Lodger",
    "Visitor",
    "begin",
    "check",
    "choose",
    "emissary",
    "end",
    "given_up_after",
]

KEYS = count()

PATIENCE, TIMES = 5.0, 10
"""A bot that has a budget is given up after so many times that, and these seconds."""

BEGINNING = 120.0
"""Seconds a bot that has a budget may take to be made, to begin, or to hear how a game ended."""


def given_up_after(budget: float | None) -> float | None:
    """The seconds after which a bot is not waited for any more; without a budget there are none.

    >>> given_up_after(0.5)
    10.0
    """
    return None if budget is None else TIMES * budget + PATIENCE


class Embassy:
    """The processes in which foreign bots play a game, started when needed: one for each bot at
    each seat, so that none finds what another bot, or the same at another seat, was told."""

    def __init__(self, game: GameRef) -> None:
        self.game = game
        self._pools: dict[tuple[int, str], Pool] = {}

    def check(self, typed: str, budget: float | None = None) -> None:
        """Complain about a bot that cannot be made; have compiled what it needs."""
        seconds = None if budget is None else BEGINNING
        try:
            self.ask(0, typed, "check", {}, seconds, name=typed)
        except (Died, Late) as error:
            raise _blamed(typed, "while it was made", error) from None

    def ask(
        self,
        seat: int,
        typed: str,
        call: str,
        things: dict[str, Thing],
        seconds: float | None,
        **arguments: Any,
    ) -> Any:  # what the call answers, from JSON
        """Have something done where a bot at a seat is, in so many seconds; `typed` is how the bot
        is found."""
        home = seat, typed
        if home not in self._pools:
            self._pools[home] = Pool(1, heard=True)
        made = {"game": self.game.thing, **things}
        return self._pools[home].ask(Job(f"{__name__}:{call}", arguments, made, seconds=seconds))

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()


def _blamed(name: str, when: str, error: KibitzError) -> BotFault:
    """What is said of a bot whose process came to an end."""
    if isinstance(error, Died):
        return BotFault(
            f"the bot `{name}` has ended its process {when} (exit code {error.code})",
            "it may also have had too little memory",
        )
    return BotFault(f"the bot `{name}` was given up {when}: {error.message}", error.hint)


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
        visitor = Visitor(self.name, self.typed, self.embassy, game, seat, budget)
        visitor.ask("begin", "at the start of a game", seed=self.seed)
        visitor.seed = self.seed
        return visitor


class Visitor:
    """A foreign bot at its seat, as `Player` is one of the house."""

    def __init__(
        self,
        name: str,
        typed: str,
        embassy: Embassy,
        game: Game,
        seat: int,
        budget: float | None,
    ) -> None:
        self.name, self.game, self.seat = name, game, seat
        self.asked, self.seconds, self.overruns = 0, 0.0, 0
        self.seed = 0
        self._late = None if budget is None else budget + GRACE
        self._embassy, self._typed, self._budget = embassy, typed, budget
        of = {"name": name, "typed": typed, "seat": seat, "budget": budget}
        made = Thing(f"{next(KEYS)}", f"{__name__}:Lodger", of, room=1)
        self._things = {"lodger": made}

    def after(self, state: State, made: int) -> State:
        """The state after what the bot decides; where there is nothing to decide, it is not
        asked."""
        actions = state.actions
        if len(actions) == 1:
            return state.after(actions[0])
        number, spent, _ = self.chosen(view(state, self.seat), made, self.seed)
        self.asked += 1
        self.seconds += spent
        if self._late is not None and spent > self._late:
            self.overruns += 1
        return played(state, actions[number])

    def chosen(
        self, seen: View, made: int, seed: int, *, anew: bool = False
    ) -> tuple[int, float, Any]:  # what it thought is JSON, see `_told`
        """Which option it takes, how long it took, and what it thought, if it is started `anew`."""
        when = f"at decision {made + 1} ({self.game.seats[self.seat]})"
        told = {"view": seen.to_json(), "made": made, "seed": seed, "anew": anew}
        number, spent, thought = self.ask("choose", when, **told)
        if not 0 <= number < len(seen.actions):
            raise BotFault(f"the bot `{self.name}` chose wrongly {when}")
        return number, spent, thought

    def finish(self, scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended."""
        self.ask("end", "at the end of a game", seed=self.seed, scores=scores, ranks=ranks)

    def ask(self, call: str, when: str, **arguments: Any) -> Any:  # as `ask` of the embassy
        """Have the bot asked; what goes wrong is its fault."""
        seconds = given_up_after(self._budget)
        if seconds is not None and call != "choose":
            seconds += BEGINNING
        try:
            return self._embassy.ask(
                self.seat, self._typed, call, self._things, seconds, **arguments
            )
        except (Died, Late) as error:
            raise _blamed(self.name, when, error) from None
        except Refused as error:
            raise BotFault(error.message, error.hint) from None


class Emissary:
    """A foreign bot as one that can be asked here: it hands on what it is shown, and answers what
    the bot abroad answers, started anew for each question."""

    def __init__(self, typed: str, embassy: Embassy, budget: float | None) -> None:
        self.typed, self.embassy, self.budget = typed, embassy, budget
        self._visitor: Visitor | None = None
        self._thinking: Thinking | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Another question is to come, about this seat."""
        if self._visitor is None or self._visitor.seat != seat:
            self._visitor = Visitor(self.typed, self.typed, self.embassy, game, seat, self.budget)
        self._visitor.seed = seed

    def choose(self, view: View, budget: float | None) -> Action:
        """What the bot abroad chooses."""
        assert self._visitor is not None
        made = sum(event.kind == "choice" for event in view.events)
        number, _, thought = self._visitor.chosen(view, made, self._visitor.seed, anew=True)
        self._thinking = None if thought is None else _understood(view, thought)
        return view.actions[number]

    def thinking(self) -> Thinking | None:
        """What it thought."""
        return self._thinking

    def finish(self, result: Result) -> None:
        """Tell the bot abroad how the game ended."""
        assert self._visitor is not None
        self._visitor.finish(result.scores, result.ranks)


def emissary(typed: str, embassy: Embassy, budget: float | None) -> Candidate:
    """A foreign bot that can be made, to be asked here. It was found, and made once, abroad."""
    embassy.check(typed, budget)
    settings = {"typed": typed, "embassy": embassy, "budget": budget}
    return Candidate(typed.strip(), Emissary, settings)


def _understood(seen: View, told: dict[str, Any]) -> Thinking:
    """What a bot thought, as `_told` has told it."""
    thoughts = tuple(
        Thought(
            *(seen.actions[number], visits, value),
            *(-inf if low is None else low, inf if high is None else high),
        )
        for number, visits, value, low, high in told["thoughts"]
    )
    return Thinking(told["seat"], thoughts, told["method"], told["iterations"], told["seconds"])


# --- in the other process -------------------------------------------------------------------------


class Lodger:
    """What is told of a bot; it is made when it is first needed, as only then there is a game."""

    def __init__(self, name: str, typed: str, seat: int, budget: float | None) -> None:
        self.name, self.typed, self.seat, self.budget = name, typed, seat, budget
        self._seated: Seated | None = None
        self._player: Player | None = None

    def player(self, game: Game, seed: int, *, anew: bool = False) -> Player:
        """The bot at its seat: the same all through a game, unless its process has died."""
        if self._player is None or anew:
            bot = find(self.typed, game).make() if self._seated is None else self._seated.bot
            self._seated = Seated(self.name, bot, seed)
            self._player = Player(self._seated, game, self.seat, budget=self.budget)
        return self._player


def check(game: Game, name: str) -> None:
    """Make a bot, to see whether that can be done."""
    entry = find(name, game)
    refuse_cheater(name, entry.make())
    prepare(game, [entry])


def begin(game: Game, lodger: Lodger, seed: int) -> None:
    """Begin a game."""
    lodger.player(game, seed)


def choose(
    game: Game, lodger: Lodger, view: str, made: int, seed: int, anew: bool
) -> tuple[int, float, dict[str, Any] | None]:
    """Which of its options a bot takes, the seconds it took, and what it thought if it is asked
    `anew`, outside of a game."""
    player, seen = lodger.player(game, seed, anew=anew), View.from_json(game, view)
    before = player.seconds
    chosen = player.choice(seen, made)
    thought = player.thinking() if anew else None
    told = None if thought is None else _told(seen, thought)
    return seen.actions.index(chosen), player.seconds - before, told


def _told(seen: View, thinking: Thinking) -> dict[str, Any] | None:
    """What a bot thought, as JSON; nothing if it is about something else than its options."""
    if any(thought.action not in seen.actions for thought in thinking.thoughts):
        return None
    thoughts = [
        (seen.actions.index(t.action), t.visits, t.value, t.low, t.high) for t in thinking.thoughts
    ]
    of = {"seat": thinking.seat, "method": thinking.method, "iterations": thinking.iterations}
    return {**of, "seconds": thinking.seconds, "thoughts": thoughts}


def end(game: Game, lodger: Lodger, seed: int, scores: list[int], ranks: list[int]) -> None:
    """Tell a bot how its game ended."""
    lodger.player(game, seed).finish(tuple(scores), tuple(ranks))
