"""States as OpenSpiel knows them: a moment of a game, with the methods it calls."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.interop.openspiel.moments import Moment, numbered
from kibitz.interop.openspiel_peers import pyspiel
from kibitz.knowledge.views import view

__all__ = ["Home", "SpielState", "imagined"]

spiel = pyspiel()


class Home(Protocol):
    """The game a state belongs to."""

    game: Game
    first: Moment
    longest: int

    def after(self, moment: Moment, number: int) -> Moment: ...
    def returns(self, state: State) -> list[float]: ...


class SpielState(spiel.State):  # type: ignore[misc,name-defined]
    """A state of a described game. OpenSpiel copies and sends what is in its `__dict__`: the
    moment, which is shared by copies, and sent as what was decided so far, to be played again."""

    __slots__ = ("__dict__", "home")

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.home = home
        self.moment = home.first

    @property
    def moment(self) -> Moment:
        found: Moment = self.__dict__["moment"]
        return found

    @moment.setter
    def moment(self, given: Moment | tuple[int, ...]) -> None:
        if isinstance(given, tuple):
            moment = self.home.first
            for number in given:
                moment = self.home.after(moment, number)
            given = moment
        self.__dict__["moment"] = given

    def action(self, number: int) -> Action:
        """The action of ours that has a number here."""
        state = self.moment.state
        assert state is not None
        return numbered(state)[number]

    # --- what OpenSpiel calls ---------------------------------------------------------------------

    def current_player(self) -> int:
        moment = self.moment
        if moment.outcomes or moment.state is None:
            return int(spiel.PlayerId.CHANCE)
        mover = moment.state.to_move
        return int(spiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        moment = self.moment
        return not moment.outcomes and moment.state is not None and moment.state.over

    def _legal_actions(self, player: int) -> list[int]:
        state = self.moment.state
        found = [] if state is None else list(numbered(state))
        if (
            found and found[-1] >= self.num_distinct_actions()
        ):  # OpenSpiel would write beyond a mask
            raise KibitzError(
                f"{len(found)} actions on offer have not enough numbers",
                "say how many there can be: stakes=Stakes(places=...)",
            )
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.moment.outcomes
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.move_number() >= self.home.longest:
            raise KibitzError(
                f"this game of {self.home.game.title} is longer than a game can be: "
                f"{self.home.longest} decisions and outcomes of chance",
                "say how long it can be: decisions=..., chances=...",
            )
        self.moment = self.home.after(self.moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment = self.moment
        if player == spiel.PlayerId.CHANCE:
            return self._outcome(action)
        known = {} if moment.state is None or moment.outcomes else numbered(moment.state)
        found = known.get(action) or self.home.game.namer.by_number(action)
        return f"option {action}" if found is None else found.text

    def returns(self) -> list[float]:
        state = self.moment.state
        if state is None or not self.is_terminal():
            return [0.0] * self.home.game.players
        return self.home.returns(state)

    def _outcome(self, number: int) -> str:
        """What chance does, in words: a card, of several that look the same which, or a number."""
        if not self.moment.cards:
            return str(number)
        face = self.home.game.cards[number]
        return face.text + face.mark

    def __str__(self) -> str:
        moment, title = self.moment, self.home.game.title
        pending = [] if moment.action is None else [moment.action.text]
        pending += map(self._outcome, moment.given)
        return "\n  then ".join([f"{moment.state or f'{title} before the deal'}", *pending])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the seat to move cannot tell from this one, each with the same chance."""
        if self.current_player() != player or self.moment.state is None:
            raise KibitzError("only the seat whose turn it is can imagine the hidden cards")
        rng = Random(int(sampler() * (1 << 53)))
        return imagined(self.home, view(self.moment.state, player).sample(rng))


def imagined(home: Any, state: State) -> SpielState:
    """A state of OpenSpiel that was drawn from a view. It has no past."""
    made = SpielState(home)
    made.moment = Moment(state)
    return made
