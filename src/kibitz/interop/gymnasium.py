"""Gymnasium: any described game as an environment for one learner; bots sit in the other seats.

    kibitz.interop.gymnasium.env("boerenbridge", seat="South", bots="greedy", knowledge="possible")

or, as importing this registers the house games, and `game` for any description:

    gymnasium.make("kibitz.interop.gymnasium:kibitz/agram-v0", bots="random", NUMP=3)
    gymnasium.make("kibitz.interop.gymnasium:kibitz/game-v0", game="mygame.rcy")

An observation is a row of numbers; what rows, numbers of actions and rewards mean is said in
`kibitz.interop.learners`. What can be done is in `info["action_mask"]` (int8, as `Space.sample`
wants it) and `env.action_masks()` (bool, as sb3-contrib's MaskablePPO asks for it). A step plays
the learner's option, then the bots, until the learner is to move again or the game is over. An
illegal action ends the game with the reward -1 and `info["illegal"]`; after `most_decisions` of
anybody it is truncated, without a reward.

`reset(seed=7)` deals `game.new(seed=7)` and gives the bots their seeds; later resets without a seed
follow from it. A deal that ends before the learner has to decide is dealt anew, unless nobody ever
decides anything in the game: then there is one step, to look on.

Reference: M. Towers et al., Gymnasium, 2024; https://gymnasium.farama.org
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.copies import played
from kibitz.engine.descriptions import house_games
from kibitz.engine.encoding import Floats
from kibitz.engine.game import Game
from kibitz.engine.observer import observer
from kibitz.errors import KibitzError
from kibitz.interop.learners import ILLEGAL, terms, words
from kibitz.interop.opponents import Bots, opponents, seated
from kibitz.knowledge.views import view

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError:
    hint = 'pip install "kibitz[gymnasium]"'
    raise KibitzError("Gymnasium is not installed", hint) from None

__all__ = ["GameEnv", "env"]

DEALS = 1_000
"""Deals after which a seat is taken for one that never decides anything."""


class GameEnv(gymnasium.Env[Floats, Any]):
    """A game at which one seat learns.

    `seat` is its number, name or initial; `bots` one name for all the others, or one for each.
    Options are those of `kibitz.interop.learners.terms`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str | Path,
        seat: int | str = 0,
        bots: Bots = "random",
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.terms, self.render_mode = terms(game, **options), render_mode
        self.game = self.terms.game
        self.seat = observer(self.game, str(seat)).number
        self._bots = opponents(self.game, self.seat, bots)
        self.observation_space = spaces.Box(*self.terms.limits)
        self.action_space = spaces.Discrete(self.terms.most_actions)
        self._live, self._nobody_decides = False, not self.game.emitted.choices

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal a game, and play to the learner's first decision; there are no options."""
        super().reset(seed=seed)
        for _ in range(DEALS):
            self.now, self._made = self.game.new(self._drawn() if seed is None else seed), 0
            self._players = seated(self.game, self._bots, self._drawn)
            self._play_on()
            if self._live:
                return self._seen()
            seed = None
        name = self.game.seats[self.seat]
        raise KibitzError(f"{name} has had nothing to decide in {DEALS} deals of {self.game.title}")

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play the option with a number, and on to the learner's next decision."""
        if not self._live:
            raise KibitzError("there is no game to play on", "reset deals one")
        chosen = self.terms.numbered(self.now.actions).get(int(action))
        if chosen is None and not (self._nobody_decides and action == 0):
            self._live = False
            row, info = self._seen()
            return row, ILLEGAL, True, False, {**info, "illegal": True}
        self.now = self.now if chosen is None else played(self.now, chosen)
        self._made += 1
        self._play_on()
        state, over = self.now, self.now.over
        reward = self.terms.rewards(state)[self.seat] if over else 0.0
        row, info = self._seen()
        return row, reward, over, not (over or self._live), {**info, **self.terms.ending(state)}

    def action_masks(self) -> NDArray[np.bool_]:
        """For each number whether it is that of an option, as sb3-contrib asks for it."""
        return self.terms.mask(view(self.now, self.seat).actions).astype(bool)

    def render(self) -> str | None:
        """What the learner sees, in words."""
        return words(self.now, self.seat) if self.render_mode == "ansi" else None

    def _drawn(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def _play_on(self) -> None:
        """Let the bots decide until it is the learner's turn, or nobody's any more."""
        while (mover := self.now.to_move) is not None and self._made < self.terms.most_decisions:
            if mover == self.seat:
                self._live = True
                return
            self.now = self._players[mover].after(self.now, self._made)
            self._made += 1
        self._live = self._nobody_decides and self._made == 0
        if self.now.over:
            for player in self._players.values():
                player.finish(self.now.scores, self.now.ranks)

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        """What the learner is told, made from its view alone."""
        seen = view(self.now, self.seat)
        mask = self.terms.mask(seen.actions, self._nobody_decides and self._live)
        return self.terms.row(seen), {"action_mask": mask}


env = GameEnv


for name in house_games():
    gymnasium.register(f"kibitz/{name}-v0", f"{__name__}:GameEnv", kwargs={"game": name})
gymnasium.register("kibitz/game-v0", f"{__name__}:GameEnv")
