"""Asking a bot, with care: it gets a view and nothing else, is timed, and its answer is checked.

What it does wrong becomes one sentence that names it and the decision. The sentence does not tell
what would have been right: whoever reads it may be playing against the bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from kibitz.bots.bot import Bot, Result, finish, start, thinking
from kibitz.bots.sources import failure, is_theirs, traced
from kibitz.engine.actions import Action
from kibitz.engine.copies import played
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.engine.twins import has_twins
from kibitz.errors import IllegalAction, KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thoughts import Thinking

__all__ = ["GRACE", "BotFault", "Player", "Seated", "Wrong", "refuse_cheater"]

GRACE = 0.005
"""Seconds over the budget that nobody minds: a clock and a busy machine are not exact."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


def refuse_cheater(name: str, bot: Bot) -> None:
    """Complain about a bot that wants to see all hands."""
    if hasattr(bot, "choose_seeing_all"):
        raise KibitzError(
            f"`{name}` wants to see all hands: it has a method choose_seeing_all",
            "it can only be measured, with cheats=True in Python",
        )


Wrong = Literal["start", "late", "died", "raised", "illegal", "nothing", "garbage", "large"]


class BotFault(KibitzError):
    """What a bot did wrong: it failed, chose what is not on offer, died, did not answer."""

    def __init__(
        self, message: str, hint: str | None = None, cause: Wrong = "raised", trace: str = ""
    ) -> None:
        super().__init__(message, hint)
        self.cause, self.trace = cause, trace
        """What kind of thing it was (see `kibitz.seats.failures`); the first lines of its
        traceback."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A bot at a seat, under a name, with a seed for what it does at random."""

    name: str
    bot: Bot
    seed: int
    timed: bool = True
    """Whether it has a budget where there is one."""

    def sit(self, game: Game, seat: int, *, budget: float | None, cheats: bool) -> Player:
        """The bot at its seat in a game, begun."""
        budget = budget if self.timed else None
        return Player(self, game, seat, budget=budget, cheats=cheats)


class Player:
    """A bot at its seat in one game: started, asked, and told how the game ended.

    Each choice has to be made within `budget` seconds, if that is given. With `cheats`, a bot that
    has a method `choose_seeing_all(state, budget)` is given the state itself, all hands open: an
    upper bound for measuring, never for playing.
    """

    def __init__(
        self,
        seated: Seated,
        game: Game,
        seat: int,
        *,
        budget: float | None = None,
        cheats: bool = False,
    ) -> None:
        self.name, self.bot = seated.name, seated.bot
        self.game, self.seat, self.budget = game, seat, budget
        self._after = played if derived(game, has_twins) else State.after
        self.asked = 0
        """At how many decisions there was something to decide."""
        self.seconds = 0.0
        """How long all of them took."""
        self.overruns = 0
        """How many of them took longer than the budget."""
        self._late = None if budget is None else budget + GRACE
        self._choose, self._sees_all = self._chooser(cheats)
        self._blamed("at the start of a game", start, game, seat, seated.seed)

    def after(self, state: State, made: int) -> State:
        """The state after what the bot decides; `made` decisions came before. Where there is
        nothing to decide, it is not asked."""
        actions = state.actions
        if len(actions) == 1:
            return state.after(actions[0])
        action = self._asked(state if self._sees_all else view(state, self.seat), made)
        try:
            return self._after(state, action)
        except IllegalAction:
            raise self._not_offered(action, made) from None

    def choice(self, seen: View, made: int) -> Action:
        """What the bot decides, given no more than what its seat sees."""
        action = self._asked(seen, made)
        if action not in seen.actions:
            raise self._not_offered(action, made)
        return action

    def _asked(self, shown: View | State, made: int) -> Action:
        """The bot's answer, timed."""
        clock = time.perf_counter
        begun = clock()
        try:
            action = self._choose(shown, self.budget)
        except BotFault:  # it was blamed already, where it is
            raise
        except BaseException as error:
            if not is_theirs(error):
                raise
            raise self._failed(self._decision(made), error) from None
        spent = clock() - begun
        self.asked += 1
        self.seconds += spent
        if self._late is not None and spent > self._late:
            self.overruns += 1
        if not isinstance(action, Action):  # a state would understand a text
            kind = type(action).__name__  # no more: it may name a card nobody sees
            cause: Wrong = "nothing" if action is None else "garbage"
            raise self._wrong(made, f"its answer is not an action (it is of type {kind})", cause)
        return action

    def thinking(self) -> Thinking | None:
        """What the bot thought at its last choice, if it tells."""
        return self._blamed("telling what it thought", thinking)

    def finish(self, scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended."""
        self._blamed("at the end of a game", finish, Result(self.seat, scores, ranks))

    def leave(self) -> None:
        """Nothing will be asked any more; a bot of the house need not be told."""

    def _chooser(self, cheats: bool) -> tuple[Callable[[Any, float | None], Action], bool]:
        """How the bot is asked, and whether it is shown everything: a state, not a view."""
        seeing_all = getattr(self.bot, "choose_seeing_all", None)
        if seeing_all is None:
            return self.bot.choose, False
        if not cheats:
            refuse_cheater(self.name, self.bot)
        return seeing_all, True

    def _blamed(
        self,
        when: str,
        what: Callable[Concatenate[Bot, _P], _T],
        *arguments: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        """Do something with the bot; if that fails, it is the bot's fault."""
        try:
            return what(self.bot, *arguments, **named)
        except BotFault:  # it was blamed already, where it is
            raise
        except BaseException as error:
            if not is_theirs(error):
                raise
            raise self._failed(when, error) from None

    def _decision(self, made: int) -> str:
        return f"at decision {made + 1} ({self.game.seats[self.seat]})"

    def _failed(self, when: str, error: BaseException, cause: Wrong = "raised") -> BotFault:
        found = failure(f"the bot `{self.name}` failed {when}", error, type(self.bot))
        return BotFault(found.message, found.hint, cause, traced(error, None))

    def _not_offered(self, action: Action, made: int) -> BotFault:
        return self._wrong(made, f"`{action.label}` is not on offer", "illegal")

    def _wrong(self, made: int, said: str, cause: Wrong) -> BotFault:
        return BotFault(
            f"the bot `{self.name}` chose wrongly {self._decision(made)}: {said}",
            "choose must return one of view.actions",
            cause,
        )
