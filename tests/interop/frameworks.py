"""What PettingZoo and Gymnasium ask of an environment, asked of any game; and that nobody is shown
what is hidden. `benchmarks/frameworks.py` asks it of every description at hand.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from kibitz.engine import State, load
from kibitz.engine.conformance import rewritten
from kibitz.interop import pettingzoo
from kibitz.knowledge.views import view

CYCLES = 8
"""Rounds of all agents in one test."""

DEALS = 4
"""Deals that are drawn to find one that differs from what was dealt."""

ANY_GAME = "kibitz.interop.gymnasium:kibitz/game-v0"

NORMAL = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What PettingZoo says about masks in observations, except about games of its own."""


@contextlib.contextmanager
def strictly() -> Iterator[None]:
    """Whatever is warned about is an error, but for what is normal; nothing is printed."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for said in NORMAL:
            warnings.filterwarnings("ignore", said)
        yield


def keeps_the_aec_api(game: str | Path) -> None:
    with strictly():
        api_test(pettingzoo.env(game, render_mode="ansi"), num_cycles=CYCLES)


def is_the_same_from_the_same_seed(game: str | Path) -> None:
    with strictly():
        seed_test(lambda: pettingzoo.env(game, knowledge="possible"), num_cycles=CYCLES)


def keeps_the_gymnasium_api(game: str | Path) -> None:
    made = gymnasium.make(ANY_GAME, game=game, render_mode="ansi")
    with strictly():
        check_env(made.unwrapped)


def shows_nothing_hidden(game: str | Path, decisions: int = 6) -> int:
    """Change what is hidden behind each agent's back: not a bit of what it is shown differs. Gives
    how often something was changed."""
    rules, rng, swaps = load(game), Random(1), 0
    knowledge = "none" if rules.layout.private else "probability"
    env, other = (
        pettingzoo.raw_env(rules, knowledge=knowledge, render_mode="ansi") for _ in range(2)
    )
    for made in env, other:
        made.reset(seed=5)
    for _ in range(decisions):
        if env.now.over:
            break
        for agent, seat in env.seat_of.items():
            for other.now in changed(env.now, seat, rng):
                assert shown(env, agent) == shown(other, agent)
                swaps += 1
        env.agent_selection = env.possible_agents[env.now.to_move or 0]
        numbers = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(rng.choice(numbers.tolist()))
    return swaps


def shown(env: pettingzoo.GameEnv, agent: str) -> tuple[bytes, bytes, str | None]:
    """All that an agent is shown."""
    env.agent_selection, seen = agent, env.observe(agent)
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), env.render()


def changed(state: State, seat: int, rng: Random) -> Iterator[State]:
    """States that a seat cannot tell from this one: the hidden cards dealt anew; or, where a deal
    cannot be imagined, another number in whatever is private to others."""
    layout = state.game.layout
    if layout.private:
        for slot, owner in layout.private.items():
            if owner != seat:
                yield rewritten(state, slot, int(not state.array[slot]))
        return
    seen, lying = view(state, seat), slice(layout.where, layout.where + len(state.game.cards))
    for _ in range(DEALS):
        dealt = seen.sample(rng)
        if dealt.array[lying] != state.array[lying]:
            yield dealt
            return


ASKED: dict[str, Callable[[str | Path], object]] = {
    "api_test": keeps_the_aec_api,
    "seed_test": is_the_same_from_the_same_seed,
    "check_env": keeps_the_gymnasium_api,
    "swaps": shows_nothing_hidden,
}
