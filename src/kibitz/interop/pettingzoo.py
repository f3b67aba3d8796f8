"""PettingZoo: any described game as an environment for several agents that take turns (AEC).

    from kibitz.interop import pettingzoo

    env = pettingzoo.env("boerenbridge", knowledge="possible")

Agents are `player_0` and so on, one for each seat (`env.unwrapped.game.seats` has their names). An
observation is `{"observation": row, "action_mask": mask}`; what rows, numbers of actions and
rewards mean is said in `kibitz.interop.learners`. Whoever is not to move has an empty mask. When
the game is over, all agents terminate with their rewards; after `most_decisions` they are truncated
without one. As in PettingZoo's own card games an illegal action ends the game with a warning and
costs its agent 1, and one that is no number of an action is an error.

`reset(seed=7)` deals `game.new(seed=7)`; later resets without a seed follow from it.

Reference: J. Terry et al., PettingZoo: Gym for Multi-Agent Reinforcement Learning, NeurIPS 2021;
https://pettingzoo.farama.org/api/aec
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kibitz.engine.copies import played
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.interop.learners import ILLEGAL, Terms, terms, words
from kibitz.knowledge.views import view

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ModuleNotFoundError:
    hint = 'pip install "kibitz[pettingzoo]"'
    raise KibitzError("PettingZoo is not installed", hint) from None

__all__ = ["GameEnv", "env", "raw_env"]


def env(game: Game | str | Path, **options: Any) -> AECEnv:
    """A game as an environment, wrapped as PettingZoo's own are. Options are those of `raw_env`."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: Game | str | Path, *, render_mode: str | None = None, **options: Any) -> GameEnv:
    """The same without wrappers: an illegal action is an error.

    Options: `knowledge`, `reward`, `most_actions`, `most_decisions` (see `learners.terms`) and, if
    the game is given by name or path, its parameters (`NUMP=3`).
    """
    return GameEnv(terms(game, **options), render_mode)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game at which every seat is an agent."""

    def __init__(self, given: Terms, render_mode: str | None = None) -> None:
        super().__init__()
        self.terms, self.game, self.render_mode = given, given.game, render_mode
        name = f"{self.game.name}_v0"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        (low, high), most = given.limits, given.most_actions
        row, mask = spaces.Box(low, high), spaces.Box(0, 1, (most,), np.int8)
        seen = spaces.Dict({"observation": row, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(most) for agent in self.possible_agents}
        self._rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; there are no options."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        dealt = int(self._rng.integers(1 << 62)) if seed is None else seed
        self.now, self._made = self.game.new(dealt), 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's seat sees, made from its view alone."""
        seen = view(self.now, self.seat_of[agent])
        mask = self.terms.mask(seen.actions, self._looks_on and agent == self.agent_selection)
        return {"observation": self.terms.row(seen), "action_mask": mask}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play the option with a number, for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = None
        if action is not None:
            chosen = self.terms.numbered(self.now.actions).get(int(action))
        if chosen is None and not (self._looks_on and action == 0):
            hint = "those that are have a 1 in the action_mask of the observation"
            raise KibitzError(f"{action} is not the number of an option of {agent}", hint)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.now = self.now if chosen is None else played(self.now, chosen)
        self._made += 1
        self._settle()

    def render(self) -> str | None:
        """What the agent whose turn it is sees, in words."""
        if self.render_mode is None:
            logger.warn('render() needs an environment made with render_mode="ansi"')
            return None
        return words(self.now, self.seat_of[self.agent_selection])

    @property
    def _looks_on(self) -> bool:
        """Whether a game was over as dealt: PettingZoo wants a step of it all the same."""
        return self.now.over and self._made == 0

    def _settle(self) -> None:
        """Whose turn it is after a decision or the deal; or how it ended."""
        state, over = self.now, self.now.over and not self._looks_on
        if over:
            self.rewards = dict(zip(self.agents, self.terms.rewards(state), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and self._made >= self.terms.most_decisions
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {agent: self.terms.ending(state) for agent in self.agents}
        if state.to_move is not None:
            self.agent_selection = self.possible_agents[state.to_move]
        self._accumulate_rewards()
        self._deads_step_first()
