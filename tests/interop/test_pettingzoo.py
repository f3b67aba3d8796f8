"""PettingZoo: its own tests pass, for our games and everybody's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from house import HOUSE

import kibitz
from kibitz.errors import KibitzError
from kibitz.interop import pettingzoo

from .frameworks import ASKED

TESTS = Path(__file__).parents[1]
OTHERS = sorted(TESTS.rglob("*.rcy"))[::20]
NOBODY = TESTS / "analysis" / "games" / "nobody.rcy"
TRIED = [*HOUSE, str(NOBODY), *(str(path) for path in OTHERS)]


@pytest.mark.parametrize("game", TRIED, ids=lambda game: Path(game).stem)
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_any_game_passes(ask: Callable[[str], object], game: str) -> None:
    ask(game)


def test_most_games_hide_something() -> None:
    assert ASKED["swaps"]("kuhn")


def finished(env: Any) -> dict[str, float]:
    """What each agent got in the end, when everybody plays the first option."""
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
        env.step(None if terminated or truncated else int(np.argmax(seen["action_mask"])))
    return rewards


def test_an_agent_for_each_seat_and_whoever_wins_is_rewarded() -> None:
    env = pettingzoo.env("agram", NUMP=3)
    env.reset(seed=7)
    assert env.agents == ["player_0", "player_1", "player_2"]
    rewards = finished(env)
    state = kibitz.load("agram", NUMP=3).new(seed=7)
    while not state.over:
        state = state.after(min(state.actions, key=lambda action: action.id))
    assert [reward > 0 for reward in rewards.values()] == [rank == 1 for rank in state.ranks]
    assert env.agents == []


def test_the_same_seed_deals_what_the_game_deals() -> None:
    env = pettingzoo.raw_env("agram")
    env.reset(seed=7)
    assert env.now == kibitz.load("agram").new(seed=7)
    env.reset()
    second = env.now
    env.reset(seed=7)
    env.reset()
    assert env.now == second != kibitz.load("agram").new(seed=7)


def test_only_whoever_is_to_move_has_options() -> None:
    env = pettingzoo.raw_env("agram")
    env.reset(seed=1)
    options = [int(env.observe(agent)["action_mask"].sum()) for agent in env.agents]
    assert options == [6, 0, 0, 0]


def test_where_nobody_decides_anything_one_agent_looks_on() -> None:
    env = pettingzoo.env(NOBODY)
    env.reset(seed=1)
    looking, *others = env.agents
    assert env.agent_selection == looking
    assert env.observe(looking)["action_mask"].tolist()[0] == 1
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)
    assert sorted(finished(env).values())[-1] == 1


def test_an_illegal_action_ends_the_game_and_costs_its_agent_1() -> None:
    env = pettingzoo.env("agram")
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(np.argmin(mask)))
    assert all(env.terminations.values())
    assert finished(env) == {"player_0": -1.0, "player_1": 0, "player_2": 0, "player_3": 0}


def test_without_wrappers_it_is_an_error_that_names_no_card() -> None:
    env = pettingzoo.raw_env("agram")
    env.reset(seed=1)
    illegal = int(np.argmin(env.observe("player_0")["action_mask"]))
    with pytest.raises(KibitzError, match=f"^{illegal} is not the number of an option of player_0"):
        env.step(illegal)
    with pytest.raises(KibitzError, match="None is not the number"):
        env.step(None)


def test_what_is_no_action_at_all_is_refused_by_pettingzoo() -> None:
    env = pettingzoo.env("agram")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(35)


def test_a_game_that_does_not_end_is_cut_off_without_a_reward() -> None:
    env = pettingzoo.env(TESTS / "analysis" / "games" / "endless.rcy", most_decisions=30)
    env.reset(seed=1)
    for decision in range(30):
        assert not any(env.truncations.values()), decision
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(finished(env).values()) == {0.0}


def test_it_is_rendered_as_whoever_is_to_move_sees_it() -> None:
    env = pettingzoo.env("agram", render_mode="ansi")
    env.reset(seed=1)
    env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert "as East sees it: East to move" in env.render()
    assert env.metadata["name"] == "agram_v0"
    assert not env.metadata["is_parallelizable"]
