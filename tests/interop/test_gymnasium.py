"""Gymnasium: one seat learns, bots have the others."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import kibitz
from kibitz.engine import house_games
from kibitz.errors import KibitzError
from kibitz.interop import gymnasium as tables

GAMES = Path(__file__).parents[1] / "analysis" / "games"


def played(env: tables.GameEnv, seed: int) -> tuple[float, list[bytes]]:
    """The reward when the learner plays its first option, and all it has seen."""
    row, info = env.reset(seed=seed)
    seen, reward, over = [row.tobytes()], 0.0, False
    while not over:
        row, reward, over, _, info = env.step(np.argmax(info["action_mask"]))
        seen.append(row.tobytes())
    assert set(info) == {"action_mask", "scores", "ranks"}
    return reward, seen


def test_the_house_games_are_registered() -> None:
    for name in house_games():
        assert f"kibitz/{name}-v0" in gymnasium.registry
    env = gymnasium.make("kibitz/agram-v0", NUMP=3, seat="East").unwrapped
    assert isinstance(env, tables.GameEnv)
    assert (env.game.players, env.seat) == (3, 1)


def test_the_learner_decides_at_its_turns_and_nobody_elses() -> None:
    for seat, name in enumerate(("North", "East", "South", "West")):
        env = tables.env("agram", seat=name)
        env.reset(seed=3)
        assert env.now.to_move == env.seat == seat
        assert len(env.now.history) == seat


def test_a_game_is_the_same_from_the_same_seed_bots_and_all() -> None:
    env = tables.env("agram", seat=2, bots="random")
    assert played(env, 5) == played(env, 5)
    assert played(env, 5) != played(env, 6)


def test_the_deal_of_a_seed_is_that_of_the_game() -> None:
    env = tables.env("agram")
    env.reset(seed=7)
    assert env.now == kibitz.load("agram").new(seed=7)


def test_the_bots_are_those_that_were_named() -> None:
    """First plays what the rules list first, which can be foreseen."""
    env = tables.env("agram", seat="South", bots="first", NUMP=3)
    env.reset(seed=3)
    state = env.game.new(seed=3)
    for _ in range(2):
        state = state.after(state.actions[0])
    assert env.now == state
    mixed = tables.env("agram", seat="East", bots=["first", "random"], NUMP=3)
    mixed.reset(seed=3)
    assert mixed.now == env.game.new(seed=3).after(env.game.new(seed=3).actions[0])


def test_both_masks_say_what_is_on_offer() -> None:
    env = tables.env("agram")
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool
    assert np.array_equal(masks, info["action_mask"])
    assert np.flatnonzero(masks).tolist() == sorted(action.id for action in env.now.actions)
    assert env.action_space.contains(env.action_space.sample(info["action_mask"]))


def test_what_is_played_is_the_option_with_that_number() -> None:
    env = tables.env("agram", seat="East")
    for which in range(3):
        env.reset(seed=1)
        chosen = env.now.actions[which % len(env.now.actions)]
        env.step(chosen.id)
        assert env.now.history[1] == chosen


def test_an_illegal_action_ends_the_game() -> None:
    env = tables.env("agram")
    _, info = env.reset(seed=1)
    illegal = int(np.argmin(info["action_mask"]))
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(KibitzError, match="no game to play on"):
        env.step(0)


def test_a_game_that_does_not_end_is_cut_off() -> None:
    env = tables.env(GAMES / "endless.rcy", most_decisions=30)
    _, info = env.reset(seed=1)
    terminated = truncated = False
    while not truncated:
        assert not terminated
        step = env.step(np.argmax(info["action_mask"]))
        _, reward, terminated, truncated, info = step
        assert reward == 0
    assert len(env.now.history) == 30


ALONE = """(game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B)))))
  (stage player (end (== (game sto OVER) 1))
    (choice ((set (game sto OVER) 1) (set (game sto OVER) 1))))
  (scoring max ((current player) sto OVER)))"""


def test_deals_without_a_decision_of_the_learner_are_dealt_anew_but_not_for_ever(
    tmp_path: Path,
) -> None:
    file = tmp_path / "alone.rcy"
    file.write_text(ALONE, encoding="utf-8")
    env = tables.env(file, seat=1)
    with pytest.raises(KibitzError, match="South has had nothing to decide in 1000 deals"):
        env.reset(seed=1)


def test_where_nobody_decides_anything_there_is_one_step_to_look_on() -> None:
    env = tables.env(GAMES / "nobody.rcy")
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].tolist()[0] == 1
        _, reward, terminated, truncated, info = env.step(0)
        assert (terminated, truncated) == (True, False)
        assert reward == env.terms.rewards(env.game.new(seed))[0]
        assert not info["action_mask"].any()


def test_it_is_rendered_as_the_learner_sees_it() -> None:
    env = tables.env("agram", seat="South", render_mode="ansi")
    env.reset(seed=1)
    assert "as South sees it: South to move" in str(env.render())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": "Centre"}, "no seat `Centre`"),
        ({"seat": 4}, "no seat `4`"),
        ({"bots": "nobody"}, "no bot `nobody`"),
        ({"bots": "human"}, "people cannot sit with a learner"),
        ({"bots": ["random", "first"]}, "2 bots for 3 seats"),
    ],
)
def test_who_cannot_sit_is_told_so(options: dict[str, object], said: str) -> None:
    with pytest.raises(KibitzError, match=said):
        tables.env("agram", **options)  # type: ignore[arg-type]
