"""Games as OpenSpiel knows them: thin shells around games of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.interop.openspiel.moments import Moment, first
from kibitz.interop.openspiel.observers import SeatObserver
from kibitz.interop.openspiel.stakes import Stakes
from kibitz.interop.openspiel.states import SpielState
from kibitz.interop.openspiel.walk import payoffs
from kibitz.interop.openspiel_peers import pyspiel
from kibitz.recycle.layout import bounds

__all__ = ["SpielGame", "game_type"]

spiel = pyspiel()

MOST_PLAYERS = 64

MOST_RANDOM = 1 << 16
"""Random numbers to choose from, where the text does not tell how many."""

EQUAL = 1e-6
"""Sums of returns that differ by less are the same."""


def game_type(
    name: str, title: str, parameters: Mapping[str, Any], stakes: Stakes, players: int | None = None
) -> Any:
    """What OpenSpiel wants to know of a kind of game; without `players`, for any number of them."""
    kind = spiel.GameType
    utilities = kind.Utility
    utility = utilities.GENERAL_SUM if stakes.total is None else utilities.CONSTANT_SUM
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if stakes.total == 0 else utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players or MOST_PLAYERS,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=stakes.events > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


class SpielGame(spiel.Game):  # type: ignore[misc,name-defined]
    """A described game in OpenSpiel. Made by `spiel_game` and by `pyspiel.load_game`."""

    def __init__(
        self, game: Game, stakes: Stakes, relative: bool, name: str, parameters: Mapping[str, Any]
    ) -> None:
        self.game, self.relative, self.stakes = game, relative, stakes
        self.first = first(game)
        info = spiel.GameInfo(
            num_distinct_actions=max(1, game.action_count + stakes.places),
            max_chance_outcomes=_outcomes(game),
            num_players=game.players,
            min_utility=stakes.lowest,
            max_utility=max(stakes.highest, stakes.lowest + 1),  # it insists on a difference
            utility_sum=stakes.total,
            max_game_length=max(1, stakes.decisions),
        )
        kind = game_type(name, game.title, parameters, stakes, game.players)
        super().__init__(kind, info, dict(parameters))
        self.children: dict[Moment, dict[int, Moment]] | None = {} if stakes.exact else None
        """Of a small game all moments are kept: whoever goes through it, does so many times."""

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    @property
    def longest(self) -> int:
        """Decisions and outcomes of chance in a game, at most."""
        return self.stakes.decisions + self.stakes.chances

    def max_chance_nodes_in_history(self) -> int:
        return self.stakes.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        """What a seat sees, public and private; with perfect recall, what it has seen."""
        asked = iig_obs_type or spiel.IIGObservationType(perfect_recall=False)
        if (
            params
            or not asked.public_info
            or asked.private_info != spiel.PrivateInfoType.SINGLE_PLAYER
        ):
            raise KibitzError("a view is of one seat, with all that it sees: it has no parts")
        known = self.stakes
        return SeatObserver(self.game, asked.perfect_recall, known.events, known.exact)

    def after(self, moment: Moment, number: int) -> Moment:
        """The moment after a decision or what chance does."""
        if self.children is None:
            return moment.after(self.game, number)
        known = self.children.setdefault(moment, {})
        if number not in known:
            known[number] = moment.after(self.game, number)
        return known[number]

    def returns(self, state: State) -> list[float]:
        """What each seat gets at the end; complain if that is not what was said before."""
        paid = payoffs(state)
        if self.relative:
            mean = sum(paid) / len(paid)
            paid = [one - mean for one in paid]
        known = self.stakes
        within = min(paid) >= known.lowest - EQUAL and max(paid) <= known.highest + EQUAL
        if not within or (known.total is not None and abs(sum(paid) - known.total) > EQUAL):
            raise KibitzError(f"{paid} is not what {self.game.title} was said to pay: {known}")
        return paid


def _outcomes(game: Game) -> int:
    """Between how many things chance decides at most: cards, seats in a tie, random numbers."""
    most = max(len(game.cards), game.players, 1)
    for node in game.program.nodes():
        if node.op == "random":
            ends = [bounds(end, game.layout) for end in node.args]
            known = [end for end in ends if end is not None]
            most = max(most, known[-1][1] - known[0][0] + 1 if len(known) == 2 else MOST_RANDOM)
    return most
